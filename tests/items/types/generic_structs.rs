//! Generic structs and enums, `PhantomData`, and structs without fields.

use amp::Accelerator;
use amp::prelude::*;
use amp_tests::on_each;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[device]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct Complex<T> {
    re: T,
    im: T,
}

#[device]
impl<T: Scalar> Complex<T> {
    fn new(re: T, im: T) -> Self {
        Complex { re, im }
    }
    fn norm(self) -> T {
        self.re * self.re + self.im * self.im
    }
    fn swapped(&self) -> Complex<T> {
        Complex { re: self.im, im: self.re }
    }
    fn scale(&mut self, by: T) {
        self.re *= by;
        self.im *= by;
    }
}

#[device]
impl<T: Scalar> Add for Complex<T> {
    type Output = Complex<T>;
    fn add(self, other: Complex<T>) -> Complex<T> {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl<T: Scalar> Sub for Complex<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }
}

#[device]
impl<T: Scalar> Mul for Complex<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

#[device]
impl<T: Scalar + Neg<Output = T>> Neg for Complex<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Complex { re: -self.re, im: -self.im }
    }
}

#[device]
impl<T: Scalar> AddAssign for Complex<T> {
    fn add_assign(&mut self, other: Self) {
        self.re += other.re;
        self.im += other.im;
    }
}

#[device]
fn complex(v: f32) -> f32 {
    let z = Complex { re: v, im: 1.0 };
    let mut w = z * z + Complex::new(v, 2.0) - -z;
    w += z.swapped();
    w.scale(0.5);
    let n = Complex { re: 3u32, im: 4 };
    let equal = if n == (Complex { re: 3, im: 4 }) && w != w.swapped() { 1.0 } else { 2.0 };
    w.norm() + n.norm() as f32 + equal
}

#[test]
fn arithmetic_of_a_generic_complex_number() {
    compare(complex, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = complex(x[i]))).unwrap();
    });
}

/// The discrete Fourier transform of eight values, by three passes of butterflies.
#[device]
fn fourier(v: f32) -> f32 {
    let mut a = [Complex { re: 0.0, im: 0.0 }; 8];
    for k in 0..8u32 {
        let from = k.reverse_bits() >> 29;
        a[k as usize] = Complex::new(v * (from as f32 - 3.0), 0.25 * from as f32);
    }
    let mut half = 1;
    while half < 8 {
        for start in (0..8).step_by(2 * half) {
            for k in 0..half {
                let angle = -std::f32::consts::PI * k as f32 / half as f32;
                let turned = Complex::new(angle.cos(), angle.sin()) * a[start + k + half];
                let whole = a[start + k];
                a[start + k] = whole + turned;
                a[start + k + half] = whole - turned;
            }
        }
        half *= 2;
    }
    let mut sum = 0.0;
    for k in 0..8 {
        sum += a[k].norm() * (k as f32 + 1.0);
    }
    sum
}

#[test]
fn fourier_transform_of_generic_complex_numbers() {
    compare(fourier, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = fourier(x[i]))).unwrap();
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Matrix<T, const R: usize, const C: usize>([[T; C]; R]);

#[device]
impl<T: Scalar, const R: usize, const C: usize> Matrix<T, R, C> {
    fn zero() -> Self {
        Matrix([[T::ZERO; C]; R])
    }
    fn at(&self, row: usize, column: usize) -> T {
        self.0[row][column]
    }
    fn set(&mut self, row: usize, column: usize, value: T) {
        self.0[row][column] = value;
    }
    fn times(self, other: Matrix<T, C, R>) -> Matrix<T, R, R> {
        let mut product = Matrix::<T, R, R>::zero();
        for i in 0..R {
            for j in 0..R {
                for k in 0..C {
                    product.0[i][j] += self.0[i][k] * other.0[k][j];
                }
            }
        }
        product
    }
}

#[device]
fn matrices(v: f32) -> f32 {
    let m = Matrix([[v, 1.0, 2.0], [3.0, v, 5.0]]);
    let n = Matrix([[v, 1.0], [2.0, 3.0], [v, 5.0]]);
    let mut product = m.times(n);
    let corner = product.at(0, 1);
    product.set(0, 1, corner + 1.0);
    product.0[0][1] + product.at(1, 1) + product.at(0, 0)
}

#[test]
fn product_of_generic_matrices() {
    compare(matrices, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = matrices(x[i]))).unwrap();
    });
}

#[derive(Clone, Copy, GpuType)]
struct Metre;
#[derive(Clone, Copy, GpuType)]
struct Second;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Quantity<U> {
    value: f32,
    unit: PhantomData<U>,
}

