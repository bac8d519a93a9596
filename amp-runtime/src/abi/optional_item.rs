//! The results of calls in CPU code, if only rustc knows their types.
//!
//! Variables of kernels hold no references, and ranges in amp's own types. A user's function returns an `Option<&T>` or an
//! `Option<Range<T>>`. CPU code converts such a result to the type that the function has on devices: `Option<T>` or
//! `Option<RangeValue<T>>`. Other results stay unchanged. So do the results of `get`, `first` and `last` of user types; those
//! of arrays are copied.

use super::probe::Probe;
use crate::types::{RangeInclusiveValue, RangeValue, Value, convert_range};
use std::ops::{Range, RangeInclusive};

/// A result of a call.
#[derive(Clone, Copy, Debug)]
pub struct OptionalItem<R>(pub R);

/// Copies the target of the reference in an `Option`.
impl<T: Copy> Probe for &OptionalItem<Option<&T>> {
    type Selected = Option<T>;

    #[inline(always)]
    fn amp_select(self) -> Option<T> {
        self.0.copied()
    }
}

/// Copies the target of the reference in a `Result`.
impl<T: Copy, E: Copy> Probe for &OptionalItem<Result<&T, E>> {
    type Selected = Result<T, E>;

    #[inline(always)]
    fn amp_select(self) -> Result<T, E> {
        self.0.copied()
    }
}

/// Converts the ranges in a result.
impl<R: HoldsRanges> Probe for &&OptionalItem<R> {
    type Selected = R::Converted;

    #[inline(always)]
    fn amp_select(self) -> R::Converted {
        self.0.with_range_values()
    }
}

/// Returns a value unchanged.
impl<R> Probe for OptionalItem<R> {
    type Selected = R;

    #[inline(always)]
    fn amp_select(self) -> R {
        self.0
    }
}

/// An `Option` or a `Result` with a reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is used as an `Option` or a `Result` with a reference",
    label = "the code takes the item for a reference, as `*item` or `&item` shows",
    note = "if the item is a value with `Deref`, bind it to another variable with its type: `let cell: Cell = item;`, then `(*cell).x`"
)]
pub trait OptionalReference {
    /// The type with a copy of the target.
    type Copied;

    /// The value with a copy of the target.
    fn with_copy(self) -> Self::Copied;
}

impl<T: Copy> OptionalReference for Option<&T> {
    type Copied = Option<T>;

    #[inline(always)]
    fn with_copy(self) -> Option<T> {
        self.copied()
    }
}

impl<T: Copy, E> OptionalReference for Result<&T, E> {
    type Copied = Result<T, E>;

    #[inline(always)]
    fn with_copy(self) -> Result<T, E> {
        self.copied()
    }
}

/// Copies the target of the reference in the result of a call.
#[inline(always)]
pub fn optional_reference<R: OptionalReference>(result: R) -> R::Copied {
    result.with_copy()
}

/// A type that contains ranges of the standard library, and is none itself.
pub trait HoldsRanges {
    /// The type with amp's own ranges.
    type Converted;

    /// The value with amp's own ranges.
    fn with_range_values(&self) -> Self::Converted;
}

/// A range, or a type that contains ranges.
pub trait RangePart {
    /// The type with amp's own ranges.
    type Converted;

    /// The value with amp's own ranges.
    fn part(&self) -> Self::Converted;
}

/// A range, or a value of a kernel.
pub trait RangeOrValue {
    /// The type with amp's own ranges.
    type Converted;

    /// The value with amp's own ranges.
    fn any(&self) -> Self::Converted;
}

impl<V: Value> RangeOrValue for V {
    type Converted = V;

    #[inline(always)]
    fn any(&self) -> V {
        *self
    }
}

macro_rules! ranges {
    ($($std:ident $own:ident),*) => {$(
        impl<T: Copy> RangePart for $std<T> {
            type Converted = $own<T>;

            #[inline(always)]
            fn part(&self) -> $own<T> {
                convert_range(self)
            }
        }

        impl<T: Copy> RangeOrValue for $std<T> {
            type Converted = $own<T>;

            #[inline(always)]
            fn any(&self) -> $own<T> {
                convert_range(self)
            }
        }

        tuples! { $std $own }
    )*};
}

/// Implements both traits for tuples whose first range has the given type.
macro_rules! tuples {
    ($std:ident $own:ident) => {
        tuples! { @ [T: Copy, B: RangeOrValue] ($std<T>, B) ($own<T>, B::Converted) (0 convert_range, 1 RangeOrValue::any) }
        tuples! { @ [A: Value, T: Copy] (A, $std<T>) (A, $own<T>) (0 Clone::clone, 1 convert_range) }
        tuples! {
            @ [T: Copy, B: RangeOrValue, C: RangeOrValue] ($std<T>, B, C) ($own<T>, B::Converted, C::Converted)
            (0 convert_range, 1 RangeOrValue::any, 2 RangeOrValue::any)
        }
        tuples! {
            @ [A: Value, T: Copy, C: RangeOrValue] (A, $std<T>, C) (A, $own<T>, C::Converted)
            (0 Clone::clone, 1 convert_range, 2 RangeOrValue::any)
        }
        tuples! {
            @ [A: Value, B: Value, T: Copy] (A, B, $std<T>) (A, B, $own<T>) (0 Clone::clone, 1 Clone::clone, 2 convert_range)
        }
    };
    (@ [$($bounds:tt)*] $of:tt $to:tt ($($n:tt $with:path),*)) => {
        impl<$($bounds)*> RangePart for $of {
            type Converted = $to;

            #[inline(always)]
            fn part(&self) -> $to {
                ($($with(&self.$n),)*)
            }
        }

        impl<$($bounds)*> HoldsRanges for $of {
            type Converted = $to;

            #[inline(always)]
            fn with_range_values(&self) -> $to {
                ($($with(&self.$n),)*)
            }
        }
    };
}

ranges! { Range RangeValue, RangeInclusive RangeInclusiveValue }

impl<R: RangePart, const N: usize> HoldsRanges for [R; N] {
    type Converted = [R::Converted; N];

    #[inline(always)]
    fn with_range_values(&self) -> [R::Converted; N] {
        self.each_ref().map(R::part)
    }
}

impl<R: RangePart> HoldsRanges for Option<R> {
    type Converted = Option<R::Converted>;

    #[inline(always)]
    fn with_range_values(&self) -> Option<R::Converted> {
        self.as_ref().map(R::part)
    }
}

impl<R: RangePart, E: Copy> HoldsRanges for Result<R, E> {
    type Converted = Result<R::Converted, E>;

    #[inline(always)]
    fn with_range_values(&self) -> Result<R::Converted, E> {
        self.as_ref().map(R::part).map_err(|error| *error)
    }
}
