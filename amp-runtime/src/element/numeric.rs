//! Bounds for generic kernels: what all numbers, all integers and all floats can do.

use std::fmt::{Debug, Display};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::{GpuType, Whole};
use crate::device::Builtin;
use crate::math::{Componentwise, Functions, Power};

/// A number.
///
/// ```
/// use amp::prelude::*;
///
/// fn scaled<T: Scalar>(a: T, x: T) -> T {
///     a * x + T::ONE
/// }
/// assert_eq!((scaled(2, 3), scaled(0.5, 3.0)), (7, 2.5));
/// ```
pub trait Scalar:
    GpuType
    + Builtin
    + Default
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + RemAssign
{
    /// One.
    const ONE: Self;

    /// The sum; of integers, what a device makes of it.
    #[doc(hidden)]
    fn amp_sum(self, other: Self) -> Self;

    /// The product, likewise.
    #[doc(hidden)]
    fn amp_product(self, other: Self) -> Self;
}

/// The methods of `Int`, declared and forwarded to the inherent ones.
macro_rules! ints {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => {
        /// An integer: `i32`, `u32` or, where the accelerator has them, `i64` and `u64`.
        ///
        /// ```
        /// use amp::prelude::*;
        ///
        /// fn hashed<T: Int>(x: T, by: T) -> T {
        ///     x.wrapping_mul(by).rotate_left(5) ^ x
        /// }
        /// assert_eq!((hashed(3u32, 7), hashed(3i64, 7)), (675, 675));
        /// ```
        pub trait Int:
            Scalar
            + Ord
            + Eq
            + BitAnd<Output = Self>
            + BitOr<Output = Self>
            + BitXor<Output = Self>
            + Not<Output = Self>
            + BitAndAssign
            + BitOrAssign
            + BitXorAssign
            + Shl<u32, Output = Self>
            + Shr<u32, Output = Self>
            + Whole
        {
            $($(#[$doc])* #[must_use] fn $name(self $(, $argument: $ty)*) -> $result;)*
        }

        ints!(@impl i32 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u32 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl i64 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u64 $(fn $name($($argument: $ty),*) -> $result;)*);
    };
    (@impl $int:ident $(fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => {
        impl Scalar for $int {
            const ONE: Self = 1;

            fn amp_sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn amp_product(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }

        impl Int for $int {
            $(#[inline(always)] fn $name(self $(, $argument: $ty)*) -> $result { <$int>::$name(self $(, $argument)*) })*
        }
    };
}

ints! {
    /// The sum, without the bits that do not fit.
    fn wrapping_add(other: Self) -> Self;
    /// The difference, without the bits that do not fit.
    fn wrapping_sub(other: Self) -> Self;
    /// The product, without the bits that do not fit.
    fn wrapping_mul(other: Self) -> Self;
    /// The negative, without the bits that do not fit.
    fn wrapping_neg() -> Self;
    /// The sum, or the nearest number that there is.
    fn saturating_add(other: Self) -> Self;
    /// The difference, or the nearest number that there is.
    fn saturating_sub(other: Self) -> Self;
    /// To the power of an integer.
    fn pow(exponent: u32) -> Self;
    /// How many bits are set.
    fn count_ones() -> u32;
    /// How many bits are not set.
    fn count_zeros() -> u32;
    /// How many bits above the highest that is set.
    fn leading_zeros() -> u32;
    /// How many bits below the lowest that is set.
    fn trailing_zeros() -> u32;
    /// The bits in reverse order.
    fn reverse_bits() -> Self;
    /// The bytes in reverse order.
    fn swap_bytes() -> Self;
    /// The bits, turned towards the higher ones.
    fn rotate_left(by: u32) -> Self;
    /// The bits, turned towards the lower ones.
    fn rotate_right(by: u32) -> Self;
}

/// The methods of `Float`, declared and forwarded to the inherent ones.
macro_rules! floats {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*);)*) => {
        /// A float: `f32` or, where the accelerator has it, `f64`.
        ///
        /// ```
        /// use amp::prelude::*;
        ///
        /// fn length<T: Float>(x: T, y: T) -> T {
        ///     (x * x + y * y).sqrt()
        /// }
        /// assert_eq!((length(3.0f32, 4.0), length(3.0f64, 4.0)), (5.0, 5.0));
        /// ```
        pub trait Float: Scalar + Neg<Output = Self> + Functions + Componentwise + Power<Exponent = Self> {
            $($(#[$doc])* #[must_use] fn $name(self $(, $argument: $ty)*) -> Self;)*
        }

        floats!(@impl f32 $(fn $name($($argument: $ty),*);)*);
        floats!(@impl f64 $(fn $name($($argument: $ty),*);)*);
    };
    (@impl $float:ident $(fn $name:ident($($argument:ident: $ty:ty),*);)*) => {
        impl Scalar for $float {
            const ONE: Self = 1.0;

            fn amp_sum(self, other: Self) -> Self {
                self + other
            }

            fn amp_product(self, other: Self) -> Self {
                self * other
            }
        }

        impl Float for $float {
            $(#[inline(always)] fn $name(self $(, $argument: $ty)*) -> Self { <$float>::$name(self $(, $argument)*) })*
        }
    };
}

floats! {
    /// The square root.
    fn sqrt();
    /// The absolute value.
    fn abs();
    /// The lesser of two; of a number and a NaN, the number.
    fn min(other: Self);
    /// The greater of two; of a number and a NaN, the number.
    fn max(other: Self);
    /// Limited to a range.
    fn clamp(min: Self, max: Self);
    /// The largest integer that is not greater.
    fn floor();
    /// The smallest integer that is not less.
    fn ceil();
    /// The nearest integer, away from zero in the middle.
    fn round();
    /// The integer part.
    fn trunc();
    /// The fractional part.
    fn fract();
    /// The sign as a number; NaN of a NaN.
    fn signum();
    /// This magnitude with another's sign.
    fn copysign(sign: Self);
    /// The sine.
    fn sin();
    /// The cosine.
    fn cos();
    /// The tangent.
    fn tan();
    /// The arc sine.
    fn asin();
    /// The arc cosine.
    fn acos();
    /// The arc tangent.
    fn atan();
    /// The angle of the point `(other, self)`.
    fn atan2(other: Self);
    /// The hyperbolic tangent.
    fn tanh();
    /// The exponential.
    fn exp();
    /// Two to the power of this.
    fn exp2();
    /// The natural logarithm.
    fn ln();
    /// The logarithm to base two.
    fn log2();
    /// To the power of an integer.
    fn powi(exponent: i32);
    /// To the power of a float.
    fn powf(exponent: Self);
    /// `self * a + b`, rounded once.
    fn mul_add(a: Self, b: Self);
    /// One divided by this.
    fn recip();
}
