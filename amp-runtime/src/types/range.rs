//! Ranges as values of kernels.
//!
//! `Range` is not `Copy`, and values of kernels are. So a variable of a kernel holds a struct with the two
//! ends instead. Where a function takes or returns a `Range`, expansions convert between the two types.

use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};

use amp_shader::{StructInfo, TypeInfo};

use super::{
    Field, NoProjections, ProjectionsOf, ScalarReader, ScalarWriter, ShaderType, TypeSlot, Value, field_hash,
    slot,
};
use crate::launch::capture::ValueCapture;

/// A `Range` in a variable of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeValue<T> {
    /// The first number.
    pub start: T,
    /// The number after the last.
    pub end: T,
}

/// A `RangeInclusive` in a variable of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeInclusiveValue<T> {
    /// The first number.
    pub start: T,
    /// The last number.
    pub end: T,
}

macro_rules! range_value {
    ($name:ident, $text:literal) => {
        #[diagnostic::do_not_recommend]
        impl<T: Value> ShaderType for $name<T> {
            type Projections = ProjectionsOf<Self>;
            const INFO: &'static TypeInfo = &TypeInfo::Struct(&StructInfo {
                name: $text,
                fields: &[("start", T::INFO), ("end", T::INFO)],
            });
        }

        #[diagnostic::do_not_recommend]
        impl<T: Value> Field<{ field_hash("start") }> for $name<T> {
            type Type = T;
        }

        #[diagnostic::do_not_recommend]
        impl<T: Value> Field<{ field_hash("end") }> for $name<T> {
            type Type = T;
        }

        #[diagnostic::do_not_recommend]
        impl<T: Value> Value for $name<T> {
            type Captured = ValueCapture<Self>;
            const AMP_ZERO: Self = $name { start: T::AMP_ZERO, end: T::AMP_ZERO };

            #[inline(always)]
            fn amp_write(&self, to: &mut impl ScalarWriter) {
                self.start.amp_write(to);
                self.end.amp_write(to);
            }

            #[inline(always)]
            fn amp_read(from: &mut impl ScalarReader) -> Self {
                $name { start: T::amp_read(from), end: T::amp_read(from) }
            }

            fn amp_ranges(&self, out: &mut Vec<Range<usize>>) {
                self.start.amp_ranges(out);
                self.end.amp_ranges(out);
            }
        }
    };
}

range_value!(RangeValue, "Range");
range_value!(RangeInclusiveValue, "RangeInclusive");

/// Conversions between the ranges of the standard library and those in variables of kernels.
pub trait ConvertRange {
    /// The corresponding type: `RangeValue<T>` for `Range<T>`, and the reverse.
    type Converted;

    /// Returns the same range as a value of the corresponding type.
    fn converted(&self) -> Self::Converted;
}

impl<T: Copy> ConvertRange for Range<T> {
    type Converted = RangeValue<T>;

    fn converted(&self) -> RangeValue<T> {
        RangeValue { start: self.start, end: self.end }
    }
}

impl<T: Copy> ConvertRange for RangeValue<T> {
    type Converted = Range<T>;

    fn converted(&self) -> Range<T> {
        self.start..self.end
    }
}

impl<T: Copy> ConvertRange for RangeInclusive<T> {
    type Converted = RangeInclusiveValue<T>;

    fn converted(&self) -> RangeInclusiveValue<T> {
        RangeInclusiveValue { start: *self.start(), end: *self.end() }
    }
}

impl<T: Copy> ConvertRange for RangeInclusiveValue<T> {
    type Converted = RangeInclusive<T>;

    fn converted(&self) -> RangeInclusive<T> {
        self.start..=self.end
    }
}

/// Converts a range of the standard library to the type of a kernel's variable, or the reverse.
pub fn convert_range<R: ConvertRange>(range: &R) -> R::Converted {
    range.converted()
}

impl<T> TypeSlot<T> {
    /// Returns a slot of the type `Range<T>`.
    pub const fn range(self) -> TypeSlot<Range<T>> {
        slot()
    }

    /// Returns a slot of the type `RangeInclusive<T>`.
    pub const fn range_inclusive(self) -> TypeSlot<RangeInclusive<T>> {
        slot()
    }

    /// Returns a slot of the type `RangeValue<T>`, in which a kernel's variable holds a `Range<T>`.
    pub const fn range_value(self) -> TypeSlot<RangeValue<T>> {
        slot()
    }

    /// Returns a slot of the type `RangeInclusiveValue<T>`, in which a kernel's variable holds a
    /// `RangeInclusive<T>`.
    pub const fn range_inclusive_value(self) -> TypeSlot<RangeInclusiveValue<T>> {
        slot()
    }
}

/// The type in the bound `RangeWithoutType<T>: RangeWithType` of `impl ShaderType for Range<T>`. The bound is
/// never met. rustc reports it for a variable without a declared type that holds the range returned by a
/// function.
#[derive(Debug)]
pub struct RangeWithoutType<T>(PhantomData<T>);

/// A bound that no type meets. If a variable of a kernel has the type `Range`, rustc reports this bound with
/// the message below.
#[diagnostic::on_unimplemented(
    message = "a variable for a range that a function returns needs a type",
    label = "this is a range",
    note = "write the type of the variable: `let r: Range<u32> = bounds(i);`"
)]
pub trait RangeWithType {}

impl<T> ShaderType for Range<T>
where
    RangeWithoutType<T>: RangeWithType,
{
    type Projections = NoProjections;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
}

impl<T> ShaderType for RangeInclusive<T>
where
    RangeWithoutType<T>: RangeWithType,
{
    type Projections = NoProjections;
    const INFO: &'static TypeInfo = &TypeInfo::Unit;
}
