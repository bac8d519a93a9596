//! `Reverse`, `Wrapping`, `Saturating` and `NonZero` as values of kernels. On a device, a `NonZero` is its integer, and
//! each of the others is a struct with one field.

use std::cmp::Reverse;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::Range;

use amp_shader::{StructInfo, TypeInfo, field_hash};

use super::{Field, ProjectionsOf, ScalarOf, ScalarReader, ScalarWriter, ShaderType, Value};
use crate::launch::capture::ValueCapture;

macro_rules! structs {
    ($($name:ident $text:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Value> ShaderType for $name<T> {
            type Projections = ProjectionsOf<Self, ScalarOf<T>>;
            const INFO: &'static TypeInfo =
                &TypeInfo::Struct(&StructInfo { name: $text, fields: &[("0", T::INFO)] });
        }

        #[diagnostic::do_not_recommend]
        impl<T: Value> Value for $name<T> {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $name(T::AMP_ZERO);
            const AMP_REFERS: bool = T::AMP_REFERS;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                self.0.amp_write(to);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                $name(T::amp_read(from))
            }

            fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
                self.0.amp_ranges(out);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Value> Field<{ field_hash("0") }> for $name<T> {
            type Type = T;
        }
    )*};
}

structs! { Reverse "Reverse" Wrapping "Wrapping" Saturating "Saturating" }

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ShaderType for NonZero<$ty> {
            type Projections = ProjectionsOf<Self>;
            const INFO: &'static TypeInfo = <$ty as ShaderType>::INFO;
        }

        // No value is zero. On a device, a variable without a value has the integer 0, which no host code reads.
        #[diagnostic::do_not_recommend]
        impl Value for NonZero<$ty> {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = NonZero::<$ty>::MIN;

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                self.get().amp_write(to);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                NonZero::new(from.take()).unwrap_or(Self::AMP_ZERO)
            }
        }
    )*};
}

nonzero! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }
