//! Double-word arithmetic: a value as the sum of a rounded `f32` and its rounding error.
//!
//! A device may or may not fuse a multiplication with an addition. So a product is computed from halves of
//! the factors. A half has so few bits that all partial products are exact, with and without fusion.

use amp_macros::device;

/// The upper half of a value: its first twelve significant bits.
#[device]
#[inline(always)]
pub(super) fn upper(a: f32) -> f32 {
    f32::from_bits(a.to_bits() & 0xffff_f000)
}

/// `a + b` as a double word, for `|a| >= |b|` (Dekker's fast two-sum).
///
/// The lowest bit of the sum is cleared. A driver that simplifies `(a + b) - a` to `b` cannot apply that rule
/// then, and the error term stays correct.
#[device]
#[inline(always)]
pub(super) fn fast_two_sum(a: f32, b: f32) -> (f32, f32) {
    let s = f32::from_bits((a + b).to_bits() & 0xffff_fffe);
    (s, b - (s - a))
}

/// `a + b` as a double word, for any two values.
#[device]
#[inline(always)]
pub(super) fn two_sum(a: f32, b: f32) -> (f32, f32) {
    let ordered = a.abs() >= b.abs();
    fast_two_sum(if ordered { a } else { b }, if ordered { b } else { a })
}

/// `a * b` as a double word.
#[device]
#[inline(always)]
pub(super) fn two_product(a: f32, b: f32) -> (f32, f32) {
    let ah: f32 = upper(a);
    let bh: f32 = upper(b);
    let al = a - ah;
    let bl = b - bh;
    fast_two_sum(ah * bh, (ah * bl + al * bh) + al * bl)
}

/// Two to the power of an integer between -126 and 127.
#[device]
#[inline(always)]
pub(super) fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << 23)
}

/// `x * 2^n` for an integer `n` between -252 and 254. Multiplies in two steps, because `2^n` alone may
/// overflow or underflow.
#[device]
#[inline(always)]
pub(super) fn scaled(x: f32, n: i32) -> f32 {
    let half = n >> 1;
    x * power_of_two(half) * power_of_two(n - half)
}

/// Splits a positive finite value into a mantissa between 1 and 2, and an exponent.
#[device]
#[inline(always)]
pub(super) fn normalised(x: f32) -> (f32, i32) {
    let small = x < f32::MIN_POSITIVE;
    let y = if small { x * 16_777_216.0 } else { x };
    let bits = y.to_bits();
    let n = (bits >> 23) as i32 - 127;
    (f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000), if small { n - 24 } else { n })
}
