//! Zero-sized types: `()` and types made of it. WGSL has no such types, so the linker drops their values. It
//! keeps calls that return them, for their effects.

use super::{LinkError, Linker};
use crate::{CaptureKind, Piece, TypeInfo};

impl TypeInfo {
    /// Whether the type is zero-sized.
    pub const fn is_zero_sized(&self) -> bool {
        self.words() == 0
    }
}

impl Linker<'_> {
    /// Whether a capture is a zero-sized value.
    pub(super) fn is_zero_sized(&self, capture: usize) -> bool {
        let capture = self.capture(capture);
        capture.kind == CaptureKind::Value && capture.element.is_zero_sized()
    }

    /// Prints `before` and then the value. A zero-sized value needs no statement, unless it is a call, which
    /// may have effects. Then only the call is printed.
    pub(super) fn value_statement(
        &mut self,
        ty: &TypeInfo,
        before: &[Piece],
        value: &[Piece],
    ) -> Result<String, LinkError> {
        let value = self.text(value)?;
        if ty.is_zero_sized() {
            return Ok(if self.is_call(&value) { value } else { String::new() });
        }
        Ok(self.text(before)? + &value)
    }

    /// Prints the return of a value. For a zero-sized value, prints only `return`, or `f(); return` if the
    /// value is the call `f()`.
    pub(super) fn return_statement(&mut self, ty: &TypeInfo, value: &[Piece]) -> Result<String, LinkError> {
        let value = self.text(value)?;
        Ok(match (ty.is_zero_sized(), self.is_call(&value)) {
            (true, true) => format!("{value}; return"),
            (true, false) => "return".to_owned(),
            (false, _) => format!("return {value}"),
        })
    }

    /// Prints the constructor of a tuple without its zero-sized fields, which have no text.
    pub(super) fn tuple(&mut self, name: &str, fields: &[(&str, &[Piece])]) -> Result<String, LinkError> {
        let mut parts = Vec::new();
        for (_, value) in fields {
            parts.push(self.text(value)?);
        }
        parts.retain(|part| !part.is_empty());
        Ok(format!("{name}({})", parts.join(", ")))
    }

    /// Whether a text calls a device function.
    fn is_call(&self, text: &str) -> bool {
        text.split_once('(').is_some_and(|(name, _)| self.function_names.contains(name))
    }
}
