//! Hyperbolic functions and their inverses.

use super::double_word::{fast_two_sum, power_of_two, two_product, two_sum};
use super::exponential::scaled_exp;
use super::logarithm::{around_one, combined, log1p};
use amp_macros::device;

/// The hyperbolic sine. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::sinh(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn sinh(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a < 1.0 {
        let z = x * x;
        let p = 2.683_877_5e-6;
        let p = p * z + 1.985_759_7e-4;
        let p = p * z + 8.333_259e-3;
        let p = p * z + 1.666_666_7e-1;
        return x + (x * z) * p;
    }
    let grown: f32 = scaled_exp(a, -1);
    let shrunk = if a > 20.0 { 0.0 } else { 0.25 / grown };
    (grown - shrunk).copysign(x)
}

/// The hyperbolic cosine. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::cosh(0.0), 1.0);
/// ```
#[device]
#[inline]
pub fn cosh(x: f32) -> f32 {
    let a = x.abs();
    let grown: f32 = scaled_exp(a, -1);
    if a > 20.0 || x.is_nan() { grown } else { grown + 0.25 / grown }
}

/// The hyperbolic tangent. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::tanh(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn tanh(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a < 0.54 {
        let z = x * x;
        let p = 3.950_13e-3;
        let p = p * z - 9.636_14e-3;
        let p = p * z + 2.212_444_5e-2;
        let p = p * z - 5.399_975_6e-2;
        let p = p * z + 1.333_347e-1;
        let p = p * z - 3.333_333_4e-1;
        return x + (x * z) * p;
    }
    if a > 10.0 {
        return 1.0f32.copysign(x);
    }
    (1.0 - 2.0 / (scaled_exp(2.0 * a, 0) + 1.0)).copysign(x)
}

/// The inverse hyperbolic sine. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::asinh(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn asinh(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || x.is_infinite() || a == 0.0 {
        return x;
    }
    if a < 0.5 {
        let z = x * x;
        let p = -3.601_877e-2;
        let p = p * z + 3.748_783_5e-2;
        let p = p * z - 2.847_220_4e-2;
        let p = p * z + 3.122_102_3e-2;
        let p = p * z - 4.469_544e-2;
        let p = p * z + 7.500_124e-2;
        let p = p * z - 1.666_666_7e-1;
        return x + (x * z) * p;
    }
    if a > 10_000.0 {
        let (f, n): (f32, f32) = around_one(a);
        return combined(f, n + 1.0, 0.0).copysign(x);
    }
    let (square, low): (f32, f32) = two_product(a, a);
    let (s, lost): (f32, f32) = two_sum(square, 1.0);
    let root = s.sqrt();
    let (t, t_low): (f32, f32) = two_product(root, root);
    let root_low = (((s - t) - t_low) + (low + lost)) / (2.0 * root);
    let (u, u_low): (f32, f32) = fast_two_sum(root, a);
    log_double_word(u, u_low + root_low).copysign(x)
}

/// The natural logarithm of the double word `u + low`, where `u` is at least one.
#[device]
#[inline(always)]
fn log_double_word(u: f32, low: f32) -> f32 {
    let (f, n): (f32, f32) = around_one(u);
    combined(f, n, low * power_of_two(-(n as i32)) / (1.0 + f))
}

/// The inverse hyperbolic cosine. Within 4 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::acosh(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn acosh(x: f32) -> f32 {
    if x.is_nan() || x.to_bits() == 0x7f80_0000 {
        return x;
    }
    if x < 1.0 {
        return f32::NAN;
    }
    if x > 10_000.0 {
        let (f, n): (f32, f32) = around_one(x);
        return combined(f, n + 1.0, 0.0);
    }
    let t = x - 1.0;
    log1p(t + (t * (2.0 + t)).sqrt())
}

/// The inverse hyperbolic tangent. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::atanh(1.0), f32::INFINITY);
/// ```
#[device]
#[inline]
pub fn atanh(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a > 1.0 {
        return f32::NAN;
    }
    if a == 1.0 {
        return f32::INFINITY.copysign(x);
    }
    if a < 0.5 {
        let z = x * x;
        let p = -8.579_995e-1;
        let p = p * z + 9.185_718e-1;
        let p = p * z - 2.260_804_5e-1;
        let p = p * z + 1.441_311_4e-1;
        let p = p * z + 1.062_968_45e-1;
        let p = p * z + 1.430_667_5e-1;
        let p = p * z + 1.999_964_9e-1;
        let p = p * z + 3.333_333_4e-1;
        return x + (x * z) * p;
    }
    (0.5 * log1p(2.0 * a / (1.0 - a))).copysign(x)
}
