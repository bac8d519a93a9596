//! Write the target type of the cast.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let value = x[i] as f32;
    y[i] = value * 2.0;
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3u32, 4]);
    crate::gives(&[6.0, 8.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), double(&x, y)));
}
