use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Disc {
    radius: f32,
}

#[device]
trait Area {
    fn area(self) -> f32;
}

impl Area for Disc {
    fn area(self) -> f32 {
        3.0 * self.radius * self.radius
    }
}

#[kernel]
fn areas(i: Index<1>, x: &ArrayView<Disc>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].area();
}

fn main() {}
