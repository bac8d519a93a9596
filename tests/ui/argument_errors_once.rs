use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Side {
    Left = 0,
    Right = 1,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn plus(self, by: f32) -> Pair {
        Pair { a: self.a + by, b: self.b + by }
    }
}

#[device]
fn sum(a: f32, b: f32) -> f32 {
    a + b
}

#[device]
fn add(to: &mut f32, by: f32) {
    *to += by;
}

#[kernel]
fn compares(i: Index<1>, y: &mut ArrayViewMut<f32>, side: Side) {
    if side == 1 {
        y[i] = 0.0;
    }
}

#[kernel]
fn leaves_out(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = sum(1.0);
}

#[kernel]
fn takes_another(i: Index<1>, y: &mut ArrayViewMut<f32>, n: u32) {
    y[i] = sum(1.0, n);
}

#[kernel]
fn makes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = Vec3::new(1.0, 2.0).x;
}

#[kernel]
fn calls(i: Index<1>, y: &mut ArrayViewMut<Pair>, n: u32) {
    y[i] = y[i].plus(n);
}

#[kernel]
fn lends(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut own = y[i];
    add(own, 1.0);
    y[i] = own;
}

#[kernel]
fn by_value(i: Index<1>, mut y: ArrayViewMut<f32>) {
    y[i] = 0.0;
}

fn main() {}
