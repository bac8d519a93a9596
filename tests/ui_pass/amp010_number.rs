//! The largest number of 32 bits.

use amp::prelude::*;

#[kernel]
fn fill(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = 4_294_967_295;
}

#[test]
fn runs() {
    crate::gives(&[u32::MAX; 2], &[0, 0], |on, y| on.parallel_for_each(y.extent(), fill(y)));
}
