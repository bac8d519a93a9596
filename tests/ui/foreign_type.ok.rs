//! Implement the trait for a type of your own.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Vector {
    x: f32,
    y: f32,
}

#[device]
impl Vector {
    fn new(x: f32, y: f32) -> Vector {
        Vector { x, y }
    }
}

#[device]
trait Area {
    fn area(self) -> f32;
}

#[device]
impl Area for Vector {
    fn area(self) -> f32 {
        self.x * self.y
    }
}

#[kernel]
fn areas(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = Vector::new(2.0, y[i]).area();
}

#[test]
fn runs() {
    crate::gives(&[6.0, 8.0], &[3.0, 4.0], |on, y| on.parallel_for_each(2, areas(y)));
}
