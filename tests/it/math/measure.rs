//! Runs a function on every accelerator, and finds its largest error.

use amp::prelude::*;
use amp_tests::on_each;

use super::{inputs, page};

/// A unary or binary function.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The stated bound, in ULP.
    pub(super) bound: f64,
    /// The range of the measured arguments, as text for the page. `within` is the same range as a predicate.
    pub(super) range: &'static str,
    pub(super) within: fn(f32, f32) -> bool,
    pub(super) exact: fn(f64, f64) -> f64,
    pub(super) host: fn(f32, f32) -> f32,
    pub(super) run: fn(&Accelerator, &[f32], &[f32]) -> Vec<f32>,
    pub(super) pairs: bool,
}

/// Measures the functions and passes the errors to `docs/language/math.md`. On the CPU, an error above the stated
/// bound fails the test. On a GPU, an error fails the test only if it exceeds both the stated bound and `gpu`.
pub(super) fn all(module: &str, cases: &[Case], gpu: f64) {
    let (ones, none) = (inputs::ones(), vec![0.0; inputs::ones().len()]);
    let twos = inputs::twos();
    let mut rows: Vec<_> = cases.iter().map(|case| page::Row::new(module, case)).collect();
    let mut bad = Vec::new();
    on_each(|accelerator| {
        let is_cpu = accelerator.device_path().starts_with("cpu");
        for (case, row) in cases.iter().zip(rows.iter_mut()) {
            let (x, y) = if case.pairs { (&twos.0, &twos.1) } else { (&ones, &none) };
            let kept = x.iter().zip(y).filter(|(x, y)| (case.within)(**x, **y)).map(|(x, y)| (*x, *y));
            let (x, y): (Vec<f32>, Vec<f32>) = kept.unzip();
            let found = (case.run)(accelerator, &x, &y);
            let mut worst = (0.0, 0.0, 0.0, 0.0);
            for ((x, y), found) in x.iter().zip(&y).zip(found) {
                let exact = (case.exact)(f64::from(*x), f64::from(*y));
                // A device may flush subnormals to zero.
                let tiny = |v: f64| v != 0.0 && v.abs() < 1.2e-38;
                if !is_cpu && (tiny((*x).into()) || tiny((*y).into()) || tiny(exact)) {
                    continue;
                }
                let error = error(found, exact);
                if error > worst.0 {
                    worst = (error, *x, *y, found);
                }
                if is_cpu {
                    let host = (case.host)(*x, *y);
                    let same = host.to_bits() == found.to_bits() || (host.is_nan() && found.is_nan());
                    assert!(
                        same,
                        "{module}::{}({x:e}, {y:e}) is {host:e} on the host and {found:e} on the CPU",
                        case.name
                    );
                }
            }
            let (error, x, y, found) = worst;
            let bound = if is_cpu { case.bound } else { gpu.max(case.bound) };
            if error > bound {
                let exact = (case.exact)(x.into(), y.into());
                bad.push(format!(
                    "{module}::{}({x:e}, {y:e}) is {found:e}, not {exact:e}: {error:.3} ULP, on {}",
                    case.name,
                    accelerator.description()
                ));
            }
            row.measured(accelerator, error);
        }
    });
    page::keep(rows);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The distance of a result from the exact value, in units in the last place.
pub(super) fn error(found: f32, exact: f64) -> f64 {
    let nearest = exact as f32;
    if (found.is_nan() && nearest.is_nan()) || found.to_bits() == nearest.to_bits() {
        return 0.0;
    }
    if !found.is_finite() || !nearest.is_finite() {
        // Near the largest finite value, a result may be infinite.
        let near = !found.is_nan() && (exact.abs() / f64::from(f32::MAX) - 1.0).abs() < 1e-6;
        return if near { 1.0 } else { f64::INFINITY };
    }
    if exact == 0.0 && found == 0.0 {
        // The result is a zero of the wrong sign, because equal zeros have returned above.
        return f64::INFINITY;
    }
    let exponent = (nearest.abs().to_bits() >> 23).max(1) as i32 - 150;
    (f64::from(found) - exact).abs() / 2f64.powi(exponent)
}
