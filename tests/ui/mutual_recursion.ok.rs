//! Replace the mutual recursion by a loop.

use amp::prelude::*;

#[device]
fn even(n: u32) -> bool {
    let mut even = true;
    for _ in 0..n {
        even = odd(even);
    }
    even
}

#[device]
fn odd(even: bool) -> bool {
    !even
}

#[kernel]
fn parity(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = if even(y[i]) { 1 } else { 0 };
}

#[test]
fn runs() {
    crate::gives(&[1, 0, 1], &[0, 1, 2], |on, y| on.parallel_for_each(y.extent(), parity(y)));
}
