//! The support library: fixed WGSL functions. A shader includes those that it calls.

use crate::strict::ZEROS;

/// For each function: the beginning of a call, by which the linker finds callers, and the definition. Each
/// function follows those that it calls.
pub(crate) const LIBRARY: &[(&str, &str)] = &[
    ("amp_fmod(", FMOD),
    ("amp_fmod_wide(", FMOD_WIDE),
    ("amp_quotient(", QUOTIENT),
    ("amp_to_half(", TO_HALF),
    ("amp_zero(", ZEROS),
    ("amp_signed_wide(", SIGNED_WIDE),
    ("amp_leaves(", LEAVES),
    ("amp_not_finite(", NOT_FINITE),
    // Functions that narrow a 32-bit integer to a type of 8 or 16 bits.
    ("amp_narrow_u8(", "fn amp_narrow_u8(a: u32) -> u32 { return a & 0xffu; }\n"),
    ("amp_narrow_i8(", "fn amp_narrow_i8(a: i32) -> i32 { return (a << 24u) >> 24u; }\n"),
    ("amp_narrow_u16(", "fn amp_narrow_u16(a: u32) -> u32 { return a & 0xffffu; }\n"),
    ("amp_narrow_i16(", "fn amp_narrow_i16(a: i32) -> i32 { return (a << 16u) >> 16u; }\n"),
];

/// The functions that kernels and device functions may call directly. Only support functions call the others.
pub(crate) const CALLED_DIRECTLY: [&str; 2] = ["amp_leaves(", "amp_not_finite("];

/// `amp_leaves` returns its argument, but no driver can evaluate it statically. It returns whether its
/// argument differs from the test for an empty domain. A launch over an empty domain runs no work-item, so
/// that test is false wherever it runs. The compiler passes exit conditions of loops through `amp_leaves` so
/// that Mesa cannot analyse them. Mesa's analysis has a bug: it tests an exit condition with the loop
/// counter's initial value even if the exit follows the increment.
const LEAVES: &str = "\
fn amp_leaves(leaves: bool) -> bool { return leaves != (amp_params[0].x == 0u); }
";

/// Gives an integral `f64` the sign of the number `a` that was rounded to it: `-0.5` rounds to `-0.0`. The
/// sign is read after a conversion to `f32`, which keeps the sign.
const SIGNED_WIDE: &str = "\
fn amp_signed_wide(whole: f64, a: f64) -> f64 {
    let size = abs(whole);
    return select(size, -size, (bitcast<u32>(f32(a)) >> 31u) != 0u);
}
";

/// Returns infinity or NaN as an `f64`, from its bits as an `f32`. Some drivers constant-fold the widening
/// wrongly, so the bits are selected by a condition that drivers cannot evaluate.
const NOT_FINITE: &str = "\
fn amp_not_finite(bits: u32) -> f64 { return f64(bitcast<f32>(select(bits, 0u, amp_params[0].x == 0u))); }
";

/// The exact remainder: subtracts the divisor times powers of two; no step rounds.
const FMOD: &str = "\
fn amp_fmod(a: f32, b: f32) -> f32 {
    let y = bitcast<u32>(b) & 0x7fffffffu;
    var r = bitcast<u32>(a) & 0x7fffffffu;
    if (y == 0u || r >= 0x7f800000u || y > 0x7f800000u) { return bitcast<f32>(0x7fc00000u | (r & 1u)); }
    if (y == 0x7f800000u || r < y) { return a; }
    while (r >= y) {
        var scale = max(r >> 23u, 1u) - max(y >> 23u, 1u);
        var t = y;
        if (y >= 0x00800000u) { t = y + (scale << 23u); }
        if (t > r) { t = t - 0x00800000u; }
        r = bitcast<u32>(bitcast<f32>(r) - bitcast<f32>(t));
    }
    return bitcast<f32>(r | (bitcast<u32>(a) & 0x80000000u));
}
";

/// The truncated quotient `a / b`, as Rust computes it. A device's quotient may be wrong by some units in the
/// last place: `3.7 / 3.7` may be less than one. So the function computes the exact remainder, and from it
/// the integer `n` next above the exact quotient of the magnitudes. If the exact quotient rounds to `n`, the
/// result is `n`. Otherwise it is `n - 1`. The sign is set at the end. Requires [`FMOD`].
const QUOTIENT: &str = "\
fn amp_quotient(a: f32, b: f32) -> f32 {
    let q = a / b;
    let y = abs(b);
    if (!(abs(q) < 4194304.0) || (bitcast<u32>(b) & 0x7fffffffu) == 0x7f800000u) { return trunc(q); }
    let r = abs(amp_fmod(a, b));
    let k = round((abs(a) - r) / y);
    let n = k + 1.0;
    let gap = 0.5 * (n - bitcast<f32>(bitcast<u32>(n) - 1u));
    let m = select(k, n, y - r <= y * gap);
    return select(m, -m, (bitcast<u32>(q) >> 31u) != 0u);
}
";

/// The exact remainder of `f64`. Not all devices expose the bits of an `f64`, so multiples of the divisor are
/// made by doubling. No step rounds.
const FMOD_WIDE: &str = "\
fn amp_fmod_wide(a: f64, b: f64) -> f64 {
    let y = abs(b);
    var r = abs(a);
    let u = bitcast<u32>(f32(a)) & 0x7fffffffu;
    let v = bitcast<u32>(f32(b)) & 0x7fffffffu;
    if (y == 0.0lf || u > 0x7f800000u || v > 0x7f800000u || r > 1.7976931348623157e308lf) {
        return f64(bitcast<f32>(0x7fc00000u | (u & 1u)));
    }
    if (y > 1.7976931348623157e308lf || r < y) { return a; }
    var t = y;
    while (t <= r - t) { t = t * 2.0lf; }
    while (t >= y) {
        if (r >= t) { r = r - t; }
        t = t * 0.5lf;
    }
    return select(r, -r, (bitcast<u32>(f32(a)) >> 31u) != 0u);
}
";

/// Rounds to the nearest `f16`, ties to even, which devices do not guarantee. The function rounds the bits of
/// the `f32`. A value that is subnormal as an `f16` loses more bits.
const TO_HALF: &str = "\
fn amp_to_half(x: f32) -> f16 {
    let a = bitcast<u32>(x) & 0x7fffffffu;
    let n = 126u - clamp(a >> 23u, 103u, 113u);
    var r = ((a + (1u << (n - 1u)) - 1u + ((a >> n) & 1u)) >> n) << n;
    r = select(r, 0x33800000u, a < 0x33800000u);
    r = select(r, 0u, a <= 0x33000000u);
    r = select(r, 0x7f800000u, r >= 0x47800000u);
    r = select(r, a, a > 0x7f800000u);
    return f16(bitcast<f32>(r | (bitcast<u32>(x) & 0x80000000u)));
}
";
