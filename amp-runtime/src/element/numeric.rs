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

/// An integer.
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
}

macro_rules! ints {
    ($($ty:ident)*) => {$(
        impl Scalar for $ty {
            const ONE: Self = 1;

            fn amp_sum(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn amp_product(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
        impl Int for $ty {}
    )*};
}

ints!(i32 u32 i64 u64);

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
