//! Methods and operators of the user's types, also with names of built-in methods.

use super::{Near, cases};
use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Add, AddAssign, Mul, Neg, Not, Sub};

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Complex {
    re: f32,
    im: f32,
}

impl Near for Complex {
    fn is_near(&self, other: &Complex) -> bool {
        self.re.is_near(&other.re) && self.im.is_near(&other.im)
    }
}

#[device]
impl Complex {
    const I: Complex = Complex { re: 0.0, im: 1.0 };

    const fn new(re: f32, im: f32) -> Complex {
        Complex { re, im }
    }

    fn conj(self) -> Complex {
        Complex { re: self.re, im: -self.im }
    }

    fn norm_sqr(self) -> f32 {
        self.re * self.re + self.im * self.im
    }

    fn abs(self) -> f32 {
        self.norm_sqr().sqrt()
    }

    /// This is not the exponential function of floats.
    fn exp(self) -> Complex {
        Complex::new(self.re + 1.0, self.im)
    }

    fn powf(self, exponent: u32) -> Complex {
        let mut power = Complex::new(1.0, 0.0);
        for _ in 0..exponent {
            power = power * self;
        }
        power
    }
}

#[device]
impl Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex::new(self.re + other.re, self.im + other.im)
    }
}

#[device]
impl Sub for Complex {
    type Output = Complex;
    fn sub(self, other: Complex) -> Complex {
        Complex::new(self.re - other.re, self.im - other.im)
    }
}

#[device]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

#[device]
impl Mul<f32> for Complex {
    type Output = Complex;
    fn mul(self, by: f32) -> Complex {
        Complex::new(self.re * by, self.im * by)
    }
}

#[device]
impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex::new(-self.re, -self.im)
    }
}

/// This operator has another result type than its operand.
#[device]
impl Not for Complex {
    type Output = bool;
    fn not(self) -> bool {
        self.re < self.im
    }
}

#[device]
fn is_turned(z: &Complex) -> bool {
    if !*z { !-*z } else { !ROOTS[1] }
}

const ROOTS: [Complex; 4] =
    [Complex::new(1.0, 0.0), Complex::new(0.0, -1.0), Complex::new(-1.0, 0.0), Complex::new(0.0, 1.0)];

#[device]
fn fourier_sum(a: [Complex; 4], k: usize) -> Complex {
    let mut sum = a[0];
    for j in 1..4 {
        sum = sum + a[j] * ROOTS[(j * k) % 4];
    }
    sum
}

#[device]
fn magnitude(z: Complex) -> f32 {
    (z * ROOTS[1]).abs() + z.exp().re
}

