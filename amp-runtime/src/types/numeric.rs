//! The public bounds of generic kernels: [`Scalar`], [`Int`] and [`Float`].
//!
//! Each trait has methods with the names of inherent methods of `i32`, `f32` and so on, and forwards to the
//! inherent methods. So a generic function computes the same as a function for a concrete type.

use std::fmt::{Debug, Display};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::{Builtin, EmptyProduct, EmptySum, GpuType, Integer};
use crate::cpu_math::{Componentwise, Functions, Power};

/// A number type: `i32`, `u32`, `f32`, `i8`, `u8`, `i16`, `u16` and, on accelerators that support them, `i64`, `u64` and `f64`.
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
    + EmptyProduct
    + EmptySum
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
    /// The number one.
    const ONE: Self;

    /// `self + other`; integers wrap, as on a device.
    #[doc(hidden)]
    fn amp_sum(self, other: Self) -> Self;

    /// `self * other`; integers wrap, as on a device.
    #[doc(hidden)]
    fn amp_product(self, other: Self) -> Self;
}

/// Declares the methods of `Int`, and forwards each to the inherent method of its name.
macro_rules! ints {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => {
        /// An integer type: `i32`, `u32`, `i8`, `u8`, `i16`, `u16` or, on accelerators that support them, `i64` and `u64`.
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
            + Integer
        {
            $($(#[$doc])* #[must_use] fn $name(self $(, $argument: $ty)*) -> $result;)*
        }

        ints!(@impl i32 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u32 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl i64 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u64 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl i8 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u8 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl i16 $(fn $name($($argument: $ty),*) -> $result;)*);
        ints!(@impl u16 $(fn $name($($argument: $ty),*) -> $result;)*);
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
    /// The sum, wrapping on overflow.
    fn wrapping_add(other: Self) -> Self;
    /// The difference, wrapping on overflow.
    fn wrapping_sub(other: Self) -> Self;
    /// The product, wrapping on overflow.
    fn wrapping_mul(other: Self) -> Self;
    /// The negated value, wrapping on overflow.
    fn wrapping_neg() -> Self;
    /// The sum, saturating on overflow.
    fn saturating_add(other: Self) -> Self;
    /// The difference, saturating on overflow.
    fn saturating_sub(other: Self) -> Self;
    /// `self` to the power of an integer.
    fn pow(exponent: u32) -> Self;
    /// The number of one bits.
    fn count_ones() -> u32;
    /// The number of zero bits.
    fn count_zeros() -> u32;
    /// The number of zero bits above the highest one bit.
    fn leading_zeros() -> u32;
    /// The number of zero bits below the lowest one bit.
    fn trailing_zeros() -> u32;
    /// The bits in reverse order.
    fn reverse_bits() -> Self;
    /// The bytes in reverse order.
    fn swap_bytes() -> Self;
    /// The bits rotated to the left.
    fn rotate_left(by: u32) -> Self;
    /// The bits rotated to the right.
    fn rotate_right(by: u32) -> Self;
}

/// Declares the methods of `Float`, and forwards each to the inherent method of its name.
macro_rules! floats {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*);)*) => {
        /// A float type: `f32` or, on accelerators that support it, `f64`.
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
    /// The smaller of two values. If one of them is NaN, the other one.
    fn min(other: Self);
    /// The larger of two values. If one of them is NaN, the other one.
    fn max(other: Self);
    /// `self`, limited to a range.
    fn clamp(min: Self, max: Self);
    /// The largest integer that is at most `self`.
    fn floor();
    /// The smallest integer that is at least `self`.
    fn ceil();
    /// The nearest integer; half-way cases round away from zero.
    fn round();
    /// The integer part.
    fn trunc();
    /// The fractional part.
    fn fract();
    /// The sign as 1 or -1; NaN for a NaN.
    fn signum();
    /// The magnitude of `self` with the sign of another value.
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
    /// The angle of the point `(other, self)`, in radians.
    fn atan2(other: Self);
    /// The hyperbolic tangent.
    fn tanh();
    /// `e` to the power of `self`.
    fn exp();
    /// Two to the power of `self`.
    fn exp2();
    /// The natural logarithm.
    fn ln();
    /// The logarithm to base two.
    fn log2();
    /// `self` to the power of an integer.
    fn powi(exponent: i32);
    /// `self` to the power of a float.
    fn powf(exponent: Self);
    /// `self * a + b`, rounded once.
    fn mul_add(a: Self, b: Self);
    /// The reciprocal.
    fn recip();
}
