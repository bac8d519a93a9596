//! Convert the value to the expected type.

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
        return 1.0;
    }
    x
}

#[device]
fn without_else(x: f32) -> f32 {
    if x > 1.0 { 1.0 } else { x }
}

#[device]
fn without_value(x: f32) -> f32 {
    x
}

#[kernel]
fn named(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let h: u32 = half(x[i]) as u32;
    y[i] = h as f32 + early(x[i]) + without_else(x[i]) + without_value(x[i]);
}

#[kernel]
fn stored(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<u32>) {
    y[i] = half(x[i]) as u32;
}

#[kernel]
fn asked(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    if half(x[i]) > 0.0 {
        y[i] = 1.0;
    }
}

#[kernel]
fn of_a_method(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i].sum() as u32;
}

#[kernel]
fn of_an_operator(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    y[i] = (x[i] + x[i]).sum();
}

#[kernel]
fn of_a_vector(i: Index<1>, x: &ArrayView<Vec3>, y: &mut ArrayViewMut<f32>) {
    y[i] = (-x[i] * 2.0).x;
}

#[kernel]
fn of_numbers(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    let twice: f32 = (x[i] + x[i]) as f32;
    y[i] = twice;
}

#[test]
fn runs() {
    let (x, n) = ([4.0], [3]);
    let (x, n) = (ArrayView::new(&x), ArrayView::new(&n));
    let (pairs, vectors) = ([Pair { a: 1.0, b: 2.0 }], [Vec3::new(1.0, 2.0, 3.0)]);
    let (pairs, vectors) = (ArrayView::new(&pairs), ArrayView::new(&vectors));
    crate::gives(&[8.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), named(&x, y)));
    crate::gives(&[2], &[0], |on, y| on.parallel_for_each(y.extent(), stored(&x, y)));
    crate::gives(&[1.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), asked(&x, y)));
    crate::gives(&[3], &[0], |on, y| on.parallel_for_each(y.extent(), of_a_method(&pairs, y)));
    crate::gives(&[6.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), of_an_operator(&pairs, y)));
    crate::gives(&[-2.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), of_a_vector(&vectors, y)));
    crate::gives(&[6.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), of_numbers(&n, y)));
}
