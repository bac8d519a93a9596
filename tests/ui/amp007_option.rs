use amp::prelude::*;

#[kernel(tiles = [64])]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= 2.0;
}

fn main() {}
