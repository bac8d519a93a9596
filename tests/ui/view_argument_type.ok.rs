//! Pass a view of the parameter's element type and rank.

use amp::prelude::*;

#[device]
fn third(v: &ArrayView<f32>) -> f32 {
    v[2]
}

#[kernel]
fn right_element(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = third(x);
}

#[test]
fn runs() {
    let x = ArrayView::new(&[1.0, 2.0, 3.0]);
    crate::gives(&[3.0, 3.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), right_element(&x, y)));
}
