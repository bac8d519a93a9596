//! Write the rank of the index, and subscript with one of its coordinates.

use amp::prelude::*;

#[device]
fn origin(n: usize) -> [usize; 2] {
    [n % 2, n / 2]
}

#[kernel]
fn points(i: Index<1>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    let at = Index::<2>::new(origin(i[0]));
    y[i] = x[at];
    y[i[0] as usize] += 1.0;
    y[i] += x.extent()[0] as f32;
}

#[test]
fn runs() {
    let numbers = [1.0, 2.0, 3.0, 4.0];
    crate::gives(&[4.0, 6.0, 5.0, 7.0], &[0.0; 4], |on, y| {
        let x = ArrayView::with_extent([2, 2], &numbers)?;
        on.parallel_for_each(y.extent(), points(&x, y))
    });
}
