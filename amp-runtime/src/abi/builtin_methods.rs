//! Methods and operators of arrays, extents and `f16` as device functions.
//!
//! If `amp-lower` can determine the type of the receiver, it lowers these methods itself. It cannot resolve
//! the type of a field, a function result or a type alias. For such receivers, the expansion contains a path
//! such as `<_ as DeviceMethod<..>>::TYPED`. From the inferred type, rustc then selects an impl of this file.

use ::half::f16;
use amp_shader::{Entry, Item, ItemRef, Operation, Piece, TypeRef};

use crate::abi::link::{ByMut, ByRef, DeviceMethod, DeviceOperator};
use crate::types::{DerivedValue, Extent, Float, Index, ShaderType, Value, field_hash};

/// Implements methods of arrays. Each body is a list of template pieces, which may use the array's length
/// `N`. `ARRAY` is the index of the receiver among the parameters of the method.
macro_rules! array_methods {
    ($($name:literal -> $output:ty: $changes:literal, [$($piece:expr),* $(,)?];)*) => {$(
        // `Given` stands for any argument types. The CPU code contains the same call, so rustc reports wrong
        // arguments there and needs no second error here.
        #[diagnostic::do_not_recommend]
        impl<T: Value, const N: usize, Given> DeviceMethod<{ field_hash($name) }, Given> for [T; N] {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<[_]>::", $name),
                body: &[$($piece),*],
                mutates_receiver: $changes,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

const ARRAY: usize = 0;

array_methods! {
    "swap" -> (): true, [
        Piece::Text("("),
        Piece::Reference(ARRAY),
        Piece::Text(", b: u32, c: u32) {\n    let held = "),
        Piece::Parameter(ARRAY),
        Piece::Text("[b];\n    "),
        Piece::Parameter(ARRAY),
        Piece::Text("[b] = "),
        Piece::Parameter(ARRAY),
        Piece::Text("[c];\n    "),
        Piece::Parameter(ARRAY),
        Piece::Text("[c] = held;\n}\n"),
    ];
    "fill" -> (): true, [
        Piece::Text("("),
        Piece::Reference(ARRAY),
        Piece::Text(", b: "),
        Piece::Type(TypeRef::Known(T::INFO)),
        Piece::Text(") {\n    for (var at = 0u; at < "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text("; at += 1u) {\n        "),
        Piece::Parameter(ARRAY),
        Piece::Text("[at] = b;\n    }\n}\n"),
    ];
    "rotate_left" -> (): true, [
        Piece::Text("("),
        Piece::Reference(ARRAY),
        Piece::Text(", b: u32) {\n    var held = "),
        Piece::Parameter(ARRAY),
        Piece::Text(";\n    for (var at = 0u; at < "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text("; at += 1u) {\n        "),
        Piece::Parameter(ARRAY),
        Piece::Text("[at] = held[(at + b) % "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text("];\n    }\n}\n"),
    ];
    "rotate_right" -> (): true, [
        Piece::Text("("),
        Piece::Reference(ARRAY),
        Piece::Text(", b: u32) {\n    var held = "),
        Piece::Parameter(ARRAY),
        Piece::Text(";\n    for (var at = 0u; at < "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text("; at += 1u) {\n        "),
        Piece::Parameter(ARRAY),
        Piece::Text("[at] = held[(at + "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text(" - b) % "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text("];\n    }\n}\n"),
    ];
    "len" -> usize: false, [
        Piece::Text("(a: "),
        Piece::Type(TypeRef::Known(<[T; N] as ShaderType>::INFO)),
        Piece::Text(") -> u32 {\n    return "),
        Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
        Piece::Text(";\n}\n"),
    ];
    "is_empty" -> bool: false, [
        Piece::Text("(a: "),
        Piece::Type(TypeRef::Known(<[T; N] as ShaderType>::INFO)),
        Piece::Text(") -> bool {\n    return false;\n}\n"),
    ];
}

/// Implements assignments to an element, `row[i] = x`, for arrays behind a type alias, such as
/// `type Row = [f32; 4]`. The macro cannot tell `Row` from a struct with an `IndexMut` impl, so it calls
/// these functions for both.
macro_rules! array_subscripts {
    ($($name:literal ($reference:ident $(, $argument:ty)?) -> $output:ty: $mutates:literal, $text:literal, $body:literal, $end:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value, const N: usize> DeviceMethod<{ field_hash($name) }, ($reference<[T; N]>, usize, $($argument)?)>
            for [T; N]
        {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<[_]>::", $name),
                body: &[
                    Piece::Text("("),
                    Piece::Reference(ARRAY),
                    Piece::Text($text),
                    Piece::Type(TypeRef::Known(T::INFO)),
                    Piece::Text($body),
                    Piece::Parameter(ARRAY),
                    Piece::Text($end),
                ],
                mutates_receiver: $mutates,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

array_subscripts! {
    "index_mut_value" (ByMut) -> T: false, ", b: u32) -> ", " {\n    return ", "[b];\n}\n";
    "index_mut" (ByMut, T) -> (): true, ", b: u32, c: ", ") {\n    ", "[b] = c;\n}\n";
}

// `index` takes the array by value. A WGSL pointer would require that the array is in a `var`.
#[diagnostic::do_not_recommend]
impl<T: Value, const N: usize> DeviceMethod<{ field_hash("index") }, (ByRef<[T; N]>, usize)> for [T; N] {
    type Output = T;
    const ITEM: &'static Item = &Item {
        name: "<[_]>::index",
        body: &[
            Piece::Text("(in_a: "),
            Piece::Type(TypeRef::Known(<[T; N] as ShaderType>::INFO)),
            Piece::Text(", b: u32) -> "),
            Piece::Type(TypeRef::Known(T::INFO)),
            Piece::Text(" {\n    var a = in_a;\n    return a[b];\n}\n"),
        ],
        mutates_receiver: false,
        entries: &[],
        required_uniform: 0,
    };
}

/// Implements a method of [`Extent`] for extents whose rank is resolved by rustc: captured extents, and the
/// extents of views that the kernel never indexes.
macro_rules! extent_method {
    ($name:literal, ($($argument:ty)?) -> $output:ty, $body:literal) => {
        #[diagnostic::do_not_recommend]
        impl<const N: usize> DeviceMethod<{ field_hash($name) }, (Extent<N>, $($argument)?)> for Extent<N> {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<Extent>::", $name),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(<Extent<N> as ShaderType>::INFO)),
                    $(Piece::Text(", b: "), Piece::Type(TypeRef::Known(<$argument as ShaderType>::INFO)),)?
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<$output as ShaderType>::INFO)),
                    Piece::Text(" {\n    const rank = "),
                    Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
                    Piece::Text(";\n"),
                    Piece::Text($body),
                    Piece::Text("}\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    };
}

extent_method!("contains", (Index<N>) -> bool, "    var inside = true;
    for (var d = 0u; d < rank; d += 1u) {
        inside = inside && b[d] < a[d];
    }
    return inside;
");
extent_method!("size", () -> usize, "    var all = 1u;
    for (var d = 0u; d < rank; d += 1u) {
        all *= a[d];
    }
    return all;
");
extent_method!("into", () -> [usize; N], "    return a;\n");

/// Implements the operator `==` of arrays. Two arrays are equal if all of their elements are equal.
#[diagnostic::do_not_recommend]
impl<T, const N: usize> DeviceOperator<{ field_hash("eq") }, [T; N]> for [T; N]
where
    T: Value + DeviceOperator<{ field_hash("eq") }, T>,
{
    const ITEM: Option<&'static Item> = Some(&Item {
        name: "<[_]>::eq",
        body: &[
            Piece::Text("(a: "),
            Piece::Type(TypeRef::Known(<[T; N] as ShaderType>::INFO)),
            Piece::Text(", b: "),
            Piece::Type(TypeRef::Known(<[T; N] as ShaderType>::INFO)),
            Piece::Text(") -> bool {\n    var equal = true;\n    for (var at = 0u; at < "),
            Piece::Const(TypeRef::Known(<usize as ShaderType>::INFO), |out| out.push(N as u32)),
            Piece::Text("; at += 1u) {\n        equal = equal && "),
            Piece::Operator(
                Operation::Eq,
                TypeRef::Known(T::INFO),
                TypeRef::Known(T::INFO),
                ItemRef::Entry(0),
            ),
            Piece::Text("(a[at], b[at]);\n    }\n    return equal;\n}\n"),
        ],
        mutates_receiver: false,
        entries: &[Entry::of(T::ITEM)],
        required_uniform: 0,
    });
}

/// Implements conversion methods of `f16`, for receivers whose type is resolved by rustc.
macro_rules! conversions {
    ($($name:ident $to:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash(stringify!($name)) }, (f16,)> for f16 {
            type Output = $to;
            const ITEM: &'static Item = &Item {
                name: concat!("<f16>::", stringify!($name)),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(<f16 as ShaderType>::INFO)),
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<$to as ShaderType>::INFO)),
                    Piece::Text(concat!(" { return ", stringify!($to), "(a); }\n")),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
}

conversions! {
    to_f32 f32;
    to_f64 f64;
}

/// Implements `From` between scalars, for `x.into()`, and for `T::from(x)` if only rustc knows the types. The
/// impls from a type to itself, such as `i32: i32`, cast to the same type, which changes nothing.
macro_rules! from_scalars {
    ($($to:ident: $($from:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash("from") }, ($from,)> for $to {
            type Output = $to;
            const ITEM: &'static Item = &Item {
                name: concat!("<", stringify!($to), ">::from"),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(<$from as ShaderType>::INFO)),
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<$to as ShaderType>::INFO)),
                    Piece::Text(" { return "),
                    Piece::Operation(
                        Operation::Cast,
                        TypeRef::Known(<$from as ShaderType>::INFO),
                        TypeRef::Known(<$to as ShaderType>::INFO),
                    ),
                    Piece::Text("(a); }\n"),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*)*};
}

from_scalars! {
    bool: bool;
    i8: bool i8;
    u8: bool u8;
    i16: bool i8 u8 i16;
    u16: bool u8 u16;
    i32: bool i8 u8 i16 u16 i32;
    u32: bool u8 u16 u32 char;
    i64: bool i8 u8 i16 u16 i32 u32 i64;
    u64: bool u8 u16 u32 u64 char;
    isize: bool i8 u8 i16 isize;
    usize: bool u8 u16 usize;
    f16: i8 u8 f16;
    f32: bool i8 u8 i16 u16 f16;
    f64: bool i8 u8 i16 u16 i32 u32 f16 f64;
    char: u8 char;
}

/// `T::from` with an `f32`, also for type parameters with the bound [`Float`].
#[diagnostic::do_not_recommend]
impl<T: Float> DeviceMethod<{ field_hash("from") }, (f32,)> for T {
    type Output = T;
    const ITEM: &'static Item = &Item {
        name: "<float>::from",
        body: &[
            Piece::Text("(a: f32) -> "),
            Piece::Type(TypeRef::Known(T::INFO)),
            Piece::Text(" { return "),
            Piece::Operation(
                Operation::Cast,
                TypeRef::Known(<f32 as ShaderType>::INFO),
                TypeRef::Known(T::INFO),
            ),
            Piece::Text("(a); }\n"),
        ],
        mutates_receiver: false,
        entries: &[],
        required_uniform: 0,
    };
}

/// The `Impl` argument of [`DeviceMethod`] that stands for `impl From<T> for T`.
#[derive(Debug)]
pub struct Reflexive(());

/// `T::from` with a `T`, for the operator `?`.
#[diagnostic::do_not_recommend]
impl<T: DerivedValue + Value> DeviceMethod<{ field_hash("from") }, (T,), Reflexive> for T {
    type Output = T;
    const ITEM: &'static Item = &Item {
        name: "<_>::from",
        body: match T::INFO.is_zero_sized() {
            true => &[Piece::Text("() {}\n")],
            false => &[
                Piece::Text("(a: "),
                Piece::Type(TypeRef::Known(T::INFO)),
                Piece::Text(") -> "),
                Piece::Type(TypeRef::Known(T::INFO)),
                Piece::Text(" { return a; }\n"),
            ],
        },
        mutates_receiver: false,
        entries: &[],
        required_uniform: 0,
    };
}
