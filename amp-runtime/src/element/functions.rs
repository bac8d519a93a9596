//! glam's constructors and selections, as device functions.

use amp_shader::{Item, Piece};
use glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

use super::field_hash;
use crate::device::{DeviceMethod, DeviceMethodParameter};

/// The implementations for functions of one type: name, parameters with their names in the text, result, and the text of
/// what is returned.
macro_rules! functions {
    ($($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal = $text:expr;)*) => {$(
        impl DeviceMethod<{ field_hash(stringify!($name)) }, ($($ty,)*)> for $owner {
            type Output = $result;
            const ITEM: &'static Item = &Item {
                changes: false,
                uniform: 0,
                name: concat!(stringify!($owner), "_", stringify!($name)),
                body: &[Piece::Text(concat!(
                    "(", $(stringify!($letter), ": ", $wgsl, ", ",)* ") -> ", $spelt, " { return ", $text, "; }\n"
                ))],
            };
        }

        functions!(@ $owner $name [$($letter)*] $($letter $ty)*);
    )*};
    // What a number without a suffix becomes there, whatever the others are.
    (@ $owner:ident $name:ident $given:tt) => {};
    (@ $owner:ident $name:ident $given:tt $letter:ident $ty:ident $($rest:ident)*) => {
        functions!(# $owner $name $letter $ty $given);
        functions!(@ $owner $name $given $($rest)*);
    };
    (# $owner:ident $name:ident a $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 0 $ty $($given)*); };
    (# $owner:ident $name:ident b $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 1 $ty $($given)*); };
    (# $owner:ident $name:ident c $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 2 $ty $($given)*); };
    (# $owner:ident $name:ident d $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 3 $ty $($given)*); };
    (! $owner:ident $name:ident $position:literal $ty:ident $($given:ident)*) => {
        #[allow(non_camel_case_types)]
        impl<$($given),*> DeviceMethodParameter<{ field_hash(stringify!($name)) }, $position, ($($given,)*)> for $owner {
            type Type = $ty;
        }
    };
}

/// The functions of the vectors of one scalar.
macro_rules! vectors {
    ($s:ident $w:literal, $two:ident $w2:literal, $three:ident $w3:literal, $four:ident $w4:literal) => {
        functions! {
            $two new(a: $s $w, b: $s $w) -> $two $w2 = concat!($w2, "(a, b)");
            $two splat(a: $s $w) -> $two $w2 = concat!($w2, "(a)");
            $two extend(a: $two $w2, b: $s $w) -> $three $w3 = concat!($w3, "(a, b)");
            $two yx(a: $two $w2) -> $two $w2 = "a.yx";
            $two element_sum(a: $two $w2) -> $s $w = "a.x + a.y";
            $two min_element(a: $two $w2) -> $s $w = "min(a.x, a.y)";
            $two max_element(a: $two $w2) -> $s $w = "max(a.x, a.y)";

            $three new(a: $s $w, b: $s $w, c: $s $w) -> $three $w3 = concat!($w3, "(a, b, c)");
            $three splat(a: $s $w) -> $three $w3 = concat!($w3, "(a)");
            $three extend(a: $three $w3, b: $s $w) -> $four $w4 = concat!($w4, "(a, b)");
            $three truncate(a: $three $w3) -> $two $w2 = "a.xy";
            $three xy(a: $three $w3) -> $two $w2 = "a.xy";
            $three xz(a: $three $w3) -> $two $w2 = "a.xz";
            $three yz(a: $three $w3) -> $two $w2 = "a.yz";
            $three zyx(a: $three $w3) -> $three $w3 = "a.zyx";
            $three element_sum(a: $three $w3) -> $s $w = "a.x + a.y + a.z";
            $three min_element(a: $three $w3) -> $s $w = "min(a.x, min(a.y, a.z))";
            $three max_element(a: $three $w3) -> $s $w = "max(a.x, max(a.y, a.z))";

            $four new(a: $s $w, b: $s $w, c: $s $w, d: $s $w) -> $four $w4 = concat!($w4, "(a, b, c, d)");
            $four splat(a: $s $w) -> $four $w4 = concat!($w4, "(a)");
            $four truncate(a: $four $w4) -> $three $w3 = "a.xyz";
            $four xy(a: $four $w4) -> $two $w2 = "a.xy";
            $four zw(a: $four $w4) -> $two $w2 = "a.zw";
            $four xyz(a: $four $w4) -> $three $w3 = "a.xyz";
            $four element_sum(a: $four $w4) -> $s $w = "a.x + a.y + a.z + a.w";
            $four min_element(a: $four $w4) -> $s $w = "min(min(a.x, a.y), min(a.z, a.w))";
            $four max_element(a: $four $w4) -> $s $w = "max(max(a.x, a.y), max(a.z, a.w))";
        }
    };
}

vectors!(f32 "f32", Vec2 "vec2<f32>", Vec3 "vec3<f32>", Vec4 "vec4<f32>");
vectors!(i32 "i32", IVec2 "vec2<i32>", IVec3 "vec3<i32>", IVec4 "vec4<i32>");
vectors!(u32 "u32", UVec2 "vec2<u32>", UVec3 "vec3<u32>", UVec4 "vec4<u32>");
