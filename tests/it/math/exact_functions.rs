//! Functions that return an integer, a `bool` or a pair: the results are exact on every accelerator.

use amp::prelude::*;
use amp::{fast_math, precise_math};
use amp_tests::on_each;

use crate::math::inputs;

/// The inputs without subnormals, which a GPU may flush to zero.
fn inputs_without_subnormals() -> Vec<f32> {
    inputs::ones().into_iter().filter(|x| *x == 0.0 || !x.is_subnormal()).collect()
}

#[test]
fn frexp_ldexp_and_ilogb() {
    let x = inputs_without_subnormals();
    on_each(|accelerator| {
        let (mut mantissas, mut exponents) = (vec![0.0f32; x.len()], vec![0i32; x.len()]);
        let (mut scaled, mut logs) = (vec![0.0f32; x.len()], vec![0i32; x.len()]);
        let v = ArrayView::new(&x);
        let (mut a, mut b) = (ArrayViewMut::new(&mut mantissas), ArrayViewMut::new(&mut exponents));
        let (mut c, mut d) = (ArrayViewMut::new(&mut scaled), ArrayViewMut::new(&mut logs));
        let extent = a.extent();
        let kernel = amp!(|i: Index<1>| {
            let (m, n) = precise_math::frexp(v[i]);
            a[i] = m;
            b[i] = n;
            c[i] = precise_math::ldexp(m, n - 3);
            d[i] = precise_math::ilogb(v[i]);
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((a, b, c, d));
        for (at, x) in x.iter().enumerate() {
            let (m, n) = (mantissas[at], exponents[at]);
            if *x == 0.0 || !x.is_finite() {
                assert!(m.to_bits() == x.to_bits() && n == 0 || m.is_nan(), "{x:e}: {m}, {n}");
                continue;
            }
            assert!((0.5..1.0).contains(&m.abs()), "{x:e}: {m}");
            assert_eq!(f64::from(m) * 2f64.powi(n), f64::from(*x));
            assert_eq!(logs[at], n - 1);
            let eighth = x * 0.125;
            assert!(scaled[at] == eighth || eighth.is_subnormal(), "{x:e}: {}", scaled[at]);
        }
    });
    assert_eq!(precise_math::ldexp(1.0, -149), f32::from_bits(1));
    assert_eq!(precise_math::ldexp(3.0, -150), f32::from_bits(2), "rounded once, to even");
    assert_eq!(precise_math::ldexp(f32::from_bits(1), 149 + 127), 2f32.powi(127));
    assert_eq!((precise_math::ldexp(1.0, 9999), precise_math::ldexp(-1.0, -9999)), (f32::INFINITY, -0.0));
    assert_eq!((precise_math::ilogb(0.0), precise_math::ilogb(f32::NAN)), (i32::MIN, i32::MAX));
    assert_eq!(precise_math::frexp(1e-45), (0.5, -148));
    assert_eq!((precise_math::scalb(3.0, 2.0), precise_math::scalbn(3.0, -1)), (12.0, 1.5));
}

#[test]
fn modf_and_sincos() {
    let x = inputs_without_subnormals();
    on_each(|accelerator| {
        let mut results = vec![0.0f32; x.len() * 4];
        let v = ArrayView::new(&x);
        let mut y = ArrayViewMut::with_extent([x.len(), 4], &mut results).unwrap();
        let extent = v.extent();
        let kernel = amp!(|i: Index<1>| {
            let (fraction, integral) = precise_math::modf(v[i]);
            let (sine, cosine) = precise_math::sincos(v[i]);
            y[[i[0], 0]] = fraction;
            y[[i[0], 1]] = integral;
            y[[i[0], 2]] = sine;
            y[[i[0], 3]] = cosine;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        for (x, found) in x.iter().zip(results.chunks(4)) {
            if x.is_nan() {
                assert!(found.iter().all(|value| value.is_nan()));
                continue;
            }
            let fraction = if x.is_infinite() { 0.0 } else { x.fract() };
            assert_eq!(found[0].to_bits(), fraction.copysign(*x).to_bits(), "{x:e}");
            assert_eq!(found[1].to_bits(), x.trunc().to_bits(), "{x:e}");
            let near = |a: f32, b: f32| (a - b).abs() < 1e-6 || (a.is_nan() && b.is_nan());
            assert!(near(found[2], precise_math::sin(*x)) && near(found[3], precise_math::cos(*x)), "{x:e}");
        }
    });
}

#[test]
fn remquo_of_normal_values() {
    let (x, y) = inputs::twos();
    let usual = |v: f32| v.is_normal() || v == 0.0;
    let kept = x.into_iter().zip(y).filter(|(x, y)| usual(*x) && usual(*y) && (*y == 0.0 || usual(x % y)));
    let (x, y): (Vec<f32>, Vec<f32>) = kept.unzip();
    on_each(|accelerator| {
        let (mut rests, mut quotients) = (vec![0.0f32; x.len()], vec![0i32; x.len()]);
        let (a, b) = (ArrayView::new(&x), ArrayView::new(&y));
        let (mut r, mut q) = (ArrayViewMut::new(&mut rests), ArrayViewMut::new(&mut quotients));
        let extent = r.extent();
        let kernel = amp!(|i: Index<1>| {
            let (rest, quotient) = precise_math::remquo(a[i], b[i]);
            r[i] = rest;
            q[i] = quotient;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((r, q));
        for at in 0..x.len() {
            let (x, y) = (f64::from(x[at]), f64::from(y[at]));
            let exact = (x / y).round_ties_even();
            // The last bits of a quotient that is itself rounded are unspecified.
            if y == 0.0 || exact.abs() >= 1e9 {
                continue;
            }
            assert_eq!(f64::from(quotients[at]), exact % 8.0, "{x:e} / {y:e}");
            assert_eq!(f64::from(rests[at]), x - exact * y, "{x:e} / {y:e}");
        }
    });
}

#[test]
fn classification_functions() {
    let x = inputs::ones();
    on_each(|accelerator| {
        let mut results = vec![0u32; x.len()];
        let v = ArrayView::new(&x);
        let mut y = ArrayViewMut::new(&mut results);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let x = v[i];
            let mut flags = precise_math::fpclassify(x) as u32;
            flags |= if precise_math::isnan(x) && fast_math::isnan(x) { 8 } else { 0 };
            flags |= if precise_math::isinf(x) && fast_math::isinf(x) { 16 } else { 0 };
            flags |= if precise_math::isfinite(x) && fast_math::isfinite(x) { 32 } else { 0 };
            flags |= if precise_math::signbit(x) && fast_math::signbit(x) { 64 } else { 0 };
            flags |= if precise_math::isnormal(x) { 128 } else { 0 };
            flags |= if precise_math::isnan(precise_math::nan(3)) { 256 } else { 0 };
            y[i] = flags;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        for (x, flags) in x.iter().zip(results) {
            use std::num::FpCategory as Category;
            let class = match x.classify() {
                Category::Nan => precise_math::FP_NAN,
                Category::Infinite => precise_math::FP_INFINITE,
                Category::Zero => precise_math::FP_ZERO,
                Category::Subnormal => precise_math::FP_SUBNORMAL,
                Category::Normal => precise_math::FP_NORMAL,
            };
            let expected = class as u32
                | u32::from(x.is_nan()) << 3
                | u32::from(x.is_infinite()) << 4
                | u32::from(x.is_finite()) << 5
                | u32::from(x.is_sign_negative()) << 6
                | u32::from(x.is_normal()) << 7
                | 256;
            assert_eq!(flags, expected, "{x:e}");
        }
    });
}

#[test]
fn precise_math_functions_can_be_imported() {
    use amp::precise_math::{fma, hypot};
    let mut results = [0.0f32; 2];
    let mut y = ArrayViewMut::new(&mut results);
    parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = fma(hypot(3.0, 4.0), 2.0, 1.0))).unwrap();
    y.finish().unwrap();
    assert_eq!(results, [11.0; 2]);
}
