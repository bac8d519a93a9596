//! Write one attribute above each function, and give each parameter its own name.

use amp::prelude::*;

#[kernel]
fn copies(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i];
}

#[kernel]
fn doubles(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = 2.0 * x[i];
}

#[amp::device]
fn half(x: f32) -> f32 {
    x / 2.0
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair(f32, f32);

#[device]
impl Pair {
    fn sum(&self) -> f32 {
        self.0 + self.1
    }
}

#[kernel]
fn named_alike(i: Index<1>, j: f32, y: &mut ArrayViewMut<f32>, x: f32) {
    y[i] = half(x) + Pair(j, 1.0).sum();
}

#[kernel]
fn main_kernel(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = 5.0;
}

#[test]
fn runs() {
    let x = [4.0];
    let x = ArrayView::new(&x);
    crate::gives(&[4.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), copies(&x, y)));
    crate::gives(&[8.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), doubles(&x, y)));
    crate::gives(&[6.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), named_alike(2.0, y, 6.0)));
    crate::gives(&[5.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), main_kernel(y)));
}
