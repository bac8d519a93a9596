//! Methods of `f32`, compared with Rust.

use crate::arithmetic::sweep::{FLOATS, INTS, near, pairs, ran, same};
use amp::prelude::*;
use amp_tests::on_each;

#[test]
fn f32_rounding_and_sign() {
    unary!(FLOATS, f32 => f32, same, |_| true; abs ceil floor trunc round round_ties_even signum);
    unary!(FLOATS, f32 => f32, same, |v| v.is_finite(); fract);
    binary!(FLOATS, f32 => f32, same, |_, _| true; copysign);
}

#[test]
fn f32_min_and_max() {
    // For zeros of different signs, Rust's `min` and `max` may return either zero.
    binary!(FLOATS, f32 => f32, |a, b| same(a, b) || a == b, |_, _| true; min max);
}

#[test]
fn f32_unary_functions() {
    let small = |v: &f32| v.abs() < 50.0;
    unary!(FLOATS, f32 => f32, near, small; exp exp2 sin cos tan atan sinh cosh tanh to_degrees to_radians);
    unary!(FLOATS, f32 => f32, near, |v| *v > 0.0 && v.is_finite(); sqrt ln log2 log10);
    unary!(FLOATS, f32 => f32, near, |v| v.abs() <= 1.0; asin acos);
    unary!(FLOATS, f32 => f32, near, |v| v.is_finite(); cbrt asinh);
    unary!(FLOATS, f32 => f32, near, |v| *v < 80.0; exp_m1);
    unary!(FLOATS, f32 => f32, near, |v| *v > -1.0 && v.is_finite(); ln_1p);
    unary!(FLOATS, f32 => f32, near, |v| *v >= 1.0 && v.is_finite(); acosh);
    unary!(FLOATS, f32 => f32, near, |v| v.abs() < 1.0; atanh);
    unary!(FLOATS, f32 => f32, near, |v| v.abs() > 0.0; recip);
}

#[test]
fn f32_binary_functions() {
    let small = |a: f32, b: f32| a.abs() < 200.0 && b.abs() < 200.0;
    binary!(FLOATS, f32 => f32, near, |a: f32, b: f32| small(a, b) && (a != 0.0 || b != 0.0); atan2 hypot);
    binary!(FLOATS, f32 => f32, |a, b| same(a, b) || (a - b).abs() <= 1e-4 * b.abs(),
        |a: f32, b: f32| a.abs() < 5.0 && b.abs() < 5.0 && a != 0.0; powf);
    binary!(FLOATS, f32 => f32, near, |a: f32, b: f32| small(a, b) && b.abs() > 0.1; rem_euclid div_euclid);
}

/// Quotients at or near integers: `0.7 / 0.1` is rounded to 7.
#[test]
fn div_euclid_of_decimal_fractions() {
    let inputs: Vec<f32> =
        (-60..60).map(|n| n as f32 / 10.0).chain((1..40).map(|n| n as f32 * 0.37)).collect();
    let (x, y): (Vec<f32>, Vec<f32>) =
        inputs.iter().flat_map(|x| inputs.iter().map(move |y| (*x, *y))).filter(|(_, y)| *y != 0.0).unzip();
    on_each(|accelerator| {
        let mut results = vec![0.0; x.len()];
        let (a, b) = (ArrayView::new(&x), ArrayView::new(&y));
        let mut q = ArrayViewMut::new(&mut results);
        let kernel = amp!(|i: Index<1>| q[i] = a[i].div_euclid(b[i]));
        accelerator.default_view().parallel_for_each(x.len(), kernel).unwrap();
        drop(q);
        for (at, found) in results.iter().enumerate() {
            let (x, y) = (x[at], y[at]);
            assert_eq!(*found, x.div_euclid(y), "{x} / {y} on {}", accelerator.description());
        }
    });
}

