//! Rotations and affine transformations: glam's `Quat`, `Affine2` and `Affine3A`. In a shader, a `Quat` is a vector, and
//! the other two are matrices, with a last row that applies to the homogeneous coordinate.

use glam::{Affine2, Affine3A, Mat3, Mat4, Quat, Vec2, Vec3};

use super::Function;
use crate::abi::link::DeviceOperator;

/// WGSL that declares the columns `u`, `v` and `w` of the rotation matrix of a quaternion.
macro_rules! columns_of {
    ($quaternion:literal) => {
        concat!(
            "let q = ",
            $quaternion,
            "; let d = q + q; let xx = q.x * d.x; let xy = q.x * d.y; let xz = q.x * d.z; let yy = q.y * d.y; ",
            "let yz = q.y * d.z; let zz = q.z * d.z; let wx = q.w * d.x; let wy = q.w * d.y; let wz = q.w * d.z; ",
            "let u = vec3<f32>(1.0 - (yy + zz), xy + wz, xz - wy); ",
            "let v = vec3<f32>(xy - wz, 1.0 - (xx + zz), yz + wx); ",
            "let w = vec3<f32>(xz + wy, yz - wx, 1.0 - (xx + yy)); ",
        )
    };
}

macro_rules! all {
    ($then:tt) => {
        functions! { $then
            Quat from_xyzw(a: f32 "f32", b: f32 "f32", c: f32 "f32", d: f32 "f32") -> Quat "vec4<f32>"
                = "vec4<f32>(a, b, c, d)";
            Quat from_vec4(a: Vec4 "vec4<f32>") -> Quat "vec4<f32>"
                = "a";
            Quat from_rotation_x(a: f32 "f32") -> Quat "vec4<f32>"
                = "vec4<f32>(sin(a * 0.5), 0.0, 0.0, cos(a * 0.5))";
            Quat from_rotation_y(a: f32 "f32") -> Quat "vec4<f32>"
                = "vec4<f32>(0.0, sin(a * 0.5), 0.0, cos(a * 0.5))";
            Quat from_rotation_z(a: f32 "f32") -> Quat "vec4<f32>"
                = "vec4<f32>(0.0, 0.0, sin(a * 0.5), cos(a * 0.5))";
            Quat from_axis_angle(a: Vec3 "vec3<f32>", b: f32 "f32") -> Quat "vec4<f32>"
                = "vec4<f32>(a * sin(b * 0.5), cos(b * 0.5))";
            Quat from_scaled_axis(a: Vec3 "vec3<f32>") -> Quat "vec4<f32>"
                => concat!(
                "let l = length(a); if (l == 0.0) { return vec4<f32>(0.0, 0.0, 0.0, 1.0); } return ",
                "vec4<f32>(a / l * sin(l * 0.5), cos(l * 0.5));",
            );
            Quat from_mat3(a: Mat3 "mat3x3<f32>") -> Quat "vec4<f32>"
                => concat!(
                "if (a[2].z <= 0.0) { let d = a[1].y - a[0].x; let o = 1.0 - a[2].z; if (d <= 0.0) { let f = ",
                "o - d; let i = 0.5 / sqrt(f); return vec4<f32>(f, a[0].y + a[1].x, a[0].z + a[2].x, a[1].z -",
                " a[2].y) * i; } let f = o + d; let i = 0.5 / sqrt(f); return vec4<f32>(a[0].y + a[1].x, f, ",
                "a[1].z + a[2].y, a[2].x - a[0].z) * i; } let d = a[1].y + a[0].x; let o = 1.0 + a[2].z; if ",
                "(d <= 0.0) { let f = o - d; let i = 0.5 / sqrt(f); return vec4<f32>(a[0].z + a[2].x, a[1].z ",
                "+ a[2].y, f, a[0].y - a[1].x) * i; } let f = o + d; let i = 0.5 / sqrt(f); return ",
                "vec4<f32>(a[1].z - a[2].y, a[2].x - a[0].z, a[0].y - a[1].x, f) * i;",
            );
            Quat conjugate(a: Quat "vec4<f32>") -> Quat "vec4<f32>"
                = "vec4<f32>(-a.xyz, a.w)";
            Quat inverse(a: Quat "vec4<f32>") -> Quat "vec4<f32>"
                = "vec4<f32>(-a.xyz, a.w)";
            Quat dot(a: Quat "vec4<f32>", b: Quat "vec4<f32>") -> f32 "f32"
                = "dot(a, b)";
            Quat length(a: Quat "vec4<f32>") -> f32 "f32"
                = "sqrt(dot(a, a))";
            Quat length_squared(a: Quat "vec4<f32>") -> f32 "f32"
                = "dot(a, a)";
            Quat length_recip(a: Quat "vec4<f32>") -> f32 "f32"
                = "1.0 / sqrt(dot(a, a))";
            Quat normalize(a: Quat "vec4<f32>") -> Quat "vec4<f32>"
                = "a * (1.0 / sqrt(dot(a, a)))";
            Quat is_normalized(a: Quat "vec4<f32>") -> bool "bool"
                = "abs(dot(a, a) - 1.0) <= 2e-4";
            Quat xyz(a: Quat "vec4<f32>") -> Vec3 "vec3<f32>"
                = "a.xyz";
            Quat lerp(a: Quat "vec4<f32>", b: Quat "vec4<f32>", c: f32 "f32") -> Quat "vec4<f32>"
                => concat!(
                "let d = a + (b * select(-1.0, 1.0, dot(a, b) >= 0.0) - a) * c; return d * (1.0 / sqrt(dot(d,",
                " d)));",
            );
            Quat slerp(a: Quat "vec4<f32>", b: Quat "vec4<f32>", c: f32 "f32") -> Quat "vec4<f32>"
                => concat!(
                "let p = dot(a, b); let e = select(b, -b, p < 0.0); let d = abs(p); if (d > 0.99999988) { let",
                " l = a * (1.0 - c) + e * c; return l * (1.0 / sqrt(dot(l, l))); } let t = ",
                "((((((-0.0012624911 * d + 0.00667009) * d - 0.017088126) * d + 0.03089188) * d - ",
                "0.050174303) * d + 0.08897899) * d - 0.2145988) * d + 1.5707963; let r = t * sqrt(max(1.0 - ",
                "d, 0.0)); return (a * sin(r * (1.0 - c)) + e * sin(r * c)) * (1.0 / sin(r));",
            );
            Quat mul_vec3(a: Quat "vec4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>"
                = concat!(
                "b * (a.w * a.w - dot(a.xyz, a.xyz)) + a.xyz * (dot(b, a.xyz) * 2.0) + cross(a.xyz, b) * (a.w",
                " * 2.0)",
            );
            Quat mul_quat(a: Quat "vec4<f32>", b: Quat "vec4<f32>") -> Quat "vec4<f32>"
                = concat!(
                "vec4<f32>(a.w * b.xyz + a.xyz * b.w + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz))",
            );
            Mat3 from_quat(a: Quat "vec4<f32>") -> Mat3 "mat3x3<f32>"
                => concat!(
                columns_of!("a"),
                "return mat3x3<f32>(u, v, w);",
            );
            Mat4 from_quat(a: Quat "vec4<f32>") -> Mat4 "mat4x4<f32>"
                => concat!(
                columns_of!("a"),
                "return mat4x4<f32>(vec4<f32>(u, 0.0), vec4<f32>(v, 0.0), vec4<f32>(w, 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Mat4 from_rotation_translation(a: Quat "vec4<f32>", b: Vec3 "vec3<f32>") -> Mat4 "mat4x4<f32>"
                => concat!(
                columns_of!("a"),
                "return mat4x4<f32>(vec4<f32>(u, 0.0), vec4<f32>(v, 0.0), vec4<f32>(w, 0.0), vec4<f32>(b, ",
                "1.0));",
            );
            Mat4 from_scale_rotation_translation(a: Vec3 "vec3<f32>", b: Quat "vec4<f32>", c: Vec3 "vec3<f32>") -> Mat4 "mat4x4<f32>"
                => concat!(
                columns_of!("b"),
                "return mat4x4<f32>(vec4<f32>(u * a.x, 0.0), vec4<f32>(v * a.y, 0.0), vec4<f32>(w * a.z, ",
                "0.0), vec4<f32>(c, 1.0));",
            );
            Affine2 from_angle(a: f32 "f32") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(cos(a), sin(a), 0.0, -sin(a), cos(a), 0.0, 0.0, 0.0, 1.0)";
            Affine2 from_scale(a: Vec2 "vec2<f32>") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(a.x, 0.0, 0.0, 0.0, a.y, 0.0, 0.0, 0.0, 1.0)";
            Affine2 from_translation(a: Vec2 "vec2<f32>") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, a.x, a.y, 1.0)";
            Affine2 from_angle_translation(a: f32 "f32", b: Vec2 "vec2<f32>") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(cos(a), sin(a), 0.0, -sin(a), cos(a), 0.0, b.x, b.y, 1.0)";
            Affine2 from_scale_angle_translation(a: Vec2 "vec2<f32>", b: f32 "f32", c: Vec2 "vec2<f32>") -> Affine2 "mat3x3<f32>"
                => concat!(
                "let s = sin(b); let k = cos(b); return mat3x3<f32>(k * a.x, s * a.x, 0.0, -s * a.y, k * a.y,",
                " 0.0, c.x, c.y, 1.0);",
            );
            Affine2 from_mat2(a: Mat2 "mat2x2<f32>") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(a[0].x, a[0].y, 0.0, a[1].x, a[1].y, 0.0, 0.0, 0.0, 1.0)";
            Affine2 from_mat2_translation(a: Mat2 "mat2x2<f32>", b: Vec2 "vec2<f32>") -> Affine2 "mat3x3<f32>"
                = "mat3x3<f32>(a[0].x, a[0].y, 0.0, a[1].x, a[1].y, 0.0, b.x, b.y, 1.0)";
            Affine2 transform_point2(a: Affine2 "mat3x3<f32>", b: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>"
                = "a[0].xy * b.x + a[1].xy * b.y + a[2].xy";
            Affine2 transform_vector2(a: Affine2 "mat3x3<f32>", b: Vec2 "vec2<f32>") -> Vec2 "vec2<f32>"
                = "a[0].xy * b.x + a[1].xy * b.y";
            Affine2 inverse(a: Affine2 "mat3x3<f32>") -> Affine2 "mat3x3<f32>"
                => concat!(
                "let k = 1.0 / (a[0].x * a[1].y - a[0].y * a[1].x); let u = vec2<f32>(a[1].y, -a[0].y) * k; ",
                "let v = vec2<f32>(-a[1].x, a[0].x) * k; return mat3x3<f32>(vec3<f32>(u, 0.0), vec3<f32>(v, ",
                "0.0), vec3<f32>(-(u * a[2].x + v * a[2].y), 1.0));",
            );
            Affine3A from_quat(a: Quat "vec4<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                columns_of!("a"),
                "return mat4x4<f32>(vec4<f32>(u, 0.0), vec4<f32>(v, 0.0), vec4<f32>(w, 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_axis_angle(a: Vec3 "vec3<f32>", b: f32 "f32") -> Affine3A "mat4x4<f32>"
                => concat!(
                "let s = sin(b); let k = cos(b); let p = a * s; let q = a * a; let o = 1.0 - k; let xy = a.x ",
                "* a.y * o; let xz = a.x * a.z * o; let yz = a.y * a.z * o; return ",
                "mat4x4<f32>(vec4<f32>(vec3<f32>(q.x * o + k, xy + p.z, xz - p.y), 0.0), ",
                "vec4<f32>(vec3<f32>(xy - p.z, q.y * o + k, yz + p.x), 0.0), vec4<f32>(vec3<f32>(xz + p.y, yz",
                " - p.x, q.z * o + k), 0.0), vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_rotation_x(a: f32 "f32") -> Affine3A "mat4x4<f32>"
                => concat!(
                "let s = sin(a); let c = cos(a); return mat4x4<f32>(vec4<f32>(vec3<f32>(1.0, 0.0, 0.0), 0.0),",
                " vec4<f32>(vec3<f32>(0.0, c, s), 0.0), vec4<f32>(vec3<f32>(0.0, -s, c), 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_rotation_y(a: f32 "f32") -> Affine3A "mat4x4<f32>"
                => concat!(
                "let s = sin(a); let c = cos(a); return mat4x4<f32>(vec4<f32>(vec3<f32>(c, 0.0, -s), 0.0), ",
                "vec4<f32>(vec3<f32>(0.0, 1.0, 0.0), 0.0), vec4<f32>(vec3<f32>(s, 0.0, c), 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_rotation_z(a: f32 "f32") -> Affine3A "mat4x4<f32>"
                => concat!(
                "let s = sin(a); let c = cos(a); return mat4x4<f32>(vec4<f32>(vec3<f32>(c, s, 0.0), 0.0), ",
                "vec4<f32>(vec3<f32>(-s, c, 0.0), 0.0), vec4<f32>(vec3<f32>(0.0, 0.0, 1.0), 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_scale(a: Vec3 "vec3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                "return mat4x4<f32>(vec4<f32>(vec3<f32>(a.x, 0.0, 0.0), 0.0), vec4<f32>(vec3<f32>(0.0, a.y, ",
                "0.0), 0.0), vec4<f32>(vec3<f32>(0.0, 0.0, a.z), 0.0), vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_translation(a: Vec3 "vec3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                "return mat4x4<f32>(vec4<f32>(vec3<f32>(1.0, 0.0, 0.0), 0.0), vec4<f32>(vec3<f32>(0.0, 1.0, ",
                "0.0), 0.0), vec4<f32>(vec3<f32>(0.0, 0.0, 1.0), 0.0), vec4<f32>(a, 1.0));",
            );
            Affine3A from_mat3(a: Mat3 "mat3x3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                "return mat4x4<f32>(vec4<f32>(a[0], 0.0), vec4<f32>(a[1], 0.0), vec4<f32>(a[2], 0.0), ",
                "vec4<f32>(vec3<f32>(0.0), 1.0));",
            );
            Affine3A from_mat3_translation(a: Mat3 "mat3x3<f32>", b: Vec3 "vec3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                "return mat4x4<f32>(vec4<f32>(a[0], 0.0), vec4<f32>(a[1], 0.0), vec4<f32>(a[2], 0.0), ",
                "vec4<f32>(b, 1.0));",
            );
            Affine3A from_rotation_translation(a: Quat "vec4<f32>", b: Vec3 "vec3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                columns_of!("a"),
                "return mat4x4<f32>(vec4<f32>(u, 0.0), vec4<f32>(v, 0.0), vec4<f32>(w, 0.0), vec4<f32>(b, ",
                "1.0));",
            );
            Affine3A from_scale_rotation_translation(a: Vec3 "vec3<f32>", b: Quat "vec4<f32>", c: Vec3 "vec3<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                columns_of!("b"),
                "return mat4x4<f32>(vec4<f32>(u * a.x, 0.0), vec4<f32>(v * a.y, 0.0), vec4<f32>(w * a.z, ",
                "0.0), vec4<f32>(c, 1.0));",
            );
            Affine3A transform_point3(a: Affine3A "mat4x4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>"
                = "a[0].xyz * b.x + a[1].xyz * b.y + a[2].xyz * b.z + a[3].xyz";
            Affine3A transform_vector3(a: Affine3A "mat4x4<f32>", b: Vec3 "vec3<f32>") -> Vec3 "vec3<f32>"
                = "a[0].xyz * b.x + a[1].xyz * b.y + a[2].xyz * b.z";
            Affine3A inverse(a: Affine3A "mat4x4<f32>") -> Affine3A "mat4x4<f32>"
                => concat!(
                "let p = cross(a[1].xyz, a[2].xyz); let q = cross(a[2].xyz, a[0].xyz); let r = ",
                "cross(a[0].xyz, a[1].xyz); let k = 1.0 / dot(a[2].xyz, r); let m = transpose(mat3x3<f32>(p *",
                " k, q * k, r * k)); return mat4x4<f32>(vec4<f32>(m[0], 0.0), vec4<f32>(m[1], 0.0), ",
                "vec4<f32>(m[2], 0.0), vec4<f32>(-(m * a[3].xyz), 1.0));",
            );
        }
    };
}

all!([implement]);

/// Adds the functions of this file to the list `all`.
pub(super) fn list(all: &mut Vec<Function>) {
    all!([list all]);
}

/// Implements operators. The operands are `a` and `b`.
macro_rules! operators {
    ($($method:ident $lhs:ident $left:literal $rhs:ident $right:literal -> $result:literal = $text:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceOperator<{ crate::types::field_hash(stringify!($method)) }, $rhs> for $lhs {
            const ITEM: Option<&'static amp_shader::Item> = Some(&amp_shader::Item {
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
                name: concat!(stringify!($lhs), "_", stringify!($method)),
                body: &[amp_shader::Piece::Text(concat!(
                    "(a: ", $left, ", b: ", $right, ") -> ", $result, " { return ", $text, "; }\n"
                ))],
            });
        }
    )*};
}

operators! {
    mul Quat "vec4<f32>" Quat "vec4<f32>" -> "vec4<f32>"
        = "vec4<f32>(a.w * b.xyz + a.xyz * b.w + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz))";
    mul Quat "vec4<f32>" Vec3 "vec3<f32>" -> "vec3<f32>"
        = "b * (a.w * a.w - dot(a.xyz, a.xyz)) + a.xyz * (dot(b, a.xyz) * 2.0) + cross(a.xyz, b) * (a.w * 2.0)";
    mul Quat "vec4<f32>" f32 "f32" -> "vec4<f32>"
        = "a * b";
    div Quat "vec4<f32>" f32 "f32" -> "vec4<f32>"
        = "a / b";
    add Quat "vec4<f32>" Quat "vec4<f32>" -> "vec4<f32>"
        = "a + b";
    sub Quat "vec4<f32>" Quat "vec4<f32>" -> "vec4<f32>"
        = "a - b";
    eq Quat "vec4<f32>" Quat "vec4<f32>" -> "bool"
        = "all(a == b)";
    mul Affine2 "mat3x3<f32>" Affine2 "mat3x3<f32>" -> "mat3x3<f32>"
        = "a * b";
    eq Affine2 "mat3x3<f32>" Affine2 "mat3x3<f32>" -> "bool"
        = "all(a[0] == b[0]) && all(a[1] == b[1]) && all(a[2] == b[2])";
    mul Affine3A "mat4x4<f32>" Affine3A "mat4x4<f32>" -> "mat4x4<f32>"
        = "a * b";
    eq Affine3A "mat4x4<f32>" Affine3A "mat4x4<f32>" -> "bool"
        = "all(a[0] == b[0]) && all(a[1] == b[1]) && all(a[2] == b[2]) && all(a[3] == b[3])";
}

#[diagnostic::do_not_recommend]
impl DeviceOperator<{ crate::types::field_hash("neg") }, ()> for Quat {
    const ITEM: Option<&'static amp_shader::Item> = Some(&amp_shader::Item {
        mutates_receiver: false,
        entries: &[],
        required_uniform: 0,
        name: "Quat_neg",
        body: &[amp_shader::Piece::Text("(a: vec4<f32>) -> vec4<f32> { return -a; }\n")],
    });
}
