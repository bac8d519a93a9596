//! The comparisons of `char`, `Ordering`, `Option`, `Result`, tuples and arrays. If all parts have built-in
//! comparisons, the linker compares them: for `Option` and `Result`, the tags and then the values. Otherwise a
//! device function of this file does.

use std::cmp::Ordering;

use amp_shader::{Entry, Item, ItemRef, Operation, Piece, TypeInfo, TypeRef, field_hash};

use super::link::DeviceOperator;
use crate::types::{ShaderType, Value};

/// The comparison whose method has this hash, such as `lt`. Other operators count as `==`, because rustc rejects them.
pub(crate) const fn operation(name: u64) -> Operation {
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

/// The comparison whose result decides if the parts before are equal: `<` for `<` and `<=`.
const fn strict(name: u64) -> u64 {
    match operation(name) {
        Operation::Lt | Operation::Le => field_hash("lt"),
        Operation::Gt | Operation::Ge => field_hash("gt"),
        _ => field_hash("eq"),
    }
}

/// Compares tuples with a part that has no built-in comparison, part after part. Two parts are equal if `<=` and
/// `>=` hold, because a bound `T: PartialOrd` implies no device code of `==`.
macro_rules! compared_tuples {
    ($operator:literal $strict:literal: [$($before:ident $field:literal)*] $last:ident $last_field:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($before,)* $last> DeviceOperator<{ field_hash($operator) }, ($($before,)* $last,)> for ($($before,)* $last,)
        where
            $($before: Value
                + DeviceOperator<{ field_hash($strict) }, $before>
                + DeviceOperator<{ field_hash("le") }, $before>
                + DeviceOperator<{ field_hash("ge") }, $before>,)*
            $last: Value + DeviceOperator<{ field_hash($operator) }, $last>,
        {
            const ITEM: Option<&'static Item> = match is_builtin(&[
                $((<$before as DeviceOperator<{ field_hash($strict) }, $before>>::ITEM, $before::INFO),)*
                (<$last as DeviceOperator<{ field_hash($operator) }, $last>>::ITEM, $last::INFO),
            ]) {
                    true => None,
                    false => Some(&Item {
                        name: "<(_, _)>::compare",
                        body: &[
                            Piece::Text("(a: "),
                            ty::<($($before,)* $last,)>(),
                            Piece::Text(", b: "),
                            ty::<($($before,)* $last,)>(),
                            Piece::Text(") -> bool {\n"),
                            $(
                                Piece::Text("    if (!("),
                                of_part::<$before>(field_hash("le"), <$before as DeviceOperator<{ field_hash("le") }, $before>>::ITEM),
                                Piece::Text(concat!("(a.", $field, ", b.", $field, ") && ")),
                                of_part::<$before>(field_hash("ge"), <$before as DeviceOperator<{ field_hash("ge") }, $before>>::ITEM),
                                Piece::Text(concat!("(a.", $field, ", b.", $field, "))) {\n        return ")),
                                of_part::<$before>(strict(field_hash($operator)), <$before as DeviceOperator<{ field_hash($strict) }, $before>>::ITEM),
                                Piece::Text(concat!("(a.", $field, ", b.", $field, ");\n    }\n")),
                            )*
                            Piece::Text("    return "),
                            of_part::<$last>(field_hash($operator), <$last as DeviceOperator<{ field_hash($operator) }, $last>>::ITEM),
                            Piece::Text(concat!("(a.", $last_field, ", b.", $last_field, ");\n}\n")),
                        ],
                        mutates_receiver: false,
                        entries: &[],
                        required_uniform: 0,
                    }),
            };
        }
    };
}

/// Whether the linker compares the parts of a tuple. A device function would have to omit parts without data, as the
/// shader does, so the combination is an error.
const fn is_builtin(mut parts: &[(Option<&'static Item>, &'static TypeInfo)]) -> bool {
    let (mut is_builtin, mut has_data) = (true, true);
    while let [(item, info), rest @ ..] = parts {
        is_builtin = is_builtin && item.is_none();
        has_data = has_data && !info.is_zero_sized();
        parts = rest;
    }
    assert!(
        is_builtin || has_data,
        "kernels cannot compare a tuple of a struct and a value without data: compare the other parts"
    );
    is_builtin
}

const fn of_part<T: Value>(name: u64, item: Option<&'static Item>) -> Piece {
    let ty = TypeRef::Known(T::INFO);
    match item {
        Some(item) => Piece::Operator(operation(name), ty, ty, ItemRef::Known(item)),
        None => Piece::Operation(operation(name), ty, ty),
    }
}

