//! Call a method that devices support, or a function with `#[device]`.

use amp::prelude::*;

#[device]
fn digits(value: f32) -> f32 {
    value.log10().floor() + 1.0
}

#[kernel]
fn count(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = digits(y[i]);
}

#[test]
fn runs() {
    crate::gives(&[1.0, 3.0], &[7.0, 250.0], |on, y| on.parallel_for_each(y.extent(), count(y)));
}
