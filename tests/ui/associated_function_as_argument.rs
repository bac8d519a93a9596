use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Gain(f32);

#[device]
impl Gain {
    fn twice(a: f32) -> f32 {
        a * 2.0
    }
}

#[device]
fn applied(a: f32, f: impl Fn(f32) -> f32) -> f32 {
    f(a)
}

#[kernel]
fn doubled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = applied(y[i], Gain::twice);
}

fn main() {}
