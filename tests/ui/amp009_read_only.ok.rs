//! Pass the view by `&mut` if the kernel writes it.

use amp::prelude::*;

#[kernel]
fn copy(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i];
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3.0, 4.0]);
    crate::gives(&[3.0, 4.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), copy(&x, y)));
}
