//! Numbers in two parts, of which the second says by how much the first is rounded.
//!
//! A device may fuse a multiplication with an addition, or may not. So a product is made of halves of so few bits that their
//! products are exact: there it makes no difference.

use crate::device;

/// A number's upper half: its first twelve bits.
#[device]
#[inline(always)]
pub(super) fn upper(a: f32) -> f32 {
    f32::from_bits(a.to_bits() & 0xffff_f000)
}

/// `a + b` in two parts, where `a` is not the smaller of the two.
///
/// The first lacks its last bit: a driver that takes `(a + b) - a` for `b` does not see through that, and the second part is
/// what it should be.
#[device]
#[inline(always)]
pub(super) fn ordered_sum(a: f32, b: f32) -> (f32, f32) {
    let s = f32::from_bits((a + b).to_bits() & 0xffff_fffe);
    (s, b - (s - a))
}

/// The same, of any two numbers.
#[device]
#[inline(always)]
pub(super) fn sum(a: f32, b: f32) -> (f32, f32) {
    let ordered = a.abs() >= b.abs();
    ordered_sum(if ordered { a } else { b }, if ordered { b } else { a })
}

/// `a * b` in two parts.
#[device]
#[inline(always)]
pub(super) fn product(a: f32, b: f32) -> (f32, f32) {
    let ah: f32 = upper(a);
    let bh: f32 = upper(b);
    let al = a - ah;
    let bl = b - bh;
    ordered_sum(ah * bh, (ah * bl + al * bh) + al * bl)
}

/// Two to the power of an integer between -126 and 127.
#[device]
#[inline(always)]
pub(super) fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << 23)
}

/// `x` times two to the power of an integer between -252 and 254, in two steps: the power alone could be too large or too
/// small to be a number.
#[device]
#[inline(always)]
pub(super) fn scaled(x: f32, n: i32) -> f32 {
    let half = n >> 1;
    x * power_of_two(half) * power_of_two(n - half)
}

/// A number as one between 1 and 2 and a power of two. It is positive, not zero, and finite.
#[device]
#[inline(always)]
pub(super) fn normalised(x: f32) -> (f32, i32) {
    let small = x < f32::MIN_POSITIVE;
    let y = if small { x * 16_777_216.0 } else { x };
    let bits = y.to_bits();
    let n = (bits >> 23) as i32 - 127;
    (f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000), if small { n - 24 } else { n })
}
