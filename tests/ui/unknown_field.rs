//! Unknown fields and variants: rustc reports each use once.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Particle {
    mass: f32,
}

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Kind {
    Light,
    Heavy,
}

#[kernel]
fn field(i: Index<1>, x: &ArrayView<Particle>, y: &mut ArrayViewMut<f32>) {
    let weight = x[i].weight;
    y[i] = weight;
}

#[kernel]
fn pattern(i: Index<1>, x: &ArrayView<Particle>, y: &mut ArrayViewMut<f32>) {
    let Particle { weight } = x[i];
    y[i] = weight;
}

#[kernel]
fn variant(i: Index<1>, kind: Kind, y: &mut ArrayViewMut<f32>) {
    y[i] = match kind {
        Kind::Medium => 1.0,
        _ => 2.0,
    };
}

fn main() {}
