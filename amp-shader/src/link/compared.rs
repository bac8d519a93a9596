//! Comparisons of tuples and arrays, which WGSL lacks: component by component, decided by the first that
//! differs.

use super::{LinkError, Linker};
use crate::{Operation, TypeInfo};
use std::fmt::Write;

impl Linker<'_> {
    /// The name of the function that compares two values of this type; `None` for other types and operations.
    pub(super) fn compared(
        &mut self,
        operation: Operation,
        ty: &TypeInfo,
    ) -> Result<Option<String>, LinkError> {
        use Operation as O;
        // The strict order that decides for `true` at a component, and the result if all are equal.
        let (before, equal) = match operation {
            O::Eq => (None, "true"),
            O::Ne => (None, "false"),
            O::Lt => (Some(O::Lt), "false"),
            O::Le => (Some(O::Lt), "true"),
            O::Gt => (Some(O::Gt), "false"),
            O::Ge => (Some(O::Gt), "true"),
            _ => return Ok(None),
        };
        let spelt = self.spell(ty);
        let differ = if operation == O::Ne { "true" } else { "false" };
        let part = |linker: &mut Self, ty: &TypeInfo, a: &str, b: &str| -> Result<String, LinkError> {
            let mut text = String::new();
            if let Some(before) = before {
                let before = linker.operation(before, ty, ty)?;
                let _ = write!(text, "if ({before}({a}, {b})) {{ return true; }} ");
            }
            let same = linker.operation(O::Eq, ty, ty)?;
            let _ = write!(text, "if (!{same}({a}, {b})) {{ return {differ}; }} ");
            Ok(text)
        };
        let mut body = String::new();
        match ty {
            TypeInfo::Tuple(fields) => {
                for (n, field) in fields.iter().enumerate().filter(|(_, field)| !field.is_nothing()) {
                    body += &part(self, field, &format!("a.f{n}"), &format!("b.f{n}"))?;
                }
            }
            // Unrolled: a loop would need a termination proof.
            TypeInfo::Array(item, count) if *count <= 16 && !item.is_nothing() => {
                for k in 0..*count {
                    body += &part(self, item, &format!("a[{k}]"), &format!("b[{k}]"))?;
                }
            }
            TypeInfo::Array(item, count) if !item.is_nothing() => {
                let part = part(self, item, "x[k]", "y[k]")?;
                let _ = write!(
                    body,
                    "var x = a; var y = b; for (var k = 0u; k < {count}u; k += 1u) {{ {part}}} "
                );
            }
            _ => return Ok(None),
        }
        let name =
            format!("amp_{}_{}", format!("{operation:?}").to_lowercase(), crate::support::plain(&spelt));
        let text = format!("fn {name}(a: {spelt}, b: {spelt}) -> bool {{ {body}return {equal}; }}\n");
        self.support.insert(name.clone(), text);
        Ok(Some(name))
    }
}
