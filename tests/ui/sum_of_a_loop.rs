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
        let mut sum = Point { x: 0.0 };
        for point in iter {
            if sum.x > 9.0 {
                break;
            }
            sum = sum + point;
        }
        sum
    }
}

fn main() {}
