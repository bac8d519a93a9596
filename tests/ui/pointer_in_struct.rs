use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Node {
    next: *const u32,
    value: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Named {
    name: &'static str,
    value: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Steps {
    each: [fn(f32) -> f32; 2],
}

fn main() {}
