//! A call or an operator whose type differs from the expected type: one error each, as in any other function.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn sum(&self) -> f32 {
        self.a + self.b
    }
}

#[device]
impl std::ops::Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair { a: self.a + other.a, b: self.b + other.b }
    }
}

#[device]
fn half(x: f32) -> f32 {
    x / 2.0
}

#[device]
fn early(x: f32) -> f32 {
    if x > 1.0 {
        return 1;
    }
    x
}

#[device]
fn without_else(x: f32) -> f32 {
    if x > 1.0 { 1.0 }
}

#[device]
fn without_value(x: f32) -> f32 {
    x;
}

#[kernel]
fn named(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let h: u32 = half(x[i]);
    y[i] = h as f32;
}

#[kernel]
fn stored(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<u32>) {
    y[i] = half(x[i]);
}

#[kernel]
fn asked(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    if half(x[i]) {
        y[i] = 1.0;
    }
}

#[kernel]
fn of_a_method(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i].sum();
}

#[kernel]
fn of_an_operator(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i] + x[i];
}

#[kernel]
fn of_a_vector(i: Index<1>, x: &ArrayView<Vec3>, y: &mut ArrayViewMut<f32>) {
    y[i] = -x[i] * 2.0;
}

#[kernel]
fn of_numbers(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let twice: f32 = x[i] + x[i];
    y[i] = twice;
}

fn main() {}
