//! Methods of `f64` on accelerators that support it: bits, signs, classification and remainders.

use amp::prelude::*;
use amp_tests::on_each;

use crate::arithmetic::sweep::{FLOATS, pairs};
use crate::compare::launch;

fn doubles() -> Vec<f64> {
    let edges = [
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        1e-300,
        1e-310,
        -5e-324,
        -1e300,
        1e39,
        -1e-46,
        1.0 + f64::EPSILON,
        9_007_199_254_740_993.0,
        1.797_693_134_862_315_5e308,
        0.1,
        7.0,
    ];
    FLOATS.iter().map(|v| f64::from(*v)).chain(edges).collect()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn f64_classification() {
    let x = doubles();
    on_each(|accelerator| {
        let mut results = vec![0u32; x.len()];
        let (v, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut results));
        let kernel = amp!(|i: Index<1>| {
            let a = v[i];
            y[i] = a.is_nan() as u32 | (a.is_infinite() as u32) << 1 | (a.is_finite() as u32) << 2;
            y[i] |= (a.is_normal() as u32) << 3;
            // The sign of a NaN is unspecified.
            y[i] |= ((!a.is_nan() && a.is_sign_negative()) as u32) << 4;
            y[i] |= ((!a.is_nan() && a.is_sign_positive()) as u32) << 5;
            y[i] |= (a.is_subnormal() as u32) << 6;
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        for (a, found) in x.iter().zip(results).filter(|_| ran) {
            let mut expected = u32::from(a.is_nan()) | u32::from(a.is_infinite()) << 1;
            expected |= u32::from(a.is_finite()) << 2 | u32::from(a.is_normal()) << 3;
            expected |= u32::from(!a.is_nan() && a.is_sign_negative()) << 4;
            expected |= u32::from(!a.is_nan() && a.is_sign_positive()) << 5;
            expected |= u32::from(a.is_subnormal()) << 6;
            assert_eq!(found, expected, "{a:e} on {}", accelerator.description());
        }
    });
}

#[test]
fn f64_signs_and_remainders() {
    let (left, right) = pairs(&doubles());
    on_each(|accelerator| {
        let mut results = vec![[0f64; 6]; left.len()];
        let (v, w) = (ArrayView::new(&left), ArrayView::new(&right));
        let mut y = ArrayViewMut::new(&mut results);
        let kernel = amp!(|i: Index<1>| {
            let (a, b) = (v[i], w[i]);
            y[i] = [
                a.signum(),
                if b.is_nan() { a } else { a.copysign(b) },
                a % b,
                a.rem_euclid(b),
                a.mul_add(b, 0.5),
                a.div_euclid(b),
            ];
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        for ((a, b), found) in left.iter().zip(&right).zip(results).filter(|_| ran) {
            let (a, b) = (*a, *b);
            let on = accelerator.description();
            assert!(same(found[0], a.signum()), "signum of {a:e}: {} on {on}", found[0]);
            assert!(
                b.is_nan() || same(found[1], a.copysign(b)),
                "{a:e} with the sign of {b:e}: {} on {on}",
                found[1]
            );
            assert!(same(found[2], a % b), "{a:e} % {b:e}: {:e}, not {:e}, on {on}", found[2], a % b);
            let euclid = a.rem_euclid(b);
            assert!(
                same(found[3], euclid),
                "{a:e}.rem_euclid({b:e}): {:e}, not {euclid:e}, on {on}",
                found[3]
            );
            let quotient = a.div_euclid(b);
            assert!(
                same(found[5], quotient),
                "{a:e}.div_euclid({b:e}): {:e}, not {quotient:e}, on {on}",
                found[5]
            );
            // A device may round twice.
            let (fused, twice) = (a.mul_add(b, 0.5), a * b + 0.5);
            assert!(same(found[4], fused) || same(found[4], twice), "{a:e}, {b:e}: {:e} on {on}", found[4]);
        }
    });
}

#[test]
fn whole_parts_and_limits() {
    let x: Vec<f64> =
        doubles().into_iter().chain([-0.25, 0.25, -0.0, -1.0, -0.5, 0.5, -0.499_999_999]).collect();
    on_each(|accelerator| {
        let mut results = vec![[0f64; 10]; x.len()];
        let v = ArrayView::new(&x);
        let mut y = ArrayViewMut::new(&mut results);
        let kernel = amp!(|i: Index<1>| {
            let a = v[i];
            y[i] = [
                a.ceil(),
                a.floor(),
                a.trunc(),
                a.round(),
                a.round_ties_even(),
                a.fract(),
                a.clamp(-1.5, 2.0),
                a.clamp(0.0, 1.0),
                a.min(-3.0),
                a.max(0.5),
            ];
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        for (a, found) in x.iter().zip(results).filter(|_| ran) {
            let expected = [
                a.ceil(),
                a.floor(),
                a.trunc(),
                a.round(),
                a.round_ties_even(),
                a.fract(),
                a.clamp(-1.5, 2.0),
                a.clamp(0.0, 1.0),
                a.min(-3.0),
                a.max(0.5),
            ];
            for (at, (found, expected)) in found.into_iter().zip(expected).enumerate() {
                let on = accelerator.description();
                assert!(same(found, expected), "{at} of {a:e}: {found:e}, not {expected:e}, on {on}");
            }
        }
    });
}

#[test]
fn f64_bits() {
    let x: Vec<f64> = doubles().into_iter().filter(|v| !v.is_nan()).collect();
    on_each(|accelerator| {
        let (mut bits, mut back) = (vec![0u64; x.len()], vec![0f64; x.len()]);
        let v = ArrayView::new(&x);
        let (mut y, mut z) = (ArrayViewMut::new(&mut bits), ArrayViewMut::new(&mut back));
        let kernel = amp!(|i: Index<1>| {
            y[i] = v[i].to_bits() ^ 1;
            let a: f64 = v[i];
            z[i] = f64::from_bits(a.to_bits() ^ (1 << 63));
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop((y, z));
        for at in (0..x.len()).filter(|_| ran) {
            let on = accelerator.description();
            assert_eq!(bits[at], x[at].to_bits() ^ 1, "{:e} on {on}", x[at]);
            assert!(same(back[at], -x[at]), "{:e}: {:e} on {on}", x[at], back[at]);
        }
    });
}
