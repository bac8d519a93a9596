//! The table of methods: one row for each method. After the types of the arguments and of the result, a row lists the
//! method's properties (see [`Property`]).

use super::{Class, Meaning, Method, Operand, Property};
use crate::Scalar;

const SAME: Operand = Operand::Same;
const SCALAR: Operand = Operand::Scalar;
const SIGNED: Operand = Operand::Signed;
const UNSIGNED: Operand = Operand::Unsigned;
const PAIR: Operand = Operand::Pair;
const FLAGGED: Operand = Operand::Flagged;
const U32: Operand = Operand::Is(Scalar::U32);
const I32: Operand = Operand::Is(Scalar::I32);
const BITS: Operand = Operand::Bits;
const BOOL: Operand = Operand::Is(Scalar::Bool);
const BYTES: Operand = Operand::Bytes;

macro_rules! methods {
    ($($name:ident ($($argument:ident),*) -> $result:ident $([$($property:ident),+])?: $($($class:ident)|+ $kind:ident $text:literal),+;)*) => {
        /// All methods in the table.
        pub const METHODS: &[Method] = &[$(Method {
            name: stringify!($name),
            arguments: &[$($argument),*],
            result: $result,
            properties: &[$($(Property::$property),+)?],
            meanings: &[$($((Class::$class, Meaning::$kind($text))),+),+],
        }),*];
    };
}

