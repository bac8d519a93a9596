//! A loop, or sums of sums, where one expression would be very long.

use amp::prelude::*;

#[kernel]
fn many(i: Index<1>, x: f32, y: &mut ArrayViewMut<f32>) {
    let mut sum = 0.0;
    for _ in 0..126u32 {
        sum += x;
    }
    y[i] = sum;
}

#[test]
fn runs() {
    crate::gives(&[126.0, 126.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), many(1.0, y)));
}
