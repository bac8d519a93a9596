//! `f16` as a value: kernels compute with it in half precision, on devices that support it.
//!
//! The type comes from the crate `half`, because `std`'s `f16` is not stable, and wgpu and naga depend on
//! `half` anyway. If amp defined another type, users of `half` would have to convert.

use ::half::f16;
use amp_shader::{Scalar, TypeInfo};

use super::{
    Builtin, GpuType, HostData, Plain, ProjectionsOf, ScalarReader, ScalarWriter, ShaderType, Value,
};
use crate::launch::capture::ValueCapture;

impl ShaderType for f16 {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::F16);
}

impl Value for f16 {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = f16::ZERO;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        to.put(*self);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        from.take()
    }
}

impl HostData for f16 {
    type Data = Self;
}

impl GpuType for f16 {
    type InMemory = Self;
    const PLAIN: Plain<Self> = Plain::scalar();
}

impl Builtin for f16 {}
