use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f16,
    b: f16,
}

fn main() {}
