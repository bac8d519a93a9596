//! Conversions of vectors and matrices from and to arrays and tuples.

use amp_shader::{Item, Piece, TypeRef};
use glam::{
    BVec2, BVec3, BVec4, IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4,
};

use super::Function;
use crate::abi::link::DeviceMethod;
use crate::types::{ShaderType, field_hash};

/// Declares functions of one argument `a`. The text in each entry contains the arguments of a WGSL
/// constructor, which makes the result. The linker inserts the WGSL names of the types.
macro_rules! compound {
    ([list $all:ident] $($owner:ident $name:ident($given:ty) -> $result:ty = $text:expr;)*) => {$(
        $all.push(Function {
            owner: stringify!($owner),
            name: stringify!($name),
            parameters: &[stringify!($given)],
            result: stringify!($result),
        });
    )*};
    ([implement] $($owner:ident $name:ident($given:ty) -> $result:ty = $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash(stringify!($name)) }, ($given,)> for $owner {
            type Output = $result;
            const ITEM: &'static Item = &Item {
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
                name: concat!(stringify!($owner), "_", stringify!($name)),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(<$given as ShaderType>::INFO)),
                    Piece::Text(") -> "),
                    Piece::Type(TypeRef::Known(<$result as ShaderType>::INFO)),
                    Piece::Text(" { return "),
                    Piece::Type(TypeRef::Known(<$result as ShaderType>::INFO)),
                    Piece::Text(concat!("(", $text, "); }\n")),
                ],
            };
        }
    )*};
}

/// Conversions from arrays to the vectors of one scalar type.
macro_rules! family {
    ($then:tt $s:ident $two:ident $three:ident $four:ident) => {
        compound! { $then
            $two from_array([$s; 2]) -> $two = "a[0], a[1]";
            $three from_array([$s; 3]) -> $three = "a[0], a[1], a[2]";
            $four from_array([$s; 4]) -> $four = "a[0], a[1], a[2], a[3]";
            $two from([$s; 2]) -> $two = "a[0], a[1]";
            $three from([$s; 3]) -> $three = "a[0], a[1], a[2]";
            $four from([$s; 4]) -> $four = "a[0], a[1], a[2], a[3]";
        }
    };
}

/// All conversions of the vectors of one numeric scalar type: from and to arrays, and from tuples.
macro_rules! numbers {
    ($then:tt $s:ident $two:ident $three:ident $four:ident) => {
        family! { $then $s $two $three $four }
        compound! { $then
            $two to_array($two) -> [$s; 2] = "a[0], a[1]";
            $three to_array($three) -> [$s; 3] = "a[0], a[1], a[2]";
            $four to_array($four) -> [$s; 4] = "a[0], a[1], a[2], a[3]";
            $two from(($s, $s)) -> $two = "a.f0, a.f1";
            $three from(($s, $s, $s)) -> $three = "a.f0, a.f1, a.f2";
            $three from(($two, $s)) -> $three = "a.f0, a.f1";
            $four from(($s, $s, $s, $s)) -> $four = "a.f0, a.f1, a.f2, a.f3";
            $four from(($three, $s)) -> $four = "a.f0, a.f1";
            $four from(($s, $three)) -> $four = "a.f0, a.f1";
            $four from(($two, $s, $s)) -> $four = "a.f0, a.f1, a.f2";
            $four from(($two, $two)) -> $four = "a.f0, a.f1";
        }
    };
}

