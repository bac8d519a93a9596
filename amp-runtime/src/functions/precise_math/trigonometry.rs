//! Sine, cosine and tangent: of angles in radians (`sin`), and of angles in half circles (`sinpi`).

use super::angle::{cosine, of_half_turns, reduced, sine};
use super::double_word::two_product;
use amp_macros::device;

/// The sine of `high + low + quarters * pi / 2`. The magnitude of `high + low` is at most `pi / 4`.
#[device]
#[inline(always)]
fn wave(high: f32, low: f32, quarters: u32) -> f32 {
    let (wave, rest): (f32, f32) = if quarters & 1 == 0 { sine(high, low) } else { cosine(high, low) };
    let wave = wave + rest;
    if quarters & 2 == 0 { wave } else { -wave }
}

/// The sine. Within 2 ULP, also for large angles.
///
/// ```
/// assert_eq!(amp::precise_math::sin(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn sin(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = reduced(a);
    let wave: f32 = wave(high, low, quarters);
    if x < 0.0 { -wave } else { wave }
}

/// The cosine. Within 2 ULP, also for large angles.
///
/// ```
/// assert_eq!(amp::precise_math::cos(0.0), 1.0);
/// ```
#[device]
#[inline]
pub fn cos(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = reduced(a);
    wave(high, low, quarters + 1)
}

/// The sine and the cosine, at little more than the cost of one of them. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::sincos(0.0), (0.0, 1.0));
/// ```
#[device]
#[inline]
pub fn sincos(x: f32) -> (f32, f32) {
    let a = x.abs();
    if x.is_nan() {
        return (x, x);
    }
    if a.is_infinite() {
        return (f32::NAN, f32::NAN);
    }
    if a == 0.0 {
        return (x, 1.0);
    }
    let (high, low, quarters): (f32, f32, u32) = reduced(a);
    let s: f32 = wave(high, low, quarters);
    (if x < 0.0 { -s } else { s }, wave(high, low, quarters + 1))
}

/// The tangent of `high + low + quarters * pi / 2`. The magnitude of `high + low` is at most `pi / 4`. The
/// result is the quotient of sine and cosine, corrected by the rounding errors of both.
#[device]
#[inline(always)]
fn slope(high: f32, low: f32, quarters: u32) -> f32 {
    let (s, s_low): (f32, f32) = sine(high, low);
    let (c, c_low): (f32, f32) = cosine(high, low);
    let turned = quarters & 1 != 0;
    let (up, up_low) = if turned { (-c, -c_low) } else { (s, s_low) };
    let (down, down_low) = if turned { (s, s_low) } else { (c, c_low) };
    let slope = up / down;
    let (p, p_low): (f32, f32) = two_product(slope, down);
    slope + ((((up - p) - p_low) + up_low) - slope * down_low) / down
}

/// The tangent. Within 4 ULP, also for large angles.
///
/// ```
/// assert_eq!(amp::precise_math::tan(0.0), 0.0);
/// ```
#[device]
#[inline]
pub fn tan(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = reduced(a);
    let slope: f32 = slope(high, low, quarters);
    if x < 0.0 { -slope } else { slope }
}

/// The sine of `pi * x`. Within 2 ULP, and exact if the sine is 0, 1 or -1.
///
/// ```
/// assert_eq!(amp::precise_math::sinpi(1.5), -1.0);
/// ```
#[device]
#[inline]
pub fn sinpi(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = of_half_turns(a);
    // A result of zero has the sign of `x`.
    if high == 0.0 && quarters & 1 == 0 {
        return 0.0f32.copysign(x);
    }
    let wave: f32 = wave(high, low, quarters);
    if x < 0.0 { -wave } else { wave }
}

/// The cosine of `pi * x`. Within 2 ULP, and exact if the cosine is 0, 1 or -1.
///
/// ```
/// assert_eq!(amp::precise_math::cospi(0.5), 0.0);
/// ```
#[device]
#[inline]
pub fn cospi(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = of_half_turns(a);
    if high == 0.0 && quarters & 1 == 1 {
        return 0.0;
    }
    wave(high, low, quarters + 1)
}

/// The tangent of `pi * x`. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::tanpi(1.0), 0.0);
/// ```
#[device]
#[inline]
pub fn tanpi(x: f32) -> f32 {
    let a = x.abs();
    if x.is_nan() || a == 0.0 {
        return x;
    }
    if a.is_infinite() {
        return f32::NAN;
    }
    let (high, low, quarters): (f32, f32, u32) = of_half_turns(a);
    if high == 0.0 {
        // Zeros and poles of the tangent alternate in sign.
        let size = if quarters & 1 == 0 { 0.0f32 } else { f32::INFINITY };
        let turned = if (quarters & 3) < 2 { size } else { -size };
        return if x < 0.0 { -turned } else { turned };
    }
    let slope: f32 = slope(high, low, quarters);
    if x < 0.0 { -slope } else { slope }
}
