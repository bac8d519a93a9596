//! Rounding to integers, and remainders.

use amp_macros::device;

/// The largest integer that is at most `x`.
///
/// ```
/// assert_eq!(amp::precise_math::floor(-1.5), -2.0);
/// ```
#[device]
#[inline]
pub fn floor(x: f32) -> f32 {
    x.floor()
}

/// The smallest integer that is at least `x`.
///
/// ```
/// assert_eq!(amp::precise_math::ceil(1.2), 2.0);
/// ```
#[device]
#[inline]
pub fn ceil(x: f32) -> f32 {
    x.ceil()
}

/// `x` rounded towards zero.
///
/// ```
/// assert_eq!(amp::precise_math::trunc(-1.7), -1.0);
/// ```
#[device]
#[inline]
pub fn trunc(x: f32) -> f32 {
    x.trunc()
}

/// The nearest integer. Half-way cases round away from zero.
///
/// ```
/// assert_eq!(amp::precise_math::round(2.5), 3.0);
/// ```
#[device]
#[inline]
pub fn round(x: f32) -> f32 {
    x.round()
}

/// The nearest integer. Half-way cases round to even.
///
/// ```
/// assert_eq!(amp::precise_math::nearbyint(2.5), 2.0);
/// ```
#[device]
#[inline]
pub fn nearbyint(x: f32) -> f32 {
    x.round_ties_even()
}

/// The fractional and the integer part, both with the sign of `x`.
///
/// ```
/// assert_eq!(amp::precise_math::modf(-2.25), (-0.25, -2.0));
/// ```
#[device]
#[inline]
pub fn modf(x: f32) -> (f32, f32) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    (fraction.copysign(x), whole)
}

/// The exact value of `x - n * y`, where `n` is `x / y` rounded towards zero: Rust's `x % y`.
///
/// ```
/// assert_eq!(amp::precise_math::fmod(-5.5, 2.0), -1.5);
/// ```
#[device]
#[inline]
pub fn fmod(x: f32, y: f32) -> f32 {
    x % y
}

/// The exact value of `x - n * y`, where `n` is `x / y` rounded to the nearest integer. Half-way cases round
/// to even.
///
/// ```
/// assert_eq!(amp::precise_math::remainder(5.0, 3.0), -1.0);
/// ```
#[device]
#[inline]
pub fn remainder(x: f32, y: f32) -> f32 {
    let (rest, _): (f32, i32) = remquo(x, y);
    rest
}

/// The result of [`remainder`], and the low three bits of the rounded quotient's magnitude, with the sign of
/// `x / y`.
///
/// ```
/// assert_eq!(amp::precise_math::remquo(5.0, 3.0), (-1.0, 2));
/// ```
#[device]
#[inline]
pub fn remquo(x: f32, y: f32) -> (f32, i32) {
    let size = x.abs();
    let divisor = y.abs();
    if x.is_nan() || y.is_nan() || size.is_infinite() || divisor == 0.0 {
        return (f32::NAN, 0);
    }
    if divisor.is_infinite() || size < 0.25 * divisor {
        return (x, 0);
    }
    // Eight times the divisor must be finite, so both operands are scaled by 2^-24 if the divisor is large.
    let large = divisor > 1e30;
    let b = if large { divisor * 5.960_464_5e-8 } else { divisor };
    let mut r = (if large { size * 5.960_464_5e-8 } else { size }) % (8.0 * b);
    let mut quotient = 0i32;
    if r >= 4.0 * b {
        r -= 4.0 * b;
        quotient += 4;
    }
    if r >= 2.0 * b {
        r -= 2.0 * b;
        quotient += 2;
    }
    if r >= b {
        r -= b;
        quotient += 1;
    }
    // Compares `r` with `b - r` and not with `b / 2`. The difference is exact, but half of a subnormal `b`
    // may be rounded.
    let other = b - r;
    if r > other || (r == other && quotient & 1 == 1) {
        r = -other;
        quotient += 1;
    }
    quotient &= 7;
    let rest = if large { r * 16_777_216.0 } else { r };
    let rest = if rest == 0.0 {
        0.0f32.copysign(x)
    } else if x < 0.0 {
        -rest
    } else {
        rest
    };
    (rest, if (x < 0.0) != (y < 0.0) { -quotient } else { quotient })
}
