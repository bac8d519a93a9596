//! A struct holds values.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair<T> {
    a: T,
    b: T,
}

#[device]
fn sum<T: Scalar>(pair: Pair<T>) -> T {
    pair.a + pair.b
}

#[kernel]
fn add(i: Index<1>, by: Pair<f32>, pairs: &ArrayView<Pair<f32>>, y: &mut ArrayViewMut<f32>) {
    let pair = pairs[i];
    y[i] = pair.a + by.b + pairs[i].b * sum(by);
}

#[test]
fn runs() {
    let (by, pairs) = (Pair { a: 1.0, b: 2.0 }, [Pair { a: 3.0, b: 4.0 }]);
    crate::gives(&[17.0], &[0.0], |on, y| on.parallel_for_each(1, add(by, &ArrayView::new(&pairs), y)));
}
