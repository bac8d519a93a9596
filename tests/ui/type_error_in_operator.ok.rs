//! Convert both operands to one type.

use amp::prelude::*;

#[kernel]
fn add(i: Index<1>, x: f32, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] += x * n as f32;
}

#[test]
fn runs() {
    crate::gives(&[7.0], &[1.0], |on, y| on.parallel_for_each(y.extent(), add(2.0, 3, y)));
}
