//! A vector type with operators, and with methods that have names of built-in methods. Each component stays below
//! 64, so that arithmetic is exact.

use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Not, Sub};

use amp::prelude::*;

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Vector {
    pub x: f32,
    pub y: f32,
}

#[device]
impl Vector {
    pub const ZERO: Vector = Vector { x: 0.0, y: 0.0 };
    pub const TABLE: [Vector; 3] = [Vector { x: 1.0, y: -2.0 }, Vector::ZERO, Vector { x: 7.0, y: 5.0 }];
    pub const LIMITS: (i32, f32) = (-9, 12.0);

    pub const fn new(x: f32, y: f32) -> Vector {
        Vector { x, y }
    }

    pub fn dot(self, other: Vector) -> f32 {
        (self.x * other.x + self.y * other.y) % 64.0
    }

    pub fn length(&self) -> f32 {
        self.x.abs().max(self.y.abs())
    }

    pub fn min(self, other: Vector) -> Vector {
        Vector::new(self.x.min(other.x), self.y.min(other.y))
    }

    pub fn max(self, limit: f32) -> Vector {
        Vector { x: self.x.max(limit), ..self }
    }

    pub fn abs(self) -> i32 {
        self.x as i32 + Self::LIMITS.0
    }

    pub fn exp(&mut self, by: u32) -> u32 {
        self.y = (self.y + 1.0) % 64.0;
        by ^ self.x as u32
    }

    pub fn sqrt(self) -> Vector {
        -self + Self::TABLE[2]
    }

    pub fn clamp(&self, low: i32, high: Vector) -> bool {
        self.abs() > low && high.dot(*self) > Vector::LIMITS.1
    }

    pub fn len(self) -> usize {
        self.length() as usize
    }
}

#[device]
impl Add for Vector {
    type Output = Vector;

    fn add(self, other: Vector) -> Vector {
        Vector::new((self.x + other.x) % 64.0, (self.y + other.y) % 64.0)
    }
}

#[device]
impl Sub<u32> for Vector {
    type Output = i32;

    fn sub(self, bits: u32) -> i32 {
        self.y as i32 ^ bits as i32
    }
}

#[device]
impl Mul<f32> for Vector {
    type Output = Vector;

    fn mul(self, by: f32) -> Vector {
        Vector::new((self.x * by) % 64.0, (self.y * by) % 64.0)
    }
}

#[device]
impl Mul<Vector> for f32 {
    type Output = Vector;

    fn mul(self, vector: Vector) -> Vector {
        vector * self + Vector::TABLE[0]
    }
}

#[device]
impl Neg for Vector {
    type Output = Vector;

    fn neg(self) -> Vector {
        Vector { x: 0.0 - self.x, y: 0.0 - self.y }
    }
}

#[device]
impl Not for Vector {
    type Output = bool;

    fn not(self) -> bool {
        self.x < self.y
    }
}

#[device]
impl AddAssign for Vector {
    fn add_assign(&mut self, other: Vector) {
        *self = *self + other;
    }
}

#[device]
impl MulAssign<f32> for Vector {
    fn mul_assign(&mut self, by: f32) {
        self.x = (self.x * by) % 64.0;
    }
}
