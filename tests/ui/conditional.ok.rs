//! Exclude an item as a unit, or branch on a constant.

use amp::prelude::*;

const TWICE: bool = cfg!(test);

#[cfg(not(test))]
#[device]
fn limited(x: f32) -> f32 {
    x.nothing()
}

#[cfg(test)]
#[device]
fn limited(x: f32) -> f32 {
    x.min(3.0)
}

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    if TWICE {
        y[i] *= 2.0;
    }
    y[i] = limited(y[i]);
}

#[test]
fn runs() {
    crate::gives(&[2.0, 3.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), double(y)));
}
