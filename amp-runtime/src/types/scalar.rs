//! Scalars as types that kernels support: as values of variables, and as elements of views.
//!
//! `usize` and `isize` cannot be elements, because their layout on a device differs from the host's.

use amp_shader::{Scalar, TypeInfo};

use super::{
    Builtin, BuiltinType, GpuType, HostData, Integer, Plain, ProjectionsOf, ScalarReader, ScalarWriter,
    ShaderType, Value,
};
use crate::launch::capture::ValueCapture;

macro_rules! scalar {
    ($($ty:ident $scalar:ident $zero:literal)*) => {$(
        impl ShaderType for $ty {
            type Projections = ProjectionsOf<Self>;
            const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
        }

        impl Value for $ty {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $zero;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                to.put(*self);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                from.take()
            }
        }

        impl Builtin for $ty {}
        impl BuiltinType for $ty {}
    )*};
}

scalar! {
    f32 F32 0.0
    u32 U32 0
    i32 I32 0
    f64 F64 0.0
    u64 U64 0
    i64 I64 0
    usize Usize 0
    isize Isize 0
    u8 U8 0
    i8 I8 0
    u16 U16 0
    i16 I16 0
}

impl ShaderType for bool {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::Bool);
}

impl Value for bool {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = false;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        to.put(u8::from(*self));
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        from.take::<u8>() != 0
    }
}

impl Builtin for bool {}
impl BuiltinType for bool {}

macro_rules! integers {
    ($($signed:ident $unsigned:ident;)*) => {$(
        integers!(@ $signed $signed $unsigned);
        integers!(@ $unsigned $signed $unsigned);
    )*};
    (@ $ty:ident $signed:ident $unsigned:ident) => {
        impl Integer for $ty {
            type Signed = $signed;
            type Unsigned = $unsigned;
        }
    };
}

integers! {
    i32 u32;
    i64 u64;
    isize usize;
    i8 u8;
    i16 u16;
}

macro_rules! plain {
    ($($ty:ident $plain:ident)*) => {$(
        impl HostData for $ty {
            type Data = Self;
        }

        impl GpuType for $ty {
            type InMemory = Self;
            const PLAIN: Plain<Self> = Plain::$plain();
        }
    )*};
}

plain! {
    f32 scalar
    f64 scalar
    i32 scalar
    u32 scalar
    i64 scalar
    u64 scalar
    u8 scalar
    i8 scalar
    u16 scalar
    i16 scalar
    bool boolean
}
