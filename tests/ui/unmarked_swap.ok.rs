//! Import `std::mem::swap`, or write `#[device]` above the function.

use amp::prelude::*;
use std::mem::swap;

#[kernel]
fn sorted(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let (mut a, mut b) = (y[i], 1.0);
    if a > b {
        swap(&mut a, &mut b);
    }
    y[i] = a;
}

#[test]
fn runs() {
    crate::gives(&[0.5, 1.0], &[0.5, 2.0], |on, y| on.parallel_for_each(y.extent(), sorted(y)));
}
