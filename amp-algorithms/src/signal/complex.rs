//! The type of complex numbers.

use std::ops::{Add, Mul, Neg, Sub};

use amp::prelude::*;

/// A complex number of two `f32`, for kernels and for the host.
///
/// ```
/// use amp_algorithms::Complex32;
///
/// let z = Complex32::new(1.0, 2.0);
/// assert_eq!(z * z.conj(), Complex32::new(z.norm_sqr(), 0.0));
/// ```
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Complex32 {
    /// The real part.
    pub re: f32,
    /// The imaginary part.
    pub im: f32,
}

#[device]
impl Complex32 {
    /// The number `re + im * i`.
    pub fn new(re: f32, im: f32) -> Complex32 {
        Complex32 { re, im }
    }

    /// The complex conjugate.
    pub fn conj(self) -> Complex32 {
        Complex32 { re: self.re, im: -self.im }
    }

    /// The square of the absolute value.
    pub fn norm_sqr(self) -> f32 {
        self.re * self.re + self.im * self.im
    }

    /// The product with a real number.
    pub fn scale(self, by: f32) -> Complex32 {
        Complex32 { re: self.re * by, im: self.im * by }
    }

    /// The product with `i`.
    pub fn times_i(self) -> Complex32 {
        Complex32 { re: -self.im, im: self.re }
    }
}

#[device]
impl Add for Complex32 {
    type Output = Complex32;
    fn add(self, other: Complex32) -> Complex32 {
        Complex32 { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl Sub for Complex32 {
    type Output = Complex32;
    fn sub(self, other: Complex32) -> Complex32 {
        Complex32 { re: self.re - other.re, im: self.im - other.im }
    }
}

#[device]
impl Mul for Complex32 {
    type Output = Complex32;
    fn mul(self, other: Complex32) -> Complex32 {
        Complex32 { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[device]
impl Neg for Complex32 {
    type Output = Complex32;
    fn neg(self) -> Complex32 {
        Complex32 { re: -self.re, im: -self.im }
    }
}
