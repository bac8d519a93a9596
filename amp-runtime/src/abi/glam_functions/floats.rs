//! Geometric functions of vectors of `f32`.

use glam::{BVec2, BVec3, BVec4, Vec2, Vec3, Vec4};

use super::Function;

macro_rules! floats {
    ($then:tt $($own:ident $w:literal, $mask:ident $wm:literal, $wu:literal, $bits:literal;)*) => {$(
        functions! { $then
            $own normalize_or(a: $own $w, b: $own $w) -> $own $w
                => "let r = 1.0 / length(a); if (r > 0.0 && r < 3.4e38) { return a * r; } return b;";
            $own normalize_or_zero(a: $own $w) -> $own $w
                => concat!("let r = 1.0 / length(a); if (r > 0.0 && r < 3.4e38) { return a * r; } return ", $w, "(0.0);");
            $own is_normalized(a: $own $w) -> bool "bool" = "abs(dot(a, a) - 1.0) <= 2e-4";
            $own project_onto(a: $own $w, b: $own $w) -> $own $w = "b * dot(a, b) * (1.0 / dot(b, b))";
            $own project_onto_normalized(a: $own $w, b: $own $w) -> $own $w = "b * dot(a, b)";
            $own reject_from(a: $own $w, b: $own $w) -> $own $w = "a - b * dot(a, b) * (1.0 / dot(b, b))";
            $own reject_from_normalized(a: $own $w, b: $own $w) -> $own $w = "a - b * dot(a, b)";
            $own reflect(a: $own $w, b: $own $w) -> $own $w = "a - 2.0 * dot(a, b) * b";
            $own refract(a: $own $w, b: $own $w, c: f32 "f32") -> $own $w => concat!(
                "let d = dot(b, a); let k = 1.0 - c * c * (1.0 - d * d); if (k >= 0.0) { return c * a - (c * d + sqrt(k)) * b; } return ",
                $w, "(0.0);"
            );
            $own move_towards(a: $own $w, b: $own $w, c: f32 "f32") -> $own $w
                => "let d = b - a; let l = length(d); if (l <= c || l <= 1e-4) { return b; } return a + d / l * c;";
            $own clamp_length(a: $own $w, b: f32 "f32", c: f32 "f32") -> $own $w => concat!(
                "let l = dot(a, a); if (l < b * b) { return b * (a / sqrt(l)); } ",
                "if (l > c * c) { return c * (a / sqrt(l)); } return a;"
            );
            $own clamp_length_max(a: $own $w, b: f32 "f32") -> $own $w
                => "let l = dot(a, a); if (l > b * b) { return b * (a / sqrt(l)); } return a;";
            $own clamp_length_min(a: $own $w, b: f32 "f32") -> $own $w
                => "let l = dot(a, a); if (l < b * b) { return b * (a / sqrt(l)); } return a;";
            $own is_nan_mask(a: $own $w) -> $mask $wm
                = concat!("(bitcast<", $wu, ">(a) & ", $wu, "(0x7fffffffu)) > ", $wu, "(0x7f800000u)");
            $own is_finite_mask(a: $own $w) -> $mask $wm
                = concat!("(bitcast<", $wu, ">(a) & ", $wu, "(0x7fffffffu)) < ", $wu, "(0x7f800000u)");
            $own is_negative_mask(a: $own $w) -> $mask $wm
                = concat!("(bitcast<", $wu, ">(a) >> ", $wu, "(31u)) != ", $wu, "(0u)");
            $own is_negative_bitmask(a: $own $w) -> u32 "u32"
                => concat!("let m = bitcast<", $wu, ">(a) >> ", $wu, "(31u); return ", $bits, ";");
            $own lerp_monotonic(a: $own $w, b: $own $w, c: f32 "f32") -> $own $w = "a + (b - a) * c";
            $own saturate(a: $own $w) -> $own $w = concat!("clamp(a, ", $w, "(0.0), ", $w, "(1.0))");
            $own fract_gl(a: $own $w) -> $own $w = "a - floor(a)";
            $own step(a: $own $w, b: $own $w) -> $own $w = "step(a, b)";
            $own smoothstep(a: $own $w, b: $own $w, c: $own $w) -> $own $w = "smoothstep(b, c, a)";
            $own abs_diff_eq(a: $own $w, b: $own $w, c: f32 "f32") -> bool "bool" = concat!("all(abs(a - b) <= ", $w, "(c))");
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        floats! { $then
            Vec2 "vec2<f32>", BVec2 "vec2<bool>", "vec2<u32>", "m.x | (m.y << 1u)";
            Vec3 "vec3<f32>", BVec3 "vec3<bool>", "vec3<u32>", "m.x | (m.y << 1u) | (m.z << 2u)";
            Vec4 "vec4<f32>", BVec4 "vec4<bool>", "vec4<u32>", "m.x | (m.y << 1u) | (m.z << 2u) | (m.w << 3u)";
        }

        functions! { $then
            Vec2 perp(a: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>" = "vec2<f32>(-a.y, a.x)";
            Vec2 perp_dot(a: Vec2 "vec2<f32>", b: Vec2 "vec2<f32>") -> f32 "f32" = "a.x * b.y - a.y * b.x";
            Vec2 rotate(a: Vec2 "vec2<f32>", b: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>"
                = "vec2<f32>(a.x * b.x - a.y * b.y, a.y * b.x + a.x * b.y)";
            Vec2 from_angle(a: f32 "f32") -> Vec2 "vec2<f32>" = "vec2<f32>(cos(a), sin(a))";
            Vec2 to_angle(a: Vec2 "vec2<f32>") -> f32 "f32" = "atan2(a.y, a.x)";
            Vec2 angle_to(a: Vec2 "vec2<f32>", b: Vec2 "vec2<f32>") -> f32 "f32" => concat!(
                "let s = a.x * b.y - a.y * b.x; let d = acos(clamp(dot(a, b) / sqrt(dot(a, a) * dot(b, b)), -1.0, 1.0)); ",
                "return select(d, -d, (bitcast<u32>(s) >> 31u) != 0u);"
            );
            Vec3 angle_between(a: Vec3 "vec3<f32>", b: Vec3 "vec3<f32>") -> f32 "f32"
                = "acos(clamp(dot(a, b) / sqrt(dot(a, a) * dot(b, b)), -1.0, 1.0))";
            Vec3 to_homogeneous(a: Vec3 "vec3<f32>") -> Vec4 "vec4<f32>" = "vec4<f32>(a, 1.0)";
            Vec3 from_homogeneous(a: Vec4 "vec4<f32>") -> Vec3 "vec3<f32>" = "a.xyz / a.w";
            Vec4 project(a: Vec4 "vec4<f32>") -> Vec3 "vec3<f32>" = "a.xyz / a.w";
        }
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
