//! `amp::fast_math`: on the CPU the errors must be within the stated bounds. On a GPU they depend on the device and are only
//! measured.

use amp::fast_math;
use amp::prelude::*;

use crate::math::measure::{self, Case};

macro_rules! ones {
    ($($name:ident $bound:literal $range:literal $within:expr, $exact:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            range: $range,
            within: |x, _| { let within: fn(f32) -> bool = $within; within(x) },
            exact: |x, _| { let exact: fn(f64) -> f64 = $exact; exact(x) },
            host: |x, _| fast_math::$name(x),
            pairs: false,
            run: |accelerator, x, _| {
                let mut results = vec![0.0; x.len()];
                let (x, mut z) = (ArrayView::new(x), ArrayViewMut::new(&mut results));
                let (extent, kernel) = (z.extent(), amp!(|i: Index<1>| z[i] = fast_math::$name(x[i])));
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
                drop(z);
                results
            },
        },
    )*]};
}

macro_rules! twos {
    ($($name:ident $bound:literal $range:literal $within:expr, $exact:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: $bound,
            range: $range,
            within: $within,
            exact: $exact,
            host: fast_math::$name,
            pairs: true,
            run: |accelerator, x, y| {
                let mut results = vec![0.0; x.len()];
                let (x, y, mut z) = (ArrayView::new(x), ArrayView::new(y), ArrayViewMut::new(&mut results));
                let (extent, kernel) = (z.extent(), amp!(|i: Index<1>| z[i] = fast_math::$name(x[i], y[i])));
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
                drop(z);
                results
            },
        },
    )*]};
}

/// An angle from -pi to pi.
fn angle(x: f32) -> bool {
    x.abs() <= std::f32::consts::PI
}

/// Neither zero, subnormal, infinite nor NaN.
fn normal(x: f32) -> bool {
    x.is_normal()
}

fn positive(x: f32) -> bool {
    x.is_normal() && x > 0.0
}

/// A positive base whose power is finite and normal.
fn power(x: f32, y: f32) -> bool {
    positive(x) && (f64::from(x).ln() * f64::from(y)).abs() < 80.0
}

#[test]
fn fast_math_unary_functions() {
    let cases = ones! {
        exp 1.5 "up to 80" |x| x.abs() < 80.0, f64::exp;
        exp2 1.5 "up to 120" |x| x.abs() < 120.0, f64::exp2;
        log 1.0 "positive" positive, f64::ln;
        log2 1.0 "positive" positive, f64::log2;
        log10 1.0 "positive" positive, f64::log10;
        sqrt 0.5 "positive" positive, f64::sqrt;
        rsqrt 1.5 "positive" positive, |x| 1.0 / x.sqrt();
        sin 1.5 "-pi to pi" angle, f64::sin;
        cos 1.5 "-pi to pi" angle, f64::cos;
        tan 1.5 "-pi to pi" angle, f64::tan;
        asin 1.0 "up to 1" |x| x.abs() <= 1.0, f64::asin;
        acos 1.0 "up to 1" |x| x.abs() <= 1.0, f64::acos;
        atan 1.0 "any" normal, f64::atan;
        sinh 1.0 "up to 80" |x| x.abs() < 80.0, f64::sinh;
        cosh 1.0 "up to 80" |x| x.abs() < 80.0, f64::cosh;
        tanh 1.0 "any" normal, f64::tanh;
    };
    measure::all("fast_math", &cases, f64::INFINITY);
}

#[test]
fn fast_math_binary_functions() {
    let cases = twos! {
        pow 1.0 "where the result is normal" power, f64::powf;
        atan2 1.0 "any" |x, y| normal(x) && normal(y), f64::atan2;
    };
    measure::all("fast_math", &cases, f64::INFINITY);
}

#[test]
fn fast_math_exact_functions() {
    let cases = ones! {
        ceil 0.0 "any" |_| true, f64::ceil;
        floor 0.0 "any" |_| true, f64::floor;
        trunc 0.0 "any" |_| true, f64::trunc;
        round 0.0 "any" |_| true, f64::round;
        fabs 0.0 "any" |_| true, f64::abs;
    };
    measure::all("fast_math", &cases, 0.0);
    let cases = twos! {
        fmod 0.0 "any" |_, _| true, |x, y| x % y;
        fmax 0.0 "any" |x, y| x != y, f64::max;
        fmin 0.0 "any" |x, y| x != y, f64::min;
    };
    measure::all("fast_math", &cases, 0.0);
}
