//! Call the method with parentheses.

use amp::prelude::*;

#[kernel]
fn roots(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].sqrt();
}

#[test]
fn runs() {
    crate::gives(&[2.0, 3.0], &[0.0f32; 2], |on, y| {
        let xs = [4.0f32, 9.0];
        on.parallel_for_each(y.extent(), roots(&ArrayView::new(&xs), y))
    });
}
