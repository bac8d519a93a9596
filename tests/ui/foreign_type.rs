use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Vec2 {
    x: f32,
    y: f32,
}

#[device]
impl Vec2 {
    fn new(x: f32, y: f32) -> Vec2 {
        Vec2 { x, y }
    }
}

#[device]
trait Area {
    fn area(self) -> f32;
}

#[device]
impl Area for Vec2 {
    fn area(self) -> f32 {
        self.x * self.y
    }
}

#[kernel]
fn areas(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = Vec2::new(2.0, y[i]).area();
}

fn main() {}
