//! Vectors of arrays, and arrays of vectors.

use amp_shader::{Item, Piece};
use glam::{BVec2, BVec3, BVec4, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

use crate::device::{DeviceMethod, DeviceMethodParameter};
use crate::element::{Value, field_hash};

/// The vector of an array.
macro_rules! from_arrays {
    ($($vector:ident $array:ty = $($at:literal)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash("from_array") }, ($array,)> for $vector {
            type Output = $vector;
            const ITEM: &'static Item = &Item {
                changes: false,
                uniform: 0,
                name: concat!(stringify!($vector), "_from_array"),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(<$array as Value>::INFO),
                    Piece::Text(") -> "),
                    Piece::Type(<$vector as Value>::INFO),
                    Piece::Text(" { return "),
                    Piece::Type(<$vector as Value>::INFO),
                    Piece::Text(concat!("(", $("a[", $at, "], ",)* "); }\n")),
                ],
            };
        }

        #[diagnostic::do_not_recommend]
        impl<Given> DeviceMethodParameter<{ field_hash("from_array") }, 0, (Given,)> for $vector {
            type Type = $array;
        }
    )*};
}

/// The array of a vector.
macro_rules! to_arrays {
    ($($vector:ident $array:ty = $($at:literal)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash("to_array") }, ($vector,)> for $vector {
            type Output = $array;
            const ITEM: &'static Item = &Item {
                changes: false,
                uniform: 0,
                name: concat!(stringify!($vector), "_to_array"),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(<$vector as Value>::INFO),
                    Piece::Text(") -> "),
                    Piece::Type(<$array as Value>::INFO),
                    Piece::Text(" { return "),
                    Piece::Type(<$array as Value>::INFO),
                    Piece::Text(concat!("(", $("a[", $at, "], ",)* "); }\n")),
                ],
            };
        }
    )*};
}

from_arrays! {
    BVec2 [bool; 2] = 0 1;
    BVec3 [bool; 3] = 0 1 2;
    BVec4 [bool; 4] = 0 1 2 3;
}

/// Both ways.
macro_rules! arrays {
    ($($vector:ident $array:ty = $($at:literal)*;)*) => {
        from_arrays! { $($vector $array = $($at)*;)* }
        to_arrays! { $($vector $array = $($at)*;)* }
    };
}

arrays! {
    Vec2 [f32; 2] = 0 1;
    Vec3 [f32; 3] = 0 1 2;
    Vec4 [f32; 4] = 0 1 2 3;
    IVec2 [i32; 2] = 0 1;
    IVec3 [i32; 3] = 0 1 2;
    IVec4 [i32; 4] = 0 1 2 3;
    UVec2 [u32; 2] = 0 1;
    UVec3 [u32; 3] = 0 1 2;
    UVec4 [u32; 4] = 0 1 2 3;
}
