//! Methods of `f32` without a counterpart in `fast_math`. On the CPU they call the standard library, which states no bounds.

use amp::prelude::*;

use crate::math::measure::{self, Case};
use crate::math::reference;

macro_rules! ones {
    ($($name:ident $range:literal $within:expr, $exact:expr;)*) => {[$(
        Case {
            name: stringify!($name),
            bound: f64::INFINITY,
            range: $range,
            within: |x, _| { let within: fn(f32) -> bool = $within; within(x) },
            exact: |x, _| { let exact: fn(f64) -> f64 = $exact; exact(x) },
            host: |x, _| x.$name(),
            pairs: false,
            run: |accelerator, x, _| {
                let mut results = vec![0.0; x.len()];
                let (x, mut z) = (ArrayView::new(x), ArrayViewMut::new(&mut results));
                let (extent, kernel) = (z.extent(), amp!(|i: Index<1>| z[i] = x[i].$name()));
                accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
                drop(z);
                results
            },
        },
    )*]};
}

#[test]
fn f32_methods_without_a_stated_bound() {
    let cases = ones! {
        exp_m1 "up to 80" |x| x.abs() < 80.0 && x.is_normal(), f64::exp_m1;
        ln_1p "above -1" |x| x > -1.0 && x.is_normal(), f64::ln_1p;
        cbrt "any" f32::is_normal, f64::cbrt;
        asinh "up to 1e9" |x| x.abs() < 1e9 && x.is_normal(), reference::asinh;
        acosh "from 1 to 1e9" |x| (1.0..1e9).contains(&x), reference::acosh;
        atanh "up to 1" |x| x.abs() < 1.0 && x.is_normal(), reference::atanh;
        to_degrees "any" |x| x.is_normal() && x.abs() < 1e36, f64::to_degrees;
        to_radians "any" |x| x.is_normal() && x.abs() > 1e-36, f64::to_radians;
    };
    measure::all("f32", &cases, f64::INFINITY);
}
