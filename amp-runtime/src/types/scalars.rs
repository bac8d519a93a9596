//! Values as sequences of scalars: the words of a capture, and the slots of a lane.

use amp_shader::{EnumInfo, SumInfo, TypeInfo};
use half::f16;

use super::ShaderType;

/// Takes the scalars of a value, in the order of its fields.
pub trait ScalarWriter {
    /// Appends a scalar.
    fn put<S: PlainScalar>(&mut self, scalar: S);
}

/// Gives the scalars of a value, in the order in which they were written.
pub trait ScalarReader {
    /// The next scalar.
    fn take<S: PlainScalar>(&mut self) -> S;
}

/// A number without padding, for which every bit pattern is valid.
pub trait PlainScalar: Copy + sealed::Sealed {
    /// Appends the number as 32-bit words. A `usize` has 32 bits and saturates.
    fn append(self, out: &mut Vec<u32>);
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! plain_scalars {
    ($($ty:ident |$value:ident, $out:ident| $words:expr;)*) => {$(
        impl sealed::Sealed for $ty {}

        impl PlainScalar for $ty {
            fn append(self, $out: &mut Vec<u32>) {
                let $value = self;
                $words;
            }
        }
    )*};
}

plain_scalars! {
    f32 |value, out| out.push(value.to_bits());
    u32 |value, out| out.push(value);
    i32 |value, out| out.push(value.cast_unsigned());
    f64 |value, out| push_u64(value.to_bits(), out);
    u64 |value, out| push_u64(value, out);
    i64 |value, out| push_u64(value.cast_unsigned(), out);
    usize |value, out| out.push(u32::try_from(value).unwrap_or(u32::MAX));
    isize |value, out| out.push(saturated_i32(value).cast_unsigned());
    u8 |value, out| out.push(value.into());
    i8 |value, out| out.push(i32::from(value).cast_unsigned());
    u16 |value, out| out.push(value.into());
    i16 |value, out| out.push(i32::from(value).cast_unsigned());
    f16 |value, out| out.push(value.to_bits().into());
}

impl ScalarWriter for Vec<u32> {
    fn put<S: PlainScalar>(&mut self, scalar: S) {
        scalar.append(self);
    }
}

/// The number of bytes of the scalar that stands for a variant of an enum without fields.
pub(crate) const fn bytes_of_number(info: &EnumInfo) -> usize {
    match info.bytes {
        0 | 1 => 1,
        2 => 2,
        _ => 4,
    }
}

/// Writes the number of a variant of `E`, an enum without fields.
#[inline(always)]
pub fn write_number<E: ShaderType>(number: u32, to: &mut impl ScalarWriter) {
    match const { scalar_of_number::<E>() } {
        (1, false) => to.put(number as u8),
        (1, true) => to.put(number as i8),
        (2, false) => to.put(number as u16),
        (2, true) => to.put(number as i16),
        _ => to.put(number),
    }
}

/// Reads the number of a variant of `E`, an enum without fields.
#[inline(always)]
pub fn read_number<E: ShaderType>(from: &mut impl ScalarReader) -> u32 {
    match const { scalar_of_number::<E>() } {
        (1, false) => from.take::<u8>().into(),
        (1, true) => i32::from(from.take::<i8>()).cast_unsigned(),
        (2, false) => from.take::<u16>().into(),
        (2, true) => i32::from(from.take::<i16>()).cast_unsigned(),
        _ => from.take(),
    }
}

/// The number of bytes of the scalar, and whether it is signed.
const fn scalar_of_number<E: ShaderType>() -> (usize, bool) {
    match E::INFO {
        TypeInfo::Enum(info) => (bytes_of_number(info), info.signed),
        _ => (4, false),
    }
}

/// The number of bytes of the scalar that tells the variant of an enum with fields.
pub(crate) const fn bytes_of_tag(info: &SumInfo) -> usize {
    if info.variants.len() > 256 { 2 } else { 1 }
}

/// Appends 64 bits, the low word first.
fn push_u64(bits: u64, out: &mut Vec<u32>) {
    out.push((bits & 0xffff_ffff) as u32);
    out.push((bits >> 32) as u32);
}

fn saturated_i32(value: isize) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
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
