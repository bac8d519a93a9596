//! Sign, exponent and mantissa of a float, and its class.

use super::double_word::{normalised, power_of_two};
use amp_macros::device;

/// The absolute value.
///
/// ```
/// assert_eq!(amp::precise_math::fabs(-1.5), 1.5);
/// ```
#[device]
#[inline]
pub fn fabs(x: f32) -> f32 {
    x.abs()
}

/// The magnitude of `x` with the sign of `y`.
///
/// ```
/// assert_eq!(amp::precise_math::copysign(1.5, -0.0), -1.5);
/// ```
#[device]
#[inline]
pub fn copysign(x: f32, y: f32) -> f32 {
    x.copysign(y)
}

/// Whether the sign bit is set, also for zero and NaN.
///
/// ```
/// assert!(amp::precise_math::signbit(-0.0));
/// ```
#[device]
#[inline]
pub fn signbit(x: f32) -> bool {
    x.is_sign_negative()
}

/// Whether `x` is neither infinite nor NaN.
///
/// ```
/// assert!(!amp::precise_math::isfinite(f32::NAN));
/// ```
#[device]
#[inline]
pub fn isfinite(x: f32) -> bool {
    x.is_finite()
}

/// Whether `x` is infinite.
///
/// ```
/// assert!(amp::precise_math::isinf(f32::NEG_INFINITY));
/// ```
#[device]
#[inline]
pub fn isinf(x: f32) -> bool {
    x.is_infinite()
}

/// Whether `x` is NaN.
///
/// ```
/// assert!(amp::precise_math::isnan(f32::NAN));
/// ```
#[device]
#[inline]
pub fn isnan(x: f32) -> bool {
    x.is_nan()
}

/// Whether `x` is normal: neither zero, subnormal, infinite nor NaN.
///
/// ```
/// assert!(!amp::precise_math::isnormal(1e-40));
/// ```
#[device]
#[inline]
pub fn isnormal(x: f32) -> bool {
    let exponent = x.to_bits() & 0x7f80_0000;
    exponent != 0 && exponent != 0x7f80_0000
}

/// The class of a value: [`FP_NAN`], [`FP_INFINITE`], [`FP_ZERO`], [`FP_SUBNORMAL`] or [`FP_NORMAL`].
///
/// ```
/// use amp::precise_math::{FP_ZERO, fpclassify};
/// assert_eq!(fpclassify(-0.0), FP_ZERO);
/// ```
///
/// [`FP_NAN`]: super::FP_NAN
/// [`FP_INFINITE`]: super::FP_INFINITE
/// [`FP_ZERO`]: super::FP_ZERO
/// [`FP_SUBNORMAL`]: super::FP_SUBNORMAL
/// [`FP_NORMAL`]: super::FP_NORMAL
#[device]
#[inline]
pub fn fpclassify(x: f32) -> i32 {
    let bits = x.to_bits() & 0x7fff_ffff;
    if bits > 0x7f80_0000 {
        return 0;
    }
    if bits == 0x7f80_0000 {
        return 1;
    }
    if bits == 0 {
        return 2;
    }
    if bits < 0x0080_0000 { 3 } else { 4 }
}

/// The result of [`fpclassify`] for NaN.
pub const FP_NAN: i32 = 0;
/// The result of [`fpclassify`] for both infinities.
pub const FP_INFINITE: i32 = 1;
/// The result of [`fpclassify`] for both zeros.
pub const FP_ZERO: i32 = 2;
/// The result of [`fpclassify`] for subnormal values.
pub const FP_SUBNORMAL: i32 = 3;
/// The result of [`fpclassify`] for normal values.
pub const FP_NORMAL: i32 = 4;

/// A NaN with a tag in its low bits.
///
/// ```
/// assert!(amp::precise_math::nan(7).is_nan());
/// ```
#[device]
#[inline]
pub fn nan(tag: i32) -> f32 {
    f32::from_bits(0x7fc0_0000 | (tag as u32 & 0x003f_ffff))
}

/// Splits a value into a mantissa and an exponent: `x == mantissa * 2^exponent`. The magnitude of the
/// mantissa is at least one half and less than one. For zero, infinity and NaN, returns `(x, 0)`.
///
/// ```
/// assert_eq!(amp::precise_math::frexp(10.0), (0.625, 4));
/// ```
#[device]
#[inline]
pub fn frexp(x: f32) -> (f32, i32) {
    let a = x.abs();
    if a == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (m, n): (f32, i32) = normalised(a);
    ((0.5 * m).copysign(x), n + 1)
}

/// `x * 2^n`, rounded once.
///
/// ```
/// assert_eq!(amp::precise_math::ldexp(0.625, 4), 10.0);
/// ```
#[device]
#[inline]
pub fn ldexp(x: f32, n: i32) -> f32 {
    let a = x.abs();
    if a == 0.0 || !x.is_finite() {
        return x;
    }
    // Normalises `x` first. `power_of_two(n)` requires that `n` is at least -126, so a subnormal result needs
    // two multiplications. The first product is a normal number, so only the second multiplication rounds.
    let (m, k): (f32, i32) = normalised(a);
    let n = n.clamp(-600, 600) + k;
    if n > 127 {
        return f32::INFINITY.copysign(x);
    }
    if n < -150 {
        return 0.0f32.copysign(x);
    }
    let size = if n < -126 { (m * power_of_two(n + 60)) * power_of_two(-60) } else { m * power_of_two(n) };
    size.copysign(x)
}

/// `x * 2^n` for a float `n`, whose fractional part is ignored.
///
/// ```
/// assert_eq!(amp::precise_math::scalb(1.5, 3.0), 12.0);
/// ```
#[device]
#[inline]
pub fn scalb(x: f32, n: f32) -> f32 {
    if n.is_nan() {
        return n;
    }
    ldexp(x, n as i32)
}

/// The same as [`ldexp`].
///
/// ```
/// assert_eq!(amp::precise_math::scalbn(1.5, 3), 12.0);
/// ```
#[device]
#[inline]
pub fn scalbn(x: f32, n: i32) -> f32 {
    ldexp(x, n)
}

/// The exponent as an integer: `i32::MIN` for zero, `i32::MAX` for infinity and NaN.
///
/// ```
/// assert_eq!(amp::precise_math::ilogb(10.0), 3);
/// ```
#[device]
#[inline]
pub fn ilogb(x: f32) -> i32 {
    let a = x.abs();
    if a == 0.0 {
        return i32::MIN;
    }
    if !x.is_finite() {
        return i32::MAX;
    }
    let (_, n): (f32, i32) = normalised(a);
    n
}

/// The exponent as a float: minus infinity for zero, infinity for both infinities, NaN for NaN.
///
/// ```
/// assert_eq!(amp::precise_math::logb(10.0), 3.0);
/// ```
#[device]
#[inline]
pub fn logb(x: f32) -> f32 {
    let a = x.abs();
    if a == 0.0 {
        return f32::NEG_INFINITY;
    }
    if !x.is_finite() {
        return a;
    }
    let (_, n): (f32, i32) = normalised(a);
    n as f32
}

/// The float next to `x` in the direction of `y`.
///
/// ```
/// assert_eq!(amp::precise_math::nextafter(1.0, 2.0), 1.0 + f32::EPSILON);
/// ```
#[device]
#[inline]
pub fn nextafter(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    if x == y {
        return y;
    }
    let bits = x.to_bits();
    if bits & 0x7fff_ffff == 0 {
        return f32::from_bits((y.to_bits() & 0x8000_0000) | 1);
    }
    f32::from_bits(if (x < y) == (x > 0.0) { bits + 1 } else { bits - 1 })
}
