//! Scalars as types that kernels support: as values of variables, and as elements of views.
//!
//! `usize` and `isize` cannot be elements, because their layout on a device differs from the host's.

use amp_shader::{Scalar, TypeInfo};

use super::{Builtin, BuiltinType, GpuType, HostData, Integer, Plain, ProjectionsOf, ShaderType, Value};
use crate::launch::capture::ValueCapture;

macro_rules! scalar {
    ($($ty:ident $scalar:ident $zero:literal |$value:ident, $out:ident| $words:expr;)*) => {$(
        impl ShaderType for $ty {
            type Projections = ProjectionsOf<Self>;
            const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::$scalar);
        }

        impl Value for $ty {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $zero;

            fn words(&self, $out: &mut Vec<u32>) {
                let $value = *self;
                $words;
            }
        }

        impl Builtin for $ty {}
        impl BuiltinType for $ty {}
    )*};
}

scalar! {
    f32 F32 0.0 |value, out| out.push(value.to_bits());
    u32 U32 0 |value, out| out.push(value);
    i32 I32 0 |value, out| out.push(value.cast_unsigned());
    f64 F64 0.0 |value, out| push_u64(value.to_bits(), out);
    u64 U64 0 |value, out| push_u64(value, out);
    i64 I64 0 |value, out| push_u64(value.cast_unsigned(), out);
    bool Bool false |value, out| out.push(u32::from(value));
    usize Usize 0 |value, out| out.push(u32::try_from(value).unwrap_or(u32::MAX));
    isize Isize 0 |value, out| out.push(saturated_i32(value).cast_unsigned());
    u8 U8 0 |value, out| out.push(value.into());
    i8 I8 0 |value, out| out.push(i32::from(value).cast_unsigned());
    u16 U16 0 |value, out| out.push(value.into());
    i16 I16 0 |value, out| out.push(i32::from(value).cast_unsigned());
}

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

/// Appends 64 bits, the low word first.
fn push_u64(bits: u64, out: &mut Vec<u32>) {
    out.push((bits & 0xffff_ffff) as u32);
    out.push((bits >> 32) as u32);
}

fn saturated_i32(value: isize) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
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

#[cfg(test)]
mod tests {
    use crate::types::words_of;

    #[test]
    fn wide_scalars_are_two_words_and_host_sizes_saturate() {
        assert_eq!(words_of(&0x0000_0002_0000_0001_u64), [1, 2]);
        assert_eq!(words_of(&-1i64), [u32::MAX; 2]);
        assert_eq!(words_of(&usize::MAX), [u32::MAX]);
        assert_eq!(words_of(&isize::MIN), [0x8000_0000]);
        assert_eq!(words_of(&true), [1]);
        assert_eq!(words_of(&(-2i8, 200u8, -3i16)), [u32::MAX - 1, 200, u32::MAX - 2]);
    }
}
