//! The Mandelbrot set, after the program of "Programming Rust" and the crate `num-complex`.
//!
//! Uses `Complex<T>` with generic operators, tuples as parameters, `Option<usize>` as a result, and a `match` that makes a colour.

use std::ops::{Add, Mul, Sub};

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, Default, GpuType)]
#[repr(C)]
struct Complex<T> {
    re: T,
    im: T,
}

#[device]
impl<T> Complex<T>
where
    T: Float,
{
    fn new(re: T, im: T) -> Self {
        Complex { re, im }
    }

    fn norm_sqr(&self) -> T {
        self.re * self.re + self.im * self.im
    }
}

#[device]
impl<T: Float> Add for Complex<T> {
    type Output = Complex<T>;

    fn add(self, rhs: Self) -> Self::Output {
        Complex { re: self.re + rhs.re, im: self.im + rhs.im }
    }
}

#[device]
impl<T: Float> Sub for Complex<T> {
    type Output = Complex<T>;

    fn sub(self, rhs: Self) -> Self::Output {
        Complex { re: self.re - rhs.re, im: self.im - rhs.im }
    }
}

#[device]
impl<T: Float> Mul for Complex<T> {
    type Output = Complex<T>;

    fn mul(self, Complex { re: c, im: d }: Self) -> Self::Output {
        let Complex { re: a, im: b } = self;
        Self::new(a * c - b * d, a * d + b * c)
    }
}

/// The number of steps after which `z` has left the circle, or `None` for members of the set.
#[device]
fn escape_time(c: Complex<f32>, limit: usize) -> Option<usize> {
    let mut z = Complex { re: 0.0, im: 0.0 };
    for i in 0..limit {
        if z.norm_sqr() > 4.0 {
            return Some(i);
        }
        z = z * z + c;
    }
    None
}

#[device]
fn pixel_to_point(
    bounds: (usize, usize),
    pixel: (usize, usize),
    upper_left: Complex<f32>,
    lower_right: Complex<f32>,
) -> Complex<f32> {
    let (width, height) = (lower_right.re - upper_left.re, upper_left.im - lower_right.im);
    Complex {
        re: upper_left.re + pixel.0 as f32 * width / bounds.0 as f32,
        im: upper_left.im - pixel.1 as f32 * height / bounds.1 as f32,
    }
}

/// Newton's method for the cube roots of one: the root that a start value leads to.
#[device]
fn newton(start: Complex<f32>) -> Option<u8> {
    const ROOTS: [Complex<f32>; 3] = [
        Complex { re: 1.0, im: 0.0 },
        Complex { re: -0.5, im: 0.866_025_4 },
        Complex { re: -0.5, im: -0.866_025_4 },
    ];
    let mut z = start;
    for _ in 0..40 {
        let square = z * z;
        let scale = 1.0 / (3.0 * square.norm_sqr());
        let conjugate = Complex::new(square.re, -square.im);
        let f = square * z - Complex { re: 1.0, ..Default::default() };
        let step = f * conjugate;
        z = z - Complex::new(step.re * scale, step.im * scale);
        if let Some(root) = ROOTS.iter().position(|&root| (z - root).norm_sqr() < 1e-4) {
            return Some(root as u8);
        }
    }
    None
}

#[device]
fn grey(bounds: (usize, usize), pixel: (usize, usize)) -> u8 {
    let corners = (Complex::new(-2.2, 1.2), Complex::new(0.8, -1.2));
    let point = pixel_to_point(bounds, pixel, corners.0, corners.1);
    match escape_time(point, 255) {
        None => 0,
        Some(count) => 255 - count as u8,
    }
}

#[kernel]
fn render(i: Index<2>, image: &mut ArrayViewMut<u8, 2>, roots: &mut ArrayViewMut<u8, 2>) {
    let [height, width] = image.extent().into();
    image[i] = grey((width, height), (i[1], i[0]));
    roots[i] = newton(Complex::new(i[1] as f32 / 10.0 - 1.55, i[0] as f32 / 10.0 - 0.95)).unwrap_or(u8::MAX);
}

#[test]
fn images_are_those_of_the_host() {
    let (width, height) = (32, 20);
    on_each_queue(|queue| {
        let mut image = ArrayViewMut::without_source([height, width])?;
        let mut roots = ArrayViewMut::without_source([height, width])?;
        queue.parallel_for_each([height, width], render(&mut image, &mut roots))?;
        let (image, roots) = (image.to_vec()?, roots.to_vec()?);
        // Points near the edge of the set may escape later after other rounding.
        let mut different = 0;
        for row in 0..height {
            for column in 0..width {
                let root = newton(Complex::new(column as f32 / 10.0 - 1.55, row as f32 / 10.0 - 0.95));
                different += usize::from(image[row * width + column] != grey((width, height), (column, row)));
                different += usize::from(roots[row * width + column] != root.unwrap_or(u8::MAX));
            }
        }
        assert!(different < 30, "{different} points");
        Ok(())
    });
}
