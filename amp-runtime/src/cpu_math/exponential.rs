//! Powers of two and of `e`.
//!
//! `2^x` is computed as `2^n * 2^f`, where `n` is the integer nearest to `x`. A polynomial approximates
//! `2^f`.

/// Adding this value to `x` rounds `x` to the nearest integer and leaves the integer in the low bits of the
/// sum. Subtracting this value from the sum gives the integer as a float.
const TO_INTEGER: f32 = 1.5 * (1u32 << 23) as f32;
/// Slightly above the least `x` for which `2^x` is infinite, so clamping to this value changes no result.
const HIGH: f32 = 129.0;
/// Slightly below the greatest `x` for which `2^x` is zero, so clamping to this value changes no result.
const LOW: f32 = -151.0;

/// Two to the power of `x`.
#[inline(always)]
pub(super) fn exp2(x: f32) -> f32 {
    let x = clamped(x, LOW, HIGH);
    let shifted = x + TO_INTEGER;
    let f = x - (shifted - TO_INTEGER);
    let p = 1.534_583_3e-4;
    let p = p * f + 1.339_993_1e-3;
    let p = p * f + 9.618_489e-3;
    let p = p * f + 5.550_328_8e-2;
    let p = p * f + 2.402_264_7e-1;
    let p = p * f + 6.931_472e-1;
    scaled(p * f + 1.0, shifted)
}

/// `e` to the power of `x`.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // `LN_2_HIGH` has few significant bits, so that its products with `n` are exact.
    const LN_2_HIGH: f32 = 355.0 / 512.0;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = clamped(x, -104.0, 89.0);
    let shifted = x * std::f32::consts::LOG2_E + TO_INTEGER;
    let n = shifted - TO_INTEGER;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let q = 1.381_314_1e-3;
    let q = q * r + 8.369_419e-3;
    let q = q * r + 4.166_845_7e-2;
    let q = q * r + 1.666_651_5e-1;
    let q = q * r + 4.999_999_3e-1;
    scaled((q * r) * r + r + 1.0, shifted)
}

/// `x * 2^n`, where `n` is the integer `shifted - TO_INTEGER`. Multiplies in two steps, because `2^n` alone
/// may overflow or underflow.
#[inline(always)]
fn scaled(x: f32, shifted: f32) -> f32 {
    let n = shifted.to_bits().wrapping_sub(TO_INTEGER.to_bits()).cast_signed();
    let half = n >> 1;
    x * power(half) * power(n - half)
}

#[inline(always)]
fn power(n: i32) -> f32 {
    f32::from_bits((n.wrapping_add(127).cast_unsigned()) << 23)
}

/// Clamps a value. NaN stays NaN.
#[inline(always)]
fn clamped(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}