#[test]
fn f32_remainder_is_exact() {
    on_each(|accelerator| {
        let (left, right) = pairs(&FLOATS);
        let mut results = vec![0.0; left.len()];
        let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
        let mut y = ArrayViewMut::new(&mut results);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    y[i] = a[i] % b[i];
                }),
            )
            .unwrap();
        drop(y);
        for ((a, b), result) in left.iter().zip(&right).zip(results) {
            assert!(same(result, a % b), "{a} % {b}: {result}, not {}", a % b);
        }
    });
}

#[test]
fn f32_classification() {
    on_each(|accelerator| {
        let mut results = vec![0u32; FLOATS.len()];
        let x = ArrayView::new(&FLOATS);
        let mut y = ArrayViewMut::new(&mut results);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let v = x[i];
            let mut flags = 0u32;
            if v.is_nan() {
                flags |= 1;
            }
            if v.is_infinite() {
                flags |= 2;
            }
            if v.is_finite() {
                flags |= 4;
            }
            if v.is_sign_negative() {
                flags |= 8;
            }
            y[i] = flags;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        for (v, flags) in FLOATS.iter().zip(results) {
            let expected = u32::from(v.is_nan())
                | u32::from(v.is_infinite()) << 1
                | u32::from(v.is_finite()) << 2
                | u32::from(v.is_sign_negative()) << 3;
            assert_eq!(flags, expected, "{v}");
        }
    });
}

#[test]
fn f32_bits_and_neighbours() {
    unary!(FLOATS, f32 => u32, |a, b| a == b, |v| !v.is_nan(); to_bits);
    unary!(FLOATS, f32 => f32, same, |_| true; next_up next_down);
    binary!(FLOATS, f32 => f32, |a, b| same(a, b) || a == b, |a: f32, b: f32| (a + b).is_finite(); midpoint);
}

#[test]
fn f32_sin_cos() {
    on_each(|accelerator| {
        let x: Vec<f32> = FLOATS.into_iter().filter(|v| v.abs() < 1000.0).collect();
        let (mut sines, mut cosines) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        let v = ArrayView::new(&x);
        let (mut y, mut z) = (ArrayViewMut::new(&mut sines), ArrayViewMut::new(&mut cosines));
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let (sin, cos) = v[i].sin_cos();
            y[i] = sin;
            z[i] = cos;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((y, z));
        for (at, x) in x.iter().enumerate() {
            assert!(near(sines[at], x.sin()) && near(cosines[at], x.cos()), "{x}");
        }
    });
}

#[test]
fn f32_log_with_any_base() {
    let positive = |a: f32, b: f32| a > 0.0 && a < 1e30 && b > 1.1 && b < 1e30;
    binary!(FLOATS, f32 => f32, near, positive; log);
}

/// Each edge case of the base with each edge case of the exponent.
macro_rules! powers {
    ($float:ty, $agree:expr) => {
        amp_tests::on_each(|accelerator| {
            let all = FLOATS.iter().flat_map(|x| INTS.iter().map(|n| (<$float>::from(*x), *n)));
            let (bases, exponents): (Vec<$float>, Vec<i32>) = all.unzip();
            let mut results = vec![<$float>::default(); bases.len()];
            let (x, n) = (ArrayView::new(&bases), ArrayView::new(&exponents));
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                y[i] = x[i].powi(n[i]);
            });
            let ran = ran::<$float, _>(accelerator, extent, kernel);
            drop(y);
            for ((x, n), found) in bases.iter().zip(&exponents).zip(results) {
                let (expected, agree): (_, fn($float, $float) -> bool) = (x.powi(*n), $agree);
                // A device may flush subnormals to zero, including intermediate results.
                let tiny = expected.abs() < <$float>::MIN_POSITIVE && found.abs() < <$float>::MIN_POSITIVE;
                assert!(
                    !ran || tiny || agree(found, expected),
                    "{x:?}.powi({n}): {found:?}, not {expected:?}"
                );
            }
        });
    };
}

#[test]
fn powi_with_every_exponent() {
    // If the host computes a NaN, a device may compute any value.
    powers!(f32, |a, b| near(a, b) || b.is_nan() || (a / b - 1.0).abs() < 1e-5);
    powers!(f64, |a, b| a == b || b.is_nan() || (a / b - 1.0).abs() < 1e-12);
}