/// Functions of float vectors that return pairs. The second literal of each entry contains the components of
/// the direction that `normalize_and_length` returns for a zero vector.
macro_rules! floats {
    ($then:tt $($own:ident $w:literal $x:literal;)*) => {$(
        compound! { $then
            $own normalize_and_length($own) -> ($own, f32) = concat!(
                "select(", $w, "(", $x, "), a * (1.0 / length(a)), 1.0 / length(a) > 0.0 && 1.0 / length(a) < 3.4e38), ",
                "select(0.0, length(a), 1.0 / length(a) > 0.0 && 1.0 / length(a) < 3.4e38)"
            );
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        family! { $then bool BVec2 BVec3 BVec4 }
        numbers! { $then f32 Vec2 Vec3 Vec4 }
        numbers! { $then i32 IVec2 IVec3 IVec4 }
        numbers! { $then u32 UVec2 UVec3 UVec4 }
        floats! { $then
            Vec2 "vec2<f32>" "1.0, 0.0";
            Vec3 "vec3<f32>" "1.0, 0.0, 0.0";
            Vec4 "vec4<f32>" "1.0, 0.0, 0.0, 0.0";
        }
        compound! { $then
            Vec3 any_orthonormal_pair(Vec3) -> (Vec3, Vec3) = concat!(
                "vec3<f32>(1.0 - abs(a.x) * abs(a.x) / (1.0 + abs(a.z)), ",
                "-a.x * a.y / (1.0 + abs(a.z)), select(-a.x, a.x, (bitcast<u32>(a.z) >> 31u) != 0u)), ",
                "vec3<f32>(select(-1.0, 1.0, (bitcast<u32>(a.z) >> 31u) != 0u) * a.x * a.y / (1.0 + abs(a.z)), ",
                "select(1.0, -1.0, (bitcast<u32>(a.z) >> 31u) != 0u) * (1.0 - a.y * a.y / (1.0 + abs(a.z))), -a.y)"
            );
            Mat2 to_cols_array_2d(Mat2) -> [[f32; 2]; 2] = "array<f32, 2>(a[0].x, a[0].y), array<f32, 2>(a[1].x, a[1].y)";
            Mat3 to_cols_array_2d(Mat3) -> [[f32; 3]; 3] = concat!(
                "array<f32, 3>(a[0].x, a[0].y, a[0].z), array<f32, 3>(a[1].x, a[1].y, a[1].z), ",
                "array<f32, 3>(a[2].x, a[2].y, a[2].z)"
            );
            Mat4 to_cols_array_2d(Mat4) -> [[f32; 4]; 4] = concat!(
                "array<f32, 4>(a[0].x, a[0].y, a[0].z, a[0].w), array<f32, 4>(a[1].x, a[1].y, a[1].z, a[1].w), ",
                "array<f32, 4>(a[2].x, a[2].y, a[2].z, a[2].w), array<f32, 4>(a[3].x, a[3].y, a[3].z, a[3].w)"
            );
            Mat2 to_rows_array(Mat2) -> [f32; 4] = "a[0].x, a[1].x, a[0].y, a[1].y";
            Mat3 to_rows_array(Mat3) -> [f32; 9]
                = "a[0].x, a[1].x, a[2].x, a[0].y, a[1].y, a[2].y, a[0].z, a[1].z, a[2].z";
            Mat4 to_rows_array(Mat4) -> [f32; 16] = concat!(
                "a[0].x, a[1].x, a[2].x, a[3].x, a[0].y, a[1].y, a[2].y, a[3].y, ",
                "a[0].z, a[1].z, a[2].z, a[3].z, a[0].w, a[1].w, a[2].w, a[3].w"
            );
            Mat2 to_cols_array(Mat2) -> [f32; 4] = "a[0].x, a[0].y, a[1].x, a[1].y";
            Mat3 to_cols_array(Mat3) -> [f32; 9]
                = "a[0].x, a[0].y, a[0].z, a[1].x, a[1].y, a[1].z, a[2].x, a[2].y, a[2].z";
            Mat4 to_cols_array(Mat4) -> [f32; 16] = concat!(
                "a[0].x, a[0].y, a[0].z, a[0].w, a[1].x, a[1].y, a[1].z, a[1].w, ",
                "a[2].x, a[2].y, a[2].z, a[2].w, a[3].x, a[3].y, a[3].z, a[3].w"
            );
        }
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
