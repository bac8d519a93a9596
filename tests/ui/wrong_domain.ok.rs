//! Launch an untiled kernel over an untiled extent, and a tiled kernel over a tiled one.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= 2.0;
}

#[test]
fn runs() {
    crate::gives(&[2.0; 64], &[1.0; 64], |on, y| on.parallel_for_each(y.extent(), double(y)));
}
