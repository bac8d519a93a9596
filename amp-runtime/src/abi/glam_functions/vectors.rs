//! Constructors, selections, comparisons and conversions of vectors of numbers.

use glam::{BVec2, BVec3, BVec4, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

use super::Function;

/// Functions that vectors of all sizes have.
macro_rules! shared {
    ($then:tt $s:ident $w:literal, $own:ident $wo:literal, $mask:ident $wm:literal) => {
        functions! { $then
            $own default() -> $own $wo = concat!($wo, "()");
            $own cmpeq(a: $own $wo, b: $own $wo) -> $mask $wm = "a == b";
            $own cmpne(a: $own $wo, b: $own $wo) -> $mask $wm = "!(a == b)";
            $own cmplt(a: $own $wo, b: $own $wo) -> $mask $wm = "a < b";
            $own cmple(a: $own $wo, b: $own $wo) -> $mask $wm = "a <= b";
            $own cmpgt(a: $own $wo, b: $own $wo) -> $mask $wm = "a > b";
            $own cmpge(a: $own $wo, b: $own $wo) -> $mask $wm = "a >= b";
            $own select(a: $mask $wm, b: $own $wo, c: $own $wo) -> $own $wo = "select(c, b, a)";
            $own dot_into_vec(a: $own $wo, b: $own $wo) -> $own $wo = concat!($wo, "(dot(a, b))");
        }
    };
}

/// Functions of the vectors of one scalar type.
macro_rules! vectors {
    ($then:tt $s:ident $w:literal, $two:ident $w2:literal, $three:ident $w3:literal, $four:ident $w4:literal) => {
        shared!($then $s $w, $two $w2, BVec2 "vec2<bool>");
        shared!($then $s $w, $three $w3, BVec3 "vec3<bool>");
        shared!($then $s $w, $four $w4, BVec4 "vec4<bool>");
        functions! { $then
            $two new(a: $s $w, b: $s $w) -> $two $w2 = concat!($w2, "(a, b)");
            $two splat(a: $s $w) -> $two $w2 = concat!($w2, "(a)");
            $two extend(a: $two $w2, b: $s $w) -> $three $w3 = concat!($w3, "(a, b)");
            $two with_x(a: $two $w2, b: $s $w) -> $two $w2 = concat!($w2, "(b, a.y)");
            $two with_y(a: $two $w2, b: $s $w) -> $two $w2 = concat!($w2, "(a.x, b)");
            $two element_product(a: $two $w2) -> $s $w = "a.x * a.y";
            $two element_sum(a: $two $w2) -> $s $w = "a.x + a.y";
            $two min_element(a: $two $w2) -> $s $w = "min(a.x, a.y)";
            $two max_element(a: $two $w2) -> $s $w = "max(a.x, a.y)";
            $two min_position(a: $two $w2) -> usize "u32" = "select(1u, 0u, a.x <= a.y)";
            $two max_position(a: $two $w2) -> usize "u32" = "select(1u, 0u, a.x >= a.y)";

            $three new(a: $s $w, b: $s $w, c: $s $w) -> $three $w3 = concat!($w3, "(a, b, c)");
            $three splat(a: $s $w) -> $three $w3 = concat!($w3, "(a)");
            $three extend(a: $three $w3, b: $s $w) -> $four $w4 = concat!($w4, "(a, b)");
            $three truncate(a: $three $w3) -> $two $w2 = "a.xy";
            $three with_x(a: $three $w3, b: $s $w) -> $three $w3 = concat!($w3, "(b, a.yz)");
            $three with_y(a: $three $w3, b: $s $w) -> $three $w3 = concat!($w3, "(a.x, b, a.z)");
            $three with_z(a: $three $w3, b: $s $w) -> $three $w3 = concat!($w3, "(a.xy, b)");
            $three element_product(a: $three $w3) -> $s $w = "a.x * a.y * a.z";
            $three element_sum(a: $three $w3) -> $s $w = "a.x + a.y + a.z";
            $three min_element(a: $three $w3) -> $s $w = "min(a.x, min(a.y, a.z))";
            $three max_element(a: $three $w3) -> $s $w = "max(a.x, max(a.y, a.z))";
            $three min_position(a: $three $w3) -> usize "u32"
                => "var m = a.x; var n = 0u; if (a.y < m) { m = a.y; n = 1u; } return select(n, 2u, a.z < m);";
            $three max_position(a: $three $w3) -> usize "u32"
                => "var m = a.x; var n = 0u; if (a.y > m) { m = a.y; n = 1u; } return select(n, 2u, a.z > m);";

            $four new(a: $s $w, b: $s $w, c: $s $w, d: $s $w) -> $four $w4 = concat!($w4, "(a, b, c, d)");
            $four splat(a: $s $w) -> $four $w4 = concat!($w4, "(a)");
            $four truncate(a: $four $w4) -> $three $w3 = "a.xyz";
            $four with_x(a: $four $w4, b: $s $w) -> $four $w4 = concat!($w4, "(b, a.yzw)");
            $four with_y(a: $four $w4, b: $s $w) -> $four $w4 = concat!($w4, "(a.x, b, a.zw)");
            $four with_z(a: $four $w4, b: $s $w) -> $four $w4 = concat!($w4, "(a.xy, b, a.w)");
            $four with_w(a: $four $w4, b: $s $w) -> $four $w4 = concat!($w4, "(a.xyz, b)");
            $four element_product(a: $four $w4) -> $s $w = "a.x * a.y * a.z * a.w";
            $four element_sum(a: $four $w4) -> $s $w = "a.x + a.y + a.z + a.w";
            $four min_element(a: $four $w4) -> $s $w = "min(min(a.x, a.y), min(a.z, a.w))";
            $four max_element(a: $four $w4) -> $s $w = "max(max(a.x, a.y), max(a.z, a.w))";
            $four min_position(a: $four $w4) -> usize "u32" => concat!(
                "var m = a.x; var n = 0u; if (a.y < m) { m = a.y; n = 1u; } ",
                "if (a.z < m) { m = a.z; n = 2u; } return select(n, 3u, a.w < m);"
            );
            $four max_position(a: $four $w4) -> usize "u32" => concat!(
                "var m = a.x; var n = 0u; if (a.y > m) { m = a.y; n = 1u; } ",
                "if (a.z > m) { m = a.z; n = 2u; } return select(n, 3u, a.w > m);"
            );
        }
    };
}

/// Conversions between the vectors of one size. Conversions from floats saturate, and NaN becomes zero.
macro_rules! conversions {
    ($then:tt $float:ident $wf:literal, $int:ident $wi:literal, $word:ident $ww:literal, $as_float:ident $as_int:ident $as_word:ident) => {
        functions! { $then
            $int $as_float(a: $int $wi) -> $float $wf = concat!($wf, "(a)");
            $word $as_float(a: $word $ww) -> $float $wf = concat!($wf, "(a)");
            $int $as_word(a: $int $wi) -> $word $ww = concat!("bitcast<", $ww, ">(a)");
            $word $as_int(a: $word $ww) -> $int $wi = concat!("bitcast<", $wi, ">(a)");
            $float $as_int(a: $float $wf) -> $int $wi = concat!(
                "select(select(", $wi, "(a), ", $wi, "(2147483647), a >= ", $wf, "(2147483648.0)), ", $wi, "(0), (bitcast<", $ww,
                ">(a) & ", $ww, "(0x7fffffffu)) > ", $ww, "(0x7f800000u))"
            );
            $float $as_word(a: $float $wf) -> $word $ww = concat!(
                "select(select(", $ww, "(a), ", $ww, "(4294967295u), a >= ", $wf, "(4294967296.0)), ", $ww, "(0u), (bitcast<", $ww,
                ">(a) & ", $ww, "(0x7fffffffu)) > ", $ww, "(0x7f800000u))"
            );
        }
    };
}

/// Distances of integer vectors. In the WGSL text, `d` holds the absolute differences of the components.
macro_rules! distances {
    ($then:tt $($own:ident $w:literal $word:literal $most:literal;)*) => {$(
        distances!(# $then $own $w manhattan_distance concat!("dot(d, ", $word, "(1u))"), $word);
        distances!(# $then $own $w chebyshev_distance $most, $word);
    )*};
    (# $then:tt $own:ident $w:literal $name:ident $of:expr, $word:literal) => {
        functions! { $then
            $own $name(a: $own $w, b: $own $w) -> u32 "u32" => concat!(
                "let x = bitcast<", $word, ">(a); let y = bitcast<", $word, ">(b); let d = select(x - y, y - x, a < b); return ", $of, ";"
            );
        }
    };
}

/// The signs of vectors of `i32`. In the WGSL text, `m` is the mask of negative components.
macro_rules! signs {
    ($then:tt $($own:ident $w:literal, $mask:ident $wm:literal, $bits:literal;)*) => {$(
        functions! { $then
            $own is_negative_mask(a: $own $w) -> $mask $wm = concat!("a < ", $w, "(0)");
            $own is_negative_bitmask(a: $own $w) -> u32 "u32" => concat!("let m = a < ", $w, "(0); return ", $bits, ";");
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        functions! { $then
            IVec2 perp(a: IVec2 "vec2<i32>") -> IVec2 "vec2<i32>" = "vec2<i32>(-a.y, a.x)";
            IVec2 perp_dot(a: IVec2 "vec2<i32>", b: IVec2 "vec2<i32>") -> i32 "i32" = "a.x * b.y - a.y * b.x";
            IVec2 rotate(a: IVec2 "vec2<i32>", b: IVec2 "vec2<i32>") -> IVec2 "vec2<i32>"
                = "vec2<i32>(a.x * b.x - a.y * b.y, a.y * b.x + a.x * b.y)";
        }
        vectors!($then f32 "f32", Vec2 "vec2<f32>", Vec3 "vec3<f32>", Vec4 "vec4<f32>");
        vectors!($then i32 "i32", IVec2 "vec2<i32>", IVec3 "vec3<i32>", IVec4 "vec4<i32>");
        vectors!($then u32 "u32", UVec2 "vec2<u32>", UVec3 "vec3<u32>", UVec4 "vec4<u32>");
        distances! { $then
            IVec2 "vec2<i32>" "vec2<u32>" "max(d.x, d.y)";
            IVec3 "vec3<i32>" "vec3<u32>" "max(max(d.x, d.y), d.z)";
            IVec4 "vec4<i32>" "vec4<u32>" "max(max(d.x, d.y), max(d.z, d.w))";
            UVec2 "vec2<u32>" "vec2<u32>" "max(d.x, d.y)";
            UVec3 "vec3<u32>" "vec3<u32>" "max(max(d.x, d.y), d.z)";
            UVec4 "vec4<u32>" "vec4<u32>" "max(max(d.x, d.y), max(d.z, d.w))";
        }
        signs! { $then
            IVec2 "vec2<i32>", BVec2 "vec2<bool>", "u32(m.x) | (u32(m.y) << 1u)";
            IVec3 "vec3<i32>", BVec3 "vec3<bool>", "u32(m.x) | (u32(m.y) << 1u) | (u32(m.z) << 2u)";
            IVec4 "vec4<i32>", BVec4 "vec4<bool>", "u32(m.x) | (u32(m.y) << 1u) | (u32(m.z) << 2u) | (u32(m.w) << 3u)";
        }
        conversions!($then Vec2 "vec2<f32>", IVec2 "vec2<i32>", UVec2 "vec2<u32>", as_vec2 as_ivec2 as_uvec2);
        conversions!($then Vec3 "vec3<f32>", IVec3 "vec3<i32>", UVec3 "vec3<u32>", as_vec3 as_ivec3 as_uvec3);
        conversions!($then Vec4 "vec4<f32>", IVec4 "vec4<i32>", UVec4 "vec4<u32>", as_vec4 as_ivec4 as_uvec4);
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
