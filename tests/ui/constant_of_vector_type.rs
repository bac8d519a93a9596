//! A constant whose type only rustc knows: lowering assumes a scalar, and the constant is a vector.

use amp::prelude::*;

const UP: Vec3 = Vec3::new(0.0, 1.0, 0.0);

#[kernel]
fn rises(i: Index<1>, dt: f32, y: &mut ArrayViewMut<Vec3>) {
    y[i] += UP * dt;
}

fn main() {}
