//! A struct that is a field derives `GpuType` as well.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Ray {
    from: Point,
    length: f32,
}

#[kernel]
fn grow(i: Index<1>, rays: &mut ArrayViewMut<Ray>) {
    rays[i].length += rays[i].from.x;
}

#[test]
fn runs() {
    let ray = |length| Ray { from: Point { x: 2.0 }, length };
    crate::gives(&[ray(3.0), ray(6.0)], &[ray(1.0), ray(4.0)], |on, y| on.parallel_for_each(2, grow(y)));
}
