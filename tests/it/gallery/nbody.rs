//! Gravity among bodies, after `nbody` of the Computer Language Benchmarks Game and of the CUDA samples.
//!
//! Uses an own `Vec3` with all operators, `f32 * Vec3`, `Sum`, `filter` on positions, and pairs of bodies by nested chains.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use amp::prelude::{ArrayView, ArrayViewMut, GpuType, Index, device, kernel};

use super::on_each_queue;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }

    fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn norm(self) -> f32 {
        self.dot(self).sqrt()
    }

    fn cross(self, other: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = other;
        Vec3::new(self.y * z - self.z * y, self.z * x - self.x * z, self.x * y - self.y * x)
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

#[device]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3 { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[device]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        self + -o
    }
}

#[device]
impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f32) -> Vec3 {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}

#[device]
impl Mul<Vec3> for f32 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

#[device]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        *self = *self + other;
    }
}

#[device]
impl Sum for Vec3 {
    fn sum<I: Iterator<Item = Vec3>>(iter: I) -> Vec3 {
        iter.fold(Vec3::ZERO, Add::add)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Body {
    position: Vec3,
    velocity: Vec3,
    mass: f32,
}

const SOFTENING: f32 = 1e-2;

#[device]
impl Body {
    fn pull(&self, on: &Body) -> Vec3 {
        let d = self.position - on.position;
        let distance = (d.dot(d) + SOFTENING).sqrt();
        self.mass / distance.powi(3) * d
    }

    fn advance(&mut self, acceleration: Vec3, dt: f32) {
        self.velocity += acceleration * dt;
        self.position += dt * self.velocity;
    }

    fn kinetic_energy(&self) -> f32 {
        0.5 * self.mass * self.velocity.dot(self.velocity)
    }

    fn angular_momentum(&self) -> Vec3 {
        self.mass * self.position.cross(self.velocity)
    }
}

#[device]
fn moved(bodies: &[Body], k: usize, dt: f32) -> Body {
    let mut body = bodies[k];
    let acceleration =
        bodies.iter().enumerate().filter(|&(j, _)| j != k).map(|(_, other)| other.pull(&body)).sum();
    body.advance(acceleration, dt);
    body
}

#[device]
fn energy(bodies: &[Body]) -> f32 {
    let kinetic: f32 = bodies.iter().map(Body::kinetic_energy).sum();
    let potential: f32 = bodies
        .iter()
        .enumerate()
        .flat_map(|(i, a)| {
            bodies[i + 1..].iter().map(move |b| a.mass * b.mass / (a.position - b.position).norm())
        })
        .sum();
    kinetic - potential
}

#[kernel]
fn advance_all(i: Index<1>, dt: f32, bodies: &ArrayView<Body>, next: &mut ArrayViewMut<Body>) {
    next[i] = moved(&bodies[..], i[0], dt);
}

#[kernel]
fn measure(
    i: Index<1>,
    bodies: &ArrayView<Body>,
    energies: &mut ArrayViewMut<f32>,
    momenta: &mut ArrayViewMut<Vec3>,
) {
    energies[i] = energy(&bodies[..]);
    momenta[i] = bodies.iter().map(|body| body.angular_momentum()).sum::<Vec3>();
}

#[test]
fn motion_is_that_of_the_host() {
    let numbers = amp_tests::numbers(21 * 7, 9);
    let start: Vec<Body> = numbers
        .chunks_exact(7)
        .map(|n| Body {
            position: Vec3::new(n[0], n[1], n[2]) * 4.0,
            velocity: Vec3::new(n[3] - 0.5, n[4] - 0.5, n[5] - 0.5),
            mass: 0.1 + n[6],
        })
        .collect();
    let mut expected = start.clone();
    for _ in 0..3 {
        expected = (0..21).map(|k| moved(&expected, k, 0.01)).collect();
    }
    let momentum: Vec3 = expected.iter().map(Body::angular_momentum).sum();
    on_each_queue(|queue| {
        let mut bodies = ArrayViewMut::from_vec([21], start.clone())?;
        for _ in 0..3 {
            let mut next = ArrayViewMut::without_source([21])?;
            queue.parallel_for_each(21, advance_all(0.01, &bodies.as_view(), &mut next))?;
            bodies = next;
        }
        let mut energies = ArrayViewMut::without_source([1])?;
        let mut momenta = ArrayViewMut::without_source([1])?;
        queue.parallel_for_each(1, measure(&bodies.as_view(), &mut energies, &mut momenta))?;
        for (a, b) in bodies.to_vec()?.iter().zip(&expected) {
            assert!((a.position - b.position).norm() < 1e-4 && (a.velocity - b.velocity).norm() < 1e-4);
        }
        assert!((energies[0] - energy(&expected)).abs() < 1e-2 * energies[0].abs());
        assert!((momenta[0] - momentum).norm() < 1e-3);
        Ok(())
    });
}