/// The operator `==` of tuples with a part that has no built-in one.
macro_rules! equal_tuples {
    ($($part:ident $field:literal)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($part),*> DeviceOperator<{ field_hash("eq") }, ($($part,)*)> for ($($part,)*)
        where
            $($part: Value + DeviceOperator<{ field_hash("eq") }, $part>,)*
        {
            const ITEM: Option<&'static Item> = match is_builtin(&[
                $((<$part as DeviceOperator<{ field_hash("eq") }, $part>>::ITEM, $part::INFO),)*
            ]) {
                true => None,
                false => Some(&Item {
                    name: "<(_, _)>::eq",
                    body: &[
                        Piece::Text("(a: "),
                        ty::<($($part,)*)>(),
                        Piece::Text(", b: "),
                        ty::<($($part,)*)>(),
                        Piece::Text(") -> bool {\n    return true"),
                        $(
                            Piece::Text(" && "),
                            of_part::<$part>(field_hash("eq"), <$part as DeviceOperator<{ field_hash("eq") }, $part>>::ITEM),
                            Piece::Text(concat!("(a.", $field, ", b.", $field, ")")),
                        )*
                        Piece::Text(";\n}\n"),
                    ],
                    mutates_receiver: false,
                    entries: &[],
                    required_uniform: 0,
                }),
            };
        }
    };
}

macro_rules! tuples {
    ($([$($before:ident $field:literal)*] $last:ident $last_field:literal;)*) => {$(
        equal_tuples! { $($before $field)* $last $last_field }
        compared_tuples! { "lt" "lt": [$($before $field)*] $last $last_field }
        compared_tuples! { "le" "lt": [$($before $field)*] $last $last_field }
        compared_tuples! { "gt" "gt": [$($before $field)*] $last $last_field }
        compared_tuples! { "ge" "gt": [$($before $field)*] $last $last_field }
    )*};
}

tuples! {
    [] A "f0";
    [A "f0"] B "f1";
    [A "f0" B "f1"] C "f2";
    [A "f0" B "f1" C "f2"] D "f3";
    [A "f0" B "f1" C "f2" D "f3"] E "f4";
    [A "f0" B "f1" C "f2" D "f3" E "f4"] F "f5";
    [A "f0" B "f1" C "f2" D "f3" E "f4" F "f5"] G "f6";
    [A "f0" B "f1" C "f2" D "f3" E "f4" F "f5" G "f6"] H "f7";
}

/// The order of arrays whose items have no built-in one: that of the first items that differ.
macro_rules! compared_arrays {
    ($($operator:literal $strict:literal $if_equal:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, const N: usize> DeviceOperator<{ field_hash($operator) }, [T; N]> for [T; N]
        where
            T: Value
                + DeviceOperator<{ field_hash($strict) }, T>
                + DeviceOperator<{ field_hash("le") }, T>
                + DeviceOperator<{ field_hash("ge") }, T>,
        {
            const ITEM: Option<&'static Item> = match <T as DeviceOperator<{ field_hash($strict) }, T>>::ITEM {
                None => None,
                Some(_) => Some(&Item {
                    name: "<[_]>::compare",
                    body: &[
                        Piece::Text("(a: "),
                        ty::<[T; N]>(),
                        Piece::Text(", b: "),
                        ty::<[T; N]>(),
                        Piece::Text(") -> bool {\n    for (var at = 0u; at < "),
                        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
                        Piece::Text("; at += 1u) {\n        if (!("),
                        of_part::<T>(field_hash("le"), <T as DeviceOperator<{ field_hash("le") }, T>>::ITEM),
                        Piece::Text("(a[at], b[at]) && "),
                        of_part::<T>(field_hash("ge"), <T as DeviceOperator<{ field_hash("ge") }, T>>::ITEM),
                        Piece::Text("(a[at], b[at]))) {\n            return "),
                        of_part::<T>(field_hash($strict), <T as DeviceOperator<{ field_hash($strict) }, T>>::ITEM),
                        Piece::Text(concat!("(a[at], b[at]);\n        }\n    }\n    return ", $if_equal, ";\n}\n")),
                    ],
                    mutates_receiver: false,
                    entries: &[],
                    required_uniform: 0,
                }),
            };
        }
    )*};
}

compared_arrays! {
    "lt" "lt" "false";
    "le" "lt" "true";
    "gt" "gt" "false";
    "ge" "gt" "true";
}
