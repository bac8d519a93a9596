use amp::prelude::*;

#[kernel]
async fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] *= 2.0;
}

fn main() {}
