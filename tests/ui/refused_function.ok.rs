//! The function with supported constructs; a kernel and a closure call it.

use amp::prelude::*;

#[device]
fn scaled(x: f32, by: u32) -> f32 {
    assert!(by > 0, "scaled");
    x * by as f32
}

#[kernel]
fn twice(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = scaled(1.0, 2) + y[i];
}

#[test]
fn runs() {
    crate::gives(&[3.0, 4.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), twice(y)));
    crate::gives(&[12.0], &[1.0], |on, y| {
        on.parallel_for_each(1, amp!(|i: Index<1>| y[i] = scaled(2.0, 3) * 2.0))
    });
}
