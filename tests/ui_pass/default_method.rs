//! What a default method does, a function does.

use amp::prelude::*;

#[device]
trait Shape {
    fn area(self) -> f32;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[device]
impl Shape for Square {
    fn area(self) -> f32 {
        self.side * self.side
    }
}

#[device]
fn double<S: Shape>(s: S) -> f32 {
    s.area() * 2.0
}

#[kernel]
fn areas(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = double(Square { side: y[i] });
}

#[test]
fn runs() {
    crate::gives(&[2.0, 8.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), areas(y)));
}
