//! `Default`, `From`, `Into`, `Sum` and `Product` of the user's own types.

use amp::Accelerator;
use amp::prelude::*;
use amp_tests::on_each;
use std::iter::{Product, Sum};
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl Point {
    fn size(self) -> f32 {
        self.x.abs() + self.y.abs() * 2.0 + self.z.abs() * 3.0
    }
}

#[device]
impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

#[device]
impl Mul for Point {
    type Output = Point;
    fn mul(self, other: Point) -> Point {
        Point { x: self.x * other.x, y: self.y * other.y, z: self.z * other.z }
    }
}

#[device]
impl Sum for Point {
    fn sum<I: Iterator<Item = Point>>(iter: I) -> Point {
        iter.fold(Point { x: 0.0, y: 0.0, z: 0.5 }, |a, b| a + b)
    }
}

#[device]
impl<'a> Sum<&'a Point> for Point {
    fn sum<I: Iterator<Item = &'a Point>>(iter: I) -> Point {
        iter.copied().sum()
    }
}

#[device]
impl Product for Point {
    fn product<I: Iterator<Item = Point>>(iter: I) -> Point {
        iter.fold(Point { x: 1.0, y: 1.0, z: 1.0 }, |a, b| a * b)
    }
}

#[device]
impl From<f32> for Point {
    fn from(x: f32) -> Point {
        Point { x, y: x, z: x }
    }
}

#[device]
impl From<[f32; 3]> for Point {
    fn from([x, y, z]: [f32; 3]) -> Point {
        Point { x, y, z }
    }
}

#[device]
fn sums(v: f32) -> f32 {
    let p = Point { x: v, y: 2.0, z: -1.0 };
    let list = [p, p + p, Point::from(0.5), Point::from([v, 1.0, 2.0])];
    let by_reference: Point = list.iter().sum();
    let by_value = list.into_iter().map(|q| q + p).sum::<Point>();
    let product: Point = list.into_iter().product();
    by_reference.size() + by_value.size() + product.size()
}

#[test]
fn sums_and_products_of_own_types() {
    compare(sums, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = sums(x[i]))).unwrap();
    });
}

#[device]
fn conversions(v: f32) -> f32 {
    let none: Point = Default::default();
    let zero: f32 = Default::default();
    let point: Point = v.into();
    let list = [point, [v, 1.0, 2.0].into()];
    let count: u32 = true.into();
    none.size() + zero + list[0].size() + list[1].size() + count as f32 + Point::default().x
}

#[test]
fn defaults_and_conversions() {
    compare(conversions, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = conversions(x[i]))).unwrap();
    });
}

/// Compares a device function in a kernel with the host, on each accelerator.
fn compare(
    function: impl Fn(f32) -> f32,
    run: impl Fn(&Accelerator, &ArrayView<f32>, &mut ArrayViewMut<f32>),
) {
    let xs: Vec<f32> = (0..48).map(|n| n as f32 * 0.375 - 4.0).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; xs.len()];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        run(accelerator, &x, &mut y);
        drop(y);
        for (x, y) in xs.iter().zip(&ys) {
            let expected = function(*x);
            let close = (y - expected).abs() <= 1e-3 * expected.abs().max(1.0);
            assert!(close || y.is_nan() && expected.is_nan(), "{x}: {y} instead of {expected}");
        }
    });
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Wide {
    low: u32,
    high: u32,
}

#[device]
impl std::ops::ShlAssign<u32> for Wide {
    fn shl_assign(&mut self, by: u32) {
        self.high = self.high << by | self.low >> (32 - by);
        self.low <<= by;
    }
}

#[device]
impl std::ops::AddAssign<u16> for Wide {
    fn add_assign(&mut self, more: u16) {
        self.low += u32::from(more);
    }
}

/// The operators and functions determine the types of the literals.
#[device]
fn literals_of_own_operators(v: u32) -> u32 {
    let mut wide = Wide { low: v, high: 1 };
    wide <<= 5;
    wide += 3;
    let mut error = 0;
    for k in 0..4i16 {
        error += (k - 2).abs_diff(v as i16 % 7);
    }
    let mut flags = 0;
    flags |= v.to_le_bytes().map(|byte| byte & 3)[k_of(v)];
    wide.low ^ wide.high ^ u32::from(error) << 16 ^ u32::from(flags)
}

#[device]
fn k_of(v: u32) -> usize {
    v as usize % 4
}

#[test]
fn operators_determine_literals() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let kernel =
            amp!(|i: Index<1>| y[i] = literals_of_own_operators((i[0] as u32).wrapping_mul(77_777_777)));
        on.default_view().parallel_for_each(64, kernel).unwrap();
        let expected: Vec<_> =
            (0..64u32).map(|k| literals_of_own_operators(k.wrapping_mul(77_777_777))).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
