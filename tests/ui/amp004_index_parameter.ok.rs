//! Take the index as the first parameter; its rank is the rank of the domain.

use amp::prelude::*;

#[kernel]
fn fill(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = 2.0;
}

#[test]
fn runs() {
    crate::gives(&[2.0, 2.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), fill(y)));
}
