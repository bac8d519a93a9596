use amp::prelude::*;

#[device]
fn third(v: &ArrayView<f32>) -> f32 {
    v[2]
}

#[kernel]
fn wrong_element(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    y[i] = third(x);
}

fn main() {}
