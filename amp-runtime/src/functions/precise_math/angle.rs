//! Argument reduction of angles to an eighth of a circle, and sine and cosine in that range.
//!
//! Small angles use Cody and Waite reduction, large ones Payne and Hanek reduction: a product with the
//! relevant bits of `2 / pi`.

use super::double_word::{fast_two_sum, two_product, two_sum};
use amp_macros::device;

/// The upper 32 bits of the product of two integers.
#[device]
#[inline(always)]
fn upper_product(a: u32, b: u32) -> u32 {
    let (ah, al) = (a >> 16, a & 0xffff);
    let (bh, bl) = (b >> 16, b & 0xffff);
    let middle = ah * bl + ((al * bl) >> 16);
    let other = al * bh + (middle & 0xffff);
    ah * bh + (middle >> 16) + (other >> 16)
}

/// 32 bits of `2 / pi`, from bit `place` of the table on. The table has 32 integer bits and 256 fractional
/// bits.
#[device]
#[inline(always)]
fn two_over_pi(place: u32) -> u32 {
    let words = [
        0u32,
        0xa2f9_836e,
        0x4e44_1529,
        0xfc27_57d1,
        0xf534_ddc0,
        0xdb62_9599,
        0x3c43_9041,
        0xfe51_63ab,
        0xdebb_c561,
    ];
    let word = place >> 5;
    let bit = place & 31;
    let next = if bit == 0 { 0 } else { words[(word + 1) as usize] >> (32 - bit) };
    (words[word as usize] << bit) | next
}

/// Reduces an angle to at most an eighth of a circle in magnitude. Returns the reduced angle as a double
/// word, and the number of quarter circles that were subtracted, modulo 4 if `x` is large. `x` must be
/// positive and finite.
#[device]
#[inline(always)]
pub(super) fn reduced(x: f32) -> (f32, f32, u32) {
    if x < 3000.0 {
        // Cody and Waite reduction: a quarter circle is the sum of four constants. The first three have so
        // few bits that their products with `n` are exact.
        let n = (x * std::f32::consts::FRAC_2_PI).round_ties_even();
        let (a, lost): (f32, f32) = two_sum(x - n * 1.570_800_8, n * 4.454_516e-6);
        let (high, low): (f32, f32) = fast_two_sum(a, lost - (n * 6.076_561_5e-11 + n * 5.390_303e-15));
        return (high, low, n as u32);
    }
    // Payne and Hanek reduction: `x` is an integer times a power of two. Bits of `2 / pi` that contribute
    // only full circles are skipped, so 96 bits suffice. The first word of the table is the integer part.
    let bits = x.to_bits();
    let mantissa = (bits & 0x007f_ffff) | 0x0080_0000;
    let place = (bits >> 23) - 120;
    let first: u32 = two_over_pi(place);
    let second: u32 = two_over_pi(place + 32);
    let third: u32 = two_over_pi(place + 64);
    let lower = mantissa.wrapping_mul(second);
    let low = lower.wrapping_add(upper_product(mantissa, third));
    let carry = if low < lower { 1u32 } else { 0u32 };
    let high = mantissa.wrapping_mul(first).wrapping_add(upper_product(mantissa, second)).wrapping_add(carry);
    let quarters = high.wrapping_add(0x2000_0000) >> 30;
    let high = high.wrapping_sub(quarters << 30);
    // The remainder, in the words `high` and `low`, is a signed fixed-point number in units of 2^-62 quarter
    // circles.
    let negative = (high >> 31) != 0;
    let low_size = if negative { (!low).wrapping_add(1) } else { low };
    let borrowed = if low == 0 { 1u32 } else { 0u32 };
    let high_size = if negative { (!high).wrapping_add(borrowed) } else { high };
    let (a, a_low): (f32, f32) = fast_two_sum(((high_size >> 8) as f32) * 256.0, (high_size & 0xff) as f32);
    let (b, b_low): (f32, f32) = two_sum(a, (low_size as f32) * 2.328_306_4e-10);
    let (c, c_low): (f32, f32) = two_product(b, std::f32::consts::FRAC_PI_2);
    let c_low = c_low + ((a_low + b_low) * std::f32::consts::FRAC_PI_2 - b * 4.371_139e-8);
    let scale = if negative { -9.313_226e-10f32 } else { 9.313_226e-10f32 };
    let (high, low): (f32, f32) = fast_two_sum(c * scale, c_low * scale);
    (high, low, quarters & 3)
}

/// Reduces the angle of `x` half circles, and returns the same three values as `reduced`. `x` must be
/// positive and finite.
#[device]
#[inline(always)]
pub(super) fn of_half_turns(x: f32) -> (f32, f32, u32) {
    // Floats from 2^24 on are even integers, so their angles are multiples of a full circle.
    if x >= 16_777_216.0 {
        return (0.0, 0.0, 0);
    }
    // For tiny values the low word of the result would underflow, so it is omitted.
    if x < 1e-30 {
        return (x * std::f32::consts::PI, 0.0, 0);
    }
    let n = (2.0 * x).round_ties_even();
    let f = x - 0.5 * n;
    let (high, low): (f32, f32) = two_product(f, std::f32::consts::PI);
    let (high, low): (f32, f32) = fast_two_sum(high, low - f * 8.742_278e-8);
    (high, low, n as u32)
}

/// The sine of the reduced angle `r + rest`, as a double word.
#[device]
#[inline(always)]
pub(super) fn sine(r: f32, rest: f32) -> (f32, f32) {
    let z = r * r;
    let p = 3.219_725_2e-6;
    let p = p * z - 1.988_907_6e-4;
    let p = p * z + 8.333_458e-3;
    let p = p * z - 1.666_666_7e-1;
    fast_two_sum(r, (r * z) * p + rest * (1.0 - 0.5 * z))
}

/// The cosine of the reduced angle `r + rest`, as a double word.
#[device]
#[inline(always)]
pub(super) fn cosine(r: f32, rest: f32) -> (f32, f32) {
    let z = r * r;
    let p = -3.971_209_4e-7;
    let p = p * z + 2.492_338_5e-5;
    let p = p * z - 1.388_920_2e-3;
    let p = p * z + 4.166_666_8e-2;
    let (w, lost): (f32, f32) = fast_two_sum(1.0, -0.5 * z);
    fast_two_sum(w, lost + ((z * z) * p - r * rest))
}
