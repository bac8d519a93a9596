//! Derive `Copy` for the type.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn of(a: f32) -> Pair {
        Pair { a, b: a }
    }

    fn sum(self) -> f32 {
        self.a + self.b
    }
}

#[kernel]
fn sums(i: Index<1>, pairs: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    y[i] = pairs[i].a + pairs[i].b + Pair::of(0.0).sum();
}

#[test]
fn runs() {
    crate::gives(&[3.0], &[0.0], |on, y| {
        let pairs = [Pair { a: 1.0, b: 2.0 }];
        on.parallel_for_each(y.extent(), sums(&ArrayView::new(&pairs), y))
    });
}