methods! {
    // Rounding and sign. Rust's `round` rounds halves away from zero, WGSL's rounds halves to even.
    abs() -> SAME [Single, Inspected]:
        Float|Double|Signed|Long|Vector|SignedVector Native "abs",
        NarrowSigned Body "return N(abs(a));";
    ceil() -> SAME:
        Float|Vector Native "ceil",
        Double AfterTruncation "return amp_signed_wide(select(r, r + 1.0lf, r < a), a);";
    floor() -> SAME:
        Float|Vector Native "floor",
        Double AfterTruncation "return amp_signed_wide(select(r, r - 1.0lf, r > a), a);";
    trunc() -> SAME:
        Float|Vector Native "trunc",
        Double AfterTruncation "return amp_signed_wide(r, a);";
    fract() -> SAME:
        Float|Vector Body "return a - trunc(a);",
        Double AfterTruncation "return select(a - r, 0.0lf, a == r && m <= 1.7976931348623157e308lf);";
    round() -> SAME:
        Float|Vector Body "let r = select(trunc(abs(a) + 0.49999997f), abs(a), abs(a) >= T(8388608.0)); return bitcast<T>(bitcast<U>(r) | (bitcast<U>(a) & U(0x80000000u)));",
        Double AfterTruncation "return amp_signed_wide(select(r, r + sign(a), abs(a - r) >= 0.5lf), a);";
    round_ties_even() -> SAME:
        Float Native "round",
        Double AfterTruncation "let d = abs(a - r); let odd = (u32(c - h) & 1u) == 1u; return amp_signed_wide(select(r, r + sign(a), d > 0.5lf || (d == 0.5lf && odd)), a);";
    signum() -> SAME:
        Float|Vector Body "return select(select(T(1.0), T(-1.0), (bitcast<U>(a) & U(0x80000000u)) != U(0u)), a, (bitcast<U>(a) & U(0x7fffffffu)) > U(0x7f800000u));",
        Double Body "return select(select(T(1.0), T(-1.0), (bitcast<u32>(f32(a)) >> 31u) != 0u), a, (bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u);",
        Signed|Long|SignedVector Native "sign",
        NarrowSigned Native "sign";
    copysign(SAME) -> SAME:
        Float|Vector Body "return bitcast<T>((bitcast<U>(a) & U(0x7fffffffu)) | (bitcast<U>(b) & U(0x80000000u)));",
        Double Body "let m = abs(a); return select(m, -m, (bitcast<u32>(f32(b)) >> 31u) != 0u);";

    // Minimum and maximum. If one operand is NaN, Rust returns the other operand. WGSL's `min` and `max` do
    // not guarantee this, so the functions for `f32` test for NaN.
    min(SAME) -> SAME [Single, Least]:
        Float Body "return select(select(min(a, b), a, (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u), b, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Double|Signed|Unsigned|Long|UnsignedLong|Vector|SignedVector|UnsignedVector Native "min",
        Narrow|NarrowSigned Native "min";
    max(SAME) -> SAME [Single]:
        Float Body "return select(select(max(a, b), a, (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u), b, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);",
        Double|Signed|Unsigned|Long|UnsignedLong|Vector|SignedVector|UnsignedVector Native "max",
        Narrow|NarrowSigned Native "max";
    clamp(SAME, SAME) -> SAME [Inspected, Clamped]:
        Float Body "return select(min(max(a, b), c), a, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u || (a >= b && a <= c));",
        Double Body "return select(min(max(a, b), c), a, (bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u || (a >= b && a <= c));",
        Signed|Unsigned|Long|UnsignedLong|Vector|SignedVector|UnsignedVector Body "return min(max(a, b), c);",
        Narrow|NarrowSigned Body "return min(max(a, b), c);";
    abs_diff(SAME) -> UNSIGNED:
        Signed|Long Body "return select(bitcast<U>(a) - bitcast<U>(b), bitcast<U>(b) - bitcast<U>(a), a < b);",
        Unsigned|UnsignedLong Body "return select(a - b, b - a, a < b);",
        NarrowSigned Body "return u32(abs(a - b));",
        Narrow Body "return select(a - b, b - a, a < b);";
    midpoint(SAME) -> SAME:
        Float Body "return select((a + b) * 0.5, bitcast<f32>(bitcast<u32>(a * 0.5) ^ amp_zero()) + b * 0.5, abs(a) > 1.7014117e38 || abs(b) > 1.7014117e38);",
        Double|Vector Body "return (a + b) * T(0.5);",
        Signed|Long Body "let m = (a & b) + ((a ^ b) >> 1u); return select(m, m + T(1), m < T(0) && ((a ^ b) & T(1)) != T(0));",
        Unsigned|UnsignedLong Body "return (a & b) + ((a ^ b) >> 1u);",
        Narrow|NarrowSigned Body "return (a + b) / T(2);";

    // Powers, roots and logarithms. A polynomial replaces each WGSL function that is inaccurate near zero.
    sqrt() -> SAME: Float|Double|Vector Native "sqrt";
    cbrt() -> SAME:
        Float Body "let x = abs(a); if (x == 0.0 || (bitcast<u32>(x) >= 0x7f800000u)) { return a; } var t = exp2(log2(x) * 0.33333334); t = t - (t - x / (t * t)) * 0.33333334; t = t - (t - x / (t * t)) * 0.33333334; return select(t, -t, a < 0.0);",
        Double Native "amp_wide_cbrt";
    recip() -> SAME: Float|Double|Vector Body "return T(1.0) / a;";
    exp() -> SAME [Vectorised]: Float|Vector Native "exp", Double Native "amp_wide_exp";
    exp2() -> SAME [Vectorised]: Float|Vector Native "exp2", Double Native "amp_wide_exp2";
    exp_m1() -> SAME:
        Float Body "if (abs(a) > 0.35) { return exp(a) - 1.0; } let p = ((((1.9927879e-4 * a + 1.3930061e-3) * a + 8.333225e-3) * a + 4.166652e-2) * a + 1.6666667e-1) * a + 0.5; return a + (p * a) * a;",
        Double Native "amp_wide_exp_m1";
    ln() -> SAME [Vectorised]: Float|Vector Native "log", Double Native "amp_wide_ln";
    ln_1p() -> SAME:
        Float Body "if (a <= -0.29 || a >= 0.41) { return log(1.0 + a); } let p = ((((((((-5.8147732e-2 * a + 1.0514824e-1) * a - 1.083907e-1) * a + 1.1063088e-1) * a - 1.24248445e-1) * a + 1.4282882e-1) * a - 1.6669288e-1) * a + 2.000017e-1) * a - 2.499997e-1) * a + 3.333333e-1; return a - (0.5 * a * a - (p * a) * (a * a));",
        Double Native "amp_wide_ln_1p";
    log2() -> SAME [Vectorised]: Float|Vector Native "log2", Double Native "amp_wide_log2";
    log10() -> SAME [Vectorised]: Float Body "return log2(a) * 0.3010299956639812f;", Double Native "amp_wide_log10";
    log(SAME) -> SAME [Slow]: Float Body "return log2(a) / log2(b);", Double Native "amp_wide_log";
    hypot(SAME) -> SAME:
        Float Body "let m = max(abs(a), abs(b)); if (m * T(0.5) == m) { return m; } let x = a / m; let y = b / m; return m * sqrt(x * x + y * y);",
        Double Native "amp_wide_hypot";
    mul_add(SAME, SAME) -> SAME [Single]: Float|Double|Vector Native "fma";
    powf(SCALAR) -> SAME [Vectorised]:
        Float Body "if (b == 0.0) { return 1.0; } if (a >= 0.0) { return pow(a, b); } let p = pow(-a, b); if (trunc(b) != b) { return bitcast<f32>(0x7fc00000u | (bitcast<u32>(b) & 1u)); } return select(p, -p, abs(b) < 16777216.0 && (i32(b) & 1) != 0);",
        Vector Body "return pow(a, T(b));",
        Double Native "amp_wide_powf";
    powi(I32) -> SAME [Slow]:
        Float|Double Body "var n = select(u32(b), 0u - u32(b), b < 0); var x = a; var p = T(1.0); while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return select(p, T(1.0) / p, b < 0);";
    pow(U32) -> SAME [Slow, Inspected]:
        Signed|Unsigned|Long|UnsignedLong Body "var n = b; var x = a; var p = T(1); while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return p;",
        Narrow|NarrowSigned Body "var n = b; var x = a; var p = T(1); while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return N(p);";
    isqrt() -> SAME [Inspected]:
        Signed|Unsigned Body "let x = u32(a); var r = min(u32(sqrt(f32(x))), 65535u); while (r * r > x) { r -= 1u; } while (r < 65535u && (r + 1u) * (r + 1u) <= x) { r += 1u; } return T(r);",
        Long|UnsignedLong Body "var x = bitcast<U>(a); var r = U(0); var b = U(1); b = b << 62u; while (b > x) { b = b >> 2u; } while (b != U(0)) { let t = r + b; r = r >> 1u; if (x >= t) { x -= t; r += b; } b = b >> 2u; } return bitcast<T>(r);",
        Narrow|NarrowSigned Body "let x = u32(a); var r = u32(sqrt(f32(x))); while (r * r > x) { r -= 1u; } while ((r + 1u) * (r + 1u) <= x) { r += 1u; } return T(r);";
    ilog2() -> U32 [Slow, Inspected]:
        Unsigned Native "firstLeadingBit", Signed Body "return firstLeadingBit(bitcast<u32>(a));",
        Long|UnsignedLong Body "let u = bitcast<U>(a); let h = u32(u >> 32u); return select(32u + firstLeadingBit(h), firstLeadingBit(u32(u & U(0xffffffffu))), h == 0u);",
        Narrow Native "firstLeadingBit",
        NarrowSigned Body "return firstLeadingBit(bitcast<u32>(a));";
    ilog10() -> U32 [Slow, Inspected]:
        Signed|Unsigned|Long|UnsignedLong Body "var x = a; var n = 0u; while (x >= T(10)) { x = x / T(10); n += 1u; } return n;",
        Narrow|NarrowSigned Body "var x = a; var n = 0u; while (x >= T(10)) { x = x / T(10); n += 1u; } return n;";
    ilog(SAME) -> U32 [Slow, Inspected]:
        Signed|Unsigned|Long|UnsignedLong Body "var x = a; var n = 0u; while (x >= b) { x = x / b; n += 1u; } return n;",
        Narrow|NarrowSigned Body "var x = a; var n = 0u; while (x >= b) { x = x / b; n += 1u; } return n;";

    // Angles.
    sin() -> SAME [Vectorised]: Float|Vector Native "sin", Double Native "amp_wide_sin";
    cos() -> SAME [Vectorised]: Float|Vector Native "cos", Double Native "amp_wide_cos";
    sin_cos() -> PAIR:
        Float Body "return P(sin(a), cos(a));",
        Double Body "let v = amp_wide_sin_cos(a); return P(v.x, v.y);";
    tan() -> SAME [Vectorised]: Float Native "tan", Double Native "amp_wide_tan";
    asin() -> SAME [Vectorised]: Float Body "if (a == 0.0) { return a; } if (!(abs(a) <= 1.0)) { return bitcast<f32>(0x7fc00000u | (bitcast<u32>(a) & 1u)); } return atan2(a, sqrt((1.0 - a) * (1.0 + a)));", Double Native "amp_wide_asin";
    acos() -> SAME [Vectorised]: Float Body "if (!(abs(a) <= 1.0)) { return bitcast<f32>(0x7fc00000u | (bitcast<u32>(a) & 1u)); } return atan2(sqrt((1.0 - a) * (1.0 + a)), a);", Double Native "amp_wide_acos";
    atan() -> SAME [Vectorised]: Float Native "atan", Double Native "amp_wide_atan";
    // A device's `atan2` may return any value for two zeros. If an argument is NaN, the result may be a
    // number. So the body for `f32` handles these cases itself.
    atan2(SAME) -> SAME [Vectorised]:
        Float Body "let u = bitcast<u32>(a) & 0x7fffffffu; let v = bitcast<u32>(b) & 0x7fffffffu; let s = bitcast<u32>(a) & 0x80000000u; let back = (bitcast<u32>(b) >> 31u) != 0u; if (max(u, v) > 0x7f800000u) { return bitcast<f32>(0x7fc00000u | (u & 1u)); } if (max(u, v) == 0u) { return bitcast<f32>(select(0u, 0x40490fdbu, back) | s); } if (min(u, v) == 0x7f800000u) { return bitcast<f32>(select(0x3f490fdbu, 0x4016cbe4u, back) | s); } return bitcast<f32>((bitcast<u32>(atan2(a, b)) & 0x7fffffffu) | s);",
        Double Native "amp_wide_atan2";
    sinh() -> SAME [Vectorised]:
        Float Body "if (abs(a) > 1.0) { return sinh(a); } let z = a * a; return a + (a * z) * (((2.6838775e-6 * z + 1.9857597e-4) * z + 8.333259e-3) * z + 1.6666667e-1);",
        Double Native "amp_wide_sinh";
    cosh() -> SAME [Vectorised]: Float Native "cosh", Double Native "amp_wide_cosh";
    tanh() -> SAME [Vectorised]:
        Float Body "if (abs(a) > 0.54) { return tanh(clamp(a, -20.0, 20.0)); } let z = a * a; return a + (a * z) * (((((3.95013e-3 * z - 9.63614e-3) * z + 2.2124445e-2) * z - 5.3999756e-2) * z + 1.333347e-1) * z - 3.3333334e-1);",
        Double Native "amp_wide_tanh";
    asinh() -> SAME:
        Float Body "let x = abs(a); if (x < 0.5) { let z = a * a; return a + (a * z) * ((((((-3.601877e-2 * z + 3.7487835e-2) * z - 2.8472204e-2) * z + 3.1221023e-2) * z - 4.469544e-2) * z + 7.500124e-2) * z - 1.6666667e-1); } let r = select(log(x + sqrt(x * x + 1.0)), log(x) + 0.6931472, x > 1e9); return select(r, -r, a < 0.0);",
        Double Native "amp_wide_asinh";
    acosh() -> SAME:
        Float Body "if (a < 1.0) { return bitcast<f32>(0x7fc00000u | (bitcast<u32>(a) & 1u)); } if (a > 1e9) { return log(a) + 0.6931472; } let t = a - 1.0; let s = t + sqrt(t * (2.0 + t)); let u = 1.0 + s; if (s > 0.4) { return log(u); } let p = ((((((((-5.8147732e-2 * s + 1.0514824e-1) * s - 1.083907e-1) * s + 1.1063088e-1) * s - 1.24248445e-1) * s + 1.4282882e-1) * s - 1.6669288e-1) * s + 2.000017e-1) * s - 2.499997e-1) * s + 3.333333e-1; return s - (0.5 * s * s - (p * s) * (s * s));",
        Double Native "amp_wide_acosh";
    atanh() -> SAME:
        Float Body "let x = abs(a); if (x < 0.5) { let z = a * a; return a + (a * z) * (((((((-8.579995e-1 * z + 9.185718e-1) * z - 2.2608045e-1) * z + 1.4413114e-1) * z + 1.06296845e-1) * z + 1.4306675e-1) * z + 1.9999649e-1) * z + 3.3333334e-1); } let r = 0.5 * log((1.0 + x) / (1.0 - x)); return select(r, -r, a < 0.0);",
        Double Native "amp_wide_atanh";
    to_degrees() -> SAME: Float Native "degrees", Double Body "return a * 57.29577951308232lf;";
    to_radians() -> SAME: Float Native "radians", Double Body "return a * 0.017453292519943295lf;";

    // Bits of floats. The predicates test bits, because drivers assume that no value is NaN. The predicates
    // convert an `f64` to `f32` first, which preserves the sign and NaN.
    to_bits() -> BITS:
        Float Native "bitcast<u32>",
        Double Native "bitcast<u64>";
    is_nan() -> BOOL: Float|Vector Body "return any((bitcast<U>(a) & U(0x7fffffffu)) > U(0x7f800000u));",
        Double Body "return (bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u;";
    is_infinite() -> BOOL:
        Float Body "return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u;",
        Double Body "return !((bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u) && abs(a) > 1.7976931348623157e308lf;";
    is_finite() -> BOOL: Float|Vector Body "return all((bitcast<U>(a) & U(0x7f800000u)) != U(0x7f800000u));",
        Double Body "return !((bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u) && abs(a) <= 1.7976931348623157e308lf;";
    is_normal() -> BOOL:
        Float Body "let e = bitcast<u32>(a) & 0x7f800000u; return e != 0u && e != 0x7f800000u;",
        Double Body "let m = abs(a); return !((bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u) && m >= 2.2250738585072014e-308lf && m <= 1.7976931348623157e308lf;";
    is_subnormal() -> BOOL:
        Float Body "let u = bitcast<u32>(a) & 0x7fffffffu; return u != 0u && u < 0x00800000u;",
        Double Body "return a != 0.0lf && abs(a) < 2.2250738585072014e-308lf;";
    is_sign_negative() -> BOOL:
        Float Body "return (bitcast<u32>(a) >> 31u) != 0u;", Double Body "return (bitcast<u32>(f32(a)) >> 31u) != 0u;";
    is_sign_positive() -> BOOL:
        Float Body "return (bitcast<u32>(a) >> 31u) == 0u;", Double Body "return !((bitcast<u32>(f32(a)) >> 31u) != 0u);";
    next_up() -> SAME:
        Float Body "let u = bitcast<u32>(a); let s = u & 0x7fffffffu; if (s > 0x7f800000u || u == 0x7f800000u) { return a; } return bitcast<f32>(select(select(u - 1u, u + 1u, u == s), 1u, s == 0u));";
    next_down() -> SAME:
        Float Body "let u = bitcast<u32>(a); let s = u & 0x7fffffffu; if (s > 0x7f800000u || u == 0xff800000u) { return a; } return bitcast<f32>(select(select(u + 1u, u - 1u, u == s), 0x80000001u, s == 0u));";

    // Bits of integers.
    count_ones() -> U32:
        Signed Body "return countOneBits(bitcast<u32>(a));", Unsigned Native "countOneBits",
        Long|UnsignedLong Body "let u = bitcast<U>(a); return countOneBits(u32(u & U(0xffffffffu))) + countOneBits(u32(u >> 32u));",
        Narrow|NarrowSigned Body "return countOneBits(bitcast<u32>(a) & MASK);";
    count_zeros() -> U32:
        Signed|Unsigned Body "return 32u - countOneBits(bitcast<u32>(a));",
        Long|UnsignedLong Body "let u = bitcast<U>(a); return 64u - countOneBits(u32(u & U(0xffffffffu))) - countOneBits(u32(u >> 32u));",
        Narrow|NarrowSigned Body "return WIDTH - countOneBits(bitcast<u32>(a) & MASK);";
    leading_zeros() -> U32:
        Signed Body "return countLeadingZeros(bitcast<u32>(a));", Unsigned Native "countLeadingZeros",
        Long|UnsignedLong Body "let u = bitcast<U>(a); let h = u32(u >> 32u); return select(countLeadingZeros(h), 32u + countLeadingZeros(u32(u & U(0xffffffffu))), h == 0u);",
        Narrow|NarrowSigned Body "return countLeadingZeros(bitcast<u32>(a) & MASK) - (32u - WIDTH);";
    leading_ones() -> U32:
        Signed|Unsigned Body "return countLeadingZeros(~bitcast<u32>(a));",
        Long|UnsignedLong Body "let u = ~bitcast<U>(a); let h = u32(u >> 32u); return select(countLeadingZeros(h), 32u + countLeadingZeros(u32(u & U(0xffffffffu))), h == 0u);",
        Narrow|NarrowSigned Body "return countLeadingZeros(~(bitcast<u32>(a) << (32u - WIDTH)));";
    trailing_zeros() -> U32:
        Signed Body "return countTrailingZeros(bitcast<u32>(a));", Unsigned Native "countTrailingZeros",
        Long|UnsignedLong Body "let u = bitcast<U>(a); let l = u32(u & U(0xffffffffu)); return select(countTrailingZeros(l), 32u + countTrailingZeros(u32(u >> 32u)), l == 0u);",
        Narrow|NarrowSigned Body "return countTrailingZeros(bitcast<u32>(a) | (1u << WIDTH));";
    trailing_ones() -> U32:
        Signed|Unsigned Body "return countTrailingZeros(~bitcast<u32>(a));",
        Long|UnsignedLong Body "let u = ~bitcast<U>(a); let l = u32(u & U(0xffffffffu)); return select(countTrailingZeros(l), 32u + countTrailingZeros(u32(u >> 32u)), l == 0u);",
        Narrow|NarrowSigned Body "return countTrailingZeros(~(bitcast<u32>(a) & MASK));";
    reverse_bits() -> SAME:
        Signed|Unsigned Native "reverseBits",
        Long|UnsignedLong Body "let u = bitcast<U>(a); return bitcast<T>((U(reverseBits(u32(u & U(0xffffffffu)))) << 32u) | U(reverseBits(u32(u >> 32u))));",
        Narrow|NarrowSigned Body "return N(bitcast<T>(reverseBits(bitcast<u32>(a)) >> (32u - WIDTH)));";
    swap_bytes() -> SAME:
        Signed|Unsigned Body "let u = bitcast<u32>(a); return bitcast<T>((u << 24u) | ((u & 0xff00u) << 8u) | ((u >> 8u) & 0xff00u) | (u >> 24u));",
        Long|UnsignedLong Body "let u = bitcast<U>(a); let w = vec2<u32>(u32(u >> 32u), u32(u & U(0xffffffffu))); let r = (w << vec2<u32>(24u)) | ((w & vec2<u32>(0xff00u)) << vec2<u32>(8u)) | ((w >> vec2<u32>(8u)) & vec2<u32>(0xff00u)) | (w >> vec2<u32>(24u)); return bitcast<T>((U(r.y) << 32u) | U(r.x));",
        Narrow|NarrowSigned Body "let u = bitcast<u32>(a) & MASK; return N(bitcast<T>(select(u, (u << 8u) | (u >> 8u), WIDTH == 16u)));";
    to_be() -> SAME:
        Signed|Unsigned Body "let u = bitcast<u32>(a); return bitcast<T>((u << 24u) | ((u & 0xff00u) << 8u) | ((u >> 8u) & 0xff00u) | (u >> 24u));",
        Long|UnsignedLong Body "let u = bitcast<U>(a); let w = vec2<u32>(u32(u >> 32u), u32(u & U(0xffffffffu))); let r = (w << vec2<u32>(24u)) | ((w & vec2<u32>(0xff00u)) << vec2<u32>(8u)) | ((w >> vec2<u32>(8u)) & vec2<u32>(0xff00u)) | (w >> vec2<u32>(24u)); return bitcast<T>((U(r.y) << 32u) | U(r.x));",
        Narrow|NarrowSigned Body "let u = bitcast<u32>(a) & MASK; return N(bitcast<T>(select(u, (u << 8u) | (u >> 8u), WIDTH == 16u)));";
    to_le() -> SAME:
        Signed|Unsigned|Long|UnsignedLong Body "return a;",
        Narrow|NarrowSigned Body "return a;";
    rotate_left(U32) -> SAME:
        Signed|Unsigned Body "let n = b & 31u; let u = bitcast<u32>(a); return bitcast<T>((u << n) | (u >> ((32u - n) & 31u)));",
        Long|UnsignedLong Body "let n = b & 63u; let u = bitcast<U>(a); return bitcast<T>((u << n) | (u >> ((64u - n) & 63u)));",
        Narrow|NarrowSigned Body "let n = b & (WIDTH - 1u); let u = bitcast<u32>(a) & MASK; return N(bitcast<T>((u << n) | (u >> (WIDTH - n))));";
    rotate_right(U32) -> SAME:
        Signed|Unsigned Body "let n = b & 31u; let u = bitcast<u32>(a); return bitcast<T>((u >> n) | (u << ((32u - n) & 31u)));",
        Long|UnsignedLong Body "let n = b & 63u; let u = bitcast<U>(a); return bitcast<T>((u >> n) | (u << ((64u - n) & 63u)));",
        Narrow|NarrowSigned Body "let n = b & (WIDTH - 1u); let u = bitcast<u32>(a) & MASK; return N(bitcast<T>((u >> n) | (u << (WIDTH - n))));";
    is_multiple_of(SAME) -> BOOL:
        Unsigned|UnsignedLong Body "return select(a % b == T(0), a == T(0), b == T(0));",
        Narrow Body "return select(a % b == T(0), a == T(0), b == T(0));";
    is_power_of_two() -> BOOL [Slow]:
        Unsigned Body "return countOneBits(a) == 1u;", UnsignedLong Body "return a != T(0) && (a & (a - T(1))) == T(0);",
        Narrow Body "return countOneBits(a) == 1u;";
    next_power_of_two() -> SAME [Slow, Inspected]:
        Unsigned Body "if (a <= 1u) { return 1u; } return (MAX >> countLeadingZeros(a - 1u)) + 1u;",
        UnsignedLong Body "if (a <= T(1)) { return T(1); } let u = a - T(1); let h = u32(u >> 32u); let m = ~T(0); return (m >> select(countLeadingZeros(h), 32u + countLeadingZeros(u32(u & U(0xffffffffu))), h == 0u)) + T(1);",
        Narrow Body "if (a <= 1u) { return 1u; } return N((0xffffffffu >> countLeadingZeros(a - 1u)) + 1u);";
    cast_signed() -> SIGNED:
        Unsigned|UnsignedLong Body "return bitcast<S>(a);",
        Narrow Body "return NS(bitcast<S>(a));";
    cast_unsigned() -> UNSIGNED:
        Signed|Long Body "return bitcast<U>(a);",
        NarrowSigned Body "return NU(bitcast<U>(a));";

    // Wrapping arithmetic.
    wrapping_add(SAME) -> SAME [Single, Sum]:
        Signed|Unsigned|Long|UnsignedLong|SignedVector|UnsignedVector Body "return a + b;",
        Narrow|NarrowSigned Body "return N(a + b);";
    wrapping_sub(SAME) -> SAME [Single, Difference]:
        Signed|Unsigned|Long|UnsignedLong|SignedVector|UnsignedVector Body "return a - b;",
        Narrow|NarrowSigned Body "return N(a - b);";
    wrapping_mul(SAME) -> SAME [Single, Product]:
        Signed|Unsigned|Long|UnsignedLong|SignedVector|UnsignedVector Body "return a * b;",
        Narrow|NarrowSigned Body "return N(a * b);";
    wrapping_div(SAME) -> SAME [Slow, Inspected]:
        Signed|Unsigned|Long|UnsignedLong|SignedVector|UnsignedVector Body "return a / b;",
        Narrow|NarrowSigned Body "return N(a / b);";
    wrapping_rem(SAME) -> SAME [Slow, Inspected]:
        Signed|Unsigned|Long|UnsignedLong Body "return a % b;",
        Narrow|NarrowSigned Body "return a % b;";
    wrapping_div_euclid(SAME) -> SAME [Slow, Inspected]:
        Signed|Long Body "let q = a / b; return select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0));",
        Unsigned|UnsignedLong Body "return a / b;",
        NarrowSigned Body "let q = a / b; return N(select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0)));",
        Narrow Body "return a / b;";
    wrapping_rem_euclid(SAME) -> SAME [Slow, Inspected]:
        Signed|Long Body "let r = a % b; return select(r, r + abs(b), r < T(0));",
        Unsigned|UnsignedLong Body "return a % b;",
        NarrowSigned Body "let r = a % b; return select(r, r + abs(b), r < T(0));",
        Narrow Body "return a % b;";
    wrapping_add_signed(SIGNED) -> SAME [Single, Sum]:
        Unsigned|UnsignedLong Body "return a + bitcast<T>(b);",
        Narrow Body "return N(a + bitcast<T>(b));";
    wrapping_add_unsigned(UNSIGNED) -> SAME [Single]:
        Signed|Long Body "return a + bitcast<T>(b);",
        NarrowSigned Body "return N(a + bitcast<T>(b));";
    wrapping_sub_unsigned(UNSIGNED) -> SAME [Single]:
        Signed|Long Body "return a - bitcast<T>(b);",
        NarrowSigned Body "return N(a - bitcast<T>(b));";
    wrapping_neg() -> SAME [Single]:
        Signed|Long Body "return -a;", Unsigned|UnsignedLong Body "return ~a + T(1);",
        Narrow|NarrowSigned Body "return N(~a + T(1));";
    wrapping_abs() -> SAME [Single]:
        Signed|Long Native "abs",
        NarrowSigned Body "return N(abs(a));";
    wrapping_pow(U32) -> SAME [Slow]:
        Signed|Unsigned|Long|UnsignedLong Body "var n = b; var x = a; var p = T(1); while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return p;",
        Narrow|NarrowSigned Body "var n = b; var x = a; var p = T(1); while (n > 0u) { if ((n & 1u) != 0u) { p *= x; } x *= x; n = n >> 1u; } return N(p);";
    wrapping_shl(U32) -> SAME [Single]:
        Signed|Unsigned Body "return a << (b & 31u);", Long|UnsignedLong Body "return a << (b & 63u);",
        Narrow|NarrowSigned Body "return N(a << (b & (WIDTH - 1u)));";
    wrapping_shr(U32) -> SAME [Single]:
        Signed|Unsigned Body "return a >> (b & 31u);", Long|UnsignedLong Body "return a >> (b & 63u);",
        Narrow|NarrowSigned Body "return a >> (b & (WIDTH - 1u));";
    unbounded_shl(U32) -> SAME:
        Signed|Unsigned Body "return select(a << (b & 31u), T(0), b > 31u);",
        Long|UnsignedLong Body "return select(a << (b & 63u), T(0), b > 63u);",
        Narrow|NarrowSigned Body "return N(select(a << (b & 31u), T(0), b > 31u));";
    unbounded_shr(U32) -> SAME:
        Signed Body "return a >> min(b, 31u);", Unsigned Body "return select(a >> (b & 31u), 0u, b > 31u);",
        Long Body "return a >> min(b, 63u);", UnsignedLong Body "return select(a >> (b & 63u), T(0), b > 63u);",
        Narrow|NarrowSigned Body "return a >> min(b, 31u);";

    // Saturating arithmetic.
    saturating_add(SAME) -> SAME:
        Signed|Long|SignedVector Body "let s = a + b; return select(s, select(T(MAX), T(MIN), a < T(0)), ((a ^ s) & (b ^ s)) < T(0));",
        Unsigned|UnsignedLong|UnsignedVector Body "let s = a + b; return select(s, T(MAX), s < a);",
        Narrow|NarrowSigned Body "return clamp(a + b, MIN, MAX);";
    saturating_sub(SAME) -> SAME:
        Signed|Long|SignedVector Body "let s = a - b; return select(s, select(T(MAX), T(MIN), a < T(0)), ((a ^ b) & (a ^ s)) < T(0));",
        Unsigned|UnsignedLong|UnsignedVector Body "return select(a - b, T(0), a < b);",
        NarrowSigned Body "return clamp(a - b, MIN, MAX);",
        Narrow Body "return select(a - b, 0u, a < b);";
    saturating_mul(SAME) -> SAME:
        Signed|Long|SignedVector Body "let p = a * b; return select(p, select(T(MAX), T(MIN), (a ^ b) < T(0)), (b != T(0)) & (((p / b) != a) | ((b == T(-1)) & (a == T(MIN)))));",
        Unsigned|UnsignedLong|UnsignedVector Body "let p = a * b; return select(p, T(MAX), (b != T(0)) & ((p / b) != a));",
        Narrow|NarrowSigned Body "return clamp(a * b, MIN, MAX);";
    saturating_div(SAME) -> SAME [Slow, Inspected]:
        Signed|Long|SignedVector Body "return select(a / b, T(MAX), (a == T(MIN)) & (b == T(-1)));", Unsigned|UnsignedLong|UnsignedVector Body "return a / b;",
        Narrow|NarrowSigned Body "return min(a / b, MAX);";
    saturating_neg() -> SAME:
        Signed|Long Body "return select(-a, MAX, a == MIN);",
        NarrowSigned Body "return min(-a, MAX);";
    saturating_abs() -> SAME:
        Signed|Long Body "return select(abs(a), MAX, a == MIN);",
        NarrowSigned Body "return min(abs(a), MAX);";
    saturating_pow(U32) -> SAME [Slow]:
        Signed|Long Body "var n = b; var x = a; var p = T(1); var o = false; var l = false; while (n > 0u) { if ((n & 1u) != 0u) { o = o || l || (x != T(0) && ((p * x) / x != p || (x == T(-1) && p == MIN))); p *= x; } n = n >> 1u; if (n > 0u) { l = l || (x != T(0) && ((x * x) / x != x || (x == T(-1) && x == MIN))); x *= x; } } return select(p, select(MAX, MIN, a < T(0) && (b & 1u) != 0u), o);",
        Unsigned|UnsignedLong Body "var n = b; var x = a; var p = T(1); var o = false; var l = false; while (n > 0u) { if ((n & 1u) != 0u) { o = o || l || (x != T(0) && ((p * x) / x != p)); p *= x; } n = n >> 1u; if (n > 0u) { l = l || (x != T(0) && ((x * x) / x != x)); x *= x; } } return select(p, MAX, o);",
        Narrow|NarrowSigned Body "var n = b; var x = a; var p = T(1); while (n > 0u) { if ((n & 1u) != 0u) { p = clamp(p * x, MIN, MAX); } x = clamp(x * x, MIN, MAX); n = n >> 1u; } return p;";
    saturating_add_signed(SIGNED) -> SAME:
        Unsigned|UnsignedLong Body "let s = a + bitcast<T>(b); return select(s, select(MAX, T(0), b < S(0)), (s < a) != (b < S(0)));",
        Narrow Body "return u32(clamp(i32(a) + b, 0i, i32(MAX)));";
    saturating_add_unsigned(UNSIGNED) -> SAME:
        Signed|Long Body "let s = a + bitcast<T>(b); return select(s, MAX, s < a);",
        NarrowSigned Body "return min(a + i32(b), MAX);";
    saturating_sub_unsigned(UNSIGNED) -> SAME:
        Signed|Long Body "let s = a - bitcast<T>(b); return select(s, MIN, s > a);",
        NarrowSigned Body "return max(a - i32(b), MIN);";

    // Overflowing arithmetic.
    overflowing_add(SAME) -> FLAGGED:
        Signed|Long Body "let s = a + b; return P(s, ((a ^ s) & (b ^ s)) < T(0));",
        Unsigned|UnsignedLong Body "let s = a + b; return P(s, s < a);",
        Narrow|NarrowSigned Body "let s = a + b; return P(N(s), N(s) != s);";
    overflowing_sub(SAME) -> FLAGGED:
        Signed|Long Body "let s = a - b; return P(s, ((a ^ b) & (a ^ s)) < T(0));", Unsigned|UnsignedLong Body "return P(a - b, a < b);",
        Narrow|NarrowSigned Body "let s = a - b; return P(N(s), N(s) != s);";
    overflowing_mul(SAME) -> FLAGGED:
        Signed|Long Body "let p = a * b; return P(p, b != T(0) && ((p / b) != a || (b == T(-1) && a == MIN)));",
        Unsigned|UnsignedLong Body "let p = a * b; return P(p, b != T(0) && (p / b) != a);",
        Narrow|NarrowSigned Body "let s = a * b; return P(N(s), N(s) != s);";
    overflowing_div(SAME) -> FLAGGED [Slow, Inspected]:
        Signed|Long Body "return P(a / b, a == MIN && b == T(-1));", Unsigned|UnsignedLong Body "return P(a / b, false);",
        Narrow|NarrowSigned Body "let s = a / b; return P(N(s), N(s) != s);";
    overflowing_rem(SAME) -> FLAGGED [Slow, Inspected]:
        Signed|Long Body "return P(a % b, a == MIN && b == T(-1));", Unsigned|UnsignedLong Body "return P(a % b, false);",
        NarrowSigned Body "return P(a % b, a == MIN && b == T(-1));",
        Narrow Body "return P(a % b, false);";
    overflowing_div_euclid(SAME) -> FLAGGED [Slow]:
        Signed|Long Body "let q = a / b; return P(select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0)), a == MIN && b == T(-1));",
        Unsigned|UnsignedLong Body "return P(a / b, false);",
        NarrowSigned Body "let q = a / b; let s = select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0)); return P(N(s), N(s) != s);",
        Narrow Body "return P(a / b, false);";
    overflowing_rem_euclid(SAME) -> FLAGGED [Slow]:
        Signed|Long Body "let r = a % b; return P(select(r, r + abs(b), r < T(0)), a == MIN && b == T(-1));",
        Unsigned|UnsignedLong Body "return P(a % b, false);",
        NarrowSigned Body "let r = a % b; return P(select(r, r + abs(b), r < T(0)), a == MIN && b == T(-1));",
        Narrow Body "return P(a % b, false);";
    overflowing_neg() -> FLAGGED:
        Signed|Long Body "return P(-a, a == MIN);", Unsigned|UnsignedLong Body "return P(~a + T(1), a != T(0));",
        NarrowSigned Body "return P(N(-a), a == MIN);",
        Narrow Body "return P(N(~a + T(1)), a != T(0));";
    overflowing_abs() -> FLAGGED:
        Signed|Long Body "return P(abs(a), a == MIN);",
        NarrowSigned Body "return P(N(abs(a)), a == MIN);";
    overflowing_pow(U32) -> FLAGGED [Slow]:
        Signed|Long Body "var n = b; var x = a; var p = T(1); var o = false; var l = false; while (n > 0u) { if ((n & 1u) != 0u) { o = o || l || (x != T(0) && ((p * x) / x != p || (x == T(-1) && p == MIN))); p *= x; } n = n >> 1u; if (n > 0u) { l = l || (x != T(0) && ((x * x) / x != x || (x == T(-1) && x == MIN))); x *= x; } } return P(p, o);", Unsigned|UnsignedLong Body "var n = b; var x = a; var p = T(1); var o = false; var l = false; while (n > 0u) { if ((n & 1u) != 0u) { o = o || l || (x != T(0) && ((p * x) / x != p)); p *= x; } n = n >> 1u; if (n > 0u) { l = l || (x != T(0) && ((x * x) / x != x)); x *= x; } } return P(p, o);",
        Narrow|NarrowSigned Body "var n = b; var x = a; var p = T(1); var o = false; var l = false; while (n > 0u) { if ((n & 1u) != 0u) { p *= x; o = o || l || (N(p) != p); p = N(p); } x *= x; l = l || (N(x) != x); x = N(x); n = n >> 1u; } return P(p, o);";
    overflowing_shl(U32) -> FLAGGED:
        Signed|Unsigned Body "return P(a << (b & 31u), b > 31u);", Long|UnsignedLong Body "return P(a << (b & 63u), b > 63u);",
        Narrow|NarrowSigned Body "return P(N(a << (b & (WIDTH - 1u))), b >= WIDTH);";
    overflowing_shr(U32) -> FLAGGED:
        Signed|Unsigned Body "return P(a >> (b & 31u), b > 31u);", Long|UnsignedLong Body "return P(a >> (b & 63u), b > 63u);",
        Narrow|NarrowSigned Body "return P(a >> (b & (WIDTH - 1u)), b >= WIDTH);";
    overflowing_add_signed(SIGNED) -> FLAGGED:
        Unsigned|UnsignedLong Body "let s = a + bitcast<T>(b); return P(s, (s < a) != (b < S(0)));",
        Narrow Body "let s = i32(a) + b; return P(N(bitcast<T>(s)), (s < 0i) || (s > i32(MAX)));";
    overflowing_add_unsigned(UNSIGNED) -> FLAGGED:
        Signed|Long Body "let s = a + bitcast<T>(b); return P(s, s < a);",
        NarrowSigned Body "let s = a + i32(b); return P(N(s), N(s) != s);";
    overflowing_sub_unsigned(UNSIGNED) -> FLAGGED:
        Signed|Long Body "let s = a - bitcast<T>(b); return P(s, s > a);",
        NarrowSigned Body "let s = a - i32(b); return P(N(s), N(s) != s);";

    // Other divisions, and predicates.
    div_ceil(SAME) -> SAME [Slow, Inspected]:
        Unsigned|UnsignedLong Body "return a / b + select(T(0), T(1), a % b != T(0));",
        Narrow Body "return a / b + select(0u, 1u, a % b != 0u);";
    next_multiple_of(SAME) -> SAME [Inspected]:
        Unsigned|UnsignedLong Body "let r = a % b; return select(a + (b - r), a, r == T(0));",
        Narrow Body "let r = a % b; return N(select(a + (b - r), a, r == 0u));";
    div_euclid(SAME) -> SAME [Slow, Inspected]:
        Signed|Long|SignedVector Body "let q = a / b; return select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0));",
        Unsigned|UnsignedLong Body "return a / b;",
        Float Body "let q = amp_quotient(a, b); return select(q, select(q + 1.0, q - 1.0, b > 0.0), amp_fmod(a, b) < 0.0);",
        Double Body "let t = a / b; let q = amp_signed_wide(amp_wide_trunc(t), t); return select(q, select(q + 1.0lf, q - 1.0lf, b > 0.0lf), amp_fmod_wide(a, b) < 0.0lf);",
        NarrowSigned Body "let q = a / b; return N(select(q, select(q + T(1), q - T(1), b > T(0)), a % b < T(0)));",
        Narrow Body "return a / b;";
    rem_euclid(SAME) -> SAME [Slow, Inspected]:
        Signed|Long|SignedVector Body "let r = a % b; return select(r, r + abs(b), r < T(0));",
        Unsigned|UnsignedLong Body "return a % b;",
        Float Body "let r = amp_fmod(a, b); return select(r, r + abs(b), r < 0.0);",
        Double Body "let r = amp_fmod_wide(a, b); return select(r, r + abs(b), r < 0.0lf);",
        NarrowSigned Body "let r = a % b; return select(r, r + abs(b), r < T(0));",
        Narrow Body "return a % b;";
    is_positive() -> BOOL:
        Signed|Long Body "return a > T(0);",
        NarrowSigned Body "return a > T(0);";
    is_negative() -> BOOL:
        Signed|Long Body "return a < T(0);",
        NarrowSigned Body "return a < T(0);";
    unsigned_abs() -> UNSIGNED:
        Signed|Long Body "return bitcast<U>(abs(a));",
        NarrowSigned Body "return bitcast<U>(abs(a));";

    // The bytes of a scalar. Devices and hosts are little-endian.
    to_le_bytes() -> BYTES: Float|Double|Signed|Unsigned|Long|UnsignedLong|Narrow|NarrowSigned Bytes "little";
    to_be_bytes() -> BYTES: Float|Double|Signed|Unsigned|Long|UnsignedLong|Narrow|NarrowSigned Bytes "big";
    to_ne_bytes() -> BYTES: Float|Double|Signed|Unsigned|Long|UnsignedLong|Narrow|NarrowSigned Bytes "little";

    // ASCII characters in a `u8`.
    is_ascii() -> BOOL: Narrow Body "return a < 128u;";
    is_ascii_digit() -> BOOL: Narrow Body "return a - 48u < 10u;";
    is_ascii_uppercase() -> BOOL: Narrow Body "return a - 65u < 26u;";
    is_ascii_lowercase() -> BOOL: Narrow Body "return a - 97u < 26u;";
    is_ascii_alphabetic() -> BOOL: Narrow Body "return (a | 32u) - 97u < 26u;";
    is_ascii_alphanumeric() -> BOOL: Narrow Body "return (a | 32u) - 97u < 26u || a - 48u < 10u;";
    is_ascii_hexdigit() -> BOOL: Narrow Body "return (a | 32u) - 97u < 6u || a - 48u < 10u;";
    is_ascii_punctuation() -> BOOL: Narrow Body "return a - 33u < 15u || a - 58u < 7u || a - 91u < 6u || a - 123u < 4u;";
    is_ascii_graphic() -> BOOL: Narrow Body "return a - 33u < 94u;";
    is_ascii_whitespace() -> BOOL: Narrow Body "return a == 32u || a == 9u || a == 10u || a == 12u || a == 13u;";
    is_ascii_control() -> BOOL: Narrow Body "return a < 32u || a == 127u;";
    to_ascii_uppercase() -> SAME: Narrow Body "return select(a, a - 32u, a - 97u < 26u);";
    to_ascii_lowercase() -> SAME: Narrow Body "return select(a, a + 32u, a - 65u < 26u);";

    // Vectors.
    dot(SAME) -> SCALAR [Inspected]: Vector|SignedVector|UnsignedVector Native "dot";
    cross(SAME) -> SAME: Vector Native "cross", SignedVector|UnsignedVector Body "return a.yzx * b.zxy - a.zxy * b.yzx;";
    length() -> SCALAR: Vector Native "length";
    length_squared() -> SCALAR [Inspected]: Vector|SignedVector|UnsignedVector Body "return dot(a, a);";
    length_recip() -> SCALAR: Vector Body "return 1.0 / length(a);";
    distance(SAME) -> SCALAR: Vector Body "return length(a - b);";
    distance_squared(SAME) -> SCALAR [Inspected]: Vector|SignedVector Body "let d = a - b; return dot(d, d);";
    normalize() -> SAME: Vector Body "return a * (1.0 / length(a));";
    lerp(SAME, SCALAR) -> SAME: Vector Body "return a * (1.0 - c) + b * c;";
}
