//! Prints reads and writes of elements: plain, packed, atomic, or with components of less than 32 bits
//! (`sub_word`).

use std::fmt::Write as _;

use super::sub_word::Part;
use super::{LinkError, Linker, selection};
use crate::{Argument, Item, Operation, Piece, Position, Scalar, Step, TypeInfo, field_info, item_info};

/// The place of an assignment.
enum StoredPlace {
    /// A component in a buffer of words, and the name of the function that writes it.
    Words(Part, String),
    /// An element or a component of it, as a WGSL expression, and its type.
    Element(String, &'static TypeInfo),
}

impl Linker<'_> {
    /// The text before the subscripts of an element that the shader reads. `end_load` closes its parentheses.
    pub(super) fn load(&mut self, capture: usize) -> Result<String, LinkError> {
        let element = self.capture(capture).element;
        if self.is_in_words(capture) {
            let read = self.read_function(capture, element, true);
            return Ok(format!("{read}({}", self.byte_address(capture)));
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

    /// The text after the subscripts of an element that the shader reads. It closes the parentheses that
    /// `load` opened.
    pub(super) fn end_load(&mut self, capture: usize) -> Result<String, LinkError> {
        if self.is_in_words(capture) {
            return Ok(self.end_byte_address(capture) + ")");
        }
        let mut out = self.end_element(capture);
        out += if self.is_packed(capture) { ")" } else { "" };
        out += match self.atomic(capture)? {
            None => "",
            Some(Scalar::F32) => "))",
            Some(_) => ")",
        };
        Ok(out)
    }

    /// Prints a read of a component of an element, such as `x[i].position`.
    pub(super) fn load_part(
        &mut self,
        capture: usize,
        subscripts: &[Piece],
        steps: &[Step],
    ) -> Result<String, LinkError> {
        if let Some(item) = self.item_of_array(capture, subscripts, steps)? {
            return Ok(item);
        }
        if self.is_in_words(capture) {
            let part = self.part_address(capture, subscripts, steps)?;
            let read = self.read_function(capture, part.ty, part.is_aligned);
            return Ok(format!("{read}({})", part.address));
        }
        let mut out = self.load(capture)? + &self.text(subscripts)? + &self.end_load(capture)?;
        for step in steps {
            match step {
                Step::Field(ty, field) => out += &selection(self.ty(*ty), field),
                Step::Index(index) => {
                    let _ = write!(out, "[{}]", self.text(index)?);
                }
            }
        }
        Ok(out)
    }

    /// Prints `element = value`, or `element op= value` if there is an operator. If there are steps, they
    /// lead from the element to the component that is assigned, such as `.position`.
    pub(super) fn assign(
        &mut self,
        capture: usize,
        subscripts: &[Piece],
        steps: &[Step],
        operator: Option<&str>,
        value: &[Piece],
    ) -> Result<String, LinkError> {
        if let Some(item) = self.item_of_array(capture, subscripts, steps)? {
            return Ok(format!("{item} {}= {}", operator.unwrap_or_default(), self.text(value)?));
        }
        if !self.has_traps() {
            let place = self.stored_place(capture, subscripts, steps, None)?;
            let value = self.text(value)?;
            return self.store(capture, place, operator, value);
        }
        // A work-item that has failed writes nothing. So the value, the position and the subscripts of the
        // component are computed first, because each of them may fail.
        let at = self.at;
        let mut before = format!("let amp_new = {}; ", self.text(value)?);
        self.at = at;
        let place = self.stored_place(capture, subscripts, steps, Some(&mut before))?;
        // The operation of a compound assignment may fail, too.
        let operator =
            match operator.map(|operator| (operator, self.checked_place(capture, &place, operator))) {
                Some((_, Some(new))) => {
                    let _ = write!(before, "let amp_sum = {new}; ");
                    let store = self.store(capture, place, None, "amp_sum".to_owned())?;
                    return Ok(format!("{{ {before}if (!amp_trapped) {{ {store}; }} }}"));
                }
                operator => operator.map(|(operator, _)| operator),
            };
        let store = self.store(capture, place, operator, "amp_new".to_owned())?;
        Ok(format!("{{ {before}if (!amp_trapped) {{ {store}; }} }}"))
    }

    /// The place of an assignment. With `before`, appends `let` statements to it that compute the subscripts.
    fn stored_place(
        &mut self,
        capture: usize,
        subscripts: &[Piece],
        steps: &[Step],
        mut before: Option<&mut String>,
    ) -> Result<StoredPlace, LinkError> {
        if self.is_in_words(capture) {
            let mut part = self.part_address(capture, subscripts, steps)?;
            let write = self.write_function(capture, part.ty, part.is_aligned);
            if let Some(before) = before {
                let _ = write!(before, "let amp_at = {}; ", part.address);
                part.address = "amp_at".to_owned();
            }
            return Ok(StoredPlace::Words(part, write));
        }
        let mut place = self.element(capture) + &self.text(subscripts)? + &self.end_element(capture);
        if let (Some(before), Some((buffer, position))) = (&mut before, place.split_once('[')) {
            let _ = write!(before, "let amp_at = {}; ", position.strip_suffix(']').unwrap_or(position));
            place = format!("{buffer}[amp_at]");
        }
        let (mut ty, packed) = (self.capture(capture).element, self.is_packed(capture));
        if self.atomic(capture)?.is_some() {
            return Ok(StoredPlace::Element(place, ty));
        }
        for (n, step) in steps.iter().enumerate() {
            match step {
                // The packed form of a vector is an array, so its components have subscripts.
                Step::Field(_, field) if packed && matches!(ty, TypeInfo::Vector(..)) => {
                    let _ = write!(place, "[{}]", component(field));
                    ty = field_info(ty, field);
                }
                Step::Field(_, field) => {
                    place += &selection(ty, field);
                    ty = field_info(ty, field);
                }
                Step::Index(index) => {
                    let index = self.text(index)?;
                    match &mut before {
                        Some(before) => {
                            let _ = write!(before, "let amp_at{n} = {index}; ");
                            let _ = write!(place, "[amp_at{n}]");
                        }
                        None => {
                            let _ = write!(place, "[{index}]");
                        }
                    }
                    ty = item_info(ty);
                }
            }
        }
        Ok(StoredPlace::Element(place, ty))
    }

    /// Prints the store of a value to a place.
    fn store(
        &mut self,
        capture: usize,
        place: StoredPlace,
        operator: Option<&str>,
        mut value: String,
    ) -> Result<String, LinkError> {
        let (place, ty) = match place {
            StoredPlace::Words(part, write) => {
                if let Some(operator) = operator {
                    let read = self.read_function(capture, part.ty, part.is_aligned);
                    value = format!("{read}({}) {operator} ({value})", part.address);
                }
                return Ok(format!("{write}({}, {value})", part.address));
            }
            StoredPlace::Element(place, ty) => (place, ty),
        };
        if let Some(scalar) = self.atomic(capture)? {
            let value = if scalar == Scalar::F32 { format!("bitcast<u32>({value})") } else { value };
            return Ok(format!("atomicStore(&{place}, {value})"));
        }
        let packed = self.is_packed(capture);
        Ok(match operator {
            Some(operator) => format!("{place} {operator}= {value}"),
            None => match self.pack(ty).filter(|_| packed) {
                Some(pack) => format!("{place} = {pack}({value})"),
                None => format!("{place} = {value}"),
            },
        })
    }

    /// The new value of a compound assignment of `amp_new`, if the shader checks the operation.
    fn checked_place(&mut self, capture: usize, place: &StoredPlace, operator: &str) -> Option<String> {
        let operation = Operation::of_sign(operator)?;
        let (old, ty) = match place {
            StoredPlace::Words(part, _) => {
                let read = self.read_function(capture, part.ty, part.is_aligned);
                (format!("{read}({})", part.address), part.ty)
            }
            StoredPlace::Element(place, ty) => (place.clone(), *ty),
        };
        let (name, site) = self.checked_operation(operation, ty, ty)?;
        Some(format!("{name}({site}u, {old}, amp_new)"))
    }

    /// The text before the subscripts of an element that the shader reads and converts to another type.
    /// `end_convert` closes its parentheses.
    pub(super) fn convert(&mut self, capture: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        let element = self.capture(capture).element;
        // The shader converts an `f16` from its bits, so that devices without `f16` can read it.
        let (from, load) = match element {
            TypeInfo::Scalar(Scalar::F16) if self.is_in_words(capture) => {
                let read = self.half_function(capture);
                (&TypeInfo::Scalar(Scalar::F32), format!("{read}({}", self.byte_address(capture)))
            }
            _ => (element, self.load(capture)?),
        };
        Ok(match from == to {
            true => load,
            false => format!("{}({load}", self.operation(Operation::Cast, from, to)?),
        })
    }

    /// The text after the subscripts of an element that the shader reads and converts. It closes the
    /// parentheses that `convert` opened.
    pub(super) fn end_convert(&mut self, capture: usize, to: &'static TypeInfo) -> Result<String, LinkError> {
        let from = match self.capture(capture).element {
            TypeInfo::Scalar(Scalar::F16) if self.is_in_words(capture) => &TypeInfo::Scalar(Scalar::F32),
            element => element,
        };
        Ok(self.end_load(capture)? + if from == to { "" } else { ")" })
    }

    /// Prints a call of `to_f32` or `to_f64` on an `f16` in the memory of a view; returns `None` for any
    /// other call. The shader unpacks the bits to an `f32`, so the call also works on devices without the
    /// `f16` capability.
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
        let [Argument::Value(value)] = arguments else { return Ok(None) };
        let value = match value {
            [Piece::Line(at), value @ ..] => {
                self.at = Some(Position { file: self.file, line: *at });
                value
            }
            value => value,
        };
        match value {
            [Piece::Load(capture), subscripts @ .., Piece::EndLoad(end)] => {
                // In a device function, `capture` is the index of a view parameter.
                let view = self.kernel_capture(*capture);
                if capture != end || !self.is_in_words(view) {
                    return Ok(None);
                }
                let (start, inside) = (self.convert(view, to)?, self.text(subscripts)?);
                Ok(Some(start + &inside + &self.end_convert(view, to)?))
            }
            [Piece::LoadPart(capture, subscripts, steps)] => {
                let view = self.kernel_capture(*capture);
                if !self.is_in_words(view) {
                    return Ok(None);
                }
                let part = self.part_address(view, subscripts, steps)?;
                let half = format!("{}({})", self.half_function(view), part.address);
                Ok(Some(match to {
                    TypeInfo::Scalar(Scalar::F32) => half,
                    _ => {
                        let from = &TypeInfo::Scalar(Scalar::F32);
                        format!("{}({half})", self.operation(Operation::Cast, from, to)?)
                    }
                }))
            }
            _ => Ok(None),
        }
    }
}

/// The index of a vector component, given its name: 1 for `y`.
pub(super) fn component(name: &str) -> usize {
    ["x", "y", "z", "w"].iter().position(|known| *known == name).unwrap_or(0)
}
