//! Write `#[device]` above the trait and above each of its `impl` blocks.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Disc {
    radius: f32,
}

#[device]
trait Area {
    fn area(self) -> f32;
}

#[device]
impl Area for Disc {
    fn area(self) -> f32 {
        3.0 * self.radius * self.radius
    }
}

#[kernel]
fn areas(i: Index<1>, x: &ArrayView<Disc>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].area();
}

#[test]
fn runs() {
    crate::gives(&[3.0, 12.0], &[0.0f32; 2], |on, y| {
        let xs = [Disc { radius: 1.0 }, Disc { radius: 2.0 }];
        on.parallel_for_each(y.extent(), areas(&ArrayView::new(&xs), y))
    });
}
