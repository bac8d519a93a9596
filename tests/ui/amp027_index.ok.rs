//! Convert the subscript to `usize`.

use amp::prelude::*;

#[kernel]
fn gathers(i: Index<1>, order: &ArrayView<u32>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let from = order[i];
    y[i] = x[from as usize];
}

#[test]
fn runs() {
    let (order, x) = ([2, 0, 1], [1.0, 2.0, 3.0]);
    crate::gives(&[3.0, 1.0, 2.0], &[0.0; 3], |on, y| {
        let (order, x) = (ArrayView::new(&order), ArrayView::new(&x));
        on.parallel_for_each(y.extent(), gathers(&order, &x, y))
    });
}
