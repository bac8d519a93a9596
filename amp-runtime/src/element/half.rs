//! `f16` as a value: kernels compute with it in half precision, on devices that support it.
//!
//! The type is that of the crate `half`: `std`'s `f16` is not stable, wgpu and naga depend on `half` anyway, and
//! a type of our own would have to be converted wherever users have theirs.

use ::half::f16;
use amp_shader::{Item, Piece, Scalar, TypeInfo};

use super::{ProjectionsOf, ShaderType, Value, field_hash};
use crate::capture::ValueCapture;
use crate::device::DeviceMethod;

impl ShaderType for f16 {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::F16);
}

impl Value for f16 {
    type Captured = ValueCapture<Self>;
    const ZERO: Self = f16::ZERO;

    fn words(&self, out: &mut Vec<u32>) {
        out.push(self.to_bits().into());
    }
}

/// Methods for receivers that only rustc knows to be an `f16`.
macro_rules! conversions {
    ($($name:ident $to:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl DeviceMethod<{ field_hash(stringify!($name)) }, (f16,)> for f16 {
            type Output = $to;
            const ITEM: &'static Item = &Item {
                name: concat!("<f16>::", stringify!($name)),
                body: &[
                    Piece::Text("(a: "),
                    Piece::Type(<f16 as ShaderType>::INFO),
                    Piece::Text(") -> "),
                    Piece::Type(<$to as ShaderType>::INFO),
                    Piece::Text(concat!(" { return ", stringify!($to), "(a); }\n")),
                ],
                mutates_receiver: false,
                required_uniform: 0,
            };
        }
    )*};
}

conversions! {
    to_f32 f32;
    to_f64 f64;
}
