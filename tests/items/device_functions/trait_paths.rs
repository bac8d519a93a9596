//! Functions of device traits by the trait's path: `Shape::area(&s)`. The host's results are the expected ones.

#![allow(unused_qualifications)]

use amp::prelude::*;
use amp_tests::on_each;

mod shapes {
    use amp::prelude::*;

    #[device]
    pub trait Shape {
        fn area(&self) -> f32;
        fn grow(&mut self, by: f32);
        fn into_size(self) -> f32;
        fn make(size: f32) -> Self;
        fn apply(&self, f: impl Fn(f32) -> f32) -> f32;
        fn two(size: f32) -> (Self, Self) {
            (Self::make(size), Self::make(size + 1.0))
        }
        fn with_area(base: f32, other: Self) -> f32 {
            base + other.area()
        }
        fn doubled_area(&self) -> f32 {
            self.area() * 2.0
        }
    }

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct Square(pub f32);

    #[device]
    impl Shape for Square {
        fn area(&self) -> f32 {
            self.0 * self.0
        }
        fn grow(&mut self, by: f32) {
            self.0 += by;
        }
        fn into_size(self) -> f32 {
            self.0
        }
        fn make(size: f32) -> Self {
            Square(size)
        }
        fn apply(&self, f: impl Fn(f32) -> f32) -> f32 {
            f(self.0)
        }
    }

    #[device]
    impl Shape for f32 {
        fn area(&self) -> f32 {
            *self
        }
        fn grow(&mut self, by: f32) {
            *self += by;
        }
        fn into_size(self) -> f32 {
            self + 1.0
        }
        fn make(size: f32) -> f32 {
            size
        }
        fn apply(&self, f: impl Fn(f32) -> f32) -> f32 {
            f(*self)
        }
    }

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct Scaled<T> {
        pub by: T,
    }

    #[device]
    impl<T: Scalar> Scaled<T> {
        pub fn new(by: T) -> Self {
            Scaled { by }
        }
    }

    #[device]
    impl<T: Scalar> Shape for Scaled<T> {
        fn area(&self) -> f32 {
            if self.by > T::ONE { 7.0 } else { 5.0 }
        }
        fn grow(&mut self, _: f32) {
            self.by += T::ONE;
        }
        fn into_size(self) -> f32 {
            9.0
        }
        fn make(_: f32) -> Self {
            Scaled::new(T::ONE)
        }
        fn apply(&self, f: impl Fn(f32) -> f32) -> f32 {
            f(3.0)
        }
    }

    #[derive(Clone, Copy, GpuType)]
    #[repr(u32)]
    pub enum Unit {
        Zero,
        One,
    }

    #[device]
    impl Unit {
        pub fn of(size: f32) -> Unit {
            if size > 0.0 { Unit::One } else { Unit::Zero }
        }
    }

    #[derive(Clone, Copy, GpuType)]
    pub enum Dot {
        None,
        Some(f32),
    }

    #[device]
    impl Dot {
        pub fn of(size: f32) -> Dot {
            if size > 0.0 { Dot::Some(size) } else { Dot::None }
        }
        pub fn size(self) -> f32 {
            match self {
                Dot::None => 0.0,
                Dot::Some(size) => size,
            }
        }
    }

    #[device]
    impl Shape for Unit {
        fn area(&self) -> f32 {
            if matches!(*self, Unit::One) { 1.0 } else { 0.0 }
        }
        fn grow(&mut self, by: f32) {
            *self = Unit::of(by);
        }
        fn into_size(self) -> f32 {
            self.area()
        }
        fn make(size: f32) -> Self {
            Unit::of(size)
        }
        fn apply(&self, f: impl Fn(f32) -> f32) -> f32 {
            f(0.5)
        }
    }
}

use shapes::{Dot, Scaled, Shape, Square, Unit};

type Real = f32;

#[device]
fn grown<T: Shape>(shape: &T) -> f32 {
    let mut copy = *shape;
    Shape::grow(&mut copy, 1.0);
    Shape::area(&copy)
        + Shape::doubled_area(shape)
        + shapes::Shape::with_area(1.0, copy)
        + Shape::into_size(copy)
}

#[device]
fn made<T: Shape>() -> f32 {
    let shape: T = Shape::make(2.0);
    Shape::area(&shape)
}

#[device]
fn total(square: Square, scaled: Scaled<f32>) -> f32 {
    let mut copy = square;
    Shape::grow(&mut copy, 1.0);
    let (a, b): (Square, Real) = (Shape::make(1.0), Shape::make(5.0));
    let (c, d): (Square, Square) = Shape::two(2.0);
    let other = Scaled::new(2u32);
    let mut sum = Shape::area(&copy) + Shape::area(&a) + Shape::into_size(b) + c.0 * d.0;
    sum += Shape::with_area(1.0, square)
        + Shape::apply(&square, |x| x + 1.0)
        + Shape::apply(&scaled, |x| x * 2.0);
    sum += grown(&square) + grown(&scaled) + grown(&other) + grown(&Unit::One) + made::<Square>();
    sum +=
        Dot::of(3.0).size() + Shape::area(&Unit::of(1.0)) + Shape::doubled_area(&2.5f32) + Real::area(&0.5);
    sum + Square::make(4.0).area() + Scaled::<f32>::make(1.0).area()
}

#[test]
fn functions_are_called_by_the_path_of_the_trait() {
    on_each(|accelerator| {
        let (square, scaled) = (Square(2.0), Scaled::new(1.0f32));
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let (square, scaled) = (square, scaled);
            let mut copy = square;
            Shape::grow(&mut copy, 1.0);
            let made: Square = Shape::make(3.0);
            y[i] = total(square, scaled) + Shape::area(&copy) + Shape::into_size(made);
            y[i] += Shape::apply(&made, |x| x + 2.0) + shapes::Shape::doubled_area(&scaled);
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        let expected = total(square, scaled) + 9.0 + 3.0 + 5.0 + 10.0;
        assert_eq!(y.to_vec().unwrap(), [expected; 2]);
    });
}
