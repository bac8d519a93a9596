//! Roots. A device's square root may be inexact, so these functions normalise the argument and correct the
//! result.

use super::double_word::{fast_two_sum, normalised, power_of_two, scaled, two_product};
use amp_macros::device;

/// Whether the value is zero, infinite, negative or NaN.
#[device]
#[inline(always)]
fn is_special(x: f32) -> bool {
    let bits = x.to_bits();
    bits == 0 || bits >= 0x7f80_0000
}

/// The square root, correctly rounded.
///
/// ```
/// assert_eq!(amp::precise_math::sqrt(2.25), 1.5);
/// ```
#[device]
#[inline]
pub fn sqrt(x: f32) -> f32 {
    if is_special(x) {
        if x.is_nan() || x.to_bits() & 0x7fff_ffff == 0 || x.to_bits() == 0x7f80_0000 {
            return x;
        }
        return f32::NAN;
    }
    let (m, n): (f32, i32) = normalised(x);
    // Makes the exponent even, so that half of it is an integer. The mantissa is then between one and four.
    let odd = n & 1;
    let m = if odd == 1 { 2.0 * m } else { m };
    let mut root = m.sqrt().to_bits().clamp(0x3f80_0000, 0x3fff_ffff);
    // Compares the mantissa with the square of the root, as integers modulo 2^32. The wrapped difference is
    // exact, because the mantissa and the square differ by less than 2^31.
    let whole = (m.to_bits() & 0x007f_ffff) | 0x0080_0000;
    let whole = whole << (23 + odd as u32);
    for _ in 0..8 {
        let r = (root & 0x007f_ffff) | 0x0080_0000;
        let over = whole.wrapping_sub(r.wrapping_mul(r)) as i32;
        if over > r as i32 {
            root += 1;
        } else if over <= -(r as i32) {
            root -= 1;
        } else {
            break;
        }
    }
    f32::from_bits(root) * power_of_two((n - odd) >> 1)
}

/// The reciprocal of the square root. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::rsqrt(4.0), 0.5);
/// ```
#[device]
#[inline]
pub fn rsqrt(x: f32) -> f32 {
    if is_special(x) {
        if x.is_nan() {
            return x;
        }
        if x.to_bits() & 0x7fff_ffff == 0 {
            return if x.is_sign_negative() { f32::NEG_INFINITY } else { f32::INFINITY };
        }
        return if x.is_sign_negative() { f32::NAN } else { 0.0 };
    }
    let (m, n): (f32, i32) = normalised(x);
    let odd = n & 1;
    let m = if odd == 1 { 2.0 * m } else { m };
    let y = 1.0 / m.sqrt();
    let (p, p_low): (f32, f32) = two_product(y, y);
    let (q, q_low): (f32, f32) = two_product(m, p);
    let over = ((1.0 - q) - q_low) - m * p_low;
    (y + 0.5 * y * over) * power_of_two((odd - n) >> 1)
}

/// Splits a positive value into `m * 8^k`, with `m` between 1 and 8. Returns `m`, `k` and an approximate cube
/// root of `m`.
#[device]
#[inline(always)]
fn rough_cube_root(x: f32) -> (f32, i32, f32) {
    let (m, n): (f32, i32) = normalised(x);
    let k = (n + 150) / 3 - 50;
    let m = m * power_of_two(n - 3 * k);
    let mut t = f32::from_bits(m.to_bits() / 3 + 0x2a51_7d3c);
    for _ in 0..3 {
        t -= (t - m / (t * t)) * 0.333_333_34;
    }
    (m, k, t)
}

/// The cube root, also of negative values. Within 1 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::cbrt(-27.0), -3.0);
/// ```
#[device]
#[inline]
pub fn cbrt(x: f32) -> f32 {
    let a = x.abs();
    if is_special(a) {
        return x;
    }
    let (m, k, t): (f32, i32, f32) = rough_cube_root(a);
    let (p, p_low): (f32, f32) = two_product(t, t);
    let (q, q_low): (f32, f32) = two_product(p, t);
    let over = ((m - q) - q_low) - p_low * t;
    ((t + over / (3.0 * p)) * power_of_two(k)).copysign(x)
}

/// The reciprocal of the cube root. Within 2 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::rcbrt(8.0), 0.5);
/// ```
#[device]
#[inline]
pub fn rcbrt(x: f32) -> f32 {
    let a = x.abs();
    if is_special(a) {
        if a.is_nan() {
            return x;
        }
        return if a == 0.0 { f32::INFINITY.copysign(x) } else { 0.0f32.copysign(x) };
    }
    let (m, k, t): (f32, i32, f32) = rough_cube_root(a);
    let y = 1.0 / t;
    let (p, p_low): (f32, f32) = two_product(y, y);
    let (q, q_low): (f32, f32) = two_product(p, y);
    let (s, s_low): (f32, f32) = two_product(m, q);
    let over = ((1.0 - s) - s_low) - m * (q_low + p_low * y);
    ((y + y * over * 0.333_333_34) * power_of_two(-k)).copysign(x)
}

/// The length of the hypotenuse, without intermediate overflow. Within 3 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::hypot(3e30, 4e30), 5e30);
/// ```
#[device]
#[inline]
pub fn hypot(x: f32, y: f32) -> f32 {
    if x.is_infinite() || y.is_infinite() {
        return f32::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    let larger = if x.abs() < y.abs() { y.abs() } else { x.abs() };
    let smaller = if x.abs() < y.abs() { x.abs() } else { y.abs() };
    if larger == 0.0 {
        return 0.0;
    }
    let (a, n): (f32, i32) = normalised(larger);
    let b = scaled(smaller, -n);
    let (p, p_low): (f32, f32) = two_product(a, a);
    let (q, q_low): (f32, f32) = two_product(b, b);
    let (s, lost): (f32, f32) = fast_two_sum(p, q);
    let r = s.sqrt();
    let (t, t_low): (f32, f32) = two_product(r, r);
    let over = ((s - t) - t_low) + (lost + (p_low + q_low));
    scaled(r + over / (2.0 * r), n)
}
