use amp::prelude::*;

#[kernel]
fn sum(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let doubled = x.iter().map(|v| v * 2.0);
    y[i] = 1.0;
}

fn main() {}
