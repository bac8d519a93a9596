//! A type parameter that may be any number has `ONE` and `ZERO`, of which others are made; or they are arguments.

use amp::prelude::*;

#[device]
fn doubled<T: Float>(x: T) -> T {
    x * (T::ONE + T::ONE)
}

#[device]
fn grown<T>(x: T, by: T) -> T
where
    T: Scalar,
{
    let mut x = x;
    x += by;
    x
}

#[kernel]
fn both(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = grown(doubled(y[i]), 1.0);
}

#[test]
fn runs() {
    crate::gives(&[3.0, 5.0], &[1.0f32, 2.0], |on, y| on.parallel_for_each(y.extent(), both(y)));
}
