//! Loop over the indices of the view.

use amp::prelude::*;

#[kernel]
fn sum(i: Index<1>, n: usize, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    for k in 0..n {
        y[i] += x[k];
    }
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3.0, 4.0]);
    crate::gives(&[8.0, 9.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), sum(2, &x, y)));
}
