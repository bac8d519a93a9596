//! Functions of `f64` in WGSL, which has none besides `sqrt`: exponentials, logarithms, powers, trigonometry.
//!
//! The algorithms are argument reduction and minimax polynomials. The larger terms are computed together with
//! their rounding errors, which are added at the end. The functions need no capability besides `f64`. Access
//! to the bits of an `f64` would need 64-bit integers. So the functions find an exponent by comparisons with
//! powers of two, and make a power of two from the bits of an `f32`. `fma` is not used, because a device may
//! compute it with two roundings.
//! `docs/language/math.md` states the bounds of the errors.

/// For each function: the beginning of a call, by which the linker finds callers, and the definition. Each
/// function follows those that it calls.
pub(crate) const F64_FUNCTIONS: &[(&str, &str)] = &[
    // Returns its argument. `amp_params[0].x` is an extent of the domain, which is not zero if a work-item
    // runs. A driver does not know that, so it cannot simplify `(a + b) - a` to `b`. Nor can it factor
    // `a + a * b` into `a * (1 + b)`, which rounds differently.
    (
        "amp_keep(",
        "\
fn amp_keep(a: f64) -> f64 { return select(a, 0.0lf, amp_params[0].x == 0u); }
",
    ),
    // Whether `a` is NaN. Tests the bits after a conversion to `f32`, because drivers fold `a != a` to
    // `false`.
    (
        "amp_wide_nan(",
        "\
fn amp_wide_nan(a: f64) -> bool { return (bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u; }
",
    ),
    // Whether the sign bit is set. It is also set for `-0.0`.
    (
        "amp_wide_negative(",
        "\
fn amp_wide_negative(a: f64) -> bool { return (bitcast<u32>(f32(a)) >> 31u) != 0u; }
",
    ),
    // `a * 2^n` for `n` from -2000 to 2015. `2^n` may overflow or underflow. So `a` is multiplied by two
    // powers of two whose product is `2^n`. If `a` is near 1, only the second multiplication rounds.
    (
        "amp_wide_scale(",
        "\
fn amp_wide_scale(a: f64, n: i32) -> f64 {
    var p = f64(bitcast<f32>(u32((n >> 4u) + 127) << 23u));
    p = p * p;
    p = p * p;
    p = p * p;
    return amp_keep(a * p) * (p * f64(1u << (u32(n) & 15u)));
}
",
    ),
    // For a positive finite `a`: the `n` for which `a * 2^-n` is from `sqrt(0.5)` to `sqrt(2)`. Products with
    // powers of two bring the value into the range of `f32`, whose exponent bits every device can read.
    (
        "amp_wide_exponent(",
        "\
fn amp_wide_exponent(a: f64) -> i32 {
    var x = a;
    var n = 0;
    if (x >= 1.3407807929942597e154lf) { x *= 7.458340731200207e-155lf; n = 512; }
    else if (x < 7.458340731200207e-155lf) { x *= 1.3407807929942597e154lf; n = -512; }
    if (x >= 1.157920892373162e77lf) { x *= 8.636168555094445e-78lf; n += 256; }
    else if (x < 8.636168555094445e-78lf) { x *= 1.157920892373162e77lf; n -= 256; }
    if (x >= 3.402823669209385e38lf) { x *= 2.938735877055719e-39lf; n += 128; }
    else if (x < 2.938735877055719e-39lf) { x *= 3.402823669209385e38lf; n -= 128; }
    if (x >= 1.8446744073709552e19lf) { x *= 5.421010862427522e-20lf; n += 64; }
    else if (x < 5.421010862427522e-20lf) { x *= 1.8446744073709552e19lf; n -= 64; }
    return n + i32(bitcast<u32>(f32(x) * 1.4142135f) >> 23u) - 127;
}
",
    ),
    // The nearest integer.
    (
        "amp_wide_nearest(",
        "\
fn amp_wide_nearest(a: f64) -> i32 { return i32(a + select(0.5lf, -0.5lf, a < 0.0lf)); }
",
    ),
    // The truncated value, composed of two 32-bit integers, because some drivers round an `f64` to an integer
    // as if it were an `f32`.
    (
        "amp_wide_trunc(",
        "\
fn amp_wide_trunc(a: f64) -> f64 {
    let m = abs(a);
    let c = min(m, 4503599627370496.0lf);
    let h = f64(u32(c / 4294967296.0lf)) * 4294967296.0lf;
    let t = h + f64(u32(c - h));
    return select(a, select(t, -t, a < 0.0lf), m < 4503599627370496.0lf);
}
",
    ),
    // The sum and its rounding error, for `|a| >= |b|` (Dekker's fast two-sum).
    (
        "amp_wide_quick_sum(",
        "\
fn amp_wide_quick_sum(a: f64, b: f64) -> vec2<f64> {
    let s = amp_keep(a + b);
    return vec2<f64>(s, b - amp_keep(s - a));
}
",
    ),
    // The sum and its rounding error (Knuth's two-sum).
    (
        "amp_wide_sum(",
        "\
fn amp_wide_sum(a: f64, b: f64) -> vec2<f64> {
    let s = amp_keep(a + b);
    let t = amp_keep(s - a);
    return vec2<f64>(s, (a - amp_keep(s - t)) + (b - t));
}
",
    ),
    // The product and its rounding error (Dekker's product). A conversion to `f32` splits each operand into
    // two parts. The products of parts have at most 53 bits, so they are exact, and a driver may fuse them
    // with sums. If `a` and `b` are in the range of `f32`, the returned rounding error is inexact by at most
    // `2^-100 * |a * b|`.
    (
        "amp_wide_product(",
        "\
fn amp_wide_product(a: f64, b: f64) -> vec2<f64> {
    let ah = f64(f32(a));
    let bh = f64(f32(b));
    let al = a - ah;
    let bl = b - bh;
    let p = amp_keep(a * b);
    return vec2<f64>(p, ((amp_keep(ah * bh) - p) + ah * bl + al * bh) + al * bl);
}
",
    ),
    // `e^r - 1 - r` for `|r| <= ln(2) / 2`: a minimax polynomial.
    (
        "amp_wide_exp_excess(",
        "\
fn amp_wide_exp_excess(r: f64) -> f64 {
    return r * r * ((((((((((2.09147553258932e-09lf * r + 2.5105312729622103e-08lf) * r +
        2.755727347871858e-07lf) * r + 2.755725517000089e-06lf) * r + 2.480158732567746e-05lf) * r +
        0.0001984126987500228lf) * r + 0.0013888888888883711lf) * r + 0.008333333333326084lf) * r +
        0.04166666666666667lf) * r + 0.1666666666666667lf) * r + 0.5lf);
}
",
    ),
    // `e^(r + l) * 2^n`. The rounding error of `1 + r` is added to the other terms.
    (
        "amp_wide_exp_reduced(",
        "\
fn amp_wide_exp_reduced(r: f64, l: f64, n: i32) -> f64 {
    let s = amp_wide_quick_sum(1.0lf, r);
    let e = amp_wide_exp_excess(r);
    return amp_wide_scale(s.x + (s.y + (e + l * (s.x + e))), n);
}
",
    ),
    // `e^(h + l) * 2^k`. The argument is reduced by `n * ln(2)`. `ln(2)` is the sum of two constants, and the
    // product of `n` and the first constant is exact.
    (
        "amp_wide_exp_sum(",
        "\
fn amp_wide_exp_sum(h: f64, l: f64, k: i32) -> f64 {
    let x = clamp(h, -1380.0lf, 1380.0lf);
    let n = amp_wide_nearest(x * 1.4426950408889634lf);
    let w = f64(n);
    let t = amp_keep(x - w * 0.6931471803691238lf);
    let r = amp_wide_sum(t, -(w * 1.9082149292705877e-10lf));
    return amp_wide_exp_reduced(r.x, r.y + l, n + k);
}
",
    ),
    (
        "amp_wide_exp(",
        "\
fn amp_wide_exp(a: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    return amp_wide_exp_sum(a, 0.0lf, 0);
}
",
    ),
    (
        "amp_wide_exp2(",
        "\
fn amp_wide_exp2(a: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    let x = clamp(a, -1900.0lf, 1900.0lf);
    let n = amp_wide_nearest(x);
    let r = amp_wide_product(x - f64(n), 0.6931471805599453lf);
    return amp_wide_exp_reduced(r.x, r.y + r.x * 3.345801413165446e-17lf, n);
}
",
    ),
    // `e^a - 1` as `2^n * (e^r - 1) + (2^n - 1)`. `c` is the rounding error of `r`, and `s.y` is that of the
    // sum `s.x`.
    (
        "amp_wide_exp_m1(",
        "\
fn amp_wide_exp_m1(a: f64) -> f64 {
    if (amp_wide_nan(a) || a == 0.0lf) { return a; }
    let x = clamp(a, -60.0lf, 1380.0lf);
    let n = amp_wide_nearest(x * 1.4426950408889634lf);
    if (n > 60) { return amp_wide_exp_sum(x, 0.0lf, 0); }
    let w = f64(n);
    let h = amp_keep(x - w * 0.6931471803691238lf);
    let t = w * 1.9082149292705877e-10lf;
    let r = amp_keep(h - t);
    let c = amp_keep(h - r) - t;
    let p = amp_wide_scale(1.0lf, n);
    let e = amp_wide_exp_excess(r) + c * (1.0lf + r);
    if (n == 0) { return r + amp_keep(e); }
    let s = amp_wide_sum(p - 1.0lf, p * r);
    return s.x + (s.y + p * e);
}
",
    ),
    // `(2 * atanh(s) - 2 * s) / s` as a function of `z = s * s`: a minimax polynomial.
    (
        "amp_wide_log_ratio(",
        "\
fn amp_wide_log_ratio(z: f64) -> f64 {
    return z * (((((((0.13088034850927555lf * z + 0.13268638369266825lf) * z + 0.15386244737621665lf) * z +
        0.18181795547521137lf) * z + 0.22222222392581045lf) * z + 0.28571428570799784lf) * z +
        0.40000000000000885lf) * z + 0.6666666666666666lf);
}
",
    ),
    // `ln(1 + f) + c + k * ln(2)`, for `1 + f` from `sqrt(0.5)` to `sqrt(2)`. `ln(1 + f)` is
    // `2 * atanh(f / (2 + f))`, expressed as `f` minus a correction.
    (
        "amp_wide_ln_near_one(",
        "\
fn amp_wide_ln_near_one(f: f64, c: f64, k: i32) -> f64 {
    let s = f / (2.0lf + f);
    let h = amp_keep(0.5lf * f * f);
    let w = f64(k);
    return w * 0.6931471803691238lf - ((h - (s * (h + amp_wide_log_ratio(s * s)) + (c + w *
        1.9082149292705877e-10lf))) - f);
}
",
    ),
    (
        "amp_wide_ln(",
        "\
fn amp_wide_ln(a: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    if (a <= 0.0lf) { return amp_not_finite(select(0xff800000u, 0x7fc00000u, a < 0.0lf)); }
    if (a > 1.7976931348623157e308lf) { return a; }
    let k = amp_wide_exponent(a);
    return amp_wide_ln_near_one(amp_wide_scale(a, -k) - 1.0lf, 0.0lf, k);
}
",
    ),
    // `ln(1 + a)`. Near zero, `a` needs no reduction. Elsewhere, the rounding error of `1 + a` is added as a
    // correction.
    (
        "amp_wide_ln_1p(",
        "\
fn amp_wide_ln_1p(a: f64) -> f64 {
    if (amp_wide_nan(a) || a == 0.0lf) { return a; }
    if (a <= -1.0lf) { return amp_not_finite(select(0xff800000u, 0x7fc00000u, a < -1.0lf)); }
    if (a > 1.7976931348623157e308lf) { return a; }
    if (a > -0.29lf && a < 0.41lf) { return amp_wide_ln_near_one(a, 0.0lf, 0); }
    let u = amp_wide_sum(1.0lf, a);
    let k = amp_wide_exponent(u.x);
    return amp_wide_ln_near_one(amp_wide_scale(u.x, -k) - 1.0lf, u.y / u.x, k);
}
",
    ),
    // The logarithm of a positive finite value as an unevaluated sum of two `f64`, with 64 exact bits. The
    // first two terms of the series of `atanh` are such sums, the other terms are plain `f64`.
    (
        "amp_wide_ln_pair(",
        "\
fn amp_wide_ln_pair(a: f64) -> vec2<f64> {
    let k = amp_wide_exponent(a);
    let f = amp_wide_scale(a, -k) - 1.0lf;
    let d = amp_wide_sum(2.0lf, f);
    let s = f / d.x;
    let p = amp_wide_product(s, d.x);
    let sl = (((f - p.x) - p.y) - s * d.y) / d.x;
    let z = amp_wide_product(s, s);
    let zl = z.y + 2.0lf * s * sl;
    let t = amp_wide_product(z.x, 0.3333333333333333lf);
    let q = z.x * z.x * (((((((((0.04986290549982797lf * z.x + 0.047208807631245985lf) * z.x +
        0.05264598158896214lf) * z.x + 0.05882322545999993lf) * z.x + 0.06666667062602441lf) * z.x +
        0.07692307689172895lf) * z.x + 0.09090909090923331lf) * z.x + 0.11111111111111079lf) * z.x +
        0.14285714285714285lf) * z.x + 0.2lf);
    let g = amp_wide_quick_sum(t.x, q);
    let gl = g.y + (t.y + z.x * 1.850371707708594e-17lf + zl * 0.3333333333333333lf);
    let m = amp_wide_product(s, g.x);
    let v = amp_wide_quick_sum(s, m.x);
    let vl = v.y + (m.y + s * gl + sl * (1.0lf + g.x));
    let w = f64(k);
    let r = amp_wide_sum(w * 0.6931471805598903lf, 2.0lf * v.x);
    return amp_wide_quick_sum(r.x, r.y + (2.0lf * vl + w * 5.497923018708371e-14lf));
}
",
    ),
    // `ln(a) * (b + c)`. The factor is a constant `b` with its rounding error `c`.
    (
        "amp_wide_log_scaled(",
        "\
fn amp_wide_log_scaled(a: f64, b: f64, c: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    if (a <= 0.0lf) { return amp_not_finite(select(0xff800000u, 0x7fc00000u, a < 0.0lf)); }
    if (a > 1.7976931348623157e308lf) { return a; }
    let v = amp_wide_ln_pair(a);
    let p = amp_wide_product(v.x, b);
    return p.x + (p.y + (v.y * b + v.x * c));
}
",
    ),
    (
        "amp_wide_log2(",
        "\
fn amp_wide_log2(a: f64) -> f64 { return amp_wide_log_scaled(a, 1.4426950408889634lf, 2.0355273740931033e-17lf); }
",
    ),
    (
        "amp_wide_log10(",
        "\
fn amp_wide_log10(a: f64) -> f64 { return amp_wide_log_scaled(a, 0.4342944819032518lf, 1.098319650216765e-17lf); }
",
    ),
    (
        "amp_wide_log(",
        "\
fn amp_wide_log(a: f64, b: f64) -> f64 { return amp_wide_ln(a) / amp_wide_ln(b); }
",
    ),
    // `e^(b * ln(a))`, with the product as an unevaluated sum of two `f64`. The special cases are those of
    // IEEE 754.
    (
        "amp_wide_powf(",
        "\
fn amp_wide_powf(a: f64, b: f64) -> f64 {
    if (b == 0.0lf || a == 1.0lf) { return 1.0lf; }
    if (amp_wide_nan(a)) { return a; }
    if (amp_wide_nan(b)) { return b; }
    let x = abs(a);
    let m = abs(b);
    let whole = amp_wide_trunc(m) == m;
    let h = f64(u32(min(m, 9007199254740992.0lf) / 4294967296.0lf)) * 4294967296.0lf;
    let odd = whole && m < 9007199254740992.0lf && (u32(m - h) & 1u) != 0u;
    let minus = amp_wide_negative(a);
    var r = 0.0lf;
    if (x == 0.0lf || x > 1.7976931348623157e308lf) {
        if ((x == 0.0lf) == (b < 0.0lf)) { r = amp_not_finite(0x7f800000u); }
    } else if (m > 1.7976931348623157e308lf) {
        if (x == 1.0lf) { return 1.0lf; }
        if ((x > 1.0lf) == (b > 0.0lf)) { r = amp_not_finite(0x7f800000u); }
        return r;
    } else {
        if (minus && !whole) { return amp_not_finite(0x7fc00000u); }
        let y = clamp(b, -1.8446744073709552e19lf, 1.8446744073709552e19lf);
        let v = amp_wide_ln_pair(x);
        let p = amp_wide_product(y, v.x);
        r = amp_wide_exp_sum(p.x, select(p.y + y * v.y, 0.0lf, abs(p.x) > 1380.0lf), 0);
    }
    return select(r, -r, minus && odd);
}
",
    ),
    // The cube root. Two Newton steps improve an estimate `t` in `f32`. Then `t` is rounded to 24 bits, so
    // that the last step computes `t * t` exactly.
    (
        "amp_wide_cbrt(",
        "\
fn amp_wide_cbrt(a: f64) -> f64 {
    let x = abs(a);
    if (amp_wide_nan(a) || x == 0.0lf || x > 1.7976931348623157e308lf) { return a; }
    let n = amp_wide_exponent(x);
    let q = (n + 1200) / 3 - 400;
    let m = amp_wide_scale(x, -3 * q);
    var t = f64(pow(f32(m), 0.33333334f));
    t = t - (t - m / (t * t)) * 0.3333333333333333lf;
    t = t - (t - m / (t * t)) * 0.3333333333333333lf;
    t = f64(f32(t));
    let w = m / (t * t);
    t = t + amp_keep(t * ((w - t) / (2.0lf * t + w)));
    let r = amp_wide_scale(t, q);
    return select(r, -r, a < 0.0lf);
}
",
    ),
    // `sqrt(a * a + b * b)`, corrected by the rounding errors of the sum and of the root. The arguments are
    // scaled so that the larger one is near 1.
    (
        "amp_wide_hypot(",
        "\
fn amp_wide_hypot(a: f64, b: f64) -> f64 {
    let x = max(abs(a), abs(b));
    let y = min(abs(a), abs(b));
    if (abs(a) > 1.7976931348623157e308lf || abs(b) > 1.7976931348623157e308lf) { return
        amp_not_finite(0x7f800000u); }
    if (amp_wide_nan(a)) { return a; }
    if (amp_wide_nan(b)) { return b; }
    if (y == 0.0lf) { return x; }
    let n = amp_wide_exponent(x);
    let u = amp_wide_scale(x, -n);
    let v = amp_wide_scale(y, -n);
    let p = amp_wide_product(u, u);
    let q = amp_wide_product(v, v);
    let s = amp_wide_quick_sum(p.x, q.x);
    let e = s.y + (p.y + q.y);
    let h = sqrt(s.x);
    let w = amp_wide_product(h, h);
    return amp_wide_scale(h + (((s.x - w.x) - w.y) + e) / (2.0lf * h), n);
}
",
    ),
    // Subtracts a multiple of a quarter turn from a positive finite angle. Returns the rest as an unevaluated
    // sum of two `f64`, and the number of quarter turns, of which only the remainder modulo 4 is exact. Up to
    // 2^20 quarter turns, this is Cody and Waite's reduction with pi/2 in four parts. Beyond, it is Payne and
    // Hanek's reduction with 192 bits of 2/pi in 32-bit integers.
    (
        "amp_wide_quarter_turns(",
        "\
fn amp_wide_quarter_turns(a: f64) -> vec3<f64> {
    if (a < 1647099.0lf) {
        let n = f64(amp_wide_nearest(a * 0.6366197723675814lf));
        let u = amp_wide_sum(a, -(n * 1.5707963267341256lf));
        let v = amp_wide_sum(u.x, -(n * 6.077100506303966e-11lf));
        let w = amp_wide_sum(v.x, -(n * 2.0222662487111665e-21lf));
        let r = amp_wide_quick_sum(w.x, w.y + v.y + u.y - n * 8.4784276603689e-32lf);
        return vec3<f64>(r.x, r.y, n);
    }
    const digits = array<u32, 40>(0u, 0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u,
        0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu,
        0xb129a73eu, 0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu,
        0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u,
        0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u,
        0xfc7b6babu);
    let e = amp_wide_exponent(a) - 53;
    let m = amp_wide_scale(a, -e);
    let top = u32(m * 2.3283064365386963e-10lf);
    let low = u32(m - f64(top) * 4294967296.0lf);
    let from_bit = u32(e - 2 + 64);
    let first = from_bit >> 5u;
    let shift = from_bit & 31u;
    var product = array<u32, 6>(0u, 0u, 0u, 0u, 0u, 0u);
    for (var half = 0u; half < 4u; half += 1u) {
        let factor = (select(low, top, half > 1u) >> ((half & 1u) * 16u)) & 0xffffu;
        var carry = 0u;
        for (var at = 0u; at < 12u; at += 1u) {
            let to = at + half;
            if (to >= 12u) { break; }
            let word = first + 5u - (at >> 1u);
            let bits = select(digits[word], (digits[word] << shift) | (digits[word + 1u] >> (32u - shift)),
                shift != 0u);
            let part = (bits >> ((at & 1u) * 16u)) & 0xffffu;
            let place = (to & 1u) * 16u;
            let sum = factor * part + ((product[to >> 1u] >> place) & 0xffffu) + carry;
            product[to >> 1u] = (product[to >> 1u] & ~(0xffffu << place)) | ((sum & 0xffffu) << place);
            carry = sum >> 16u;
        }
    }
    var n = product[5] >> 30u;
    let up = (product[5] & 0x20000000u) != 0u;
    let flip = select(0u, 0xffffffffu, up);
    n += select(0u, 1u, up);
    let w5 = (product[5] ^ flip) & 0x3fffffffu;
    let h = amp_wide_quick_sum(f64(w5) * 9.313225746154785e-10lf, f64(product[4] ^ flip) * 2.168404344971009e-19lf);
    let tail = (f64(product[3] ^ flip) * 5.048709793414476e-29lf + f64(product[2] ^ flip) *
        1.1754943508222875e-38lf) + f64(product[1] ^ flip) * 2.736911063134408e-48lf;
    let g = amp_wide_quick_sum(h.x, h.y + tail);
    let p = amp_wide_product(g.x, 1.5707963267948966lf);
    let r = amp_wide_quick_sum(p.x, p.y + (g.y * 1.5707963267948966lf + g.x * 6.123233995736766e-17lf));
    return vec3<f64>(select(r.x, -r.x, up), select(r.y, -r.y, up), f64(n));
}
",
    ),
    // `sin(r + l)` for `|r| <= pi / 4`: a minimax polynomial.
    (
        "amp_wide_sin_near_zero(",
        "\
fn amp_wide_sin_near_zero(r: f64, l: f64) -> f64 {
    let z = r * r;
    let p = (((((-7.586576648405261e-13lf * z + 1.6058529573291737e-10lf) * z - 2.5052106219528367e-08lf) * z +
        2.7557319219301936e-06lf) * z - 0.00019841269841265017lf) * z + 0.008333333333333331lf) * z -
        0.16666666666666666lf;
    return r + amp_keep(z * r * p + l * (1.0lf - 0.5lf * z));
}
",
    ),
    // `cos(r + l)` for `|r| <= pi / 4`. The rounding error of `1 - r * r / 2` is added to the other terms.
    (
        "amp_wide_cos_near_zero(",
        "\
fn amp_wide_cos_near_zero(r: f64, l: f64) -> f64 {
    let z = r * r;
    let p = (((((4.74580492324984e-14lf * z - 1.1470459750244853e-11lf) * z + 2.0876755783897636e-09lf) * z -
        2.7557319221382125e-07lf) * z + 2.4801587301584618e-05lf) * z - 0.0013888888888888887lf) * z +
        0.041666666666666664lf;
    let h = 0.5lf * z;
    let w = amp_keep(1.0lf - h);
    return w + ((amp_keep(1.0lf - w) - h) + amp_keep(z * z * p - r * l));
}
",
    ),
    (
        "amp_wide_sin_cos(",
        "\
fn amp_wide_sin_cos(a: f64) -> vec2<f64> {
    if (amp_wide_nan(a)) { return vec2<f64>(a, a); }
    let x = abs(a);
    if (x > 1.7976931348623157e308lf) {
        let nan = amp_not_finite(0x7fc00000u);
        return vec2<f64>(nan, nan);
    }
    let q = amp_wide_quarter_turns(x);
    let n = u32(q.z) & 3u;
    let s = amp_wide_sin_near_zero(q.x, q.y);
    let c = amp_wide_cos_near_zero(q.x, q.y);
    let sine = select(s, c, (n & 1u) != 0u);
    let cosine = select(c, s, (n & 1u) != 0u);
    let minus = (n > 1u) != amp_wide_negative(a);
    if (a == 0.0lf) { return vec2<f64>(a, 1.0lf); }
    return vec2<f64>(select(sine, -sine, minus), select(cosine, -cosine, n == 1u || n == 2u));
}
",
    ),
    (
        "amp_wide_sin(",
        "\
fn amp_wide_sin(a: f64) -> f64 { return amp_wide_sin_cos(a).x; }
",
    ),
    (
        "amp_wide_cos(",
        "\
fn amp_wide_cos(a: f64) -> f64 { return amp_wide_sin_cos(a).y; }
",
    ),
    (
        "amp_wide_tan(",
        "\
fn amp_wide_tan(a: f64) -> f64 {
    let v = amp_wide_sin_cos(a);
    return v.x / v.y;
}
",
    ),
    // `asin(x) / x - 1` as a function of `z = x * x`, up to a quarter: a minimax polynomial.
    (
        "amp_wide_asin_excess(",
        "\
fn amp_wide_asin_excess(z: f64) -> f64 {
    return z * ((((((((((((0.02877844261259304lf * z - 0.014881409392818066lf) * z + 0.017419357964884856lf) * z
        + 0.00545087818772055lf) * z + 0.010324318288744113lf) * z + 0.011478952690257387lf) * z +
        0.013971235301124539lf) * z + 0.017352391265909227lf) * z + 0.022372173002005596lf) * z +
        0.030381944137085216lf) * z + 0.04464285714637338lf) * z + 0.07499999999998425lf) * z +
        0.16666666666666669lf);
}
",
    ),
    // The arc sine. For `x = |a|` of at least a half, `asin(x)` is `pi / 2 - 2 * asin(sqrt((1 - x) / 2))`.
    // The rounding error of the square root is corrected.
    (
        "amp_wide_asin(",
        "\
fn amp_wide_asin(a: f64) -> f64 {
    let x = abs(a);
    if (x < 0.5lf) { return a + amp_keep(a * amp_wide_asin_excess(a * a)); }
    if (!(x <= 1.0lf)) { return amp_not_finite(0x7fc00000u); }
    let z = (1.0lf - x) * 0.5lf;
    let s = sqrt(z);
    let h = f64(f32(s));
    let c = select((z - h * h) / (s + h), 0.0lf, z == 0.0lf);
    let p = 2.0lf * s * amp_wide_asin_excess(z) - (6.123233995736766e-17lf - 2.0lf * c);
    let r = 0.7853981633974483lf - (p - amp_keep(0.7853981633974483lf - 2.0lf * h));
    return select(r, -r, a < 0.0lf);
}
",
    ),
    (
        "amp_wide_acos(",
        "\
fn amp_wide_acos(a: f64) -> f64 {
    let x = abs(a);
    if (x < 0.5lf) { return 1.5707963267948966lf - (a - amp_keep(6.123233995736766e-17lf - a *
        amp_wide_asin_excess(a * a))); }
    if (!(x <= 1.0lf)) { return amp_not_finite(0x7fc00000u); }
    let z = (1.0lf - x) * 0.5lf;
    let s = sqrt(z);
    if (a < 0.0lf) { return 3.141592653589793lf - 2.0lf * (s + amp_keep(s * amp_wide_asin_excess(z) -
        6.123233995736766e-17lf)); }
    let h = f64(f32(s));
    let c = select((z - h * h) / (s + h), 0.0lf, z == 0.0lf);
    return 2.0lf * (h + amp_keep(s * amp_wide_asin_excess(z) + c));
}
",
    ),
    // The arc tangent. `high + low` is the nearest of 0, `atan(0.5)`, `atan(1)`, `atan(1.5)` and `pi / 2`.
    // The rest is the arc tangent of `t`, by a minimax polynomial.
    (
        "amp_wide_atan(",
        "\
fn amp_wide_atan(a: f64) -> f64 {
    if (amp_wide_nan(a) || a == 0.0lf) { return a; }
    let x = min(abs(a), 1e300lf);
    var t = x;
    var high = 0.0lf;
    var low = 0.0lf;
    if (x >= 2.4375lf) { t = -1.0lf / x; high = 1.5707963267948966lf; low = 6.123233995736766e-17lf; }
    else if (x >= 1.1875lf) { t = (x - 1.5lf) / (1.0lf + 1.5lf * x); high = 0.982793723247329lf; low =
        1.3903311031230998e-17lf; }
    else if (x >= 0.6875lf) { t = (x - 1.0lf) / (1.0lf + x); high = 0.7853981633974483lf; low =
        3.061616997868383e-17lf; }
    else if (x >= 0.4375lf) { t = (2.0lf * x - 1.0lf) / (2.0lf + x); high = 0.4636476090008061lf; low =
        2.2698777452961687e-17lf; }
    let z = t * t;
    let p =
        (((((((((((0.014759380407779155lf * z - 0.033114228762660534lf) * z + 0.044916556747777434lf) * z -
        0.05216532007308444lf) * z + 0.05876924062763387lf) * z - 0.06666239748865294lf) * z +
        0.07692285419714515lf) * z - 0.09090908350382436lf) * z + 0.111111110965279lf) * z -
        0.14285714285565465lf) * z + 0.19999999999999404lf) * z - 0.3333333333333333lf);
    let r = high + (t + amp_keep(t * z * p + low));
    return select(r, -r, a < 0.0lf);
}
",
    ),
    // The angle of the point `(b, a)`. The division `|a / b|` could overflow or underflow. So for `|a / b|`
    // above 2^60, the magnitude of the angle is `pi / 2`. For `|a / b|` below 2^-60 and negative `b`, it is
    // `pi`.
    (
        "amp_wide_atan2(",
        "\
fn amp_wide_atan2(a: f64, b: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    if (amp_wide_nan(b)) { return b; }
    let y = abs(a);
    let x = abs(b);
    var r = 0.0lf;
    if (y > 1.7976931348623157e308lf || x > 1.7976931348623157e308lf) {
        if (y > 1.7976931348623157e308lf) { r = select(1.5707963267948966lf, 0.7853981633974483lf, x >
            1.7976931348623157e308lf); }
    } else if (x == 0.0lf) {
        r = select(1.5707963267948966lf, 0.0lf, y == 0.0lf);
    } else {
        let u = amp_wide_exponent(x);
        let v = amp_wide_exponent(max(y, 5e-324lf));
        if (v - u > 60) { r = 1.5707963267948966lf; }
        else if (y != 0.0lf && !(v - u < -60 && amp_wide_negative(b))) {
            r = amp_wide_atan(y / x);
        }
    }
    if (amp_wide_negative(b)) { r = 3.141592653589793lf - (r - 1.2246467991473532e-16lf); }
    return select(r, -r, amp_wide_negative(a));
}
",
    ),
    // The hyperbolic sine. Near zero it is a polynomial, because the difference of two exponentials near 1
    // loses digits.
    (
        "amp_wide_sinh(",
        "\
fn amp_wide_sinh(a: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    let x = abs(a);
    if (x < 1.0lf) {
        let z = a * a;
        let p = ((((((2.8445264169895285e-15lf * z + 7.646625361656657e-13lf) * z + 1.6059048396350562e-10lf) *
            z + 2.505210836405804e-08lf) * z + 2.755731922404034e-06lf) * z + 0.00019841269841269773lf) * z +
            0.008333333333333333lf) * z + 0.16666666666666666lf;
        return a + amp_keep(a * (z * p));
    }
    let e = amp_wide_exp_sum(x, 0.0lf, -1);
    let r = e - 0.25lf / e;
    return select(r, -r, a < 0.0lf);
}
",
    ),
    (
        "amp_wide_cosh(",
        "\
fn amp_wide_cosh(a: f64) -> f64 {
    if (amp_wide_nan(a)) { return a; }
    let e = amp_wide_exp_sum(abs(a), 0.0lf, -1);
    return e + 0.25lf / e;
}
",
    ),
    (
        "amp_wide_tanh(",
        "\
fn amp_wide_tanh(a: f64) -> f64 {
    if (amp_wide_nan(a) || a == 0.0lf) { return a; }
    let x = abs(a);
    var r = 1.0lf;
    if (x < 0.6lf) {
        let t = amp_wide_exp_m1(2.0lf * x);
        r = t / (t + 2.0lf);
    } else if (x < 22.0lf) {
        r = 1.0lf - 2.0lf / (amp_wide_exp(2.0lf * x) + 1.0lf);
    }
    return select(r, -r, a < 0.0lf);
}
",
    ),
    // `ln(x + sqrt(x * x + 1))` by `amp_wide_ln_1p`. For large `x`, the logarithm of `2 * x`.
    (
        "amp_wide_asinh(",
        "\
fn amp_wide_asinh(a: f64) -> f64 {
    let x = abs(a);
    if (amp_wide_nan(a) || a == 0.0lf || x > 1.7976931348623157e308lf) { return a; }
    var r = 0.0lf;
    if (x > 1e9lf) {
        let k = amp_wide_exponent(x);
        r = amp_wide_ln_near_one(amp_wide_scale(x, -k) - 1.0lf, 0.0lf, k + 1);
    } else {
        let z = x * x;
        r = amp_wide_ln_1p(x + z / (1.0lf + sqrt(1.0lf + z)));
    }
    return select(r, -r, a < 0.0lf);
}
",
    ),
    // `ln(x + sqrt(x * x - 1))` by `amp_wide_ln_1p`. For large `x`, the logarithm of `2 * x`.
    (
        "amp_wide_acosh(",
        "\
fn amp_wide_acosh(a: f64) -> f64 {
    if (amp_wide_nan(a) || a > 1.7976931348623157e308lf) { return a; }
    if (a < 1.0lf) { return amp_not_finite(0x7fc00000u); }
    if (a > 1e9lf) {
        let k = amp_wide_exponent(a);
        return amp_wide_ln_near_one(amp_wide_scale(a, -k) - 1.0lf, 0.0lf, k + 1);
    }
    let t = a - 1.0lf;
    return amp_wide_ln_1p(t + sqrt(t) * sqrt(t + 2.0lf));
}
",
    ),
    (
        "amp_wide_atanh(",
        "\
fn amp_wide_atanh(a: f64) -> f64 {
    let x = abs(a);
    if (amp_wide_nan(a) || a == 0.0lf) { return a; }
    if (x >= 1.0lf) { return amp_not_finite(select(select(0x7f800000u, 0xff800000u, a < 0.0lf), 0x7fc00000u, x >
        1.0lf)); }
    let r = 0.5lf * amp_wide_ln_1p(2.0lf * x / (1.0lf - x));
    return select(r, -r, a < 0.0lf);
}
",
    ),
];