#[device]
impl<U: amp::Value> Quantity<U> {
    fn of(value: f32) -> Self {
        Quantity { value, unit: PhantomData }
    }
    fn plus(self, other: Self) -> Self {
        Quantity { value: self.value + other.value, unit: self.unit }
    }
}

#[device]
fn units(v: f32) -> f32 {
    let length = Quantity::<Metre>::of(v).plus(Quantity::of(1.0));
    let time: Quantity<Second> = Quantity { value: 2.0, unit: PhantomData };
    length.value / time.value
}

#[test]
fn units_of_measure() {
    compare(units, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = units(x[i]))).unwrap();
    });
}

#[device]
trait Semiring {
    fn zero() -> f32;
    fn add(a: f32, b: f32) -> f32;
    fn mul(a: f32, b: f32) -> f32;
}
#[derive(Clone, Copy, GpuType)]
struct MinPlus;
#[derive(Clone, Copy, GpuType)]
struct PlusTimes;

#[device]
impl Semiring for MinPlus {
    fn zero() -> f32 {
        f32::INFINITY
    }
    fn add(a: f32, b: f32) -> f32 {
        a.min(b)
    }
    fn mul(a: f32, b: f32) -> f32 {
        a + b
    }
}

#[device]
impl Semiring for PlusTimes {
    fn zero() -> f32 {
        0.0
    }
    fn add(a: f32, b: f32) -> f32 {
        a + b
    }
    fn mul(a: f32, b: f32) -> f32 {
        a * b
    }
}

#[device]
fn dot<S: Semiring>(a: [f32; 4], b: [f32; 4]) -> f32 {
    let mut sum = S::zero();
    for k in 0..4 {
        sum = S::add(sum, S::mul(a[k], b[k]));
    }
    sum
}

#[device]
fn dot_in<S: Semiring>(_semiring: S, a: [f32; 4], b: [f32; 4]) -> f32 {
    dot::<S>(a, b)
}

#[device]
fn semirings(v: f32) -> f32 {
    let a = [v, 1.0, 2.0, 3.0];
    dot::<MinPlus>(a, a) + dot::<PlusTimes>(a, a) + dot_in(MinPlus, a, a) * dot_in(PlusTimes, a, a)
}

#[test]
fn markers_as_type_arguments_and_values() {
    compare(semirings, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = semirings(x[i]))).unwrap();
    });
}

#[derive(Clone, Copy, GpuType)]
enum Either<A, B> {
    Left(A),
    Right { b: B },
    Neither,
}

#[device]
impl<A: amp::Value, B: amp::Value> Either<A, B> {
    fn left_or(self, default: A) -> A {
        match self {
            Either::Left(a) => a,
            _ => default,
        }
    }
    fn flip(self) -> Either<B, A> {
        match self {
            Either::Left(a) => Either::Right { b: a },
            Either::Right { b } => Either::Left(b),
            Either::Neither => Either::<B, A>::Neither,
        }
    }
}

#[device]
fn generic_enum(v: f32) -> f32 {
    let mut e: Either<f32, u32> = Either::Left(v);
    if v > 1.0 {
        e = Either::Right { b: 5 };
    }
    e.left_or(1.0) + e.flip().left_or(7) as f32
}

#[test]
fn generic_enums() {
    compare(generic_enum, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = generic_enum(x[i]))).unwrap();
    });
}

#[test]
fn generic_structs_as_elements_and_captures() {
    let numbers: Vec<_> = (0..40).map(|n| Complex { re: n as f32, im: 1.0 }).collect();
    on_each(|accelerator| {
        let (mut ys, mut lengths) = (numbers.clone(), vec![Quantity::<Metre>::of(1.5); 40]);
        let (turn, semiring) = (Complex { re: 0.0, im: 1.0 }, PlusTimes);
        let mut y = ArrayViewMut::new(&mut ys);
        let mut length = ArrayViewMut::new(&mut lengths);
        let kernel = amp!(|i: Index<1>| {
            y[i] = y[i] * turn;
            y[i].scale(2.0);
            length[i] = length[i].plus(Quantity::of(dot_in(semiring, [1.0; 4], [0.25; 4])));
        });
        accelerator.default_view().parallel_for_each([40], kernel).unwrap();
        drop((y, length));
        for (x, y) in numbers.iter().zip(&ys) {
            assert_eq!(*y, Complex { re: -2.0 * x.im, im: 2.0 * x.re });
        }
        assert!(lengths.iter().all(|length| length.value == 2.5));
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
