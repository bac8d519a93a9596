//! Sub-word scalars: elements of less than 32 bits in arrays and read views. A device packs two or four of
//! them in a word.

use ::half::f16;
use amp_shader::{Scalar, TypeInfo};

use super::{Builtin, BuiltinType, Element, Plain};

macro_rules! sub_word_elements {
    ($($ty:ident $scalar:ident;)*) => {$(
        impl Element for $ty {
            type Read = Self;
            const STORED: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
            const PROOF: Plain<Self> = Plain::sub_word();
        }

        // A kernel that computes with the small integers gives one error: they are not values. Without this
        // impl, rustc would also report each operator.
        impl Builtin for $ty {}
        impl BuiltinType for $ty {}
    )*};
}

sub_word_elements! {
    u8 U8;
    i8 I8;
    u16 U16;
    i16 I16;
    f16 F16;
}
