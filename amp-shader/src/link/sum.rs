//! Enums whose variants have fields: their structs, their values, and the tests of their variants.
//!
//! ```wgsl
//! struct T0_Option { tag: u32, v1_0: f32, }    // Option<f32>
//! T0_Option(1u, x)                             // Some(x)
//! (a.tag == 1u)                                // matches!(a, Some(_))
//! a.v1_0                                       // x in `Some(x)`
//! ```
//!
//! The struct contains the fields of all variants. The unused fields cost nothing: values are in registers,
//! and drivers remove unused registers.

use super::{LinkError, Linker};
use crate::{Piece, SumInfo, TypeInfo};

impl Linker<'_> {
    /// Declares the struct of a sum type.
    pub(super) fn declare_sum(&mut self, info: &SumInfo) -> String {
        let mut fields = vec![("tag".to_owned(), "u32".to_owned())];
        for (variant, field, ty) in info.fields().filter(|(_, _, ty)| !ty.is_zero_sized()) {
            fields.push((field_of(variant, field), self.spell(ty)));
        }
        self.declare(info.name, &fields)
    }

    /// Prints the construction of an enum value. If the type is a struct, ignores `name` and prints a struct
    /// literal.
    pub(super) fn variant(
        &mut self,
        ty: &TypeInfo,
        name: &str,
        given: &[(&'static str, &'static [Piece])],
    ) -> Result<String, LinkError> {
        let TypeInfo::Sum(info) = ty else { return self.record(ty, given, None) };
        let spelt = self.spell(ty);
        let Some(variant) = info.variant(name) else { return Err(LinkError::Record(spelt)) };
        let mut parts = vec![format!("{variant}u")];
        for (of, field, ty) in info.fields().filter(|(_, _, ty)| !ty.is_zero_sized()) {
            let value = given.iter().find(|(name, _)| of == variant && *name == field);
            parts.push(match value {
                Some((_, value)) => self.text(value)?,
                None if of == variant => return Err(LinkError::Record(spelt)),
                None => format!("{}()", self.spell(ty)),
            });
        }
        Ok(format!("{spelt}({})", parts.join(", ")))
    }

    /// Prints the test whether a value is of the variant `name`. Structs have no tag, so the test is `true`.
    pub(super) fn is_variant(
        &mut self,
        ty: &TypeInfo,
        name: &str,
        value: &[Piece],
    ) -> Result<String, LinkError> {
        let TypeInfo::Sum(info) = ty else { return Ok("true".to_owned()) };
        let Some(variant) = info.variant(name) else { return Err(LinkError::Record(self.spell(ty))) };
        Ok(format!("({}.tag == {variant}u)", self.text(value)?))
    }
}

/// The suffix that selects a field of a variant, such as `.v1_0` for `Some.0`.
pub(super) fn selection(info: &SumInfo, field: &str) -> String {
    let (variant, field) = field.split_once('.').unwrap_or_default();
    format!(".{}", field_of(info.variant(variant).unwrap_or_default(), field))
}

/// The name of a variant's field in the struct of the enum, such as `v1_0`. `variant` is the index of the
/// variant.
pub(super) fn field_of(variant: usize, field: &str) -> String {
    format!("v{variant}_{field}")
}
