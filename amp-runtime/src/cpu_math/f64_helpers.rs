//! Functions that compute in `f64` for `f32` results. Their errors are far below the precision of `f32`, so
//! only the final conversion to `f32` affects the accuracy.

/// Adding this value to `x` rounds `x` to the nearest integer and leaves the integer in the low bits of the
/// sum. Subtracting this value from the sum gives the integer as a float.
const TO_INTEGER: f64 = 1.5 * (1u64 << 52) as f64;

/// The integer nearest to a value below 2^50: as a float, and in the low bits of a `u64`.
#[inline(always)]
pub(super) fn nearest(x: f64) -> (f64, u64) {
    let shifted = x + TO_INTEGER;
    (shifted - TO_INTEGER, shifted.to_bits())
}

/// Clamps a value. NaN stays NaN.
#[inline(always)]
pub(super) fn clamped(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// Two to the power of `x`, for `x` between -1000 and 1000. The relative error is below 2^-40.
#[inline(always)]
pub(super) fn exp2(x: f64) -> f64 {
    let (n, bits) = nearest(x);
    let f = x - n;
    let p = 1.317_585_470_573_404e-6;
    let p = p * f + 1.530_973_728_051_5e-5;
    let p = p * f + 1.540_385_176_483_525_4e-4;
    let p = p * f + 1.333_345_206_289_487_5e-3;
    let p = p * f + 9.618_128_542_841_665e-3;
    let p = p * f + 5.550_410_939_340_915e-2;
    let p = p * f + 2.402_265_069_888_041_2e-1;
    let p = p * f + 6.931_471_805_465_144e-1;
    let p = p * f + 9.999_999_999_997_624e-1;
    p * f64::from_bits(bits.wrapping_add(1023) << 52)
}

/// `e` to the power of `x`, for `x` between -690 and 690.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    exp2(x * std::f64::consts::LOG2_E)
}

/// Returns a pair `(r, n)`: the natural logarithm of `x` is `r + n * ln(2)`. `x` must be normal and positive.
/// The relative error is below 2^-44.
#[inline(always)]
pub(super) fn ln(x: f64) -> (f64, f64) {
    // Scales the mantissa `m` into the interval from `sqrt(1/2)` to `sqrt(2)`.
    const HALF_ROOT: u64 = 0x3fe6_a09e_667f_3bcd;
    let bits = x.to_bits();
    let above = bits.wrapping_sub(HALF_ROOT);
    let exponent = above & 0xfff0_0000_0000_0000;
    let m = f64::from_bits(bits.wrapping_sub(exponent));
    // Converts the exponent to a float. A bias makes the exponent positive. The biased exponent becomes the
    // low bits of the float `TO_INTEGER`. Subtracting `TO_INTEGER` and the bias leaves the exponent.
    let biased = (exponent >> 52).wrapping_add(1024) & 0xfff;
    let n = f64::from_bits(TO_INTEGER.to_bits() | biased) - (TO_INTEGER + 1024.0);
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let p = 1.960_938_271_756_797_8e-1;
    let p = p * z + 2.217_415_744_611_394_8e-1;
    let p = p * z + 2.857_216_846_899_7e-1;
    let p = p * z + 3.999_999_486_803_062e-1;
    let p = p * z + 6.666_666_667_966_451e-1;
    let p = p * z + 1.999_999_999_999_946_7;
    (p * s, n)
}