#[device]
fn corners(center: Complex) -> [Complex; 2] {
    [center + ROOTS[0], center - ROOTS[1] * 4.0]
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Ray {
    from: Complex,
    to: Complex,
}

#[device]
impl Ray {
    fn at(&self, t: f32) -> Complex {
        self.from + self.to * t
    }

    fn flip(self) -> Ray {
        Ray { from: self.to, to: self.from }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct FourVector {
    t: f32,
    p: [f32; 3],
}

impl Near for FourVector {
    fn is_near(&self, other: &FourVector) -> bool {
        self == other
    }
}

#[device]
impl FourVector {
    const ZERO: FourVector = FourVector { t: 0.0, p: [0.0; 3] };

    fn min(self, other: FourVector) -> FourVector {
        if self.t < other.t { self } else { other }
    }

    fn dot(&self, other: &FourVector) -> f32 {
        let mut product = self.t * other.t;
        for k in 0..3 {
            product -= self.p[k] * other.p[k];
        }
        product
    }
}

#[device]
impl AddAssign for FourVector {
    fn add_assign(&mut self, other: FourVector) {
        self.t += other.t;
        for k in 0..3 {
            self.p[k] += other.p[k];
        }
    }
}

#[device]
impl Mul<FourVector> for f32 {
    type Output = FourVector;
    fn mul(self, vector: FourVector) -> FourVector {
        FourVector { t: self * vector.t, p: [self * vector.p[0], self * vector.p[1], self * vector.p[2]] }
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct List {
    count: u32,
    scale: f32,
}

#[device]
impl List {
    fn len(self) -> u32 {
        self.count
    }

    fn sin(self) -> f32 {
        self.scale
    }

    fn max(self, other: f32) -> f32 {
        self.scale + other
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Holder {
    list: List,
    weights: [f32; 4],
}

const HOLDER: Holder = Holder { list: List { count: 3, scale: 0.5 }, weights: [1.0, 2.0, 3.0, 4.0] };

#[device]
impl Holder {
    fn twice(self) -> u32 {
        self.list.len() * 2
    }

    fn total(&self) -> f32 {
        let mut sum = 0.0;
        for k in 0..self.weights.len() {
            sum += self.weights[k];
        }
        sum + self.list.max(1.0) + self.list.sin()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Op {
    Add,
    Mul,
}

const OPS: [Op; 2] = [Op::Add, Op::Mul];

cases! {
    fourier_transform_with_a_table_of_roots(v: Complex = |k| Complex::new(k as f32, 1.0), |i| {
        let a = [v, v * 2.0, v.conj(), -v];
        fourier_sum(a, i % 4) * ROOTS[i % 4] + Complex::I
    });
    methods_named_like_those_of_floats(v: Complex = |k| Complex::new(k as f32, 1.0), |i| {
        let z = v * ROOTS[i % 4];
        Complex::new(z.abs(), v.exp().re) + z.powf(2)
    });
    unary_operators_with_another_result_type(v: Complex = |k| Complex::new(k as f32, 4.0), |i| {
        let is_less = !v;
        let flags = (!is_less, !-v);
        if flags.0 && !ROOTS[i % 4] || flags.1 != is_turned(&v) { -v } else { v * 2.0 }
    });
    methods_of_constants_in_functions(v: Complex = |k| Complex::new(k as f32, 1.0), |i| Complex::I * magnitude(v));
    method_chains(v: f32 = |k| k as f32, |i| {
        let ray = Ray { from: Complex::I, to: Complex::new(v, 2.0) };
        ray.flip().at(0.5).conj().norm_sqr() + ray.to.abs() + (ray.from * ray.to).abs()
    });
    compound_assignment_of_a_constant(v: FourVector = |k| FourVector { t: k as f32, p: [1.0, 2.0, k as f32] }, |i| {
        let mut force = FourVector::ZERO;
        force += v;
        force += 2.0 * v;
        let product = force.dot(&v);
        force.min(product * FourVector::ZERO)
    });
    own_len_and_the_length_of_an_array(v: u32 = |k| k as u32, |i| {
        HOLDER.twice() + HOLDER.list.len() + HOLDER.weights.len() as u32 + v
    });
    own_methods_of_fields(v: f32 = |k| k as f32, |i| {
        let holder = HOLDER;
        holder.total() + holder.list.sin() * v
    });
    arrays_of_own_values(v: Complex = |k| Complex::new(k as f32, 1.0), |i| {
        let [a, b] = corners(v);
        let w = corners(a);
        a * b + w[1] - corners(b)[0]
    });
    conditions(v: Complex = |k| Complex::new(k as f32, 1.0), |i| {
        if v.abs() > 4.0 && ROOTS[i % 4].norm_sqr() >= 1.0 { v * 0.5 } else { ROOTS[i % 4] }
    });
    tables_of_variants(v: f32 = |k| k as f32, |i| match OPS[i % 2] {
        Op::Add => v + 1.0,
        Op::Mul => v * 3.0,
    });
    least_and_greatest(v: f32 = |k| k as f32, |i| {
        let mut low = f32::MAX;
        let mut high = f32::MIN;
        for k in 0..4 {
            let product = HOLDER.weights[k] * v;
            low = low.min(product);
            high = high.max(product);
        }
        high - low
    });
    swapped_items(v: f32 = |k| k as f32, |i| {
        let mut list = HOLDER.weights;
        list.swap(0, 3);
        let mut first = list[0];
        std::mem::swap(&mut first, &mut list[1]);
        list[1] - first + list.len() as f32 * v
    });
}

/// A variable without an initial value gets its type from the first value that the kernel assigns.
#[test]
fn variables_without_an_initial_value() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let z;
            if i[0] % 2 == 0 {
                z = Complex { re: 1.0, im: 2.0 };
            } else {
                z = Complex::new(3.0, i[0] as f32);
            }
            let mut last;
            match i[0] {
                0 => last = Complex::I,
                _ => last = z.conj(),
            }
            last = last * z;
            y[i] = last.re + 10.0 * last.im;
        });
        on.parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [8.0, 10.0, 5.0, 18.0]);
    });
}
