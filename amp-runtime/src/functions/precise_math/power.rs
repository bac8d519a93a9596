//! Powers, by double-word logarithms: `x^y = 2^(y * log2(x))`.

use super::double_word::{fast_two_sum, two_product, two_sum};
use super::exponential::exp2_from;
use super::logarithm::around_one;
use amp_macros::device;

/// The logarithm to base two of a positive value, as a double word with a relative error of 2^-33.
#[device]
#[inline(always)]
fn log2_parts(x: f32) -> (f32, f32) {
    let (f, n): (f32, f32) = around_one(x);
    // `ln(1 + f)` equals `2 * atanh(f / (2 + f))`.
    let (d, d_low): (f32, f32) = fast_two_sum(2.0, f);
    let s = f / d;
    let (p, p_low): (f32, f32) = two_product(s, d);
    let s_low = (((f - p) - p_low) - s * d_low) / d;
    let (z, z_low): (f32, f32) = two_product(s, s);
    let (w, w_low): (f32, f32) = two_product(z, s);
    let w_low = w_low + (z_low * s + 3.0 * z * s_low);
    let (t, t_low): (f32, f32) = two_product(w, 0.666_666_7);
    let q = 2.144_628_5e-1;
    let q = q * z + 2.863_963_5e-1;
    let q = q * z + 3.999_903_5e-1;
    let t_low = t_low + (w * -1.986_821_5e-8 + w_low * 0.666_666_7 + (w * z) * q);
    let (a, lost): (f32, f32) = fast_two_sum(2.0 * s, t);
    let low = lost + (2.0 * s_low + t_low);
    let (b, b_low): (f32, f32) = two_product(a, std::f32::consts::LOG2_E);
    let b_low = b_low + (a * 1.925_963e-8 + low * std::f32::consts::LOG2_E);
    let (high, lost): (f32, f32) = two_sum(n, b);
    fast_two_sum(high, lost + b_low)
}

/// 0 for an even integer, 1 for an odd integer, 2 for any other value.
#[device]
#[inline(always)]
fn parity(y: f32) -> u32 {
    let a = y.abs();
    if a >= 16_777_216.0 {
        return 0;
    }
    if a.floor() != a {
        return 2;
    }
    (a as u32) & 1
}

/// `x` to the power of `y`. Within 8 ULP.
///
/// ```
/// assert_eq!(amp::precise_math::pow(-2.0, 3.0), -8.0);
/// ```
#[device]
#[inline]
pub fn pow(x: f32, y: f32) -> f32 {
    if x == 1.0 || y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    let odd: u32 = parity(y);
    let negative = x.is_sign_negative();
    let a = x.abs();
    let infinite = y.is_infinite();
    let mut power = 0.0f32;
    if a == 0.0 || a.is_infinite() || infinite {
        // Here the base is 0 or infinite, or the exponent is infinite. So the power is infinite or zero, or
        // one for the base -1.
        let grows = (a > 1.0) == (y > 0.0);
        power = if grows { f32::INFINITY } else { 0.0 };
        if a == 1.0 {
            power = 1.0;
        }
    } else {
        if negative && odd == 2 {
            return f32::NAN;
        }
        let (high, low): (f32, f32) = log2_parts(a);
        let rough = y * high;
        if rough > 200.0 {
            power = f32::INFINITY;
        } else if rough > -200.0 {
            let (e, e_low): (f32, f32) = two_product(y, high);
            let n = e.round_ties_even();
            power = exp2_from(n, (e - n) + (e_low + y * low));
        }
    }
    if negative && odd == 1 { -power } else { power }
}
