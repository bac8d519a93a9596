use amp::prelude::*;

#[derive(GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

fn main() {}
