use amp::prelude::*;

#[device]
fn half(a: f32) -> f32 {
    a * 0.5
}

#[device]
fn third(a: &f32) -> f32 {
    *a / 3.0
}

#[device]
fn at_one(f: impl Fn(f32) -> f32) -> f32 {
    f(1.0)
}

#[kernel]
fn halves(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = half(x);
}

#[kernel]
fn thirds(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = third(x);
}

#[kernel]
fn ones(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = at_one(x);
}

fn main() {}
