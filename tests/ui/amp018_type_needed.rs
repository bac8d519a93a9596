use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let value = x[i] as _;
    y[i] = value;
}

fn main() {}
