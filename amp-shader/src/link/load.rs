//! Prints loads of elements: plain, unpacked from some bits of a word, or converted to another type.
//!
//! Elements of less than 32 bits are packed several to a word. The shader sees them as the 32-bit scalars
//! that they are converted to, so no device needs a capability to read them.

use std::fmt::Write as _;

use super::{LinkError, Linker};
use crate::{Argument, CaptureKind, Item, Operation, Piece, Scalar, TypeInfo};

/// Returns the half float in the low 16 bits of a word as an `f32`. It replaces WGSL's `unpack2x16float`,
/// which may flush subnormals to zero.
const HALF: &str = "\
fn amp_half(bits: u32) -> f32 {
    let a = bits & 0x7fffu;
    let small = bitcast<u32>(f32(a) * 5.9604644775390625e-8f);
    let large = (a << 13u) | select(0x7f800000u, 0x7fc00000u, a > 0x7c00u);
    let r = select(select((a << 13u) + 0x38000000u, small, a < 0x400u), large, a >= 0x7c00u);
    return bitcast<f32>(r | ((bits & 0x8000u) << 16u));
}
";

/// Returns the half float in the low 16 bits of a word as an `f16`, for devices that compute with `f16`.
const HALF_OF: &str = "fn amp_half_of(bits: u32) -> f16 { return f16(amp_half(bits)); }\n";

impl Linker<'_> {
    /// Declares `amp_half_of`.
    pub(super) fn half_of_bits(&mut self) {
        self.support.insert("amp_half".to_owned(), HALF.to_owned());
        self.support.insert("amp_half_of".to_owned(), HALF_OF.to_owned());
    }

    /// For a view with several elements in each word: the number of bits of an element, and the scalar type
    /// to which the shader unpacks it. `None` for other captures.
    pub(super) fn unpacked(&self, capture: usize) -> Option<(u32, Scalar)> {
        let capture = self.capture(capture);
        match capture.element {
            TypeInfo::Scalar(scalar) if capture.kind != CaptureKind::Value => scalar.unpacked(),
            _ => None,
        }
    }

    /// The text before the subscripts of an element that is loaded. `end_load` closes its parentheses.
    pub(super) fn load(&mut self, capture: usize) -> Result<String, LinkError> {
        let element = self.capture(capture).element;
        if self.unpacked(capture).is_some() {
            // Only `f16` keeps its own type; it needs the capability.
            return Ok(match element {
                TypeInfo::Scalar(Scalar::F16) => format!("{}({}", self.spell(element), self.word(capture)),
                _ => self.word(capture),
            });
        }
        let mut out = String::new();
        if self.is_packed(capture)
            && let Some(unpack) = self.unpack(element)
        {
            let _ = write!(out, "{unpack}(");
        }
        out += match self.atomic(capture)? {
            None => "",
            Some(Scalar::F32) => "bitcast<f32>(atomicLoad(&",
            Some(_) => "atomicLoad(&",
        };
        out += &self.element(capture);
        Ok(out)
    }

    /// The text after the subscripts of an element that is loaded.
    pub(super) fn end_load(&mut self, capture: usize) -> Result<String, LinkError> {
        if self.unpacked(capture).is_some() {
            let half = matches!(self.capture(capture).element, TypeInfo::Scalar(Scalar::F16));
            return Ok(if half { ")))" } else { "))" }.to_owned());
        }
        let mut out = self.end_element(capture).to_owned();
        out += if self.is_packed(capture) { ")" } else { "" };
        out += match self.atomic(capture)? {
            None => "",
            Some(Scalar::F32) => "))",
            Some(_) => ")",
        };
        Ok(out)
    }

    /// The text before the subscripts of an element that is loaded and converted to another type.
    /// `end_convert` closes its parentheses.
    pub(super) fn convert(&mut self, capture: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        let Some((_, from)) = self.unpacked(capture) else {
            let conversion = self.operation(Operation::Cast, self.capture(capture).element, to)?;
            return Ok(format!("{conversion}({}", self.load(capture)?));
        };
        match self.changes(from, to) {
            true => {
                let conversion = self.operation(Operation::Cast, &TypeInfo::Scalar(from), to)?;
                Ok(format!("{conversion}({}", self.word(capture)))
            }
            false => Ok(self.word(capture)),
        }
    }

    /// The text after the subscripts of an element that is loaded and converted.
    pub(super) fn end_convert(&mut self, capture: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        match self.unpacked(capture) {
            Some((_, from)) => Ok(if self.changes(from, to) { ")))" } else { "))" }.to_owned()),
            None => Ok(self.end_load(capture)? + ")"),
        }
    }

    /// Prints a call of `to_f32` or `to_f64` on an element of type `f16`; `None` for any other call. The
    /// element is unpacked to `f32`, so the call works on devices without the `f16` capability too.
    pub(super) fn half_converted(
        &mut self,
        item: &Item,
        arguments: &[Argument],
    ) -> Result<Option<String>, LinkError> {
        let to = match item.name {
            "<f16>::to_f32" => &TypeInfo::Scalar(Scalar::F32),
            "<f16>::to_f64" => &TypeInfo::Scalar(Scalar::F64),
            _ => return Ok(None),
        };
        let [Argument::Value([Piece::Load(capture), subscripts @ .., Piece::EndLoad(end)])] = arguments
        else {
            return Ok(None);
        };
        // In a device function, the position counts the view parameters.
        let view = self.kernel_capture(*capture);
        if capture != end || self.unpacked(view).is_none() {
            return Ok(None);
        }
        let (start, inside) = (self.convert(view, to)?, self.text(subscripts)?);
        Ok(Some(start + &inside + &self.end_convert(view, to)?))
    }

    /// Whether the conversion needs code in the shader.
    fn changes(&self, from: Scalar, to: &TypeInfo) -> bool {
        !matches!(to, TypeInfo::Scalar(to) if to.wgsl() == from.wgsl())
    }

    /// The text before the subscripts of a packed element: calls of its `of_VIEW` and of the function
    /// that computes its position.
    fn word(&mut self, capture: usize) -> String {
        self.indexed_captures.insert(self.root(capture));
        format!("of_{}({}", self.capture_name(capture), self.position_call(capture))
    }

    /// Prints the function `of_VIEW`, which returns the element at a position in a buffer of packed words.
    pub(super) fn unpacker(&mut self, capture: usize) -> String {
        let Some((bits, scalar)) = self.unpacked(capture) else { return String::new() };
        let (name, ty) = (self.capture_name(capture), scalar.wgsl());
        let buffer = self.capture_name(self.specialisation.bound(capture));
        // The elements of a word and the bits of an element, as exponents of two.
        let (places, width) = if bits == 8 { (2, 3) } else { (1, 4) };
        let word = format!("{buffer}[at >> {places}u]");
        let from = format!("((at & {}u) << {width}u)", (1 << places) - 1);
        let value = match scalar {
            // Shifting the element to the top of the word and back extends its sign.
            Scalar::I32 => format!("bitcast<i32>({word} << ({}u - {from})) >> {}u", 32 - bits, 32 - bits),
            Scalar::F32 => {
                self.support.insert("amp_half".to_owned(), HALF.to_owned());
                format!("amp_half({word} >> {from})")
            }
            _ => format!("({word} >> {from}) & {}u", (1u32 << bits) - 1),
        };
        format!("fn of_{name}(at: u32) -> {ty} {{ return {value}; }}\n")
    }
}
