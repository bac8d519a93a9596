//! Functions of square matrices of `f32`. Matrices are stored by columns.

use glam::{Mat2, Mat3, Mat4, Vec2, Vec3, Vec4};

use super::Function;

macro_rules! matrices {
    ($then:tt $($own:ident $w:literal, $column:ident $wc:literal, $mul:ident $transpose_mul:ident $mul_mat:ident $add:ident $sub:ident ($($letter:ident $n:literal)*), $diagonal:literal, $identity:literal;)*) => {$(
        functions! { $then
            $own from_cols($($letter: $column $wc),*) -> $own $w = concat!($w, "(", $(stringify!($letter), ", ",)* ")");
            $own from_diagonal(a: $column $wc) -> $own $w = concat!($w, "(", $diagonal, ")");
            $own default() -> $own $w = concat!($w, "(", $identity, ")");
            $own transpose(a: $own $w) -> $own $w = "transpose(a)";
            $own determinant(a: $own $w) -> f32 "f32" = "determinant(a)";
            $own $mul(a: $own $w, b: $column $wc) -> $column $wc = "a * b";
            $own $transpose_mul(a: $own $w, b: $column $wc) -> $column $wc = "b * a";
            $own $mul_mat(a: $own $w, b: $own $w) -> $own $w = "a * b";
            $own $add(a: $own $w, b: $own $w) -> $own $w = "a + b";
            $own $sub(a: $own $w, b: $own $w) -> $own $w = "a - b";
            $own from_rows($($letter: $column $wc),*) -> $own $w
                = concat!("transpose(", $w, "(", $(stringify!($letter), ", ",)* "))");
            $own diagonal(a: $own $w) -> $column $wc = concat!($wc, "(", $("a[", $n, "][", $n, "], ",)* ")");
            $own mul_diagonal_scale(a: $own $w, b: $column $wc) -> $own $w
                = concat!($w, "(", $("a[", $n, "] * b[", $n, "], ",)* ")");
            $own div_scalar(a: $own $w, b: f32 "f32") -> $own $w = concat!($w, "(", $("a[", $n, "] / b, ",)* ")");
            $own abs_diff_eq(a: $own $w, b: $own $w, c: f32 "f32") -> bool "bool"
                = concat!($("all(abs(a[", $n, "] - b[", $n, "]) <= ", $wc, "(c)) && ",)* "true");
            $own mul_scalar(a: $own $w, b: f32 "f32") -> $own $w = "a * b";
            $own col(a: $own $w, b: usize "u32") -> $column $wc => "var m = a; return m[b];";
            $own row(a: $own $w, b: usize "u32") -> $column $wc => "var m = transpose(a); return m[b];";
        }
    )*};
}

