//! Numbers of less than 32 bits: elements of what is only read. A device has them four or two in a word.

use amp_shader::{Scalar, TypeInfo};
use half::f16;

use super::{Element, Plain};

macro_rules! small {
    ($($ty:ident $scalar:ident;)*) => {$(
        impl Element for $ty {
            const STORED: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
            const PROOF: Plain<Self> = Plain::small();
        }
    )*};
}

small! {
    u8 U8;
    i8 I8;
    u16 U16;
    i16 I16;
    f16 F16;
}
