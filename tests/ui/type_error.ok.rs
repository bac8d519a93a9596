//! Convert the value where the kernel stores it.

use amp::prelude::*;

#[kernel]
fn add(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] = n as f32;
}

#[test]
fn runs() {
    crate::gives(&[3.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), add(3, y)));
}
