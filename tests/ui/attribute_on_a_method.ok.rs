//! Write `#[device]` above the `impl` block.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn sum(self) -> f32 {
        self.a + self.b
    }

    fn both(a: f32) -> Self {
        Pair { a, b: a }
    }
}

#[kernel]
fn sums(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = Pair::both(y[i]).sum();
}

#[test]
fn runs() {
    crate::gives(&[6.0], &[3.0], |on, y| on.parallel_for_each(y.extent(), sums(y)));
}
