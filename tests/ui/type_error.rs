use amp::prelude::*;

#[kernel]
fn add(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] = n;
}

fn main() {}
