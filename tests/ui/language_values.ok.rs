//! L-07, L-08: literals, constants and captured values.

use amp::prelude::*;

const FIXED: i32 = 4;
static HOST: i32 = 5;

#[device]
fn named(text: i32) -> i32 {
    text
}

#[kernel]
fn numbers(i: Index<1>, z: &mut ArrayViewMut<i32>) {
    const INSIDE: i32 = 3;
    z[i] = 2_000_000_000 + named(INSIDE) + (1e30f32 / 1e30) as i32;
}

#[test]
fn runs() {
    crate::gives(&[2_000_000_004], &[0], |on, y| on.parallel_for_each(y.extent(), numbers(y)));
    let host = HOST;
    crate::gives(&[9, 9], &[0, 0], |on, y| on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = FIXED + host)));
}
