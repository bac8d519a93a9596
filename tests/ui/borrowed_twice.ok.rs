//! Use the variable again only after the last use of the reference.

use amp::prelude::*;

#[kernel]
fn shift(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut pair = [1.0f32, 2.0];
    pair[1] = 3.0;
    let added = pair[1];
    let first = &mut pair[0];
    *first += added;
    y[i] = pair[0];
    let here = &mut y[i];
    *here += 2.0;
    y[i] += 1.0;
}

#[test]
fn runs() {
    crate::gives(&[7.0, 7.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), shift(y)));
}
