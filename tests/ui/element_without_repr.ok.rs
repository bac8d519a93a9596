//! Write `#[repr(C)]` above the struct, and use a `u32` in place of the `bool`.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Particle {
    position: f32,
    alive: u32,
}

#[kernel]
fn step(i: Index<1>, y: &mut ArrayViewMut<Particle>) {
    y[i].position += 1.0;
}

#[test]
fn runs() {
    let at = |position| Particle { position, alive: 1 };
    crate::gives(&[at(2.0), at(3.0)], &[at(1.0), at(2.0)], |on, y| on.parallel_for_each(y.extent(), step(y)));
}
