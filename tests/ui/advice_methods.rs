//! Methods under the names of other languages, which scalars lack; the help names the supported method.

use amp::prelude::*;

#[kernel]
fn floats(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].pow(2);
    y[i] = x[i].saturate();
    y[i] = x[i].rsqrt();
    y[i] = x[i].fmod(2.0);
    y[i] = x[i].count_ones();
    y[i] = x[i].grow();
}

#[kernel]
fn numbers(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i].sqrt();
    y[i] = x[i].powi(2);
    y[i] = x[i].abs();
    y[i] = x[i].clz();
    y[i] = x[i].sin();
}

#[kernel]
fn rest(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let [first, rest @ ..] = [1.0, 2.0, 3.0];
    y[i] = first + rest[0];
}

fn main() {}
