//! Pass a closure that calls the associated function. A method of a scalar is passed by its path.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Gain(f32);

#[device]
impl Gain {
    fn twice(a: f32) -> f32 {
        a * 2.0
    }
}

#[device]
fn applied(a: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(a)
}

#[kernel]
fn doubled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = applied(applied(y[i], f32::sqrt), |a| Gain::twice(a));
}

#[test]
fn runs() {
    crate::gives(&[2.0, 4.0], &[1.0, 4.0], |on, y| on.parallel_for_each(y.extent(), doubled(y)));
}
