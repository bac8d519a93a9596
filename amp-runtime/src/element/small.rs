//! Numbers of less than 32 bits: elements of what is only read. A device has them four or two in a word.

use ::half::f16;
use amp_shader::{Scalar, TypeInfo};

use super::{Element, Plain};
use crate::device::Builtin;

macro_rules! small {
    ($($ty:ident $scalar:ident;)*) => {$(
        impl Element for $ty {
            type Read = Self;
            const STORED: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
            const PROOF: Plain<Self> = Plain::small();
        }

        // Who computes with them hears that a kernel cannot hold them, and nothing of their operators.
        impl Builtin for $ty {}
    )*};
}

small! {
    u8 U8;
    i8 I8;
    u16 U16;
    i16 I16;
    f16 F16;
}
