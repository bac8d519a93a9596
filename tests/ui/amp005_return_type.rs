use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, x: &ArrayView<f32>) -> f32 {
    x[i] * 2.0
}

fn main() {}
