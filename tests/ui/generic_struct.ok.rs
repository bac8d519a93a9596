//! A struct is written for each type that it is made of.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct PairOfF32 {
    a: f32,
    b: f32,
}

#[device]
fn sum(pair: PairOfF32) -> f32 {
    pair.a + pair.b
}

#[kernel]
fn add(i: Index<1>, by: PairOfF32, pairs: &ArrayView<PairOfF32>, y: &mut ArrayViewMut<f32>) {
    let pair = pairs[i];
    y[i] = pair.a + by.b + pairs[i].b * sum(by);
}

#[test]
fn runs() {
    let (by, pairs) = (PairOfF32 { a: 1.0, b: 2.0 }, [PairOfF32 { a: 3.0, b: 4.0 }]);
    crate::gives(&[17.0], &[0.0], |on, y| on.parallel_for_each(1, add(by, &ArrayView::new(&pairs), y)));
}
