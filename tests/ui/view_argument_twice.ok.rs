//! Pass a view by `&mut` once in a call.

use amp::prelude::*;

#[device]
fn shift(from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>, k: usize) {
    to[k] = from[k + 1];
}

#[kernel]
fn shifts(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    shift(x, &mut y, i[0]);
}

#[test]
fn runs() {
    crate::gives(&[2.0, 3.0], &[0.0; 2], |on, y| {
        let xs = [1.0f32, 2.0, 3.0];
        on.parallel_for_each(y.extent(), shifts(&ArrayView::new(&xs), y))
    });
}
