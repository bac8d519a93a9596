//! `powi` with every exponent, compared with Rust.

use amp::prelude::*;

use crate::sweep::{FLOATS, INTS, near, ran};

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
    // The result for a NaN depends on the device.
    powers!(f32, |a, b| near(a, b) || b.is_nan() || (a / b - 1.0).abs() < 1e-5);
    powers!(f64, |a, b| a == b || b.is_nan() || (a / b - 1.0).abs() < 1e-12);
}
