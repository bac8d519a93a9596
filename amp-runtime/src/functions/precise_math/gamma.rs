//! The gamma function and its logarithm.

use super::double_word::two_product;
use super::logarithm::log;
use super::trigonometry::sinpi;
use amp_macros::device;

/// The gamma function between one and two.
#[device]
#[inline(always)]
fn gamma_1_2(x: f32) -> f32 {
    let u = x - 1.5;
    let p = 9.115_692e-3;
    let p = p * u - 2.262_525_3e-2;
    let p = p * u + 2.917_479_4e-2;
    let p = p * u - 3.689_623e-2;
    let p = p * u + 5.766_956_5e-2;
    let p = p * u - 7.760_121e-2;
    let p = p * u + 1.447_472e-1;
    let p = p * u - 1.072_937_9e-1;
    let p = p * u + 4.148_095e-1;
    let p = p * u + 3.233_840_3e-2;
    p * u + 8.862_269_5e-1
}

/// The gamma function. Within 11 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::tgamma(1.0), 1.0);
/// ```
#[device]
#[inline]
pub fn tgamma(x: f32) -> f32 {
    if x.is_nan() || x.to_bits() == 0x7f80_0000 {
        return x;
    }
    if x == 0.0 {
        return f32::INFINITY.copysign(x);
    }
    if x.abs() < 1e-10 {
        return 1.0 / x;
    }
    if x < 0.0 && x.floor() == x {
        return f32::NAN;
    }
    if x > 35.5 {
        return f32::INFINITY;
    }
    if x < -45.0 {
        let half = x.floor() * 0.5;
        return if half.floor() == half { 0.0 } else { -0.0 };
    }
    // The recurrence `tgamma(x + 1) = x * tgamma(x)` reduces the argument to a value between one and two. The
    // product of the factors is a double word. Where the product could overflow, it starts at a small power
    // of two, and the last step corrects the scale of the result.
    let mut y = x;
    if x >= 2.0 {
        let mut p = 9.536_743e-7f32;
        let mut rest = 0.0f32;
        while y >= 2.0 {
            y -= 1.0;
            let (high, low): (f32, f32) = two_product(p, y);
            rest = low + rest * y;
            p = high;
        }
        let g: f32 = gamma_1_2(y);
        return (g * p + g * rest) * 1_048_576.0;
    }
    let scale = if x < -20.0 { 8.673_617_4e-19f32 } else { 1.0f32 };
    let mut p = scale;
    let mut rest = 0.0f32;
    while y < 1.0 {
        let (high, low): (f32, f32) = two_product(p, y);
        rest = low + rest * y;
        p = high;
        y += 1.0;
    }
    let q: f32 = gamma_1_2(y) / p;
    (q - q * (rest / p)) * scale
}

/// The logarithm of the gamma function at `1 + u`, for `u` between -1/4 and 1/2.
#[device]
#[inline(always)]
fn lgamma_near_1(u: f32) -> f32 {
    let p = -5.370_125_5e-2;
    let p = p * u + 1.092_211_7e-1;
    let p = p * u - 1.194_323e-1;
    let p = p * u + 1.241_183_8e-1;
    let p = p * u - 1.429_099_4e-1;
    let p = p * u + 1.696_473_4e-1;
    let p = p * u - 2.074_61e-1;
    let p = p * u + 2.705_795e-1;
    let p = p * u - 4.006_839e-1;
    let p = p * u + 8.224_67e-1;
    (p * u - 5.772_157e-1) * u
}

/// The logarithm of the gamma function at `2 + u`, for `u` between -1/2 and 1.
#[device]
#[inline(always)]
fn lgamma_near_2(u: f32) -> f32 {
    let p = -6.690_357e-5;
    let p = p * u + 2.083_147_6e-4;
    let p = p * u - 2.943_385_3e-4;
    let p = p * u + 4.672_774_2e-4;
    let p = p * u - 1.147_812_3e-3;
    let p = p * u + 2.894_498_2e-3;
    let p = p * u - 7.394_351_5e-3;
    let p = p * u + 2.058_084_7e-2;
    let p = p * u - 6.735_171_4e-2;
    let p = p * u + 3.224_670_3e-1;
    (p * u + 4.227_843_3e-1) * u
}

/// The logarithm of the gamma function of a positive value.
#[device]
#[inline(always)]
fn lgamma_positive(x: f32) -> f32 {
    if x < 0.75 {
        let above = if x <= 0.5 { lgamma_near_1(x) } else { lgamma_near_2(x - 1.0) };
        return above - log(x);
    }
    if x == 1.0 {
        return 0.0;
    }
    if x < 1.5 {
        return lgamma_near_1(x - 1.0);
    }
    if x < 8.0 {
        let mut y = x;
        let mut p = 1.0f32;
        while y >= 3.0 {
            y -= 1.0;
            p *= y;
        }
        let near: f32 = lgamma_near_2(y - 2.0);
        return if x < 3.0 { near } else { near + log(p) };
    }
    let r = 1.0 / x;
    let z = r * r;
    let p = 7.936_508e-4;
    let p = p * z - 2.777_777_8e-3;
    let p = p * z + 8.333_333_6e-2;
    (x - 0.5) * (log(x) - 1.0) + (4.189_385_4e-1 + p * r)
}

/// The natural logarithm of the absolute value of the gamma function. Within 6 ULP, except between -11 and
/// -2.2, where the logarithm crosses zero.
///
/// ```
/// assert_eq!(amp::precise_math::lgamma(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn lgamma(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    let a = x.abs();
    if a.is_infinite() || a == 0.0 || (x < 0.0 && x.floor() == x) {
        return f32::INFINITY;
    }
    if a < 1e-8 {
        return -log(a);
    }
    let of_size: f32 = lgamma_positive(a);
    if x > 0.0 { of_size } else { log(std::f32::consts::PI / (sinpi(a).abs() * a)) - of_size }
}
