//! Destructure a tuple, and assign to a `mut` variable.

use amp::prelude::*;

#[kernel]
fn divide(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let (quotient, rest) = (n / 3, n % 3);
    y[i] = quotient + rest;
}

#[kernel]
fn count(i: Index<1>, hits: u32, y: &mut ArrayViewMut<u32>) {
    let mut hits = hits;
    hits += y[i];
    y[i] = hits;
}

#[test]
fn tuples_and_mutable_variables() {
    super::gives(&[7; 3], &[0; 3], |on, y| on.parallel_for_each([3], divide(17, y)));
    super::gives(&[21; 3], &[4; 3], |on, y| on.parallel_for_each([3], count(17, y)));
}
