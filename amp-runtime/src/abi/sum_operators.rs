//! The comparisons of `char`, `Ordering`, `Option` and `Result`. If the values in an `Option` or `Result`
//! have built-in comparisons, the linker compares the tags and then the values. Otherwise a device function
//! of this file does.

use std::cmp::Ordering;

use amp_shader::{Entry, Item, ItemRef, Operation, Piece, TypeRef, field_hash};

use super::link::DeviceOperator;
use crate::types::{ShaderType, Value};

/// The comparison whose method has this hash, such as `lt`. Other operators count as `==`, because rustc rejects them.
const fn operation(name: u64) -> Operation {
    if name == field_hash("lt") {
        Operation::Lt
    } else if name == field_hash("le") {
        Operation::Le
    } else if name == field_hash("gt") {
        Operation::Gt
    } else if name == field_hash("ge") {
        Operation::Ge
    } else {
        Operation::Eq
    }
}

/// The result for values of different variants.
const fn of_tags(name: u64) -> Piece {
    Piece::Text(match operation(name) {
        Operation::Lt | Operation::Le => "a.tag < b.tag",
        Operation::Gt | Operation::Ge => "a.tag > b.tag",
        _ => "false",
    })
}

/// The result of a comparison of two equal variants without a value, such as `None < None`.
const fn of_empty(name: u64) -> Piece {
    Piece::Text(match operation(name) {
        Operation::Lt | Operation::Gt => "false",
        _ => "true",
    })
}

/// The comparison of the values in two equal variants. If it is a device function, this function is the entry
/// with the index `entry`.
const fn of_values<T: Value>(name: u64, entry: usize) -> Piece {
    let ty = TypeRef::Known(T::INFO);
    Piece::Operator(operation(name), ty, ty, ItemRef::Entry(entry))
}

const fn ty<T: ShaderType>() -> Piece {
    Piece::Type(TypeRef::Known(T::INFO))
}

#[diagnostic::do_not_recommend]
impl<const NAME: u64, T: Value + DeviceOperator<NAME, T>> DeviceOperator<NAME, Option<T>> for Option<T> {
    const ITEM: Option<&'static Item> = match T::ITEM {
        None => None,
        Some(_) => Some(&Item {
            name: "<Option<_>>::compare",
            body: &[
                Piece::Text("(a: "),
                ty::<Option<T>>(),
                Piece::Text(", b: "),
                ty::<Option<T>>(),
                Piece::Text(") -> bool {\n    if (a.tag != b.tag) {\n        return "),
                of_tags(NAME),
                Piece::Text(";\n    }\n    if (a.tag == 0u) {\n        return "),
                of_empty(NAME),
                Piece::Text(";\n    }\n    return "),
                of_values::<T>(NAME, 0),
                Piece::Text("(a.v1_0, b.v1_0);\n}\n"),
            ],
            mutates_receiver: false,
            entries: &[Entry::of(T::ITEM)],
            required_uniform: 0,
        }),
    };
}

#[diagnostic::do_not_recommend]
impl<const NAME: u64, T, E> DeviceOperator<NAME, Result<T, E>> for Result<T, E>
where
    T: Value + DeviceOperator<NAME, T>,
    E: Value + DeviceOperator<NAME, E>,
{
    const ITEM: Option<&'static Item> = match (T::ITEM, E::ITEM) {
        (None, None) => None,
        _ => Some(&Item {
            name: "<Result<_, _>>::compare",
            body: &[
                Piece::Text("(a: "),
                ty::<Result<T, E>>(),
                Piece::Text(", b: "),
                ty::<Result<T, E>>(),
                Piece::Text(") -> bool {\n    if (a.tag != b.tag) {\n        return "),
                of_tags(NAME),
                Piece::Text(";\n    }\n    if (a.tag == 0u) {\n        return "),
                of_values::<T>(NAME, 0),
                Piece::Text("(a.v0_0, b.v0_0);\n    }\n    return "),
                of_values::<E>(NAME, 1),
                Piece::Text("(a.v1_0, b.v1_0);\n}\n"),
            ],
            mutates_receiver: false,
            entries: &[Entry::of(T::ITEM), Entry::of(E::ITEM)],
            required_uniform: 0,
        }),
    };
}

macro_rules! compared {
    ($ty:ident: $($operator:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceOperator<{ field_hash($operator) }, $ty> for $ty {
            const ITEM: Option<&'static Item> = None;
        }
    )*};
}

compared! { Ordering: "eq" "lt" "le" "gt" "ge" }
compared! { char: "eq" "lt" "le" "gt" "ge" }
