use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
enum Shape {
    Dot,
    Disc(u128),
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Light {
    shape: Shape,
    power: f32,
}

#[kernel]
fn dim(i: Index<1>, lights: &mut ArrayViewMut<Light>) {
    lights[i].power *= 0.5;
}

fn main() {}
