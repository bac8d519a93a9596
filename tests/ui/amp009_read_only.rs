use amp::prelude::*;

#[kernel]
fn copy(i: Index<1>, x: &ArrayView<f32>, y: &ArrayView<f32>) {
    y[i] = x[i];
}

fn main() {}
