//! Use a pattern that always matches.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let (value, factor) = (y[i], 2.0);
    y[i] = value * factor;
}

#[test]
fn runs() {
    crate::gives(&[2.0, 4.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), double(y)));
}
