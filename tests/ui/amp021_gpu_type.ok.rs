//! Use a `u32` in place of the `usize`.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Particle {
    position: f32,
    steps: u32,
}

#[kernel]
fn step(i: Index<1>, dt: f32, y: &mut ArrayViewMut<Particle>) {
    if y[i].steps != 0 {
        y[i].position += dt;
    }
}

#[test]
fn runs() {
    let at = |position, steps| Particle { position, steps };
    crate::gives(&[at(1.5, 1), at(2.0, 0)], &[at(1.0, 1), at(2.0, 0)], |on, y| {
        on.parallel_for_each(y.extent(), step(0.5, y))
    });
}
