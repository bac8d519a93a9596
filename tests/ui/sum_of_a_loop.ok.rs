//! Write the sum as a `fold`.

use amp::prelude::*;
use std::iter::Sum;
use std::ops::Add;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
}

#[device]
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x }
    }
}

#[device]
impl Sum for Point {
    fn sum<I: Iterator<Item = Point>>(iter: I) -> Point {
        iter.fold(Point { x: 0.0 }, |a, b| a + b)
    }
}

#[kernel]
fn sums(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let sum: Point = [Point { x: y[i] }, Point { x: 2.0 }].into_iter().sum();
    y[i] = sum.x;
}

#[test]
fn runs() {
    crate::gives(&[3.0, 4.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), sums(y)));
}
