use amp::prelude::*;
use std::mem::swap;

#[kernel]
fn sorted(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let (mut a, mut b) = (y[i], 1.0);
    if a > b {
        swap(&mut a, &mut b);
    }
    y[i] = a;
}

fn main() {}
