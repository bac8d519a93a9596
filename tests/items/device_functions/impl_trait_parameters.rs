//! `impl Trait` parameters and `where` clauses for device traits. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::Add;

#[device]
trait Shape {
    fn area(&self) -> f32;
}

/// A trait with constants of names that `Scalar` has, too.
#[device]
trait Number: Sized {
    const ZERO: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
}

#[device]
impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    fn plus(self, other: f32) -> f32 {
        self + other
    }
}

#[device]
impl Number for u32 {
    const ZERO: u32 = 0;
    const ONE: u32 = 1;
    fn plus(self, other: u32) -> u32 {
        self + other
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square(f32);

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Circle(f32);

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Twice<T>(T);

#[device]
impl Shape for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[device]
impl Shape for Circle {
    fn area(&self) -> f32 {
        self.0 * 3.0
    }
}

#[device]
impl<T> Shape for Twice<T>
where
    T: Shape,
{
    fn area(&self) -> f32 {
        self.0.area() * 2.0
    }
}

#[device]
impl<T> Twice<T>
where
    T: Shape,
{
    fn halved(&self) -> f32 {
        self.0.area() / 2.0
    }
}

#[device]
fn area(shape: &impl Shape) -> f32 {
    shape.area()
}

#[device]
fn product(first: impl Shape, second: &impl Shape, f: impl Fn(f32) -> f32) -> f32 {
    f(first.area()) * second.area()
}

#[device]
fn enlarge(list: &mut [impl Scalar; 2]) {
    list[0] += list[1];
}

#[device]
impl Square {
    fn with(&self, other: &impl Shape) -> f32 {
        self.0 + other.area()
    }
}

#[device]
fn bounded<S, T>(shape: &S, a: T, b: T) -> (T, f32)
where
    S: Shape,
    T: amp::Value + Add<Output = T>,
{
    (a + b, shape.area())
}

#[device]
fn counted<T: Number>(a: T) -> T {
    a.plus(T::ONE).plus(T::ZERO)
}

#[device]
fn next<T: Scalar>(a: T) -> T {
    a + T::ONE + T::ZERO
}

#[device]
fn total(square: Square, circle: Circle) -> f32 {
    let mut list = [1.0, 2.0];
    enlarge(&mut list);
    let (c, d) = bounded(&Twice(circle), 1.0, 2.0);
    let mut sum = area(&square) + area(&circle) + product(square, &circle, |x| x + 1.0);
    sum += square.with(&circle) + list[0] + c + d + Twice(square).halved();
    sum + counted(1.0) + counted(3u32) as f32 + next(4.0) + next(5u32) as f32
}

#[kernel]
fn run(i: Index<1>, shape: impl Shape, y: &mut ArrayViewMut<f32>) {
    y[i] += area(&shape);
}

#[test]
fn shapes_are_passed_as_impl_trait() {
    on_each(|accelerator| {
        let (square, circle) = (Square(2.0), Circle(3.0));
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let (square, circle) = (square, circle);
            y[i] = total(square, circle)
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        accelerator.default_view().parallel_for_each(2, run(circle, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [total(square, circle) + 9.0; 2]);
    });
}
