//! Reference implementations in `f64` of functions that the standard library lacks, by simple series. Their relative error is at
//! most 1e-11.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

pub(super) fn erf(x: f64) -> f64 {
    if x.abs() >= 3.0 {
        return (1.0 - erfc(x.abs())).copysign(x);
    }
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term.abs() > 1e-19 * sum.abs() {
        n += 1.0;
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * 2.0 / PI.sqrt()
}

pub(super) fn erfc(x: f64) -> f64 {
    if x < 1.0 {
        return 1.0 - erf(x);
    }
    if x > 30.0 {
        return 0.0;
    }
    let fraction = (1..400).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below);
    (-x * x).exp() / PI.sqrt() / fraction
}

pub(super) fn phi(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

/// The inverse error function, by Halley's method.
pub(super) fn erfinv(x: f64) -> f64 {
    if x.abs() > 0.5 {
        return erfcinv(1.0 - x.abs()).copysign(x);
    }
    let mut v = x * 0.9;
    for _ in 0..30 {
        let d = (erf(v) - x) * PI.sqrt() / 2.0 * (v * v).exp();
        v -= d / (1.0 + v * d);
    }
    if x == 0.0 || x.is_nan() { x } else { v }
}

pub(super) fn erfcinv(y: f64) -> f64 {
    if y > 1.0 && y <= 2.0 {
        return -erfcinv(2.0 - y);
    }
    if y == 0.0 {
        return f64::INFINITY;
    }
    if !(y > 0.0 && y <= 2.0) {
        return f64::NAN;
    }
    if y > 0.5 {
        return erfinv(1.0 - y);
    }
    let w = -(y * (2.0 - y)).ln();
    let mut v = (w - 0.5 * (3.0 * w).ln()).max(0.3).sqrt();
    for _ in 0..60 {
        let d = (erfc(v) - y) * PI.sqrt() / -2.0 * (v * v).exp();
        let step = d / (1.0 + v * d);
        v -= step;
        if step.abs() < 1e-15 * v {
            break;
        }
    }
    v
}

pub(super) fn probit(p: f64) -> f64 {
    -SQRT_2 * erfcinv(2.0 * p)
}

/// The logarithm of the gamma function of a positive argument, by Stirling's series.
fn positive_lgamma(x: f64) -> f64 {
    let (mut y, mut product) = (x, 1.0);
    while y < 20.0 {
        product *= y;
        y += 1.0;
    }
    let z = 1.0 / (y * y);
    let series = 1.0 / 12.0 + z * (-1.0 / 360.0 + z * (1.0 / 1260.0 + z * (-1.0 / 1680.0 + z / 1188.0)));
    (y - 0.5) * y.ln() - y + 0.5 * (2.0 * PI).ln() + series / y - product.ln()
}

pub(super) fn lgamma(x: f64) -> f64 {
    if x.is_infinite() || (x <= 0.0 && x.floor() == x) {
        return f64::INFINITY;
    }
    if x == 1.0 || x == 2.0 {
        return 0.0;
    }
    // The logarithm of the gamma function is zero at 1 and 2. Near these, its Taylor series is exact enough.
    if (x - 1.0).abs() < 1e-3 || (x - 2.0).abs() < 1e-3 {
        let u = if x < 1.5 { x - 1.0 } else { x - 2.0 };
        let shift = if x < 1.5 { 0.0 } else { u.ln_1p() };
        let zeta =
            [1.644_934_066_848_226_4, 1.202_056_903_159_594_2, 1.082_323_233_711_138_2, 1.036_927_755_143_37];
        let terms = zeta.iter().enumerate().map(|(n, z)| z * (-u).powi(n as i32 + 2) / (n as f64 + 2.0));
        return shift - 0.577_215_664_901_532_9 * u + terms.sum::<f64>();
    }
    if x > 0.0 { positive_lgamma(x) } else { (PI / (sinpi(x).abs() * -x)).ln() - positive_lgamma(-x) }
}

pub(super) fn tgamma(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x == f64::NEG_INFINITY || (x < 0.0 && x.floor() == x) {
        return f64::NAN;
    }
    if x > 0.0 {
        return if x > 170.0 { x * f64::INFINITY } else { positive_lgamma(x).exp() };
    }
    let half = x.floor() * 0.5;
    let sign = if half.floor() == half { 1.0 } else { -1.0 };
    sign * lgamma(x).exp()
}

/// The exact remainder of `pi * x` in -pi/4 to pi/4, and the number of quarter turns.
fn half_turns(x: f64) -> (f64, u32) {
    let r = x.abs() % 2.0;
    let n = (2.0 * r).round();
    ((r - n / 2.0) * PI, n as u32)
}

pub(super) fn sinpi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (r, n) = half_turns(x);
    let size = match n & 3 {
        0 => r.sin(),
        1 => r.cos(),
        2 => -r.sin(),
        _ => -r.cos(),
    };
    if size == 0.0 { 0f64.copysign(x) } else { size * 1f64.copysign(x) }
}

pub(super) fn cospi(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (r, n) = half_turns(x);
    match n & 3 {
        0 => r.cos(),
        1 => 0.0 - r.sin(),
        2 => -r.cos(),
        _ => r.sin() + 0.0,
    }
}

pub(super) fn tanpi(x: f64) -> f64 {
    let (s, c) = (sinpi(x), cospi(x));
    if c == 0.0 {
        return if (s > 0.0) == (x > 0.0) { f64::INFINITY } else { f64::NEG_INFINITY }
            .copysign(if (s > 0.0) == (x > 0.0) { x } else { -x });
    }
    s / c
}

pub(super) fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if a.is_infinite() {
        return x;
    }
    (a + a * a / (1.0 + (a * a + 1.0).sqrt())).ln_1p().copysign(x)
}

pub(super) fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    let t = x - 1.0;
    (t + (t * (x + 1.0)).sqrt()).ln_1p()
}

pub(super) fn atanh(x: f64) -> f64 {
    0.5 * (x.ln_1p() - (-x).ln_1p())
}

pub(super) fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let (size, b) = (x.abs(), y.abs());
    let r = size % (2.0 * b);
    let r = if r >= 1.5 * b {
        r - 2.0 * b
    } else if r > 0.5 * b {
        r - b
    } else {
        r
    };
    if r == 0.0 { 0f64.copysign(x) } else { r * 1f64.copysign(x) }
}

pub(super) fn nextafter(x: f64, y: f64) -> f64 {
    let (x, y) = (x as f32, y as f32);
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    f64::from(if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    })
}

pub(super) fn logb(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !x.is_finite() {
        return x.abs();
    }
    ((x.abs().to_bits() >> 52) as i32 - 1023).into()
}
