//! The same kernel without the five mistakes.

use amp::prelude::*;

#[kernel]
fn right(i: Index<1>, scale: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i];
    y[i] *= scale;
    assert!(x[i] > 0.0, "{}", x[i]);
    for k in 0..x.extent()[0] {
        y[i] += x[k];
    }
}

#[test]
fn runs() {
    let x = ArrayView::new(&[1.0, 2.0]);
    crate::gives(&[5.0, 7.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), right(2.0, &x, y)));
}
