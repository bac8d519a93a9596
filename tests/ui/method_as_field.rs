use amp::prelude::*;

#[kernel]
fn roots(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].sqrt;
}

fn main() {}
