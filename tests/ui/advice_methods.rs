//! Methods of the standard library that scalars lack in kernels, and a pattern; the help names what is supported.

use amp::prelude::*;

#[kernel]
fn floats(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].next_up();
    y[i] = x[i].to_string().len() as f32;
}

#[kernel]
fn numbers(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i].midpoint(3);
}

#[kernel]
fn rest(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let [first, rest @ ..] = [1.0, 2.0, 3.0];
    y[i] = first + rest[0];
}

fn main() {}
