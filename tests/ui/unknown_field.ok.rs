//! Use existing fields and variants.

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
    let mass = x[i].mass;
    y[i] = mass;
}

#[kernel]
fn pattern(i: Index<1>, x: &ArrayView<Particle>, y: &mut ArrayViewMut<f32>) {
    let Particle { mass } = x[i];
    y[i] = mass;
}

#[kernel]
fn variant(i: Index<1>, kind: Kind, y: &mut ArrayViewMut<f32>) {
    y[i] = match kind {
        Kind::Heavy => 1.0,
        _ => 2.0,
    };
}

#[test]
fn runs() {
    let particles = [Particle { mass: 3.0 }];
    let x = ArrayView::new(&particles);
    crate::gives(&[3.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), field(&x, y)));
    crate::gives(&[3.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), pattern(&x, y)));
    crate::gives(&[2.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), variant(Kind::Light, y)));
    crate::gives(&[1.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), variant(Kind::Heavy, y)));
}
