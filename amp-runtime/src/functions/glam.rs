//! The crate glam, in the version that kernels support, with constructor functions that kernels can call.
//!
//! `vec2`, `mat3` and similar functions are device functions in this module. Everything else is re-exported
//! from glam.
//!
//! ```
//! use amp::glam::{Vec3, vec3};
//! use amp::prelude::*;
//!
//! let mut y = ArrayViewMut::<Vec3>::without_source([8])?;
//! parallel_for_each(8, amp!(|i: Index<1>| {
//!     y[i] = vec3(i[0] as f32, 1.0, 0.0) * 2.0;
//! }))?;
//! assert_eq!(y.read()?[3], vec3(6.0, 2.0, 0.0));
//! # Ok::<(), amp::Error>(())
//! ```

#[doc(no_inline)]
pub use ::glam::*;

use amp_macros::device;

macro_rules! constructors {
    ($($name:ident($($part:ident: $of:ty),+) -> $ty:ident::$new:ident, $example:literal;)+) => {$(
        #[doc = concat!("Makes a [`", stringify!($ty), "`] from its components.")]
        ///
        /// ```
        #[doc = concat!("use amp::glam::*;\n\n", $example)]
        /// ```
        #[device]
        #[inline(always)]
        #[must_use]
        pub const fn $name($($part: $of),+) -> $ty {
            $ty::$new($($part),+)
        }
    )+};
}

constructors! {
    vec2(x: f32, y: f32) -> Vec2::new, "assert_eq!(vec2(1.0, 2.0), Vec2::new(1.0, 2.0));";
    vec3(x: f32, y: f32, z: f32) -> Vec3::new, "assert_eq!(vec3(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 3.0));";
    vec4(x: f32, y: f32, z: f32, w: f32) -> Vec4::new, "assert_eq!(vec4(1.0, 1.0, 1.0, 1.0), Vec4::ONE);";
    ivec2(x: i32, y: i32) -> IVec2::new, "assert_eq!(ivec2(1, -2), IVec2::new(1, -2));";
    ivec3(x: i32, y: i32, z: i32) -> IVec3::new, "assert_eq!(ivec3(1, -2, 3), IVec3::new(1, -2, 3));";
    ivec4(x: i32, y: i32, z: i32, w: i32) -> IVec4::new, "assert_eq!(ivec4(-1, -1, -1, -1), IVec4::NEG_ONE);";
    uvec2(x: u32, y: u32) -> UVec2::new, "assert_eq!(uvec2(1, 2), UVec2::new(1, 2));";
    uvec3(x: u32, y: u32, z: u32) -> UVec3::new, "assert_eq!(uvec3(1, 2, 3), UVec3::new(1, 2, 3));";
    uvec4(x: u32, y: u32, z: u32, w: u32) -> UVec4::new, "assert_eq!(uvec4(1, 1, 1, 1), UVec4::ONE);";
    bvec2(x: bool, y: bool) -> BVec2::new, "assert!(bvec2(false, true).any());";
    bvec3(x: bool, y: bool, z: bool) -> BVec3::new, "assert!(!bvec3(false, true, true).all());";
    bvec4(x: bool, y: bool, z: bool, w: bool) -> BVec4::new, "assert!(bvec4(true, true, true, true).all());";
    mat2(x_axis: Vec2, y_axis: Vec2) -> Mat2::from_cols, "assert_eq!(mat2(Vec2::X, Vec2::Y), Mat2::IDENTITY);";
    mat3(x_axis: Vec3, y_axis: Vec3, z_axis: Vec3) -> Mat3::from_cols,
        "assert_eq!(mat3(Vec3::X, Vec3::Y, Vec3::Z), Mat3::IDENTITY);";
    mat4(x_axis: Vec4, y_axis: Vec4, z_axis: Vec4, w_axis: Vec4) -> Mat4::from_cols,
        "assert_eq!(mat4(Vec4::X, Vec4::Y, Vec4::Z, Vec4::W), Mat4::IDENTITY);";
}
