//! An array has one layout on both sides.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Ray {
    from: [f32; 2],
    length: f32,
}

#[kernel]
fn grow(i: Index<1>, rays: &mut ArrayViewMut<Ray>) {
    rays[i].length += rays[i].from[0];
}

#[test]
fn runs() {
    let ray = |length| Ray { from: [2.0, 3.0], length };
    crate::gives(&[ray(3.0), ray(6.0)], &[ray(1.0), ray(4.0)], |on, y| on.parallel_for_each(2, grow(y)));
}
