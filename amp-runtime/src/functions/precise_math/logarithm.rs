//! Logarithms: the exponent, and a polynomial in the mantissa.

use super::double_word::{fast_two_sum, power_of_two, two_sum};
use amp_macros::device;

/// Splits a positive value into `(1 + f) * 2^n`, with `1 + f` between `sqrt(1/2)` and `sqrt(2)`. Returns `f`
/// and `n`.
#[device]
#[inline(always)]
pub(super) fn around_one(x: f32) -> (f32, f32) {
    let small = x < f32::MIN_POSITIVE;
    let y = if small { x * 16_777_216.0 } else { x };
    let above = y.to_bits().wrapping_sub(0x3f35_04f3);
    let n = (above as i32) >> 23;
    let m = f32::from_bits(y.to_bits().wrapping_sub(above & 0xff80_0000));
    (m - 1.0, if small { (n - 24) as f32 } else { n as f32 })
}

/// `ln(1 + f) - f + f^2 / 2`, for an `f` that `around_one` returns.
#[device]
#[inline(always)]
fn tail(f: f32) -> f32 {
    let p = -5.814_773_2e-2;
    let p = p * f + 1.051_482_4e-1;
    let p = p * f - 1.083_907e-1;
    let p = p * f + 1.106_308_8e-1;
    let p = p * f - 1.242_484_45e-1;
    let p = p * f + 1.428_288_2e-1;
    let p = p * f - 1.666_928_8e-1;
    let p = p * f + 2.000_017e-1;
    let p = p * f - 2.499_997e-1;
    let p = p * f + 3.333_333e-1;
    (p * f) * (f * f)
}

/// `ln(1 + f)`.
#[device]
#[inline(always)]
fn of_one_and(f: f32) -> f32 {
    f - (0.5 * f * f - tail(f))
}

/// `ln(2) * n + ln(1 + f) + rest`.
#[device]
#[inline(always)]
pub(super) fn combined(f: f32, n: f32, rest: f32) -> f32 {
    // `ln(2)` is 6.931_152_3e-1 + 3.194_618_3e-5. The first term has few significant bits, so its product
    // with the integer `n` is exact.
    let low: f32 = tail(f) + (n * 3.194_618_3e-5 + rest);
    if n == 0.0 {
        return f - (0.5 * f * f - low);
    }
    let (high, lost): (f32, f32) = fast_two_sum(n * 6.931_152_3e-1, f);
    high + (lost - (0.5 * f * f - low))
}

/// Whether the logarithm of `x` is a special value: `x` is zero, negative, infinite or NaN.
#[device]
#[inline(always)]
fn is_special(x: f32) -> bool {
    let bits = x.to_bits();
    bits == 0 || bits >= 0x7f80_0000
}

#[device]
#[inline(always)]
fn special_value(x: f32) -> f32 {
    if x.is_nan() || x.to_bits() == 0x7f80_0000 {
        return x;
    }
    if x.to_bits() & 0x7fff_ffff == 0 {
        return f32::NEG_INFINITY;
    }
    f32::NAN
}

/// The natural logarithm. Within 1 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::log(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn log(x: f32) -> f32 {
    if is_special(x) {
        return special_value(x);
    }
    let (f, n): (f32, f32) = around_one(x);
    combined(f, n, 0.0)
}

/// The logarithm to base two. Within 3 ULP, and exact for powers of two.
///
/// ```
/// assert_eq!(amp::precise_math::log2(1024.0), 10.0);
/// ```
#[device]
#[inline]
pub fn log2(x: f32) -> f32 {
    if is_special(x) {
        return special_value(x);
    }
    let (f, n): (f32, f32) = around_one(x);
    n + of_one_and(f) * std::f32::consts::LOG2_E
}

/// The logarithm to base ten. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::log10(1000.0), 3.0);
/// ```
#[device]
#[inline]
pub fn log10(x: f32) -> f32 {
    if is_special(x) {
        return special_value(x);
    }
    let (f, n): (f32, f32) = around_one(x);
    n * 3.010_254e-1 + (of_one_and(f) * std::f32::consts::LOG10_E + n * 4.605_039e-6)
}

/// `ln(1 + x)`, without cancellation for small `x`. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::log1p(1e-20), 1e-20);
/// ```
#[device]
#[inline]
pub fn log1p(x: f32) -> f32 {
    if x.is_nan() || x.to_bits() == 0x7f80_0000 {
        return x;
    }
    if x < -1.0 {
        return f32::NAN;
    }
    if x == -1.0 {
        return f32::NEG_INFINITY;
    }
    if x > -0.29 && x < 0.41 {
        return of_one_and(x);
    }
    let (u, lost): (f32, f32) = two_sum(1.0, x);
    let (f, n): (f32, f32) = around_one(u);
    let rest = if n > 30.0 { 0.0 } else { lost * power_of_two(-(n as i32)) / (1.0 + f) };
    combined(f, n, rest)
}
