use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Gap {
    a: f32,
    b: Vec4,
}

fn main() {}
