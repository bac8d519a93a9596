//! Comparisons that WGSL lacks: of tuples, arrays and enums, with or without fields.
//!
//! Tuples, arrays and enums with fields are compared component by component, an enum's tag first. The first
//! components that differ decide. Patterns compare structs in this way, too. Enums without fields are compared as their `PartialEq` and `PartialOrd` do
//! on the host. The linker runs the host's implementations on each pair of variants, and prints a function
//! with the same results.

use super::sum::field_of;
use super::{LinkError, Linker, field_name};
use crate::{EnumInfo, Operation, Scalar, TypeInfo};
use std::cmp::Ordering;
use std::fmt::Write;

impl Linker<'_> {
    /// Declares the function that compares two values of this type, and returns its name. `None` for types
    /// that WGSL can compare, and for operations that are no comparisons.
    pub(super) fn compared(
        &mut self,
        operation: Operation,
        ty: &TypeInfo,
    ) -> Result<Option<String>, LinkError> {
        use Operation as O;
        // The first components that differ decide: the result is their comparison by `before`, the strict
        // operator, such as `<` for `<=`. If no components differ, the result is `equal`.
        let (before, equal) = match operation {
            O::Eq | O::Is => (None, "true"),
            O::Ne => (None, "false"),
            O::Lt => (Some(O::Lt), "false"),
            O::Le => (Some(O::Lt), "true"),
            O::Gt => (Some(O::Gt), "false"),
            O::Ge => (Some(O::Gt), "true"),
            _ => return Ok(None),
        };
        if let TypeInfo::Enum(info) = ty {
            return Ok(Some(self.related(operation, info)));
        }
        let spelt = self.spell(ty);
        let differ = if operation == O::Ne { "true" } else { "false" };
        let part = |linker: &mut Self, ty: &TypeInfo, a: &str, b: &str| -> Result<String, LinkError> {
            let mut text = String::new();
            if let Some(before) = before {
                let before = linker.operation(before, ty, ty)?;
                let _ = write!(text, "if ({before}({a}, {b})) {{ return true; }} ");
            }
            let same = linker.operation(if operation == O::Is { O::Is } else { O::Eq }, ty, ty)?;
            let _ = write!(text, "if (!{same}({a}, {b})) {{ return {differ}; }} ");
            Ok(text)
        };
        let mut body = String::new();
        match ty {
            TypeInfo::Tuple(fields) => {
                for (n, field) in fields.iter().enumerate().filter(|(_, field)| !field.is_zero_sized()) {
                    body += &part(self, field, &format!("a.f{n}"), &format!("b.f{n}"))?;
                }
            }
            // If the tags are equal, both values are of one variant. The fields of all other variants are
            // zero in both values, so they compare equal.
            TypeInfo::Sum(info) => {
                body += &part(self, &TypeInfo::Scalar(Scalar::U32), "a.tag", "b.tag")?;
                for (variant, name, field) in info.fields().filter(|(_, _, field)| !field.is_zero_sized()) {
                    let name = field_of(variant, name);
                    body += &part(self, field, &format!("a.{name}"), &format!("b.{name}"))?;
                }
            }
            // A constant in a pattern has a derived `PartialEq`, and a variant in a pattern needs none.
            TypeInfo::Struct(info) if operation == O::Is => {
                for (name, field) in info.fields.iter().filter(|(_, field)| !field.is_zero_sized()) {
                    let name = field_name(name);
                    body += &part(self, field, &format!("a.{name}"), &format!("b.{name}"))?;
                }
            }
            // The comparisons of short arrays are unrolled. A loop would be in a support function, and `link`
            // has no termination proof for such loops.
            TypeInfo::Array(item, count) if *count <= 16 && !item.is_zero_sized() => {
                for k in 0..*count {
                    body += &part(self, item, &format!("a[{k}]"), &format!("b[{k}]"))?;
                }
            }
            TypeInfo::Array(item, count) if !item.is_zero_sized() => {
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

    /// Declares the function that compares two values of an enum, and returns its name. The function applies
    /// WGSL's operator to the discriminants if that gives the host's results. Otherwise it lists the pairs of
    /// variants for which the comparison holds.
    fn related(&mut self, operation: Operation, info: &EnumInfo) -> String {
        let numbers = info.numbers;
        let holds = |a: usize, b: usize| holds(operation, info, a, b);
        let all = || (0..numbers.len()).flat_map(|a| (0..numbers.len()).map(move |b| (a, b)));
        let (word, operator) = operator(operation);
        let body = if all().all(|(a, b)| holds(a, b) == compare(operation, &numbers[a], &numbers[b])) {
            format!("return a {operator} b;")
        } else if all()
            .all(|(a, b)| holds(a, b) == compare(operation, &signed(numbers[a]), &signed(numbers[b])))
        {
            format!("return bitcast<i32>(a) {operator} bitcast<i32>(b);")
        } else {
            let mut body = String::from("switch a { ");
            for a in 0..numbers.len() {
                let others: Vec<_> = (0..numbers.len()).filter(|b| holds(a, *b)).collect();
                let others: Vec<_> = others.into_iter().map(|b| format!("b == {}u", numbers[b])).collect();
                if !others.is_empty() {
                    let _ = write!(body, "case {}u: {{ return {}; }} ", numbers[a], others.join(" || "));
                }
            }
            body + "default: { return false; } }"
        };
        self.declare_function(
            &format!("{}_{word}", info.name),
            format!("(a: u32, b: u32) -> bool {{ {body} }}"),
        )
    }
}

/// Whether the comparison holds on the host for two variants, given by their indices. If the enum lacks
/// `PartialEq` or `PartialOrd`, the discriminants are compared. That result is not used, because rustc
/// rejects the comparison in the CPU code.
fn holds(operation: Operation, info: &EnumInfo, a: usize, b: usize) -> bool {
    let (first, second) = (&info.numbers[a], &info.numbers[b]);
    match operation {
        Operation::Eq | Operation::Ne => {
            let equal = info.equal.map_or(first == second, |equal| equal(a, b));
            equal == (operation == Operation::Eq)
        }
        _ => match info.order.map_or_else(|| first.partial_cmp(second), |order| order(a, b)) {
            Some(order) => compare(operation, &order, &Ordering::Equal),
            None => false,
        },
    }
}

/// Applies the comparison `operation` to two values.
fn compare<T: PartialOrd>(operation: Operation, a: &T, b: &T) -> bool {
    match operation {
        Operation::Eq => a == b,
        Operation::Ne => a != b,
        Operation::Lt => a < b,
        Operation::Le => a <= b,
        Operation::Gt => a > b,
        _ => a >= b,
    }
}

/// The word for a comparison in generated function names, such as `lt`, and WGSL's operator.
fn operator(operation: Operation) -> (&'static str, &'static str) {
    match operation {
        Operation::Eq => ("eq", "=="),
        Operation::Ne => ("ne", "!="),
        Operation::Lt => ("lt", "<"),
        Operation::Le => ("le", "<="),
        Operation::Gt => ("gt", ">"),
        _ => ("ge", ">="),
    }
}

/// A discriminant, with its bits reinterpreted as a signed integer.
fn signed(number: u32) -> i32 {
    number.cast_signed()
}
