//! Store `f16` in views, and `f32` in structs.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
fn added(i: Index<1>, by: Pair, halves: &ArrayView<f16>, y: &mut ArrayViewMut<f32>) {
    y[i] = halves[i].to_f32() * by.a + by.b;
}

#[test]
fn runs() {
    let halves = [f16::from_f32(1.5), f16::from_f32(2.0)];
    let x = ArrayView::new(&halves);
    let by = Pair { a: 2.0, b: 1.0 };
    crate::gives(&[4.0, 5.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), added(by, &x, y)));
}
