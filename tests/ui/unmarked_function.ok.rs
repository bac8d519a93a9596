//! Write `#[device]` above the function.

use amp::prelude::*;

#[device]
fn half(x: f32) -> f32 {
    x * 0.5
}

#[kernel]
fn halve(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = half(y[i]);
}

#[test]
fn runs() {
    crate::gives(&[0.5, 1.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), halve(y)));
}
