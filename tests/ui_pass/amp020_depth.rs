//! A part of it has a name. (Sums of a thousand terms, and parentheses, are no levels.)

use amp::prelude::*;

#[kernel]
fn turned(i: Index<1>, x: u32, y: &mut ArrayViewMut<u32>) {
    let part = !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!x;
    y[i] = !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!part;
}

#[test]
fn runs() {
    crate::gives(&[5, 5], &[0, 0], |on, y| on.parallel_for_each(y.extent(), turned(5, y)));
}
