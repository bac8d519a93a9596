//! Methods of `f64`: the distance from the host's functions, on accelerators that support `f64`.
//!
//! The host's functions are those of the C library, whose own errors are up to two ULP. Its inverse hyperbolic functions are
//! replaced by formulas without cancellation.

use amp::prelude::*;
use amp_tests::on_each;

use crate::compare::launch;
use crate::math::page::{self, Row};

/// A unary or binary method.
struct Case {
    name: &'static str,
    /// The largest distance from the host's function, in ULP.
    bound: f64,
    host: fn(f64, f64) -> f64,
    /// The standard library's method, which the CPU accelerators call.
    std: fn(f64, f64) -> f64,
    pairs: bool,
    run: fn(&Accelerator, &[f64], &[f64]) -> Option<Vec<f64>>,
}

macro_rules! ones {
    ($($name:ident $bound:literal $host:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            host: |x, _| { let host: fn(f64) -> f64 = $host; host(x) },
            std: |x, _| x.$name(),
            pairs: false,
            run: |accelerator, x, _| {
                let mut results = vec![0.0; x.len()];
                let (x, mut z) = (ArrayView::new(x), ArrayViewMut::new(&mut results));
                let ran = launch(accelerator, x.extent(), amp!(|i: Index<1>| z[i] = x[i].$name()));
                drop(z);
                ran.then_some(results)
            },
        },
    )*]};
}

macro_rules! twos {
    ($($name:ident $bound:literal $host:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            host: $host,
            std: f64::$name,
            pairs: true,
            run: |accelerator, x, y| {
                let mut results = vec![0.0; x.len()];
                let (x, y, mut z) = (ArrayView::new(x), ArrayView::new(y), ArrayViewMut::new(&mut results));
                let ran = launch(accelerator, x.extent(), amp!(|i: Index<1>| z[i] = x[i].$name(y[i])));
                drop(z);
                ran.then_some(results)
            },
        },
    )*]};
}

/// Zeros, infinities, NaN, the ends of the range, and arguments at which an implementation switches to another
/// approximation.
const SPECIAL: [f64; 45] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-310,
    -1e-310,
    1e300,
    -1e300,
    1e22,
    1e308,
    709.78,
    709.79,
    -745.13,
    -745.14,
    -708.0,
    1023.999_999_9,
    1024.0,
    -1074.0,
    -1075.0,
    -1022.5,
    0.4375,
    0.6875,
    1.1875,
    2.4375,
    1.0 + f64::EPSILON,
    1.0 - f64::EPSILON / 2.0,
    9_007_199_254_740_991.0,
    -9_007_199_254_740_991.0,
    4_503_599_627_370_497.5,
    1e-20,
    1e-8,
];

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number from 0 to 1.
    fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// A number from -1 to 1.
    fn signed(&mut self) -> f64 {
        self.fraction() * 2.0 - 1.0
    }
}

/// Values of every exponent, and of the ranges in which functions vary.
fn ones() -> Vec<f64> {
    let mut random = Random(7);
    let mut x = SPECIAL.to_vec();
    for _ in 0..4000 {
        x.push(f64::from_bits(random.bits()));
        let scale = (random.signed() * 12.0).exp2();
        x.extend([scale, 1.0, 4.0, 30.0, 745.0].map(|scale| random.signed() * scale));
        x.extend([1.0 + random.signed() * 1e-3, random.fraction() * 1e9]);
        x.push((random.fraction() * 1e6).round() * std::f64::consts::FRAC_PI_2);
    }
    x
}

/// Pairs for which powers, quotients and hypotenuses are finite, and pairs of special values.
fn pairs() -> (Vec<f64>, Vec<f64>) {
    let mut random = Random(11);
    let mut all: Vec<_> = SPECIAL.iter().flat_map(|x| SPECIAL.map(|y| (*x, y))).collect();
    for _ in 0..6000 {
        all.push((f64::from_bits(random.bits()), f64::from_bits(random.bits())));
        let x = (random.signed() * 10.0).exp2();
        all.push((x, random.signed() * 709.0 / x.ln().abs()));
        let x = (random.signed() * 100.0).exp2();
        all.push((x * random.signed().signum(), x * random.signed() * 4.0));
        all.push(((random.signed() * 20.0).round(), (random.signed() * 20.0).round()));
        all.push((1.0 + random.signed() * 1e-2, random.signed() * 1e5));
    }
    all.into_iter().unzip()
}

fn acosh(x: f64) -> f64 {
    match x {
        x if x < 1.0 => f64::NAN,
        x if x > 1e9 => x.ln() + std::f64::consts::LN_2,
        x => (x - 1.0 + (2.0 * (x - 1.0) + (x - 1.0) * (x - 1.0)).sqrt()).ln_1p(),
    }
}

fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let result = match size > 1e9 {
        true => size.ln() + std::f64::consts::LN_2,
        false => (size + size * size / (1.0 + (1.0 + size * size).sqrt())).ln_1p(),
    };
    result.copysign(x)
}

fn atanh(x: f64) -> f64 {
    (0.5 * (2.0 * x.abs() / (1.0 - x.abs())).ln_1p()).copysign(x)
}

/// The distance of two values in ULP.
fn distance(found: f64, host: f64) -> f64 {
    if found.to_bits() == host.to_bits() || (found.is_nan() && host.is_nan()) {
        return 0.0;
    }
    if found.is_nan() || host.is_nan() || (found == 0.0 && host == 0.0) {
        return f64::INFINITY;
    }
    let position = |value: f64| match value.to_bits() {
        bits if bits >> 63 == 1 => -i128::from(bits & !(1 << 63)),
        bits => i128::from(bits),
    };
    (position(found) - position(host)).abs() as f64
}

fn measure(cases: &[Case]) {
    let ones = ones();
    let none = vec![0.0; ones.len()];
    let pairs = pairs();
    let mut rows: Vec<_> = cases.iter().map(|case| Row::stating("f64", case.name, case.bound)).collect();
    let mut bad = Vec::new();
    on_each(|accelerator| {
        let is_cpu = accelerator.device_path().starts_with("cpu");
        for (case, row) in cases.iter().zip(rows.iter_mut()) {
            let (x, y) = if case.pairs { (&pairs.0, &pairs.1) } else { (&ones, &none) };
            let Some(found) = (case.run)(accelerator, x, y) else { continue };
            let mut worst = (0.0, String::new());
            for ((x, y), found) in x.iter().zip(y).zip(found) {
                let host = if is_cpu { case.std } else { case.host }(*x, *y);
                let distance = distance(found, host);
                if distance > worst.0 {
                    worst = (distance, format!("{}({x:e}, {y:e}) is {found:e}, not {host:e}", case.name));
                }
            }
            if worst.0 > if is_cpu { 0.0 } else { case.bound } {
                bad.push(format!("{}: {} ULP, on {}", worst.1, worst.0, accelerator.description()));
            }
            row.measured(accelerator, worst.0);
        }
    });
    page::keep(rows);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn f64_exponentials_logarithms_and_roots() {
    measure(&ones! {
        exp 2.0 f64::exp;
        exp2 2.0 f64::exp2;
        exp_m1 2.0 f64::exp_m1;
        ln 2.0 f64::ln;
        ln_1p 2.0 f64::ln_1p;
        log2 2.0 f64::log2;
        log10 3.0 f64::log10;
        cbrt 2.0 f64::cbrt;
        sqrt 1.0 f64::sqrt;
    });
}

#[test]
fn f64_trigonometric_functions() {
    measure(&ones! {
        sin 2.0 f64::sin;
        cos 2.0 f64::cos;
        tan 4.0 f64::tan;
        asin 2.0 f64::asin;
        acos 2.0 f64::acos;
        atan 2.0 f64::atan;
    });
}

#[test]
fn f64_hyperbolic_functions() {
    measure(&ones! {
        sinh 3.0 f64::sinh;
        cosh 3.0 f64::cosh;
        tanh 4.0 f64::tanh;
        asinh 3.0 asinh;
        acosh 4.0 acosh;
        atanh 3.0 atanh;
    });
}

#[test]
fn f64_functions_of_two_arguments() {
    measure(&twos! {
        powf 2.0 f64::powf;
        atan2 2.0 f64::atan2;
        hypot 2.0 f64::hypot;
        log 4.0 f64::log;
    });
}

/// Payne and Hanek's reduction, for the `f64` that is nearest to a multiple of a quarter turn. The expected values are from a
/// computation with 1300 bits.
#[test]
fn f64_angle_nearest_to_a_quarter_turn() {
    let x = [6_381_956_970_095_103.0 * 2f64.powi(797)];
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            // The host's function loses digits here.
            return;
        }
        let mut results = [0.0; 2];
        let (x, mut z) = (ArrayView::new(&x), ArrayViewMut::new(&mut results));
        let kernel = amp!(|i: Index<1>| {
            let (sin, cos) = x[i].sin_cos();
            z[0] = sin;
            z[1] = cos;
        });
        let ran = launch(accelerator, x.extent(), kernel);
        drop(z);
        assert!(!ran || results == [1.0, -4.687_165_924_254_627_6e-19], "{results:?}");
    });
}
