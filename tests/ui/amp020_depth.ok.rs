//! Bind a part of the expression to a variable. Sums of a thousand terms, and parentheses, do not count as levels.

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
