use amp::prelude::*;

#[kernel]
fn add(i: Index<1>, x: f32, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] += x * n;
}

fn main() {}
