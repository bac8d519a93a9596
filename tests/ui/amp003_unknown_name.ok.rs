//! Pass the value to the kernel as a parameter.

use amp::prelude::*;

#[kernel]
fn scale(i: Index<1>, factor: f32, y: &mut ArrayViewMut<f32>) {
    y[i] *= factor;
}

#[test]
fn runs() {
    crate::gives(&[3.0, 6.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), scale(3.0, y)));
}
