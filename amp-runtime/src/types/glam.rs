//! glam's vectors and matrices as values and plain data.

use amp_shader::{Scalar, TypeInfo};
use glam::{
    Affine2, Affine3A, BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, Quat, UVec2,
    UVec3, UVec4, Vec2, Vec3, Vec4,
};

use super::{
    Builtin, BuiltinType, Field, GpuType, HostData, Plain, ProjectionsOf, ScalarReader, ScalarWriter,
    ShaderType, Value, field_hash,
};
use crate::launch::capture::ValueCapture;

const X: u64 = field_hash("x");
const Y: u64 = field_hash("y");
const Z: u64 = field_hash("z");
const W: u64 = field_hash("w");
const X_AXIS: u64 = field_hash("x_axis");
const Y_AXIS: u64 = field_hash("y_axis");
const Z_AXIS: u64 = field_hash("z_axis");
const W_AXIS: u64 = field_hash("w_axis");

macro_rules! vector {
    ($($ty:ident $element:ident $scalar:ident $lanes:literal $zero:expr, $($field:ident $hash:ident)*;)*) => {$(
        impl ShaderType for $ty {
            type Projections = ProjectionsOf<Self, $element, $element>;
            const INFO: &'static TypeInfo = &TypeInfo::Vector(Scalar::$scalar, $lanes);
        }

        impl Value for $ty {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $zero;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                $(self.$field.amp_write(to);)*
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                let [$($field),*] = <[$element; $lanes]>::amp_read(from);
                <$ty>::new($($field),*)
            }
        }

        impl Builtin for $ty {}
        impl BuiltinType for $ty {}

        $(impl Field<$hash> for $ty {
            type Type = $element;
        })*
    )*};
}

vector! {
    Vec2 f32 F32 2 Vec2::ZERO, x X y Y;
    Vec3 f32 F32 3 Vec3::ZERO, x X y Y z Z;
    Vec4 f32 F32 4 Vec4::ZERO, x X y Y z Z w W;
    IVec2 i32 I32 2 IVec2::ZERO, x X y Y;
    IVec3 i32 I32 3 IVec3::ZERO, x X y Y z Z;
    IVec4 i32 I32 4 IVec4::ZERO, x X y Y z Z w W;
    UVec2 u32 U32 2 UVec2::ZERO, x X y Y;
    UVec3 u32 U32 3 UVec3::ZERO, x X y Y z Z;
    UVec4 u32 U32 4 UVec4::ZERO, x X y Y z Z w W;
    BVec2 bool Bool 2 BVec2::FALSE, x X y Y;
    BVec3 bool Bool 3 BVec3::FALSE, x X y Y z Z;
    BVec4 bool Bool 4 BVec4::FALSE, x X y Y z Z w W;
}

/// The result of comparing two `Vec4`s. On the host, glam has a separate type for this result. In kernels, it
/// is a `BVec4`.
impl ShaderType for BVec4A {
    type Projections = ProjectionsOf<Self, bool, bool>;
    const INFO: &'static TypeInfo = &TypeInfo::Vector(Scalar::Bool, 4);
}

impl Value for BVec4A {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = BVec4A::FALSE;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        (0..4).for_each(|lane| self.test(lane).amp_write(to));
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        let [x, y, z, w] = <[bool; 4]>::amp_read(from);
        BVec4A::new(x, y, z, w)
    }
}

impl Builtin for BVec4A {}
impl BuiltinType for BVec4A {}

macro_rules! matrix {
    ($($ty:ident $size:literal $column:ident $($axis:ident)*;)*) => {$(
        $(impl Field<$axis> for $ty {
            type Type = $column;
        })*

        impl ShaderType for $ty {
            type Projections = ProjectionsOf<Self, f32>;
            const INFO: &'static TypeInfo = &TypeInfo::Matrix($size);
        }

        impl Value for $ty {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $ty::ZERO;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                self.to_cols_array().amp_write(to);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                $ty::from_cols_array(&Value::amp_read(from))
            }
        }

        impl Builtin for $ty {}
        impl BuiltinType for $ty {}
    )*};
}

matrix! {
    Mat2 2 Vec2 X_AXIS Y_AXIS;
    Mat3 3 Vec3 X_AXIS Y_AXIS Z_AXIS;
    Mat4 4 Vec4 X_AXIS Y_AXIS Z_AXIS W_AXIS;
}

macro_rules! alike {
    ($($ty:ident $info:expr, $zero:expr, |$value:ident| $scalars:expr, |$array:ident| $back:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ShaderType for $ty {
            type Projections = ProjectionsOf<Self, f32>;
            const INFO: &'static TypeInfo = &$info;
        }

        #[diagnostic::do_not_recommend]
        impl Value for $ty {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $zero;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                let $value = *self;
                $scalars.amp_write(to);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                let $array = Value::amp_read(from);
                $back
            }
        }
    )*};
}

// In a shader, these types are a vector and matrices. Their operators are those of `glam_functions::transforms`.
alike! {
    Quat TypeInfo::Vector(Scalar::F32, 4), Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |value| value.to_array(), |array| Quat::from_array(array);
    Affine2 TypeInfo::Matrix(3), Affine2::ZERO, |value| Mat3::from(value).to_cols_array(),
        |array| Affine2::from_mat3(Mat3::from_cols_array(&array));
    Affine3A TypeInfo::Matrix(4), Affine3A::ZERO, |value| Mat4::from(value).to_cols_array(),
        |array| Affine3A::from_mat4(Mat4::from_cols_array(&array));
}

macro_rules! parts_of_quat {
    ($($field:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Field<$field> for Quat {
            type Type = f32;
        }
    )*};
}

parts_of_quat! { X Y Z W }

macro_rules! plain {
    ($($ty:ident)*) => {$(
        impl HostData for $ty {
            type Data = Self;
        }

        impl GpuType for $ty {
            type InMemory = Self;
            const PLAIN: Plain<Self> = {
                // The type has no padding lane: this list omits glam's padded types, such as `Vec3A`.
                assert!(size_of::<$ty>() == <$ty as ShaderType>::INFO.words() * 4);
                Plain::scalar()
            };
        }
    )*};
}

plain!(Vec2 Vec3 Vec4 IVec2 IVec3 IVec4 UVec2 UVec3 UVec4 Mat2 Mat3 Mat4);
