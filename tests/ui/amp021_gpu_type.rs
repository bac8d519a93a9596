use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Particle {
    position: f32,
    steps: usize,
}

fn main() {}
