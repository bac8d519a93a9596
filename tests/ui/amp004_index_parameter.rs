use amp::prelude::*;

#[kernel]
fn fill(i: usize, y: &mut ArrayViewMut<f32>) {
    y[0] = 2.0;
}

fn main() {}
