//! Write default methods without barriers.

use amp::prelude::*;

#[device]
trait Shape {
    fn area(self) -> f32;

    fn double(self) -> f32 {
        self.area() * 2.0
    }
}

#[device]
fn mapped<S: Shape>(s: S, f: impl Fn(f32) -> f32) -> f32 {
    f(s.area())
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
fn half<S: Shape>(s: S) -> f32 {
    s.double() / 2.0
}

#[kernel]
fn areas(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = half(Square { side: y[i] }) + mapped(Square { side: 1.0 }, |area: f32| area);
}

#[test]
fn runs() {
    crate::gives(&[5.0, 65.0], &[2.0, 8.0], |on, y| on.parallel_for_each(y.extent(), areas(y)));
}
