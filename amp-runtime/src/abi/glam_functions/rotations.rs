//! Rotations of vectors of `f32`, and vectors that are orthogonal to another.

use glam::{Vec2, Vec3};

use super::Function;

macro_rules! all {
    ($then:tt) => {
        functions! { $then
            Vec2 rotate_angle(a: Vec2 "vec2<f32>", b: f32 "f32") -> Vec2 "vec2<f32>"
                => "let s = sin(b); let c = cos(b); return vec2<f32>(a.x * c - a.y * s, a.y * c + a.x * s);";
            Vec2 rotate_towards(a: Vec2 "vec2<f32>", b: Vec2 "vec2<f32>", c: f32 "f32") -> Vec2 "vec2<f32>" => concat!(
                "let d = acos(clamp(dot(a, b) / sqrt(dot(a, a) * dot(b, b)), -1.0, 1.0)); ",
                "let t = min(max(c, d - 3.1415927), d); let n = a.x * b.y - a.y * b.x; ",
                "let s = select(sin(t), -sin(t), (bitcast<u32>(n) >> 31u) != 0u); let k = cos(t); ",
                "return vec2<f32>(a.x * k - a.y * s, a.y * k + a.x * s);"
            );
            Vec3 angle_to(a: Vec3 "vec3<f32>", b: Vec3 "vec3<f32>", c: Vec3 "vec3<f32>") -> f32 "f32"
                = "atan2(dot(cross(a, b), c), dot(a, b))";
            Vec3 rotate_x(a: Vec3 "vec3<f32>", b: f32 "f32") -> Vec3 "vec3<f32>"
                => "let s = sin(b); let c = cos(b); return vec3<f32>(a.x, a.y * c - a.z * s, a.y * s + a.z * c);";
            Vec3 rotate_y(a: Vec3 "vec3<f32>", b: f32 "f32") -> Vec3 "vec3<f32>"
                => "let s = sin(b); let c = cos(b); return vec3<f32>(a.x * c + a.z * s, a.y, a.z * c - a.x * s);";
            Vec3 rotate_z(a: Vec3 "vec3<f32>", b: f32 "f32") -> Vec3 "vec3<f32>"
                => "let s = sin(b); let c = cos(b); return vec3<f32>(a.x * c - a.y * s, a.x * s + a.y * c, a.z);";
            // Rodrigues' formula.
            Vec3 rotate_axis(a: Vec3 "vec3<f32>", b: Vec3 "vec3<f32>", c: f32 "f32") -> Vec3 "vec3<f32>"
                => "let k = cos(c); return a * k + cross(b, a) * sin(c) + b * (dot(b, a) * (1.0 - k));";
            Vec3 rotate_towards(a: Vec3 "vec3<f32>", b: Vec3 "vec3<f32>", c: f32 "f32") -> Vec3 "vec3<f32>" => concat!(
                "let d = acos(clamp(dot(a, b) / sqrt(dot(a, a) * dot(b, b)), -1.0, 1.0)); ",
                "let t = min(max(c, d - 3.1415927), d); let k = cos(t); ",
                "let o = select(vec3<f32>(0.0, a.z, -a.y), vec3<f32>(-a.z, 0.0, a.x), abs(a.x) > abs(a.y)); ",
                "let n = cross(a, b); let r = 1.0 / length(n); ",
                "let u = select(normalize(o), n * r, r > 0.0 && r < 3.4e38); ",
                "return a * k + cross(u, a) * sin(t) + u * (dot(u, a) * (1.0 - k));"
            );
            Vec3 slerp(a: Vec3 "vec3<f32>", b: Vec3 "vec3<f32>", c: f32 "f32") -> Vec3 "vec3<f32>" => concat!(
                "let p = length(a); let q = length(b); let d = dot(a, b) / (p * q); let l = p + (q - p) * c; ",
                "if (abs(d) < 0.9999997) { let t = acos(clamp(d, -1.0, 1.0)); ",
                "return (a * (l / p) * sin(t * (1.0 - c)) + b * (l / q) * sin(t * c)) * (1.0 / sin(t)); } ",
                "if (d >= 0.0) { return a * (1.0 - c) + b * c; } ",
                "let u = normalize(select(vec3<f32>(0.0, a.z, -a.y), vec3<f32>(-a.z, 0.0, a.x), abs(a.x) > abs(a.y))); ",
                "let k = cos(3.1415927 * c); ",
                "return (a * k + cross(u, a) * sin(3.1415927 * c) + u * (dot(u, a) * (1.0 - k))) * (l / p);"
            );
            Vec3 any_orthogonal_vector(a: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>"
                = "select(vec3<f32>(0.0, a.z, -a.y), vec3<f32>(-a.z, 0.0, a.x), abs(a.x) > abs(a.y))";
            Vec3 any_orthonormal_vector(a: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>" => concat!(
                "let s = select(1.0, -1.0, (bitcast<u32>(a.z) >> 31u) != 0u); let k = -1.0 / (s + a.z); ",
                "return vec3<f32>(a.x * a.y * k, s + a.y * a.y * k, -a.y);"
            );
        }
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
