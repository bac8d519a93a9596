//! Bind the constant to a variable with its type.

use amp::prelude::*;

const UP: Vec3 = Vec3::new(0.0, 1.0, 0.0);

#[kernel]
fn rises(i: Index<1>, dt: f32, y: &mut ArrayViewMut<Vec3>) {
    let up: Vec3 = UP;
    y[i] += up * dt;
}

#[test]
fn runs() {
    let rise = Vec3::new(0.0, 0.5, 0.0);
    crate::gives(&[rise, Vec3::ONE + rise], &[Vec3::ZERO, Vec3::ONE], |on, y| {
        on.parallel_for_each(y.extent(), rises(0.5, y))
    });
}
