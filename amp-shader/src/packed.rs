//! Packed elements: types whose WGSL layout has padding that the host's layout lacks.
//!
//! WGSL aligns a `vec3` to 16 bytes and a `vec2` to 8; on the host a `Vec3` has 12 bytes and the alignment of
//! `f32`. If the layouts differ, the buffer holds a *packed* form in which vectors are arrays. The shader
//! converts on each read and write.

use std::fmt::Write as _;

use crate::TypeInfo;
use crate::link::{Linker, field_name};

impl Linker<'_> {
    /// The WGSL name of the packed form of a type. Its struct is declared on first use.
    pub(crate) fn packed(&mut self, ty: &'static TypeInfo) -> String {
        match ty {
            TypeInfo::Vector(scalar, lanes) => format!("array<{}, {lanes}>", scalar.wgsl()),
            // The packed form of a matrix is an array of columns.
            TypeInfo::Matrix(size) => format!("array<array<f32, {size}>, {size}>"),
            TypeInfo::Array(element, len) => format!("array<{}, {len}>", self.packed(element)),
            TypeInfo::Struct(info) => {
                let fields = info.fields.iter().filter(|(_, field)| !field.is_zero_sized());
                let fields: Vec<_> =
                    fields.map(|(name, field)| (field_name(name), self.packed(field))).collect();
                self.declare(&format!("{}Packed", info.name), &fields)
            }
            other => self.spell(other),
        }
    }

    /// The name of the function that converts a value from the packed form; `None` if the packed form equals
    /// the unpacked one.
    pub(crate) fn unpack(&mut self, ty: &'static TypeInfo) -> Option<String> {
        let parts = match ty {
            TypeInfo::Matrix(size) => (0..*size).flat_map(|column| items(column, *size)).collect(),
            _ => self.converted_components(ty, Self::unpack)?,
        };
        let (plain, packed) = (self.spell(ty), self.packed(ty));
        let body = format!("{plain}({})", parts.join(", "));
        Some(self.conversion("unpack", &packed, &plain, &body))
    }

    /// The name of the function that converts a value to the packed form; `None` if the packed form equals
    /// the unpacked one.
    pub(crate) fn pack(&mut self, ty: &'static TypeInfo) -> Option<String> {
        let parts = match ty {
            TypeInfo::Matrix(size) => (0..*size)
                .map(|column| format!("array<f32, {size}>({})", items(column, *size).join(", ")))
                .collect(),
            _ => self.converted_components(ty, Self::pack)?,
        };
        let (plain, packed) = (self.spell(ty), self.packed(ty));
        let body = format!("{packed}({})", parts.join(", "));
        Some(self.conversion("pack", &plain, &packed, &body))
    }

    /// The expressions for the components of a value `a`. A component is converted if its packed form differs
    /// from its unpacked one.
    fn converted_components(
        &mut self,
        ty: &'static TypeInfo,
        convert: fn(&mut Self, &'static TypeInfo) -> Option<String>,
    ) -> Option<Vec<String>> {
        Some(match ty {
            TypeInfo::Vector(_, lanes) => (0..*lanes).map(|n| format!("a[{n}]")).collect(),
            TypeInfo::Array(element, len) => {
                let inner = convert(self, element)?;
                (0..*len).map(|n| format!("{inner}(a[{n}])")).collect()
            }
            TypeInfo::Struct(info) => {
                let fields = info.fields.iter().filter(|(_, field)| !field.is_zero_sized());
                fields
                    .map(|(name, field)| {
                        let place = format!("a.{}", field_name(name));
                        convert(self, field).map_or(place.clone(), |inner| format!("{inner}({place})"))
                    })
                    .collect()
            }
            _ => return None,
        })
    }

    fn conversion(&mut self, verb: &str, from: &str, to: &str, body: &str) -> String {
        let plain = if verb == "pack" { from } else { to };
        let stem: String = plain.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("amp_{verb}_{stem}");
        if self.conversions.insert(name.clone()) {
            let _ = writeln!(self.conversions_text, "fn {name}(a: {from}) -> {to} {{ return {body}; }}");
        }
        name
    }
}

/// The expressions for the items of a matrix column, such as `a[1][0]`. A packed matrix has the same
/// subscripts.
fn items(column: u8, size: u8) -> Vec<String> {
    (0..size).map(|row| format!("a[{column}][{row}]")).collect()
}
