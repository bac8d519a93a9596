//! Inverse trigonometric functions.

use super::double_word::fast_two_sum;
use amp_macros::device;

/// The arc sine of `s`, for magnitudes up to one half. `z` is the square of `s`.
#[device]
#[inline(always)]
fn small_arc(s: f32, z: f32) -> f32 {
    let p = 3.556_794_7e-2;
    let p = p * z + 1.591_387e-2;
    let p = p * z + 3.139_059e-2;
    let p = p * z + 4.457_076e-2;
    let p = p * z + 7.500_199e-2;
    let p = p * z + 1.666_666_6e-1;
    s + (s * z) * p
}

/// The arc sine. Within 4 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::asin(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn asin(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    if a > 1.0 {
        return f32::NAN;
    }
    if a <= 0.5 {
        return small_arc(x, x * x);
    }
    let z = (1.0 - a) * 0.5;
    let arc = 2.0 * small_arc(z.sqrt(), z);
    (std::f32::consts::FRAC_PI_2 - (arc + 4.371_139e-8)).copysign(x)
}

/// The arc cosine. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::acos(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn acos(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    if a > 1.0 {
        return f32::NAN;
    }
    if a <= 0.5 {
        return std::f32::consts::FRAC_PI_2 - (small_arc(x, x * x) + 4.371_139e-8);
    }
    let z = (1.0 - a) * 0.5;
    let arc = 2.0 * small_arc(z.sqrt(), z);
    if x > 0.0 { arc } else { std::f32::consts::PI - (arc + 8.742_278e-8) }
}

/// The angle of the point `(d, n)` in the first quadrant. The point must not be the origin.
#[device]
#[inline(always)]
fn angle(n: f32, d: f32) -> f32 {
    // Rotates the point by an eighth or a quarter of a circle if necessary, so that the tangent of its angle
    // is small.
    let low = n <= d * 0.414_213_57;
    let high = n > d * 2.414_213_6;
    let up = if low {
        n
    } else if high {
        -d
    } else {
        n - d
    };
    let right = if low {
        d
    } else if high {
        n
    } else {
        n + d
    };
    let turn = if low {
        0.0f32
    } else if high {
        std::f32::consts::FRAC_PI_2
    } else {
        std::f32::consts::FRAC_PI_4
    };
    let t = up / right;
    let z = t * t;
    let p = 7.346_716e-2;
    let p = p * z - 9.653_035_6e-2;
    let p = p * z + 1.123_414_8e-1;
    let p = p * z - 1.429_486_3e-1;
    let p = p * z + 2.000_023_3e-1;
    let p = p * z - 3.333_333_4e-1;
    let rest = (t * z) * p;
    let (sum, lost): (f32, f32) = fast_two_sum(turn, t);
    if low { t + rest } else { sum + (lost + (rest - turn * 2.782_753_4e-8)) }
}

/// The arc tangent. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::atan(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn atan(x: f32) -> f32 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return std::f32::consts::FRAC_PI_2.copysign(x);
    }
    angle(x.abs(), 1.0).copysign(x)
}

/// The angle of the point `(x, y)`. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::atan2(0.0, 1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    let mut n = y.abs();
    let mut d = x.abs();
    // IEEE 754 defines the angle for infinite coordinates and for the origin, but the quotient of the
    // coordinates may be NaN there. A finite point with the same angle replaces these points.
    if n.is_infinite() {
        d = if d.is_infinite() { 1.0 } else { 0.0 };
        n = 1.0;
    } else if d.is_infinite() {
        n = 0.0;
        d = 1.0;
    } else if n == 0.0 && d == 0.0 {
        d = 1.0;
    }
    // Scales the point so that `n + d` does not overflow and the quotient has no subnormal operand.
    let largest = if n > d { n } else { d };
    if largest > 1e38 {
        n *= 0.25;
        d *= 0.25;
    } else if largest < 1e-30 {
        n *= 1_048_576.0;
        d *= 1_048_576.0;
    }
    let angle: f32 = angle(n, d);
    let turned = if x.is_sign_negative() { std::f32::consts::PI - (angle + 8.742_278e-8) } else { angle };
    turned.copysign(y)
}
