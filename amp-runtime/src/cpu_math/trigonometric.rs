//! Sine, cosine and tangent, by reduction to the nearest multiple of a quarter circle (Cody and Waite).

use super::f64_helpers;

/// `pi / 2` as the sum of two constants. The high constant has so few significant bits that its products with
/// integers up to 2^28 are exact.
const QUARTER_HIGH: f64 = f64::from_bits(0x3ff9_21fb_5000_0000);
const QUARTER_LOW: f64 = 1.589_325_477_352_819_6e-8;
/// The largest angle that is reduced, about 2^28 quarter circles. Larger angles count as zero, because
/// neighbouring floats are more than a full circle apart.
const FAR: f32 = 4.2e8;

/// Writes an angle as `r` plus `n` quarter circles, where `n` is the nearest integer. Returns `r`, and an
/// integer with the same two low bits as `n`.
#[inline(always)]
fn reduced(x: f32) -> (f64, u64) {
    let x = if x.abs() <= FAR { x } else { x * 0.0 };
    let x = f64::from(x);
    let (n, quarter) = f64_helpers::nearest(x * std::f64::consts::FRAC_2_PI);
    ((x - n * QUARTER_HIGH) - n * QUARTER_LOW, quarter)
}

/// The sine of an angle with a magnitude of at most an eighth of a circle.
#[inline(always)]
fn sine(r: f32) -> f32 {
    let z = r * r;
    let p = 2.718_304e-6;
    let p = p * z - 1.983_933_4e-4;
    let p = p * z + 8.333_329e-3;
    let p = p * z - 1.666_666_7e-1;
    r + (r * z) * p
}

#[inline(always)]
fn cosine(r: f32) -> f32 {
    let z = r * r;
    let p = 2.443_838e-5;
    let p = p * z - 1.388_736_7e-3;
    let p = p * z + 4.166_664_7e-2;
    // `0.5 * z` has no rounding error, because only its exponent differs from that of `z`.
    (1.0 - 0.5 * z) + (z * z) * p
}

/// The sine of `r` plus `quarter` quarter circles.
#[inline(always)]
fn wave(r: f64, quarter: u64) -> f32 {
    let r = r as f32;
    let wave = if quarter & 1 == 0 { sine(r) } else { cosine(r) };
    let sign = (quarter as u32 & 2) << 30;
    f32::from_bits(wave.to_bits() ^ sign)
}

/// The sine.
#[inline(always)]
pub(super) fn sin(x: f32) -> f32 {
    let (r, quarter) = reduced(x);
    let sin = wave(r, quarter);
    // The sine of `-0.0` is `-0.0`.
    if x == 0.0 { x } else { sin }
}

/// The cosine.
#[inline(always)]
pub(super) fn cos(x: f32) -> f32 {
    let (r, quarter) = reduced(x);
    wave(r, quarter.wrapping_add(1))
}

/// The tangent.
#[inline(always)]
pub(super) fn tan(x: f32) -> f32 {
    let (r, quarter) = reduced(x);
    let z = r * r;
    let p = 2.718_304_068_521_471_6e-6;
    let p = p * z - 1.983_933_406_335_569e-4;
    let p = p * z + 8.333_329_383_508_74e-3;
    let p = p * z - 1.666_666_664_160_620_5e-1;
    let sine = r + (r * z) * p;
    let p = -2.721_016_823_775_23e-7;
    let p = p * z + 2.479_951_917_634_884_6e-5;
    let p = p * z - 1.388_888_375_029_213_5e-3;
    let p = p * z + 4.166_666_662_279_232e-2;
    let cosine = (1.0 - 0.5 * z) + (z * z) * p;
    let turned = quarter & 1 != 0;
    let (up, down) = if turned { (-cosine, sine) } else { (sine, cosine) };
    let tan = (up / down) as f32;
    if x == 0.0 { x } else { tan }
}
