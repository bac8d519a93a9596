//! Iterate without `map_windows`.

use amp::prelude::*;

#[kernel]
fn sum(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    for doubled in x.iter().map(|v| v * 2.0) {
        y[i] += doubled;
    }
}

#[test]
fn runs() {
    let x = ArrayView::new(&[3.0, 4.0]);
    crate::gives(&[15.0, 16.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), sum(&x, y)));
}
