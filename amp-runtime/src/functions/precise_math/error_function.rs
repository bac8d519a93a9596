//! The error function, the normal distribution, and their inverses.

use super::double_word::{fast_two_sum, two_product};
use super::exponential::scaled_exp;
use super::logarithm::{log, log1p};
use amp_macros::device;

/// The error function between -1 and 1.
#[device]
#[inline(always)]
fn erf_near_zero(x: f32) -> f32 {
    let z = x * x;
    let p = -7.049_542_5e-6;
    let p = p * z + 1.029_159_54e-4;
    let p = p * z - 8.339_796e-4;
    let p = p * z + 5.210_248_3e-3;
    let p = p * z - 2.686_118_3e-2;
    let p = p * z + 1.128_369_94e-1;
    let p = p * z - 3.761_263_2e-1;
    let p = p * z + 1.283_791_7e-1;
    x + x * p
}

/// `1 - erf(x + low)`, where the double word `x + low` is at least one half.
#[device]
#[inline(always)]
fn erfc_tail(x: f32, low: f32) -> f32 {
    if x > 10.2 {
        return 0.0;
    }
    let t = (x - 4.0) / (x + 4.0);
    let p = 5.618_646e-3;
    let p = p * t - 1.616_964_5e-2;
    let p = p * t + 3.687_353_8e-2;
    let p = p * t - 6.649_589_5e-2;
    let p = p * t + 9.377_167e-2;
    let p = p * t - 1.009_993_3e-1;
    let p = p * t + 6.809_582_6e-2;
    let p = p * t + 1.537_679_7e-2;
    let p = p * t - 1.396_211_2e-1;
    let p = p * t + 1.232_995_2;
    let (square, rest): (f32, f32) = two_product(x, x);
    let rest = rest + 2.0 * x * low;
    // The exponential may be subnormal, and would then lose digits. So it is scaled by 2^64 until the end.
    let shrunk: f32 = scaled_exp(-square, 64);
    let value = (shrunk - shrunk * rest) * p / (1.0 + 2.0 * x);
    value * 5.421_011e-20
}

/// The error function. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::erf(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn erf(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a < 1.0 {
        return erf_near_zero(x);
    }
    if a > 4.0 {
        return 1.0f32.copysign(x);
    }
    (1.0 - erfc_tail(a, 0.0)).copysign(x)
}

/// `1 - erf(x + low)`, for any double word `x + low`.
#[device]
#[inline(always)]
fn complement(x: f32, low: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x >= 0.5 {
        return erfc_tail(x, low);
    }
    if x > -1.0 {
        return 1.0 - erf_near_zero(x);
    }
    2.0 - erfc_tail(-x, -low)
}

/// `1 - erf(x)`, without cancellation for large `x`. Within 6 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::erfc(0.0), 1.0);
/// ```
#[device]
#[inline]
pub fn erfc(x: f32) -> f32 {
    complement(x, 0.0)
}

/// The cumulative distribution function of the standard normal distribution.
///
/// ```
/// assert_eq!(amp::precise_math::phi(0.0), 0.5);
/// ```
#[device]
#[inline]
pub fn phi(x: f32) -> f32 {
    if x > 15.0 {
        return 1.0;
    }
    if x < -15.0 {
        return 0.0;
    }
    let (high, low): (f32, f32) = two_product(x, -0.707_106_77);
    let (high, low): (f32, f32) = fast_two_sum(high, low - x * 1.210_161_75e-8);
    0.5 * complement(high, low)
}

/// `erfinv(x) / x`, as a function of `w = -ln(1 - x^2)`.
#[device]
#[inline(always)]
fn inverse(w: f32) -> f32 {
    if w < 6.25 {
        let u = w - 3.125;
        let p = 6.487_258e-10;
        let p = p * u - 4.612_124_5e-9;
        let p = p * u - 2.445_770_9e-8;
        let p = p * u + 4.256_76e-7;
        let p = p * u - 1.390_123_9e-6;
        let p = p * u - 1.388_629_3e-5;
        let p = p * u + 1.867_955_3e-4;
        let p = p * u - 7.407_034e-4;
        let p = p * u - 6.033_732e-3;
        let p = p * u + 2.401_581_9e-1;
        return p * u + 1.653_654_6;
    }
    let s = w.sqrt();
    if s < 4.0 {
        let u = s - 3.25;
        let p = -2.481_737_2e-4;
        let p = p * u + 9.403_350_4e-4;
        let p = p * u - 1.738_774_5e-3;
        let p = p * u + 2.500_735_2e-3;
        let p = p * u - 3.742_895_8e-3;
        let p = p * u + 5.369_457e-3;
        let p = p * u + 1.005_258_7;
        return p * u + 3.083_885_7;
    }
    let u = s - 7.125;
    let p = 2.329_549_3e-10;
    let p = p * u - 1.775_319_1e-9;
    let p = p * u + 8.162_766e-9;
    let p = p * u - 4.107_466_4e-8;
    let p = p * u + 2.480_511_8e-7;
    let p = p * u - 1.411_424_7e-6;
    let p = p * u + 5.247_584e-6;
    let p = p * u + 9.074_864_5e-6;
    let p = p * u - 5.100_199e-4;
    let p = p * u + 1.008_467_8;
    p * u + 6.995_086
}

/// The inverse of [`erf`]. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::erfinv(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn erfinv(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    if a > 1.0 {
        return f32::NAN;
    }
    if a == 1.0 {
        return f32::INFINITY.copysign(x);
    }
    let w = if a < 0.7 { -log1p(-x * x) } else { -log((1.0 - a) * (1.0 + a)) };
    x * inverse(w)
}

/// The inverse of [`erfc`]. Within 7 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::erfcinv(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn erfcinv(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x < 0.0 {
        return f32::NAN;
    }
    if x > 2.0 {
        return f32::NAN;
    }
    if x == 0.0 {
        return f32::INFINITY;
    }
    if x == 2.0 {
        return f32::NEG_INFINITY;
    }
    let y = 1.0 - x;
    let w = if y.abs() < 0.7 { -log1p(-y * y) } else { -log(x * (2.0 - x)) };
    y * inverse(w)
}

/// The inverse of [`phi`].
///
/// ```
/// assert_eq!(amp::precise_math::probit(0.5), 0.0);
/// ```
#[device]
#[inline]
pub fn probit(p: f32) -> f32 {
    -std::f32::consts::SQRT_2 * erfcinv(2.0 * p)
}
