//! Logarithms, and powers by `x^y = 2^(y * log2(x))`.

use super::f64_helpers;

const LN_2: f64 = std::f64::consts::LN_2;

/// The natural logarithm.
#[inline(always)]
pub(super) fn ln(x: f32) -> f32 {
    let (ln, n) = f64_helpers::ln(f64::from(x));
    with_special_values(x, ln + n * LN_2)
}

/// The logarithm to base two.
#[inline(always)]
pub(super) fn log2(x: f32) -> f32 {
    let (ln, n) = f64_helpers::ln(f64::from(x));
    with_special_values(x, ln * std::f64::consts::LOG2_E + n)
}

/// The logarithm to base ten.
#[inline(always)]
pub(super) fn log10(x: f32) -> f32 {
    let (ln, n) = f64_helpers::ln(f64::from(x));
    with_special_values(x, ln * std::f64::consts::LOG10_E + n * std::f64::consts::LOG10_2)
}

/// Returns `log`, the logarithm of `x`, or the special value if `x` is zero, negative, infinite or NaN.
#[inline(always)]
fn with_special_values(x: f32, log: f64) -> f32 {
    let log = log as f32;
    let log = if x < f32::INFINITY { log } else { x };
    let log = if x > 0.0 { log } else { f32::NAN };
    let log = if x == 0.0 { f32::NEG_INFINITY } else { log };
    if x.is_nan() { x } else { log }
}

/// `x` to the power of `y`.
#[inline(always)]
pub(super) fn powf(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let (ln, n) = f64_helpers::ln(f64::from(a));
    let log = ln * std::f64::consts::LOG2_E + n;
    let log = if a == 0.0 { f64::NEG_INFINITY } else { log };
    let log = if a < f32::INFINITY { log } else { f64::INFINITY };
    let exponent = f64::from(y) * log;
    let power = f64_helpers::exp2(f64_helpers::clamped(exponent, -200.0, 200.0)) as f32;

    // For negative `x`, the power is defined only if `y` is an integer. Floats from 2^24 on are even
    // integers.
    let magnitude = y.abs();
    let whole = magnitude >= 8_388_608.0;
    let small = if whole { 0.0 } else { magnitude };
    let shifted = small + 8_388_608.0;
    let is_integer = shifted - 8_388_608.0 == small;
    let is_odd = if magnitude < 16_777_216.0 {
        let bits = if whole { magnitude.to_bits() } else { shifted.to_bits() };
        bits & 1 != 0 && is_integer
    } else {
        false
    };
    let negative = x.is_sign_negative();
    let power = if negative && is_odd { -power } else { power };
    let outside = x < 0.0 && a < f32::INFINITY && !is_integer && magnitude < f32::INFINITY;
    let power = if outside { f32::NAN } else { power };
    let power = if a == 1.0 && magnitude == f32::INFINITY { 1.0 } else { power };
    let power = if x.is_nan() || y.is_nan() { f32::NAN } else { power };
    if x == 1.0 || y == 0.0 { 1.0 } else { power }
}
