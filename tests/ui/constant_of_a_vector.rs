//! A constant is taken for what it is computed with, a number; only rustc sees that it is none.

use amp::prelude::*;

const UP: Vec3 = Vec3::new(0.0, 1.0, 0.0);

#[kernel]
fn rises(i: Index<1>, dt: f32, y: &mut ArrayViewMut<Vec3>) {
    y[i] += UP * dt;
}

fn main() {}
