use amp::prelude::*;

fn half(x: f32) -> f32 {
    x * 0.5
}

#[kernel]
fn halve(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = half(y[i]);
}

fn main() {}