macro_rules! all {
    ($then:tt) => {
        matrices! { $then
            Mat2 "mat2x2<f32>", Vec2 "vec2<f32>", mul_vec2 transpose_mul_vec2 mul_mat2 add_mat2 sub_mat2 (a 0 b 1), "a.x, 0.0, 0.0, a.y", "1.0, 0.0, 0.0, 1.0";
            Mat3 "mat3x3<f32>", Vec3 "vec3<f32>", mul_vec3 transpose_mul_vec3 mul_mat3 add_mat3 sub_mat3 (a 0 b 1 c 2), "a.x, 0.0, 0.0, 0.0, a.y, 0.0, 0.0, 0.0, a.z",
        "1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0";
            Mat4 "mat4x4<f32>", Vec4 "vec4<f32>", mul_vec4 transpose_mul_vec4 mul_mat4 add_mat4 sub_mat4 (a 0 b 1 c 2 d 3),
                "a.x, 0.0, 0.0, 0.0, 0.0, a.y, 0.0, 0.0, 0.0, 0.0, a.z, 0.0, 0.0, 0.0, 0.0, a.w",
        "1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0";
        }

        functions! { $then
            Mat2 inverse(a: Mat2 "mat2x2<f32>") -> Mat2 "mat2x2<f32>"
                => "let d = 1.0 / determinant(a); return mat2x2<f32>(a[1].y * d, -a[0].y * d, -a[1].x * d, a[0].x * d);";
            Mat3 inverse(a: Mat3 "mat3x3<f32>") -> Mat3 "mat3x3<f32>" => concat!(
                "let x = cross(a[1], a[2]); let y = cross(a[2], a[0]); let z = cross(a[0], a[1]); let d = 1.0 / dot(a[2], z); ",
                "return transpose(mat3x3<f32>(x * d, y * d, z * d));"
            );
            // Laplace expansion by the 2x2 minors of the first two columns (`s0`, ..) and of the last two
            // (`c0`, ..).
            Mat4 inverse(a: Mat4 "mat4x4<f32>") -> Mat4 "mat4x4<f32>" => concat!(
                "let s0 = a[0].x * a[1].y - a[1].x * a[0].y; let s1 = a[0].x * a[1].z - a[1].x * a[0].z; ",
                "let s2 = a[0].x * a[1].w - a[1].x * a[0].w; let s3 = a[0].y * a[1].z - a[1].y * a[0].z; ",
                "let s4 = a[0].y * a[1].w - a[1].y * a[0].w; let s5 = a[0].z * a[1].w - a[1].z * a[0].w; ",
                "let c0 = a[2].x * a[3].y - a[3].x * a[2].y; let c1 = a[2].x * a[3].z - a[3].x * a[2].z; ",
                "let c2 = a[2].x * a[3].w - a[3].x * a[2].w; let c3 = a[2].y * a[3].z - a[3].y * a[2].z; ",
                "let c4 = a[2].y * a[3].w - a[3].y * a[2].w; let c5 = a[2].z * a[3].w - a[3].z * a[2].w; ",
                "let d = 1.0 / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0); ",
                "return mat4x4<f32>(",
                "vec4<f32>(a[1].y * c5 - a[1].z * c4 + a[1].w * c3, -a[0].y * c5 + a[0].z * c4 - a[0].w * c3, ",
                "a[3].y * s5 - a[3].z * s4 + a[3].w * s3, -a[2].y * s5 + a[2].z * s4 - a[2].w * s3) * d, ",
                "vec4<f32>(-a[1].x * c5 + a[1].z * c2 - a[1].w * c1, a[0].x * c5 - a[0].z * c2 + a[0].w * c1, ",
                "-a[3].x * s5 + a[3].z * s2 - a[3].w * s1, a[2].x * s5 - a[2].z * s2 + a[2].w * s1) * d, ",
                "vec4<f32>(a[1].x * c4 - a[1].y * c2 + a[1].w * c0, -a[0].x * c4 + a[0].y * c2 - a[0].w * c0, ",
                "a[3].x * s4 - a[3].y * s2 + a[3].w * s0, -a[2].x * s4 + a[2].y * s2 - a[2].w * s0) * d, ",
                "vec4<f32>(-a[1].x * c3 + a[1].y * c1 - a[1].z * c0, a[0].x * c3 - a[0].y * c1 + a[0].z * c0, ",
                "-a[3].x * s3 + a[3].y * s1 - a[3].z * s0, a[2].x * s3 - a[2].y * s1 + a[2].z * s0) * d);"
            );
            Mat2 from_scale_angle(a: Vec2 "vec2<f32>", b: f32 "f32") -> Mat2 "mat2x2<f32>"
                => "let s = sin(b); let c = cos(b); return mat2x2<f32>(c * a.x, s * a.x, -s * a.y, c * a.y);";
            Mat3 from_scale_angle_translation(a: Vec2 "vec2<f32>", b: f32 "f32", c: Vec2 "vec2<f32>") -> Mat3 "mat3x3<f32>" => concat!(
                "let s = sin(b); let k = cos(b); ",
                "return mat3x3<f32>(k * a.x, s * a.x, 0.0, -s * a.y, k * a.y, 0.0, c.x, c.y, 1.0);"
            );
            Mat3 from_axis_angle(a: Vec3 "vec3<f32>", b: f32 "f32") -> Mat3 "mat3x3<f32>" => concat!(
                "let s = a * sin(b); let c = cos(b); let o = a * (1.0 - c); ",
                "return mat3x3<f32>(a.x * o.x + c, a.x * o.y + s.z, a.x * o.z - s.y, a.x * o.y - s.z, a.y * o.y + c, ",
                "a.y * o.z + s.x, a.x * o.z + s.y, a.y * o.z - s.x, a.z * o.z + c);"
            );
            Mat4 from_axis_angle(a: Vec3 "vec3<f32>", b: f32 "f32") -> Mat4 "mat4x4<f32>" => concat!(
                "let s = a * sin(b); let c = cos(b); let o = a * (1.0 - c); ",
                "return mat4x4<f32>(a.x * o.x + c, a.x * o.y + s.z, a.x * o.z - s.y, 0.0, a.x * o.y - s.z, a.y * o.y + c, ",
                "a.y * o.z + s.x, 0.0, a.x * o.z + s.y, a.y * o.z - s.x, a.z * o.z + c, 0.0, 0.0, 0.0, 0.0, 1.0);"
            );
            Mat4 from_mat3_translation(a: Mat3 "mat3x3<f32>", b: Vec3 "vec3<f32>") -> Mat4 "mat4x4<f32>"
                = "mat4x4<f32>(vec4<f32>(a[0], 0.0), vec4<f32>(a[1], 0.0), vec4<f32>(a[2], 0.0), vec4<f32>(b, 1.0))";
            Mat2 from_angle(a: f32 "f32") -> Mat2 "mat2x2<f32>" = "mat2x2<f32>(cos(a), sin(a), -sin(a), cos(a))";
            Mat3 from_mat4(a: Mat4 "mat4x4<f32>") -> Mat3 "mat3x3<f32>" = "mat3x3<f32>(a[0].xyz, a[1].xyz, a[2].xyz)";
            Mat3 from_angle(a: f32 "f32") -> Mat3 "mat3x3<f32>"
            => "let s = sin(a); let c = cos(a); return mat3x3<f32>(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0);";
        Mat3 from_translation(a: Vec2 "vec2<f32>") -> Mat3 "mat3x3<f32>"
            = "mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, a.x, a.y, 1.0)";
        Mat3 from_scale(a: Vec2 "vec2<f32>") -> Mat3 "mat3x3<f32>"
            = "mat3x3<f32>(a.x, 0.0, 0.0, 0.0, a.y, 0.0, 0.0, 0.0, 1.0)";
        Mat3 from_mat2(a: Mat2 "mat2x2<f32>") -> Mat3 "mat3x3<f32>"
            = "mat3x3<f32>(vec3<f32>(a[0], 0.0), vec3<f32>(a[1], 0.0), vec3<f32>(0.0, 0.0, 1.0))";
        Mat2 from_mat3(a: Mat3 "mat3x3<f32>") -> Mat2 "mat2x2<f32>" = "mat2x2<f32>(a[0].xy, a[1].xy)";
        Mat3 transform_point2(a: Mat3 "mat3x3<f32>", b: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>"
            = "(a * vec3<f32>(b, 1.0)).xy";
        Mat3 transform_vector2(a: Mat3 "mat3x3<f32>", b: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>"
            = "(a * vec3<f32>(b, 0.0)).xy";
        Mat3 from_rotation_x(a: f32 "f32") -> Mat3 "mat3x3<f32>"
            => "let s = sin(a); let c = cos(a); return mat3x3<f32>(1.0, 0.0, 0.0, 0.0, c, s, 0.0, -s, c);";
        Mat3 from_rotation_y(a: f32 "f32") -> Mat3 "mat3x3<f32>"
            => "let s = sin(a); let c = cos(a); return mat3x3<f32>(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);";
        Mat3 from_rotation_z(a: f32 "f32") -> Mat3 "mat3x3<f32>"
            => "let s = sin(a); let c = cos(a); return mat3x3<f32>(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0);";
        Mat4 from_rotation_x(a: f32 "f32") -> Mat4 "mat4x4<f32>" => concat!(
            "let s = sin(a); let c = cos(a); ",
            "return mat4x4<f32>(1.0, 0.0, 0.0, 0.0, 0.0, c, s, 0.0, 0.0, -s, c, 0.0, 0.0, 0.0, 0.0, 1.0);"
        );
        Mat4 from_rotation_y(a: f32 "f32") -> Mat4 "mat4x4<f32>" => concat!(
            "let s = sin(a); let c = cos(a); ",
            "return mat4x4<f32>(c, 0.0, -s, 0.0, 0.0, 1.0, 0.0, 0.0, s, 0.0, c, 0.0, 0.0, 0.0, 0.0, 1.0);"
        );
        Mat4 from_rotation_z(a: f32 "f32") -> Mat4 "mat4x4<f32>" => concat!(
            "let s = sin(a); let c = cos(a); ",
            "return mat4x4<f32>(c, s, 0.0, 0.0, -s, c, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);"
        );
        Mat4 from_mat3(a: Mat3 "mat3x3<f32>") -> Mat4 "mat4x4<f32>" = concat!(
            "mat4x4<f32>(vec4<f32>(a[0], 0.0), vec4<f32>(a[1], 0.0), vec4<f32>(a[2], 0.0), vec4<f32>(0.0, 0.0, 0.0, 1.0))"
        );
        Mat4 from_translation(a: Vec3 "vec3<f32>") -> Mat4 "mat4x4<f32>"
                = "mat4x4<f32>(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, a.x, a.y, a.z, 1.0)";
            Mat4 from_scale(a: Vec3 "vec3<f32>") -> Mat4 "mat4x4<f32>"
                = "mat4x4<f32>(a.x, 0.0, 0.0, 0.0, 0.0, a.y, 0.0, 0.0, 0.0, 0.0, a.z, 0.0, 0.0, 0.0, 0.0, 1.0)";
            Mat4 transform_point3(a: Mat4 "mat4x4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>" = "(a * vec4<f32>(b, 1.0)).xyz";
            Mat4 transform_vector3(a: Mat4 "mat4x4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>" = "(a * vec4<f32>(b, 0.0)).xyz";
            Mat4 project_point3(a: Mat4 "mat4x4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>"
                => "let p = a * vec4<f32>(b, 1.0); return p.xyz / p.w;";
        }
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}
