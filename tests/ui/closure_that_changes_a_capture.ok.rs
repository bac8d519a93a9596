//! Pass a closure that only reads the variables around it.

use amp::prelude::*;

#[device]
fn map_sum(n: u32, f: impl Fn(u32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..n {
        sum += f(k);
    }
    sum
}

#[device]
fn third(k: u32) -> f32 {
    k as f32 / 3.0
}

#[kernel]
fn sums(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let own = y[i];
    y[i] = map_sum(3, |k| own * k as f32) + map_sum(3, third);
}

#[test]
fn runs() {
    crate::gives(&[4.0, 7.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), sums(y)));
}
