//! Methods and operators of slices of constants, as device functions. `amp-lower` does not know that a value is such a
//! slice, so rustc selects an impl of this file.

use amp_shader::{Entry, Item, ItemRef, Operation, Piece, TypeRef};

use crate::abi::link::{ByRef, DeviceMethod, DeviceOperator};
use crate::types::{ShaderType, Value, field_hash};

/// Implements methods of slices. Each body is a list of template pieces. The slice is the parameter `a`.
macro_rules! slice_methods {
    ($($name:literal ($($argument:ty)?) -> $output:ty, [$($piece:expr),* $(,)?];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value> DeviceMethod<{ field_hash($name) }, (&'static [T], $($argument)?)> for &'static [T] {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<[_]>::", $name),
                body: &[
                    Piece::Text("(a: vec2<u32>"),
                    $(Piece::Text(", b: "), Piece::Type(TypeRef::Known(<$argument as ShaderType>::INFO)),)?
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<$output as ShaderType>::INFO)),
                    Piece::Text(" {\n"),
                    $($piece,)*
                    Piece::Text("}\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

/// The item of a slice or array at a subscript.
macro_rules! item_at {
    ($ty:ty, $list:literal, $subscript:literal) => {
        Piece::Subscript(
            TypeRef::Known(<$ty as ShaderType>::INFO),
            &[Piece::Text($list)],
            &[Piece::Text($subscript)],
        )
    };
}

slice_methods! {
    "len" () -> usize, [Piece::Text("    return a.y;\n")];
    "is_empty" () -> bool, [Piece::Text("    return a.y == 0u;\n")];
}

/// Implements methods that return an `Option` with an item.
macro_rules! optional_items {
    ($($name:literal ($($argument:ty)?): $condition:literal, $subscript:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value> DeviceMethod<{ field_hash($name) }, (&'static [T], $($argument)?)> for &'static [T] {
            type Output = Option<T>;
            const ITEM: &'static Item = &Item {
                name: concat!("<[_]>::", $name),
                body: &[
                    Piece::Text("(a: vec2<u32>"),
                    $(Piece::Text(", b: "), Piece::Type(TypeRef::Known(<$argument as ShaderType>::INFO)),)?
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<Option<T> as ShaderType>::INFO)),
                    Piece::Text(concat!(" {\n    if (", $condition, ") { return ")),
                    Piece::Variant(
                        TypeRef::Known(<Option<T> as ShaderType>::INFO),
                        "Some",
                        &[("0", &[item_at!(&'static [T], "a", $subscript)])],
                    ),
                    Piece::Text("; }\n    return "),
                    Piece::Variant(TypeRef::Known(<Option<T> as ShaderType>::INFO), "None", &[]),
                    Piece::Text(";\n}\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

optional_items! {
    "get" (usize): "b < a.y", "b";
    "first" (): "a.y > 0u", "0u";
    "last" (): "a.y > 0u", "a.y - 1u";
}

/// Implements the operator `==` of slices, and of a slice and an array. Two of them are equal if their lengths and items are
/// equal.
macro_rules! equal {
    ($([$($parameter:tt)*] $left:ty, $right:ty: $left_length:expr, $right_length:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, $($parameter)*> DeviceOperator<{ field_hash("eq") }, $right> for $left
        where
            T: Value + DeviceOperator<{ field_hash("eq") }, T>,
        {
            const ITEM: Option<&'static Item> = Some(&Item {
                name: "<[_]>::eq",
                body: &[
                    Piece::Text("(in_a: "),
                    Piece::Type(TypeRef::Known(<$left as ShaderType>::INFO)),
                    Piece::Text(", in_b: "),
                    Piece::Type(TypeRef::Known(<$right as ShaderType>::INFO)),
                    Piece::Text(") -> bool {\n    var a = in_a;\n    var b = in_b;\n    if ("),
                    $left_length,
                    Piece::Text(" != "),
                    $right_length,
                    Piece::Text(") { return false; }\n    for (var at = 0u; at < "),
                    $left_length,
                    Piece::Text("; at += 1u) {\n        if (!"),
                    item_equality::<T>(),
                    Piece::Text("("),
                    item_at!($left, "a", "at"),
                    Piece::Text(", "),
                    item_at!($right, "b", "at"),
                    Piece::Text(")) { return false; }\n    }\n    return true;\n}\n"),
                ],
                mutates_receiver: false,
                entries: &[Entry::of(T::ITEM)],
                required_uniform: 0,
            });
        }
    )*};
}

equal! {
    [] &'static [T], &'static [T]: Piece::Text("a.y"), Piece::Text("b.y");
    [const N: usize] &'static [T], [T; N]: Piece::Text("a.y"), length::<N>();
}

/// The operator `==` of text. A device compares the bytes.
#[diagnostic::do_not_recommend]
impl DeviceOperator<{ field_hash("eq") }, &'static str> for &'static str {
    const ITEM: Option<&'static Item> =
        <&'static [u8] as DeviceOperator<{ field_hash("eq") }, &'static [u8]>>::ITEM;
}

/// The operator `==` of two items, which is the first entry of the template.
const fn item_equality<T: Value>() -> Piece {
    let ty = TypeRef::Known(T::INFO);
    Piece::Operator(Operation::Eq, ty, ty, ItemRef::Entry(0))
}

const fn length<const N: usize>() -> Piece {
    Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32))
}

/// `contains` of a slice.
#[diagnostic::do_not_recommend]
impl<T> DeviceMethod<{ field_hash("contains") }, (&'static [T], ByRef<T>)> for &'static [T]
where
    T: Value + DeviceOperator<{ field_hash("eq") }, T>,
{
    type Output = bool;
    const ITEM: &'static Item = &Item {
        name: "<[_]>::contains",
        body: &[
            Piece::Text("(a: vec2<u32>, "),
            Piece::Reference(1),
            Piece::Text(") -> bool {\n    for (var at = 0u; at < a.y; at += 1u) {\n        if ("),
            item_equality::<T>(),
            Piece::Text("("),
            item_at!(&'static [T], "a", "at"),
            Piece::Text(", "),
            Piece::Parameter(1),
            Piece::Text(")) { return true; }\n    }\n    return false;\n}\n"),
        ],
        mutates_receiver: false,
        entries: &[Entry::of(T::ITEM)],
        required_uniform: 0,
    };
}

/// Implements methods of text. A device holds the bytes of the text.
macro_rules! text_methods {
    ($($name:literal -> $output:ty: $value:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash($name) }, (&'static str,)> for &'static str {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<str>::", $name),
                body: &[
                    Piece::Text("(a: vec2<u32>) -> "),
                    Piece::Type(TypeRef::Known(<$output as ShaderType>::INFO)),
                    Piece::Text(concat!(" {\n    return ", $value, ";\n}\n")),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

text_methods! {
    "len" -> usize: "a.y";
    "is_empty" -> bool: "a.y == 0u";
    "as_bytes" -> &'static [u8]: "a";
}
