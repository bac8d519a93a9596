//! Use a type of 32 bits, which every device supports.

use amp::prelude::*;

#[kernel]
fn widen(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let wide: f32 = x[i] as f32;
    y[i] = wide;
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3u32, 4]);
    crate::gives(&[3.0, 4.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), widen(&x, y)));
}
