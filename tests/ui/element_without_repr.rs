use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
struct Particle {
    position: f32,
    alive: bool,
}

#[kernel]
fn step(i: Index<1>, y: &mut ArrayViewMut<Particle>) {
    y[i].position += 1.0;
}

fn main() {}
