//! Replace the recursion by a loop.

use amp::prelude::*;

#[device]
fn factorial(n: u32) -> u32 {
    let mut product = 1;
    for k in 2..=n {
        product *= k;
    }
    product
}

#[kernel]
fn factorials(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = factorial(y[i]);
}

#[test]
fn runs() {
    crate::gives(&[1, 120], &[0, 5], |on, y| on.parallel_for_each(y.extent(), factorials(y)));
}
