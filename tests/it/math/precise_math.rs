//! `amp::precise_math`: the errors must be within the stated bounds on the CPU, and within a looser bound on GPUs.

use amp::precise_math;
use amp::prelude::*;

use crate::math::measure::{self, Case};
use crate::math::reference;

macro_rules! ones {
    ($($name:ident $bound:literal $within:expr, $exact:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            range: "",
            within: |x, _| { let within: fn(f32) -> bool = $within; within(x) },
            exact: |x, _| { let exact: fn(f64) -> f64 = $exact; exact(x) },
            host: |x, _| precise_math::$name(x),
            pairs: false,
            run: |accelerator, x, _| {
                let mut results = vec![0.0; x.len()];
                let (x, mut z) = (ArrayView::new(x), ArrayViewMut::new(&mut results));
                let (extent, kernel) = (z.extent(), amp!(|i: Index<1>| z[i] = precise_math::$name(x[i])));
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
                drop(z);
                results
            },
        },
    )*]};
}

macro_rules! twos {
    ($($name:ident $bound:literal $exact:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            range: "",
            within: |_, _| true,
            exact: $exact,
            host: precise_math::$name,
            pairs: true,
            run: |accelerator, x, y| {
                let mut results = vec![0.0; x.len()];
                let (x, y, mut z) = (ArrayView::new(x), ArrayView::new(y), ArrayViewMut::new(&mut results));
                let (extent, kernel) = (z.extent(), amp!(|i: Index<1>| z[i] = precise_math::$name(x[i], y[i])));
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
                drop(z);
                results
            },
        },
    )*]};
}

fn any(_: f32) -> bool {
    true
}

#[test]
fn precise_math_powers_logarithms_and_roots() {
    let cases = ones! {
        exp 2.0 any, f64::exp;
        exp2 2.0 any, f64::exp2;
        exp10 2.0 any, |x| 10f64.powf(x);
        expm1 1.0 any, f64::exp_m1;
        log 1.0 any, f64::ln;
        log2 3.0 any, f64::log2;
        log10 3.0 any, f64::log10;
        log1p 2.0 any, f64::ln_1p;
        sqrt 0.5 any, f64::sqrt;
        rsqrt 2.0 any, |x| 1.0 / x.sqrt();
        cbrt 1.0 any, f64::cbrt;
        rcbrt 2.0 any, |x| 1.0 / x.cbrt();
    };
    measure::all("precise_math", &cases, 4.0);
}

#[test]
fn precise_math_trigonometric_functions() {
    let cases = ones! {
        sin 2.0 any, f64::sin;
        cos 2.0 any, f64::cos;
        tan 4.0 any, f64::tan;
        sinpi 2.0 any, reference::sinpi;
        cospi 2.0 any, reference::cospi;
        tanpi 2.0 any, reference::tanpi;
        asin 4.0 any, f64::asin;
        acos 3.0 any, f64::acos;
        atan 2.0 any, f64::atan;
    };
    measure::all("precise_math", &cases, 4.0);
}

#[test]
fn precise_math_hyperbolic_functions() {
    let cases = ones! {
        sinh 3.0 any, f64::sinh;
        cosh 2.0 any, f64::cosh;
        tanh 2.0 any, f64::tanh;
        asinh 3.0 any, reference::asinh;
        acosh 4.0 any, reference::acosh;
        atanh 3.0 any, reference::atanh;
    };
    measure::all("precise_math", &cases, 4.0);
}

#[test]
fn precise_math_error_and_gamma_functions() {
    let cases = ones! {
        erf 3.0 any, reference::erf;
        erfc 6.0 any, reference::erfc;
        erfinv 3.0 any, reference::erfinv;
        erfcinv 7.0 any, reference::erfcinv;
        phi 6.0 any, reference::phi;
        probit 8.0 any, reference::probit;
        tgamma 11.0 any, reference::tgamma;
        lgamma 6.0 |x| !(-11.0..=-2.2).contains(&x), reference::lgamma;
    };
    measure::all("precise_math", &cases, 12.0);
}

#[test]
fn precise_math_binary_functions() {
    let cases = twos! {
        pow 8.0 f64::powf;
        atan2 3.0 f64::atan2;
        hypot 3.0 f64::hypot;
        fmod 0.5 |x, y| x % y;
        remainder 0.5 reference::remainder;
        nextafter 0.0 reference::nextafter;
        fdim 0.5 |x, y| if x.is_nan() || y.is_nan() { f64::NAN } else if x > y { x - y } else { 0.0 };
        copysign 0.0 f64::copysign;
    };
    measure::all("precise_math", &cases, 8.0);
}

#[test]
fn precise_math_rounding_functions() {
    let cases = ones! {
        ceil 0.0 any, f64::ceil;
        floor 0.0 any, f64::floor;
        trunc 0.0 any, f64::trunc;
        round 0.0 any, f64::round;
        nearbyint 0.0 any, f64::round_ties_even;
        fabs 0.0 any, f64::abs;
        logb 0.0 any, reference::logb;
    };
    measure::all("precise_math", &cases, 0.0);
}
