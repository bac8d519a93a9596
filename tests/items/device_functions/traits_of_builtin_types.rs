//! The user's own traits for scalars, vectors, arrays and tuples.

use amp::Accelerator;
use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec3;
use std::ops::{Add, Mul};

#[device]
trait Monoid {
    const IDENTITY: Self;
    fn op(self, other: Self) -> Self;
    fn twice(self) -> Self {
        self.op(self)
    }
}

#[device]
impl Monoid for f32 {
    const IDENTITY: f32 = 0.0;
    fn op(self, other: f32) -> f32 {
        self + other
    }
}

#[device]
impl Monoid for u32 {
    const IDENTITY: Self = 1;
    fn op(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }
    fn twice(self) -> Self {
        self.op(self).op(Self::IDENTITY)
    }
}

#[device]
impl Monoid for Vec3 {
    const IDENTITY: Vec3 = Vec3::ZERO;
    fn op(self, other: Vec3) -> Vec3 {
        self.max(other)
    }
}

#[device]
impl Monoid for (f32, u32) {
    const IDENTITY: Self = (f32::NEG_INFINITY, 0);
    fn op(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(transparent)]
struct Max(f32);

#[device]
impl Monoid for Max {
    const IDENTITY: Max = Max(f32::NEG_INFINITY);
    fn op(self, other: Self) -> Self {
        Max(self.0.max(other.0))
    }
}

#[device]
fn total<T: Monoid>(values: [T; 4]) -> T {
    let mut sum = T::IDENTITY;
    for value in values {
        sum = sum.op(value);
    }
    T::op(sum.twice(), <T as Monoid>::IDENTITY)
}

#[device]
fn reductions(v: f32) -> f32 {
    let n = v.abs() as u32;
    let (best, position) = total([(v, 1), (2.0, 5), (1.0, 3), (v, 2)]);
    total([v, 1.0, 2.0, 3.0])
        + total([n, 2, 3, 4]) as f32
        + total([Max(v), Max(1.0), Max(0.5), Max(2.0)]).0
        + total([Vec3::splat(v), Vec3::ONE, Vec3::X, Vec3::Y]).x
        + best
        + position as f32
}

#[test]
fn reductions_over_a_monoid() {
    compare(reductions, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = reductions(x[i]))).unwrap();
    });
}

#[device]
fn paths(a: f32) -> f32 {
    let b = a.op(2.0);
    f32::op(b, a).op(<f32 as Monoid>::IDENTITY) + <f32 as Monoid>::op(a, 1.0) + f32::IDENTITY + a.twice()
}

#[test]
fn functions_of_a_trait_for_f32_by_path() {
    compare(paths, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = paths(x[i]))).unwrap();
    });
}

/// A trait whose functions have the names of built-in methods.
#[device]
trait Number: Copy + Add<Output = Self> + Mul<Output = Self> {
    fn of(x: f32) -> Self;
    fn sin(self) -> Self;
    fn sqrt(self) -> Self;
    fn cube(self) -> Self {
        self * self * self
    }
}

#[device]
impl Number for f32 {
    fn of(x: f32) -> f32 {
        x
    }
    fn sin(self) -> f32 {
        f32::sin(self)
    }
    // The built-in method is called, so this is no recursion. Generic code calls this function.
    fn sqrt(self) -> f32 {
        self.abs().sqrt() + 1.0
    }
}

/// A dual number, for derivatives.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Dual {
    v: f32,
    d: f32,
}

#[device]
impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual { v: self.v + other.v, d: self.d + other.d }
    }
}

#[device]
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        Dual { v: self.v * other.v, d: self.v * other.d + self.d * other.v }
    }
}

#[device]
impl Number for Dual {
    fn of(x: f32) -> Self {
        Dual { v: x, d: 0.0 }
    }
    fn sin(self) -> Self {
        Dual { v: self.v.sin(), d: self.d * self.v.cos() }
    }
    fn sqrt(self) -> Self {
        let root = self.v.sqrt();
        Dual { v: root, d: self.d / (2.0 * root) }
    }
}

#[device]
fn polynomial<T: Number>(x: T) -> T {
    (x * x + T::of(3.0)).sqrt().sin() + x.cube() * (x * x + T::of(1.0)).sqrt()
}

#[device]
fn derivative(v: f32) -> f32 {
    let x = Dual { v, d: 1.0 };
    // A concrete `f32` has the built-in method.
    polynomial(v) + polynomial(x).d + (v.abs() + 4.0).sqrt()
}

#[test]
fn generic_functions_call_the_method_of_the_trait() {
    compare(derivative, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = derivative(x[i]))).unwrap();
    });
}

#[device]
trait First {
    fn go(&self) -> f32;
    fn at(k: f32) -> f32;
}

#[device]
trait Second {
    fn go(&self) -> f32;
    fn at(k: f32) -> f32;
}

#[device]
impl First for f32 {
    fn go(&self) -> f32 {
        *self + 0.25
    }
    fn at(k: f32) -> f32 {
        k + 3.0
    }
}

#[device]
impl Second for f32 {
    fn go(&self) -> f32 {
        *self * 0.5
    }
    fn at(k: f32) -> f32 {
        k + 4.0
    }
}

#[device]
impl First for Max {
    fn go(&self) -> f32 {
        self.0
    }
    fn at(k: f32) -> f32 {
        k * 7.0
    }
}

#[device]
impl Second for Max {
    fn go(&self) -> f32 {
        -self.0
    }
    fn at(k: f32) -> f32 {
        k * 9.0
    }
}

#[device]
fn both<T: First + Second>(value: T) -> f32 {
    <T as First>::go(&value)
        + <T as Second>::go(&value) * 2.0
        + <T as First>::at(1.0) * <T as Second>::at(3.0)
}

#[device]
fn equal_names(v: f32) -> f32 {
    let m = Max(v);
    both(v)
        + both(m)
        + <Max as First>::go(&m) * <Max as Second>::go(&m)
        + <f32 as Second>::go(&v)
        + <f32 as First>::at(v)
}

#[test]
fn functions_of_one_name_from_two_traits() {
    compare(equal_names, |accelerator, x, y| {
        let on = accelerator.default_view();
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = equal_names(x[i]))).unwrap();
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
