//! Elements that are read: whole, unpacked from the part of a word that they lie in, or converted at once.
//!
//! Of the numbers with less than 32 bits a buffer has several in a word. A shader has them as the 32-bit numbers that they
//! become, so that no device needs more than those for it.

use std::fmt::Write as _;

use super::{LinkError, Linker};
use crate::{Argument, Item, Operation, Piece, Scalar, SlotKind, TypeInfo};

/// The number that the last 16 bits are. WGSL's own function may make zero of what is subnormal, and not every device has it.
const HALF: &str = "\
fn amp_half(bits: u32) -> f32 {
    let a = bits & 0x7fffu;
    let small = bitcast<u32>(f32(a) * 5.9604644775390625e-8f);
    let large = (a << 13u) | select(0x7f800000u, 0x7fc00000u, a > 0x7c00u);
    let r = select(select((a << 13u) + 0x38000000u, small, a < 0x400u), large, a >= 0x7c00u);
    return bitcast<f32>(r | ((bits & 0x8000u) << 16u));
}
";

/// The same, where a device computes with such numbers.
const HALF_OF: &str = "fn amp_half_of(bits: u32) -> f16 { return f16(amp_half(bits)); }\n";

impl Linker<'_> {
    /// Declares `amp_half_of`.
    pub(super) fn half_of_bits(&mut self) {
        self.support.insert("amp_half".to_owned(), HALF.to_owned());
        self.support.insert("amp_half_of".to_owned(), HALF_OF.to_owned());
    }

    /// Where a slot's elements lie in parts of words: their bits, and what they are when they are unpacked.
    pub(super) fn unpacked(&self, slot: usize) -> Option<(u32, Scalar)> {
        let slot = self.slot(slot);
        match slot.element {
            TypeInfo::Scalar(scalar) if slot.kind != SlotKind::Value => scalar.unpacked(),
            _ => None,
        }
    }

    /// The value of an element, up to its first subscript.
    pub(super) fn load(&mut self, slot: usize) -> Result<String, LinkError> {
        let element = self.slot(slot).element;
        if self.unpacked(slot).is_some() {
            // As what it is: without a capability only `f16` is no 32-bit number.
            return Ok(match element {
                TypeInfo::Scalar(Scalar::F16) => format!("{}({}", self.spell(element), self.word(slot)),
                _ => self.word(slot),
            });
        }
        let mut out = String::new();
        if self.is_packed(slot)
            && let Some(unpack) = self.unpack(element)
        {
            let _ = write!(out, "{unpack}(");
        }
        out += match self.atomic(slot)? {
            None => "",
            Some(Scalar::F32) => "bitcast<f32>(atomicLoad(&",
            Some(_) => "atomicLoad(&",
        };
        out += &self.element(slot);
        Ok(out)
    }

    /// The end of the value of an element.
    pub(super) fn end_load(&mut self, slot: usize) -> Result<String, LinkError> {
        if self.unpacked(slot).is_some() {
            let half = matches!(self.slot(slot).element, TypeInfo::Scalar(Scalar::F16));
            return Ok(if half { ")))" } else { "))" }.to_owned());
        }
        let mut out = self.end_element(slot).to_owned();
        out += if self.is_packed(slot) { ")" } else { "" };
        out += match self.atomic(slot)? {
            None => "",
            Some(Scalar::F32) => "))",
            Some(_) => ")",
        };
        Ok(out)
    }

    /// The value of an element as a number of another type, up to its first subscript.
    pub(super) fn convert(&mut self, slot: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        let Some((_, from)) = self.unpacked(slot) else {
            let conversion = self.operation(Operation::Cast, self.slot(slot).element, to)?;
            return Ok(format!("{conversion}({}", self.load(slot)?));
        };
        match self.changes(from, to) {
            true => {
                let conversion = self.operation(Operation::Cast, &TypeInfo::Scalar(from), to)?;
                Ok(format!("{conversion}({}", self.word(slot)))
            }
            false => Ok(self.word(slot)),
        }
    }

    /// The end of such a value.
    pub(super) fn end_convert(&mut self, slot: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        match self.unpacked(slot) {
            Some((_, from)) => Ok(if self.changes(from, to) { ")))" } else { "))" }.to_owned()),
            None => Ok(self.end_load(slot)? + ")"),
        }
    }

    /// A call of `f16`'s own `to_f32` or `to_f64` on an element: a device that does not compute with `f16` has that as well.
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
        let [Argument::Value([Piece::Load(slot), subscripts @ .., Piece::EndLoad(end)])] = arguments else {
            return Ok(None);
        };
        // In a function, one of the kernel's views.
        let view = self.kernel_slot(*slot);
        if slot != end || self.unpacked(view).is_none() {
            return Ok(None);
        }
        let (start, inside) = (self.convert(view, to)?, self.text(subscripts)?);
        Ok(Some(start + &inside + &self.end_convert(view, to)?))
    }

    /// Whether the shader has to do something to make the one of the other.
    fn changes(&self, from: Scalar, to: &TypeInfo) -> bool {
        !matches!(to, TypeInfo::Scalar(to) if to.wgsl() == from.wgsl())
    }

    /// An element of a slot that is unpacked, up to its first subscript.
    fn word(&mut self, slot: usize) -> String {
        self.found.insert(self.root(slot));
        format!("of_{}({}", self.slot_name(slot), self.finder(slot))
    }

    /// `of_VIEW`: the element at a place of a buffer of words.
    pub(super) fn unpacker(&mut self, slot: usize) -> String {
        let Some((bits, scalar)) = self.unpacked(slot) else { return String::new() };
        let (name, ty) = (self.slot_name(slot), scalar.wgsl());
        let buffer = self.slot_name(self.specialisation.bound(slot));
        // How many places have a word, as a power of two, and how many bits each of them has.
        let (places, width) = if bits == 8 { (2, 3) } else { (1, 4) };
        let word = format!("{buffer}[at >> {places}u]");
        let from = format!("((at & {}u) << {width}u)", (1 << places) - 1);
        let value = match scalar {
            // Up to the end of the word, and down again with the sign.
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
