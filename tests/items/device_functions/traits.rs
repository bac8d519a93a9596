//! Device traits, operators on structs, enums, and derived comparison in device functions.

use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec3;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Complex {
    re: f32,
    im: f32,
}

#[device]
impl Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Self::Output {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

#[device]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[device]
impl Mul<Complex> for f32 {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex { re: self * other.re, im: self * other.im }
    }
}

#[device]
impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex { re: -self.re, im: -self.im }
    }
}

#[device]
impl AddAssign for Complex {
    fn add_assign(&mut self, other: Complex) {
        self.re += other.re;
        self.im += other.im;
    }
}

#[device]
impl PartialEq for Complex {
    fn eq(&self, other: &Complex) -> bool {
        self.re == other.re && self.im == other.im
    }
}

#[device]
impl Complex {
    fn norm(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

#[device]
fn escape(c: Complex, limit: u32) -> u32 {
    let mut z = Complex { re: 0.0, im: 0.0 };
    let mut n = 0;
    while n < limit && z.norm() < 4.0 {
        z = z * z + c;
        n += 1;
    }
    n
}

#[kernel]
fn sums(i: Index<1>, x: &ArrayView<Complex>, y: &mut ArrayViewMut<Complex>, equal: &mut ArrayViewMut<u32>) {
    let mut sum = 2.0 * x[i] - x[i];
    sum += x[i] * x[i];
    y[i] = -sum;
    y[i] += Complex { re: 1.0, im: 0.0 };
    equal[i] = if x[i] != y[i] { escape(x[i], 20) } else { 100 };
}

#[test]
fn operators_on_structs() {
    on_each(|accelerator| {
        let xs: Vec<_> =
            (0..70).map(|n| Complex { re: n as f32 / 16.0 - 2.0, im: (n % 7) as f32 / 8.0 - 0.25 }).collect();
        for closure in [false, true] {
            let mut ys = vec![Complex { re: 0.0, im: 0.0 }; 70];
            let mut flags = vec![0u32; 70];
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::new(&mut ys);
            let mut equal = ArrayViewMut::new(&mut flags);
            let on = accelerator.default_view();
            if closure {
                on.parallel_for_each(
                    [70],
                    amp!(|i: Index<1>| {
                        let mut sum = 2.0 * x[i] - x[i];
                        sum += x[i] * x[i];
                        y[i] = -sum;
                        y[i] += Complex { re: 1.0, im: 0.0 };
                        equal[i] = if x[i] != y[i] { escape(x[i], 20) } else { 100 };
                    }),
                )
                .unwrap();
            } else {
                on.parallel_for_each([70], sums(&x, &mut y, &mut equal)).unwrap();
            }
            drop((y, equal));
            for n in 0..70 {
                let mut expected = -((2.0 * xs[n] - xs[n]) + xs[n] * xs[n]);
                expected += Complex { re: 1.0, im: 0.0 };
                assert!((expected - ys[n]).norm() < 1e-9, "{n}: {expected:?} {:?}", ys[n]);
                assert_eq!(flags[n], if xs[n] != ys[n] { escape(xs[n], 20) } else { 100 }, "{n}");
            }
        }
    });
}

#[device]
trait Shape {
    fn area(self) -> f32;
    fn scaled(&self, by: f32) -> Self;
    fn grow(&mut self, by: f32);
    fn unit() -> Self;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Rect {
    w: f32,
    h: f32,
}

#[device]
impl Shape for Square {
    fn area(self) -> f32 {
        self.side * self.side
    }
    fn scaled(&self, by: f32) -> Self {
        Square { side: self.side * by }
    }
    fn grow(&mut self, by: f32) {
        self.side += by;
    }
    fn unit() -> Self {
        Square { side: 1.0 }
    }
}

#[device]
impl Shape for Rect {
    fn area(self) -> f32 {
        self.w * self.h
    }
    fn scaled(&self, by: f32) -> Rect {
        Rect { w: self.w * by, h: self.h * by }
    }
    fn grow(&mut self, by: f32) {
        self.w += by;
    }
    fn unit() -> Self {
        Rect { w: 1.0, h: 1.0 }
    }
}

#[device]
fn twice_the_area<S: Shape>(shape: S) -> f32 {
    let mut larger = shape.scaled(2.0);
    larger.grow(1.0);
    larger.area() + S::unit().area()
}

#[kernel]
fn areas<S: Shape + GpuType>(i: Index<1>, shapes: &ArrayView<S>, y: &mut ArrayViewMut<f32>) {
    y[i] = twice_the_area(shapes[i]) + shapes[i].area();
}

#[test]
fn traits_are_dispatched_by_type() {
    fn check<S: Shape + GpuType>(shapes: &[S]) {
        on_each(|accelerator| {
            let mut found = vec![0.0; shapes.len()];
            let view = ArrayView::new(shapes);
            let mut y = ArrayViewMut::new(&mut found);
            accelerator.default_view().parallel_for_each(y.extent(), areas(&view, &mut y)).unwrap();
            drop(y);
            let expected: Vec<_> = shapes.iter().map(|s| twice_the_area(*s) + s.area()).collect();
            assert_eq!(found, expected);
        });
    }
    check(&[Square { side: 1.0 }, Square { side: 3.0 }]);
    check(&[Rect { w: 1.0, h: 2.0 }, Rect { w: 4.0, h: 0.5 }]);
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Heading {
    North,
    East = 7,
    South,
    West,
}

#[device]
fn right(heading: Heading) -> Heading {
    match heading {
        Heading::North => Heading::East,
        Heading::East => Heading::South,
        Heading::South => Heading::West,
        Heading::West => Heading::North,
    }
}

/// Is stored in no array, so it needs no representation.
#[derive(Clone, Copy, GpuType)]
enum Turn {
    Keep,
    Right,
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Robot {
    heading: Heading,
    steps: i32,
}

#[test]
fn enums_in_kernels() {
    on_each(|accelerator| {
        for turn in [Turn::Keep, Turn::Right, Turn::Back] {
            let mut headings = [Heading::North, Heading::East, Heading::South, Heading::West, Heading::North];
            let mut robots = [Robot { heading: Heading::West, steps: 1 }; 5];
            let mut y = ArrayViewMut::new(&mut headings);
            let mut r = ArrayViewMut::new(&mut robots);
            accelerator
                .default_view()
                .parallel_for_each(
                    y.extent(),
                    amp!(|i: Index<1>| {
                        let old = y[i];
                        let new = match (turn, old) {
                            (Turn::Keep, heading) => heading,
                            (Turn::Right, heading) => right(heading),
                            (Turn::Back, Heading::North | Heading::East) => right(right(old)),
                            (Turn::Back, _) => right(right(old)),
                        };
                        r[i].heading = new;
                        r[i].steps += if old == Heading::East { old as i32 } else { new as u32 as i32 };
                        y[i] = new;
                    }),
                )
                .unwrap();
            drop((y, r));
            let expected = match turn {
                Turn::Keep => [Heading::North, Heading::East, Heading::South, Heading::West, Heading::North],
                Turn::Right => [Heading::East, Heading::South, Heading::West, Heading::North, Heading::East],
                Turn::Back => [Heading::South, Heading::West, Heading::North, Heading::East, Heading::South],
            };
            assert_eq!(headings, expected);
            for (n, robot) in robots.iter().enumerate() {
                let steps = if n == 1 { 7 } else { expected[n] as i32 };
                assert_eq!(*robot, Robot { heading: expected[n], steps: 1 + steps });
            }
        }
    });
}

const SHIFT: f32 = 0.5;
const STEPS: u32 = 12;
const TABLE: [u32; 4] = [3, 1, 4, 1];

#[device]
fn with_constants(v: Vec3) -> f32 {
    let mut total = 0.0;
    for step in 0..STEPS {
        total += 1.0 / (v.length_squared() + SHIFT) * step as f32 + TABLE[step as usize % 4] as f32 * SHIFT;
    }
    (v * SHIFT).x + total
}

#[test]
fn constants_beside_values_of_inferred_type() {
    on_each(|accelerator| {
        let mut found = vec![0.0f32; 40];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| y[i] = with_constants(Vec3::new(i[0] as f32, 1.0, SHIFT))),
            )
            .unwrap();
        drop(y);
        let expected: Vec<_> = (0..40).map(|n| with_constants(Vec3::new(n as f32, 1.0, SHIFT))).collect();
        assert!(amp_tests::close(&found, &expected), "{found:?} {expected:?}");
    });
}

/// Has a derived `PartialEq`; one of its fields has a `PartialEq` of its own.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Pose {
    at: Vec3,
    turn: Parity,
    robot: Compared,
    count: u32,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Compared(Heading, f32);

/// Equal if both are even or both are odd.
#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Parity(u32);

#[device]
impl PartialEq for Parity {
    fn eq(&self, other: &Self) -> bool {
        self.0 % 2 == other.0 % 2
    }
}

#[test]
fn derived_comparison_of_structs() {
    let pose =
        Pose { at: Vec3::new(1.0, 2.0, 3.0), turn: Parity(2), robot: Compared(Heading::East, 0.5), count: 3 };
    let others = [
        pose,
        Pose { at: Vec3::new(1.0, 2.5, 3.0), ..pose },
        Pose { turn: Parity(4), ..pose },
        Pose { turn: Parity(5), ..pose },
        Pose { robot: Compared(Heading::West, 0.5), ..pose },
        Pose { robot: Compared(Heading::East, f32::NAN), ..pose },
        Pose { robot: Compared(Heading::East, -0.5), ..pose },
        Pose { count: 4, ..pose },
    ];
    on_each(|accelerator| {
        let mut found = [0u32; 8];
        let x = ArrayView::new(&others);
        let mut y = ArrayViewMut::new(&mut found);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    y[i] = u32::from(x[i] == pose);
                    if pose != x[i] {
                        y[i] += 2;
                    }
                }),
            )
            .unwrap();
        drop(y);
        assert_eq!(found, others.map(|other| if other == pose { 1 } else { 2 }));
        assert_eq!(found, [1, 2, 1, 2, 2, 2, 2, 2]);
    });
}
