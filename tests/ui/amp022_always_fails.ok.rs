//! Divide by a value other than zero.

use amp::prelude::*;

#[kernel]
fn split(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    y[i] = n / 2;
}

#[test]
fn runs() {
    crate::gives(&[4u32], &[0], |on, y| on.parallel_for_each(y.extent(), split(9, y)));
}
