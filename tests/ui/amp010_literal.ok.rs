//! Write a literal that fits its type, such as the largest `u32`.

use amp::prelude::*;

#[kernel]
fn fill(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = 4_294_967_295;
}

#[test]
fn runs() {
    crate::gives(&[u32::MAX; 2], &[0, 0], |on, y| on.parallel_for_each(y.extent(), fill(y)));
}
