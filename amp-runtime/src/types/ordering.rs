//! `Ordering` and `char` as values of kernels. The compiler treats `Ordering` as an enum without fields, and
//! `char` as a `u32`.

use std::cmp::Ordering;

use amp_shader::{EnumInfo, Scalar, TypeInfo};

use super::{ProjectionsOf, Relations, ScalarReader, ScalarWriter, ShaderType, Value, Variants};
use crate::launch::capture::ValueCapture;

impl Variants for Ordering {
    const ALL: &'static [Self] = &[Ordering::Less, Ordering::Equal, Ordering::Greater];
}

impl ShaderType for Ordering {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Enum(&EnumInfo {
        name: "Ordering",
        numbers: &[u32::MAX, 0, 1],
        signed: true,
        bytes: size_of::<Ordering>(),
        equal: Relations::<Ordering>::EQUAL,
        order: Relations::<Ordering>::ORDER,
    });
}

impl Value for Ordering {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = Ordering::Equal;

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        to.put(*self as i8);
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        match from.take::<i8>() {
            -1 => Ordering::Less,
            0 => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }
}

/// The character of a code that is one. Only the code of `char::from_u32` calls it, after a test.
#[inline(always)]
pub fn char_of_code(code: u32) -> char {
    char::from_u32(code).unwrap_or_default()
}

impl ShaderType for char {
    type Projections = ProjectionsOf<Self>;
    const INFO: &'static TypeInfo = &TypeInfo::Scalar(Scalar::U32);
}

impl Value for char {
    type Captured = ValueCapture<Self>;
    const AMP_ZERO: Self = '\0';

    #[inline(always)]
    fn amp_write(&self, to: &mut impl ScalarWriter) {
        to.put(u32::from(*self));
    }

    #[inline(always)]
    fn amp_read(from: &mut impl ScalarReader) -> Self {
        char_of_code(from.take())
    }
}
