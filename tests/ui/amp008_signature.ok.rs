//! Declare a plain function: `parallel_for_each` returns as soon as the launch is queued.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= 2.0;
}

#[test]
fn runs() {
    crate::gives(&[2.0, 4.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), double(y)));
}
