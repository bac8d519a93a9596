//! A loop replaces the recursion.

// The operator stays written out, as in the case that does not compile.
#![allow(clippy::assign_op_pattern)]

use amp::prelude::*;

#[device]
fn halved<T: Scalar>(mut x: T, by: T, times: u32) -> T {
    for _ in 0..times {
        x = x / by;
    }
    x
}

#[test]
fn runs() {
    crate::gives(&[2.0, 4.0], &[8.0, 16.0f32], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = halved(y[i], 2.0, 2)))
    });
}
