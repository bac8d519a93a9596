//! Powers of `e`, two and ten: `2^n` times a polynomial in the remainder.

use super::double_word::{fast_two_sum, power_of_two, scaled, two_sum};
use amp_macros::device;

/// `e` to the power of `x`. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::exp(0.0), 1.0);
/// ```
#[device]
#[inline]
pub fn exp(x: f32) -> f32 {
    scaled_exp(x, 0)
}

/// `e^x * 2^k`.
#[device]
#[inline(always)]
pub(super) fn scaled_exp(x: f32, k: i32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x > 90.0 {
        return f32::INFINITY;
    }
    if x < -105.0 {
        return 0.0;
    }
    let n = (x * std::f32::consts::LOG2_E).round_ties_even();
    // `ln(2)` is 6.931_152_3e-1 + 3.194_618_3e-5. The first term has few bits, so that its product with `n`
    // is exact.
    let r = (x - n * 6.931_152_3e-1) - n * 3.194_618_3e-5;
    let p = 1.992_787_9e-4;
    let p = p * r + 1.393_006_1e-3;
    let p = p * r + 8.333_225e-3;
    let p = p * r + 4.166_652e-2;
    let p = p * r + 1.666_666_7e-1;
    let p = p * r + 0.5;
    scaled(((p * r) * r + r) + 1.0, n as i32 + k)
}

/// Two to the power of `x`. Within 2 ULP, and exact if `x` is an integer.
///
/// ```
/// assert_eq!(amp::precise_math::exp2(-3.0), 0.125);
/// ```
#[device]
#[inline]
pub fn exp2(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x > 129.0 {
        return f32::INFINITY;
    }
    if x < -151.0 {
        return 0.0;
    }
    let n = x.round_ties_even();
    exp2_from(n, x - n)
}

/// `2^(n + f)` for an integer `n` and `f` between -0.51 and 0.51.
#[device]
#[inline(always)]
pub(super) fn exp2_from(n: f32, f: f32) -> f32 {
    let p = 1.533_102e-4;
    let p = p * f + 1.339_162_2e-3;
    let p = p * f + 9.618_497e-3;
    let p = p * f + 5.550_358_4e-2;
    let p = p * f + 2.402_264_8e-1;
    let p = p * f + 6.931_472e-1;
    scaled(p * f + 1.0, n as i32)
}

/// Ten to the power of `x`. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::exp10(2.0), 100.0);
/// ```
#[device]
#[inline]
pub fn exp10(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x > 39.0 {
        return f32::INFINITY;
    }
    if x < -46.0 {
        return 0.0;
    }
    let n = (x * std::f32::consts::LOG2_10).round_ties_even();
    let r = (x - n * 3.010_254e-1) - n * 4.605_039e-6;
    let p = 2.062_506_8e-1;
    let p = p * r + 5.418_696e-1;
    let p = p * r + 1.171_293_7;
    let p = p * r + 2.034_655_3;
    let p = p * r + 2.650_948_8;
    let p = p * r + std::f32::consts::LN_10;
    scaled(p * r + 1.0, n as i32)
}

/// `e^x - 1`, without cancellation for small `x`. Within 1 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::expm1(1e-20), 1e-20);
/// ```
#[device]
#[inline]
pub fn expm1(x: f32) -> f32 {
    if x.is_nan() || x == 0.0 {
        return x;
    }
    if x > 90.0 {
        return f32::INFINITY;
    }
    if x < -18.0 {
        return -1.0;
    }
    let n = (x * std::f32::consts::LOG2_E).round_ties_even();
    let a = x - n * 6.931_152_3e-1;
    let (r, rest): (f32, f32) = two_sum(a, n * -3.194_618_3e-5);
    let p = 1.992_787_9e-4;
    let p = p * r + 1.393_006_1e-3;
    let p = p * r + 8.333_225e-3;
    let p = p * r + 4.166_652e-2;
    let p = p * r + 1.666_666_7e-1;
    let p = p * r + 0.5;
    let (high, low): (f32, f32) = fast_two_sum(r, (p * r) * r + (rest + rest * r));
    if n == 0.0 {
        return high + low;
    }
    // Computes `2^n (1 + p) - 1` as `2^n (1 - 2^-n + p)`, where `p` is `high + low`.
    let one = if n > 60.0 { 0.0 } else { power_of_two(-(n as i32)) };
    let (left, lost): (f32, f32) = two_sum(1.0, -one);
    let (whole, rest): (f32, f32) = two_sum(left, high);
    scaled(whole + (rest + (low + lost)), n as i32)
}
