//! A C-like enum names the shape, and a struct has the fields of all shapes.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Shape {
    Dot,
    Disc,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Light {
    shape: Shape,
    radius: f32,
    power: f32,
}

#[kernel]
fn dim(i: Index<1>, lights: &mut ArrayViewMut<Light>) {
    lights[i].power *= if lights[i].shape == Shape::Disc { lights[i].radius } else { 0.5 };
}

#[test]
fn runs() {
    let lights = |a, b| {
        let dot = Light { shape: Shape::Dot, radius: 0.0, power: a };
        [dot, Light { shape: Shape::Disc, radius: 3.0, power: b }]
    };
    crate::gives(&lights(2.0, 12.0), &lights(4.0, 4.0), |on, y| on.parallel_for_each(2, dim(y)));
}
