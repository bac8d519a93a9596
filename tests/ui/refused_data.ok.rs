//! Use an enum without fields, a `u32` for a `bool`, and one struct for each type.

use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Kind {
    Dot,
    Disc,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Light {
    on: u32,
    power: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct PairOfF32 {
    a: f32,
    b: f32,
}

#[kernel]
fn uses(
    i: Index<1>,
    kinds: &ArrayView<Kind>,
    lights: &ArrayView<Light>,
    pairs: &ArrayView<PairOfF32>,
    y: &mut ArrayViewMut<f32>,
) {
    let light = lights[i];
    if light.on != 0 && matches!(kinds[i], Kind::Dot) {
        y[i] = light.power + pairs[i].a - pairs[i].b;
    }
}

#[test]
fn runs() {
    crate::gives(&[3.0, 0.0, 0.0], &[0.0; 3], |on, y| {
        let kinds = [Kind::Dot, Kind::Disc, Kind::Dot];
        let lights = [1, 1, 0].map(|on| Light { on, power: 2.0 });
        let pairs = [PairOfF32 { a: 4.0, b: 3.0 }; 3];
        let views = (&ArrayView::new(&kinds), &ArrayView::new(&lights), &ArrayView::new(&pairs));
        on.parallel_for_each(y.extent(), uses(views.0, views.1, views.2, y))
    });
}
