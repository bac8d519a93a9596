//! Bounds of type parameters: methods of device traits by path, and operators of the standard library. The host's results are the
//! expected ones.

// The tests pass a `&mut` where a `&` suffices.
#![allow(clippy::unnecessary_mut_passed)]

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[device]
trait Animal: Copy {
    fn weight(&self) -> f32;
    fn grow(&mut self, by: &f32);
    fn tenfold(self) -> f32;
    fn doubled(a: f32) -> f32 {
        a * 2.0
    }
    fn eat(&mut self, food: &f32) {
        self.grow(food);
        self.grow(food);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Dog {
    kilos: f32,
}

#[device]
impl Animal for Dog {
    fn weight(&self) -> f32 {
        self.kilos
    }

    fn grow(&mut self, by: &f32) {
        self.kilos += *by;
    }

    fn tenfold(self) -> f32 {
        self.kilos * 10.0
    }
}

#[device]
fn by_paths<B: Animal>(animal: B) -> f32 {
    let mut fed = animal;
    let mut food = 1.0f32;
    B::grow(&mut fed, &mut food);
    B::eat(&mut fed, &food);
    B::eat(&mut fed, &0.5);
    B::weight(&animal) + B::doubled(1.0) + B::tenfold(fed) + B::weight(&mut fed) + <B as Animal>::weight(&fed)
}

/// Calls a default method by the path of a concrete type.
#[device]
fn by_type_path(dog: Dog) -> f32 {
    let mut fed = dog;
    let mut food = 1.0;
    Dog::eat(&mut fed, &mut food);
    Dog::eat(&mut fed, &food);
    fed.weight()
}

#[kernel]
fn weighed<B: Animal + GpuType>(i: Index<1>, all: &ArrayView<B>, y: &mut ArrayViewMut<[f32; 3]>) {
    let mut one = all[i];
    B::grow(&mut one, &3.0);
    y[i] = [B::weight(&one), by_paths(one), B::tenfold(one)];
}

#[test]
fn methods_of_bounds_by_path() {
    let dogs = [Dog { kilos: 1.0 }, Dog { kilos: -2.0 }];
    let expected = dogs.map(|dog| {
        let grown = Dog { kilos: dog.kilos + 3.0 };
        [grown.kilos, by_paths(grown), grown.tenfold()]
    });
    assert_eq!(expected[0], [4.0, 4.0 + 2.0 + 80.0 + 8.0 + 8.0, 40.0]);
    on_each(|on| {
        let view = on.default_view();
        let mut results = [[0.0; 3]; 2];
        let all = ArrayView::new(&dogs);
        let mut y = ArrayViewMut::new(&mut results);
        view.parallel_for_each(y.extent(), weighed(&all, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(results, expected);
        let mut results = [0.0; 2];
        let mut y = ArrayViewMut::new(&mut results);
        view.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = by_type_path(all[i]))).unwrap();
        y.finish().unwrap();
        assert_eq!(results, [5.0, 2.0]);
    });
}

#[device]
fn twice<T: amp::Value + Add<Output = T>>(a: T) -> T {
    a + a
}

#[device]
fn between<T>(a: T, b: T, at: f32) -> T
where
    T: amp::Value + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    a + (b - a) * at
}

#[device]
fn negated_double<T: amp::Value + AddAssign + Neg<Output = T>>(a: T) -> T {
    let mut sum = a;
    sum += a;
    -sum
}

#[device]
fn larger<T: amp::Value + PartialOrd + PartialEq>(a: T, b: T) -> T {
    if a < b && a != b { b } else { a }
}

#[device]
trait Number: amp::Value + Add<Output = Self> + Mul<Output = Self> {}
impl Number for f32 {}
impl Number for i32 {}
impl Number for Angle {}

#[device]
fn squares<T: Number>(a: T, b: T) -> T {
    twice(a * a + b * b)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Angle {
    by: i32,
}

#[device]
impl Add for Angle {
    type Output = Angle;
    fn add(self, other: Angle) -> Angle {
        Angle { by: (self.by + other.by) % 360 }
    }
}

#[device]
impl Mul for Angle {
    type Output = Angle;
    fn mul(self, other: Angle) -> Angle {
        Angle { by: (self.by * other.by) % 360 }
    }
}

#[kernel]
fn of_each<T: GpuType + Add<Output = T> + Mul<Output = T>>(
    i: Index<1>,
    x: &ArrayView<T>,
    y: &mut ArrayViewMut<T>,
) {
    y[i] = twice(x[i]) * x[i];
}

#[test]
fn operators_by_standard_library_bounds() {
    on_each(|on| {
        let view = on.default_view();
        let (xs, turns) = ([3.0f32, -4.0], [Angle { by: 100 }, Angle { by: -7 }]);
        let (mut of_floats, mut of_turns, mut more) = ([0.0; 2], [Angle::default(); 2], [[0.0; 6]; 2]);
        let (x, t) = (ArrayView::new(&xs), ArrayView::new(&turns));
        let mut y = ArrayViewMut::new(&mut of_floats);
        view.parallel_for_each(y.extent(), of_each(&x, &mut y)).unwrap();
        y.finish().unwrap();
        let mut y = ArrayViewMut::new(&mut of_turns);
        view.parallel_for_each(y.extent(), of_each(&t, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(of_floats, [18.0, 32.0]);
        assert_eq!(of_turns, [Angle { by: 20000 % 360 }, Angle { by: 98 }]);
        let mut y = ArrayViewMut::new(&mut more);
        let kernel = amp!(|i: Index<1>| {
            let v = Vec2::new(x[i], 1.0);
            y[i] = [
                between(x[i], 1.0, 0.5),
                between(v, Vec2::ZERO, 0.25).x,
                negated_double(v).y,
                larger(x[i], 2.0) + larger(1, 2) as f32,
                squares(x[i], 1.0),
                squares(t[i], t[i]).by as f32,
            ];
        });
        view.parallel_for_each(x.extent(), kernel).unwrap();
        y.finish().unwrap();
        let squared = turns.map(|turn| squares(turn, turn).by as f32);
        assert_eq!(more[0], [2.0, 2.25, -2.0, 5.0, 20.0, squared[0]]);
        assert_eq!(more[1], [-1.5, -3.0, -2.0, 4.0, 34.0, squared[1]]);
    });
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[device]
impl Turns {
    fn after(self, more: u32) -> u32 {
        self.count + more
    }
}

/// `Turns::after` may belong to a struct of views, so `Turns` decides how the kernel is compiled.
#[kernel]
fn added<T: GpuType + Default + Add<Output = T>>(
    i: Index<1>,
    x: &ArrayView<T>,
    turns: &ArrayView<Turns>,
    y: &mut ArrayViewMut<T>,
    z: &mut ArrayViewMut<u32>,
) {
    z[i] = Turns::after(turns[i], 3);
    y[i] = x[i] + T::default() + x[i];
}

#[test]
fn operators_beside_calls_of_methods_by_path() {
    on_each(|on| {
        let (x, turns) = ([3i32, -4], [Turns { count: 7 }, Turns { count: 1 }]);
        let (x, turns) = (ArrayView::new(&x), ArrayView::new(&turns));
        let mut y = ArrayViewMut::<i32>::without_source([2]).unwrap();
        let mut z = ArrayViewMut::<u32>::without_source([2]).unwrap();
        on.default_view().parallel_for_each(2, added(&x, &turns, &mut y, &mut z)).unwrap();
        assert_eq!((y.to_vec().unwrap(), z.to_vec().unwrap()), (vec![6, -8], vec![10, 4]));
    });
}
