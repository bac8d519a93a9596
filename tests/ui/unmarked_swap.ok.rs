//! Call `swap` by its path, `std::mem::swap`.

use amp::prelude::*;

#[kernel]
fn sorted(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let (mut a, mut b) = (y[i], 1.0);
    if a > b {
        std::mem::swap(&mut a, &mut b);
    }
    y[i] = a;
}

#[test]
fn runs() {
    crate::gives(&[0.5, 1.0], &[0.5, 2.0], |on, y| on.parallel_for_each(y.extent(), sorted(y)));
}
