use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
struct Particle {
    position: f32,
    velocity: f32,
}

fn main() {}
