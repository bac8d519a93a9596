//! Write the result to a view.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i] * 2.0;
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3.0, 4.0]);
    crate::gives(&[6.0, 8.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), double(&x, y)));
}
