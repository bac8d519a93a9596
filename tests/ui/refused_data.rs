use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
enum Shape {
    Dot,
    Disc(u8),
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Light {
    on: bool,
    power: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair<T> {
    a: T,
    b: T,
}

#[kernel]
fn uses(
    i: Index<1>,
    shapes: &ArrayView<Shape>,
    lights: &ArrayView<Light>,
    pairs: &ArrayView<Pair<f32>>,
    y: &mut ArrayViewMut<f32>,
) {
    let light = lights[i];
    if light.on && matches!(shapes[i], Shape::Dot) {
        y[i] = light.power;
    }
}

fn main() {}
