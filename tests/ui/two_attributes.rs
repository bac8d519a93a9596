//! A function has one attribute, and has it once.

use amp::prelude::*;

#[kernel]
#[kernel]
fn copies(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i];
}

#[device]
#[kernel]
fn doubles(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = 2.0 * x[i];
}

#[device]
#[amp::device]
fn half(x: f32) -> f32 {
    x / 2.0
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair(f32, f32);

#[device]
#[device]
impl Pair {
    fn sum(&self) -> f32 {
        self.0 + self.1
    }
}

#[kernel]
fn named_alike(i: Index<1>, i: f32, y: &mut ArrayViewMut<f32>, y: f32) {
    y[i] = half(y);
}

#[kernel]
fn main() {}
