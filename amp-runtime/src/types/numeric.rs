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
    /// The number zero.
    const ZERO: Self;
    /// The number one.
    const ONE: Self;
    /// The smallest finite value.
    const MIN: Self;
    /// The largest finite value.
    const MAX: Self;

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
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MIN: Self = <$int>::MIN;
            const MAX: Self = <$int>::MAX;

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

/// Declares the methods and constants of `Float`, and forwards them to the inherent ones.
macro_rules! floats {
    (
        methods { $($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*) -> $result:ty;)* }
        constants { $($(#[$constant_doc:meta])* $constant:ident $($module:ident)?;)* }
    ) => {
        /// A float type: `f32` or, on accelerators that support it, `f64`.
        ///
        /// `T::from` converts an `f32`, such as a literal.
        ///
        /// ```
        /// use amp::prelude::*;
        ///
        /// fn area<T: Float>(diameter: T) -> T {
        ///     T::PI * (diameter * T::from(0.5)).powi(2)
        /// }
        /// assert_eq!((area(2.0f32), area(2.0f64)), (std::f32::consts::PI, std::f64::consts::PI));
        /// ```
        pub trait Float:
            Scalar + From<f32> + Neg<Output = Self> + Functions + Componentwise + Power<Exponent = Self>
        {
            $($(#[$constant_doc])* const $constant: Self;)*
            $($(#[$doc])* #[must_use] fn $name(self $(, $argument: $ty)*) -> $result;)*
        }

        floats!(@scalar f32);
        floats!(@scalar f64);
        impl Float for f32 {
            $(const $constant: Self = floats!(@constant f32 $($module)? $constant);)*
            $(#[inline(always)] fn $name(self $(, $argument: $ty)*) -> $result { <f32>::$name(self $(, $argument)*) })*
        }
        impl Float for f64 {
            $(const $constant: Self = floats!(@constant f64 $($module)? $constant);)*
            $(#[inline(always)] fn $name(self $(, $argument: $ty)*) -> $result { <f64>::$name(self $(, $argument)*) })*
        }
    };
    (@constant $float:ident $constant:ident) => {
        <$float>::$constant
    };
    (@constant $float:ident consts $constant:ident) => {
        std::$float::consts::$constant
    };
    (@scalar $float:ident) => {
        impl Scalar for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MIN: Self = <$float>::MIN;
            const MAX: Self = <$float>::MAX;

            fn amp_sum(self, other: Self) -> Self {
                self + other
            }

            fn amp_product(self, other: Self) -> Self {
                self * other
            }
        }
    };
}

floats! {
    methods {
        /// The square root.
        fn sqrt() -> Self;
        /// The absolute value.
        fn abs() -> Self;
        /// The smaller of two values. If one is NaN, the other.
        fn min(other: Self) -> Self;
        /// The larger of two values. If one is NaN, the other.
        fn max(other: Self) -> Self;
        /// `self`, limited to the range from `min` to `max`.
        fn clamp(min: Self, max: Self) -> Self;
        /// The largest integer that is at most `self`.
        fn floor() -> Self;
        /// The smallest integer that is at least `self`.
        fn ceil() -> Self;
        /// The nearest integer. Half-way cases round away from zero.
        fn round() -> Self;
        /// The integer part.
        fn trunc() -> Self;
        /// The fractional part.
        fn fract() -> Self;
        /// The sign as 1 or -1; NaN for a NaN.
        fn signum() -> Self;
        /// The magnitude of `self` with the sign of another value.
        fn copysign(sign: Self) -> Self;
        /// The sine.
        fn sin() -> Self;
        /// The cosine.
        fn cos() -> Self;
        /// The tangent.
        fn tan() -> Self;
        /// The arc sine.
        fn asin() -> Self;
        /// The arc cosine.
        fn acos() -> Self;
        /// The arc tangent.
        fn atan() -> Self;
        /// The angle of the point `(other, self)`, in radians.
        fn atan2(other: Self) -> Self;
        /// The hyperbolic tangent.
        fn tanh() -> Self;
        /// `e` to the power of `self`.
        fn exp() -> Self;
        /// Two to the power of `self`.
        fn exp2() -> Self;
        /// The natural logarithm.
        fn ln() -> Self;
        /// The logarithm to base two.
        fn log2() -> Self;
        /// `self` to the power of an integer.
        fn powi(exponent: i32) -> Self;
        /// `self` to the power of a float.
        fn powf(exponent: Self) -> Self;
        /// `self * a + b`, rounded once.
        fn mul_add(a: Self, b: Self) -> Self;
        /// The reciprocal.
        fn recip() -> Self;
        /// The hyperbolic sine.
        fn sinh() -> Self;
        /// The hyperbolic cosine.
        fn cosh() -> Self;
        /// The inverse hyperbolic sine.
        fn asinh() -> Self;
        /// The inverse hyperbolic cosine.
        fn acosh() -> Self;
        /// The inverse hyperbolic tangent.
        fn atanh() -> Self;
        /// The sine and the cosine.
        fn sin_cos() -> (Self, Self);
        /// `e` to the power of `self`, minus one. Accurate even if `self` is close to zero.
        fn exp_m1() -> Self;
        /// The natural logarithm of one plus `self`. Accurate even if `self` is close to zero.
        fn ln_1p() -> Self;
        /// The logarithm to base ten.
        fn log10() -> Self;
        /// The logarithm to a base.
        fn log(base: Self) -> Self;
        /// The cube root.
        fn cbrt() -> Self;
        /// The length of the hypotenuse of a right triangle with the legs `self` and `other`.
        fn hypot(other: Self) -> Self;
        /// The quotient, rounded so that the remainder is not negative.
        fn div_euclid(divisor: Self) -> Self;
        /// The remainder of `self / divisor` that is not negative.
        fn rem_euclid(divisor: Self) -> Self;
        /// The nearest integer. Half-way cases round to the even one.
        fn round_ties_even() -> Self;
        /// `self`, converted from radians to degrees.
        fn to_degrees() -> Self;
        /// `self`, converted from degrees to radians.
        fn to_radians() -> Self;
        /// Whether the value is NaN.
        fn is_nan() -> bool;
        /// Whether the value is infinite.
        fn is_infinite() -> bool;
        /// Whether the value is neither infinite nor NaN.
        fn is_finite() -> bool;
        /// Whether the sign is negative. The sign of `-0.0` is negative.
        fn is_sign_negative() -> bool;
        /// Whether the sign is positive. The sign of `0.0` is positive.
        fn is_sign_positive() -> bool;
    }
    constants {
        /// The difference between one and the next larger value.
        EPSILON;
        /// The smallest positive normal value.
        MIN_POSITIVE;
        /// Infinity.
        INFINITY;
        /// Negative infinity.
        NEG_INFINITY;
        /// Not a number.
        NAN;
        /// Half of a turn in radians.
        PI consts;
        /// A full turn in radians.
        TAU consts;
        /// `PI / 2`.
        FRAC_PI_2 consts;
        /// `PI / 3`.
        FRAC_PI_3 consts;
        /// `PI / 4`.
        FRAC_PI_4 consts;
        /// `PI / 6`.
        FRAC_PI_6 consts;
        /// `PI / 8`.
        FRAC_PI_8 consts;
        /// `1 / PI`.
        FRAC_1_PI consts;
        /// `2 / PI`.
        FRAC_2_PI consts;
        /// `2 / sqrt(PI)`.
        FRAC_2_SQRT_PI consts;
        /// `sqrt(2)`.
        SQRT_2 consts;
        /// `1 / sqrt(2)`.
        FRAC_1_SQRT_2 consts;
        /// Euler's number, the base of the natural logarithm.
        E consts;
        /// The natural logarithm of 2.
        LN_2 consts;
        /// The natural logarithm of 10.
        LN_10 consts;
        /// The logarithm of `E` to base 2.
        LOG2_E consts;
        /// The logarithm of `E` to base 10.
        LOG10_E consts;
    }
}
