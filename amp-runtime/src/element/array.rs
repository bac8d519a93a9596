//! Array methods (`swap`, `fill`, `len`, `is_empty`) as device functions.
//!
//! The compiler lowers these methods itself if it knows that the receiver is an array. For a field, a
//! function result or a type alias only rustc knows, and it selects the impls here.

use amp_shader::{Item, Piece};

use super::{ShaderType, Value, field_hash};
use crate::device::{DeviceMethod, DeviceMethodParameter};

/// Declares methods. Each body is template pieces in which `N` is the array's length and `ARRAY` the position
/// of the array parameter.
macro_rules! array_methods {
    ($($name:literal -> $output:ty: $changes:literal, [$($piece:expr),* $(,)?];)*) => {$(
        // Implemented for all argument types, so that rustc itself reports a wrong call.
        #[diagnostic::do_not_recommend]
        impl<T: Value, const N: usize, Given> DeviceMethod<{ field_hash($name) }, Given> for [T; N] {
            type Output = $output;
            const ITEM: &'static Item = &Item {
                name: concat!("<[_]>::", $name),
                body: &[$($piece),*],
                mutates_receiver: $changes,
                required_uniform: 0,
            };
        }
    )*};
}

/// The type of an unsuffixed literal argument.
macro_rules! parameter_types {
    ($($name:literal $position:literal: $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value, const N: usize, Given> DeviceMethodParameter<{ field_hash($name) }, $position, Given> for [T; N] {
            type Type = $ty;
            type Of = Self;
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
        Piece::Type(T::INFO),
        Piece::Text(") {\n    for (var at = 0u; at < "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
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
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text("; at += 1u) {\n        "),
        Piece::Parameter(ARRAY),
        Piece::Text("[at] = held[(at + b) % "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text("];\n    }\n}\n"),
    ];
    "rotate_right" -> (): true, [
        Piece::Text("("),
        Piece::Reference(ARRAY),
        Piece::Text(", b: u32) {\n    var held = "),
        Piece::Parameter(ARRAY),
        Piece::Text(";\n    for (var at = 0u; at < "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text("; at += 1u) {\n        "),
        Piece::Parameter(ARRAY),
        Piece::Text("[at] = held[(at + "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text(" - b) % "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text("];\n    }\n}\n"),
    ];
    "len" -> usize: false, [
        Piece::Text("(a: "),
        Piece::Type(<[T; N] as ShaderType>::INFO),
        Piece::Text(") -> u32 {\n    return "),
        Piece::Const(<usize as ShaderType>::INFO, |out| out.push(N as u32)),
        Piece::Text(";\n}\n"),
    ];
    "is_empty" -> bool: false, [
        Piece::Text("(a: "),
        Piece::Type(<[T; N] as ShaderType>::INFO),
        Piece::Text(") -> bool {\n    return false;\n}\n"),
    ];
}

parameter_types! {
    "swap" 1: usize;
    "swap" 2: usize;
    "fill" 1: T;
    "rotate_left" 1: usize;
    "rotate_right" 1: usize;
}
