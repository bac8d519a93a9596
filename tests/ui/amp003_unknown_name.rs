use amp::prelude::*;

#[kernel]
fn scale(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= factor;
}

fn main() {}
