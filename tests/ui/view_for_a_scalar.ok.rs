//! Pass an element instead of the view.

use amp::prelude::*;

#[device]
fn half(a: f32) -> f32 {
    a * 0.5
}

#[device]
fn third(a: &f32) -> f32 {
    *a / 3.0
}

#[device]
fn at_one(f: impl Fn(f32) -> f32) -> f32 {
    f(1.0)
}

#[kernel]
fn parts(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let value = x[i];
    y[i] = half(x[i]) + third(&value) + at_one(|a| a + x[i]);
}

#[test]
fn runs() {
    crate::gives(&[12.0, 23.0], &[0.0; 2], |on, y| {
        let xs = [6.0f32, 12.0];
        on.parallel_for_each(y.extent(), parts(&ArrayView::new(&xs), y))
    });
}
