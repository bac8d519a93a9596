//! Write `#[repr(C)]` above the struct.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Particle {
    position: f32,
    velocity: f32,
}

#[kernel]
fn step(i: Index<1>, dt: f32, y: &mut ArrayViewMut<Particle>) {
    y[i].position += dt * y[i].velocity;
}

#[test]
fn runs() {
    let at = |position| Particle { position, velocity: 2.0 };
    crate::gives(&[at(2.0), at(3.0)], &[at(1.0), at(2.0)], |on, y| {
        on.parallel_for_each(y.extent(), step(0.5, y))
    });
}
