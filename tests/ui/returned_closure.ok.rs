//! A function takes a closure, and returns a value.

use amp::prelude::*;

#[device]
fn twice(f: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(f(x))
}

#[test]
fn runs() {
    let by = 3.0f32;
    crate::gives(&[7.0, 8.0], &[1.0, 2.0f32], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = twice(|x: f32| x + by, y[i])))
    });
}
