use amp::prelude::*;

#[device]
fn at(x: &ArrayView<f32>, k: usize) -> f32 {
    x[k]
}

fn main() {}
