use amp::prelude::*;

#[device]
fn twice(x: f32) -> f32 {
    x * 2
}

#[device]
fn thrice(x: f32) -> f32 {
    x * 3u32
}

#[kernel]
fn sums(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = 1 + x[i];
}

#[kernel]
fn halves(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    y[i] = twice(x[i]);
}

#[kernel]
fn places(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let at: u32 = i[0];
    y[i] = at + n;
}

fn main() {}
