//! Angles brought between minus and plus an eighth of a turn, and their sines there.

use super::parts::{ordered_sum, product, sum};
use crate::device;

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

/// 32 bits of `2 / pi`, which are 256, from a place on.
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

/// An angle in two parts, less than an eighth of a turn, and the quarters of a turn that were taken away. `x` is positive
/// and finite.
#[device]
#[inline(always)]
pub(super) fn reduced(x: f32) -> (f32, f32, u32) {
    if x < 3000.0 {
        // A quarter of a turn in four parts, of which the first three have so few bits that the products are exact.
        let n = (x * std::f32::consts::FRAC_2_PI).round_ties_even();
        let (a, lost): (f32, f32) = sum(x - n * 1.570_800_8, n * 4.454_516e-6);
        let (high, low): (f32, f32) = ordered_sum(a, lost - (n * 6.076_561_5e-11 + n * 5.390_303e-15));
        return (high, low, n as u32);
    }
    // The number is an integer times a power of two. Of `2 / pi` its multiples of whole turns are left away, so that 96 bits
    // are enough. The first word of the table is what stands before the point.
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
    // The rest is a number with a sign, in quarters of a turn times 2^62.
    let negative = (high >> 31) != 0;
    let low_size = if negative { (!low).wrapping_add(1) } else { low };
    let borrowed = if low == 0 { 1u32 } else { 0u32 };
    let high_size = if negative { (!high).wrapping_add(borrowed) } else { high };
    let (a, a_low): (f32, f32) = ordered_sum(((high_size >> 8) as f32) * 256.0, (high_size & 0xff) as f32);
    let (b, b_low): (f32, f32) = sum(a, (low_size as f32) * 2.328_306_4e-10);
    let (c, c_low): (f32, f32) = product(b, std::f32::consts::FRAC_PI_2);
    let c_low = c_low + ((a_low + b_low) * std::f32::consts::FRAC_PI_2 - b * 4.371_139e-8);
    let scale = if negative { -9.313_226e-10f32 } else { 9.313_226e-10f32 };
    let (high, low): (f32, f32) = ordered_sum(c * scale, c_low * scale);
    (high, low, quarters & 3)
}

/// The angle that is `x` half turns, likewise.
#[device]
#[inline(always)]
pub(super) fn of_half_turns(x: f32) -> (f32, f32, u32) {
    // Large numbers are whole turns.
    if x >= 16_777_216.0 {
        return (0.0, 0.0, 0);
    }
    // Of very small ones the second part would be nothing.
    if x < 1e-30 {
        return (x * std::f32::consts::PI, 0.0, 0);
    }
    let n = (2.0 * x).round_ties_even();
    let f = x - 0.5 * n;
    let (high, low): (f32, f32) = product(f, std::f32::consts::PI);
    let (high, low): (f32, f32) = ordered_sum(high, low - f * 8.742_278e-8);
    (high, low, n as u32)
}

/// The sine of such an angle, in two parts.
#[device]
#[inline(always)]
pub(super) fn sine(r: f32, rest: f32) -> (f32, f32) {
    let z = r * r;
    let p = 3.219_725_2e-6;
    let p = p * z - 1.988_907_6e-4;
    let p = p * z + 8.333_458e-3;
    let p = p * z - 1.666_666_7e-1;
    ordered_sum(r, (r * z) * p + rest * (1.0 - 0.5 * z))
}

/// The cosine of such an angle, in two parts.
#[device]
#[inline(always)]
pub(super) fn cosine(r: f32, rest: f32) -> (f32, f32) {
    let z = r * r;
    let p = -3.971_209_4e-7;
    let p = p * z + 2.492_338_5e-5;
    let p = p * z - 1.388_920_2e-3;
    let p = p * z + 4.166_666_8e-2;
    let (w, lost): (f32, f32) = ordered_sum(1.0, -0.5 * z);
    ordered_sum(w, lost + ((z * z) * p - r * rest))
}
