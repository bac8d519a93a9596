use amp::prelude::*;

#[device]
fn shift(from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>, k: usize) {
    to[k] = from[k + 1];
}

#[kernel]
fn twice(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    shift(&y.as_view(), &mut y, i[0]);
}

#[kernel]
fn read_only(i: Index<1>, x: &ArrayView<f32>, y: &ArrayView<f32>) {
    shift(x, &mut y, i[0]);
}

fn main() {}
