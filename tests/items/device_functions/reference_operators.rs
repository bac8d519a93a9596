//! Operators and `IntoIterator` of references. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Add, AddAssign, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
impl<'a> Add<&'a Pair> for &Pair {
    type Output = Pair;
    fn add(self, o: &'a Pair) -> Pair {
        Pair { a: self.a + o.a, b: self.b * o.b }
    }
}
#[device]
impl Add<Pair> for &Pair {
    type Output = Pair;
    fn add(self, o: Pair) -> Self::Output {
        Pair { a: self.a + o.a * 2, b: self.b }
    }
}
#[device]
impl Add<&Pair> for Pair {
    type Output = Pair;
    fn add(mut self, o: &Pair) -> Pair {
        self += o;
        self
    }
}
#[device]
impl Sub for Pair {
    type Output = Pair;
    fn sub(self, o: Pair) -> Pair {
        Pair { a: self.a + o.a * 9, b: self.b ^ o.b }
    }
}
#[device]
impl Mul<u32> for &Pair {
    type Output = Pair;
    fn mul(self, k: u32) -> Pair {
        Pair { a: self.a * k, b: self.b + k }
    }
}
#[device]
impl AddAssign<&Pair> for Pair {
    fn add_assign(&mut self, o: &Pair) {
        self.a += o.a * 3;
        self.b += o.b;
    }
}

#[derive(Clone, Copy, GpuType)]
struct Set(u32);
#[derive(Clone, Copy, GpuType)]
struct Members(u32);
#[device]
impl Iterator for Members {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let k = self.0.checked_ilog2()?;
        self.0 ^= 1 << k;
        Some(k)
    }
}
#[device]
impl IntoIterator for Set {
    type Item = u32;
    type IntoIter = Members;
    fn into_iter(self) -> Members {
        Members(self.0)
    }
}
/// The members from the second on, which differs from the implementation for the value.
#[device]
impl<'a> IntoIterator for &'a Set {
    type Item = u32;
    type IntoIter = Members;
    fn into_iter(self) -> Self::IntoIter {
        Members(self.0 & (self.0 - 1))
    }
}

#[device]
impl Pair {
    /// `self` is a reference, so `self + other` is the operator of references.
    fn plus(&self, other: &Pair) -> Pair {
        self + other
    }

    fn plus_value(&self, other: Pair) -> Pair {
        self + other
    }

    fn value_plus(&self, other: &Pair) -> Pair {
        *self + other
    }

    fn is_scaled(&self, other: &Pair) -> bool {
        self == other || self * 2 == *other
    }

    fn add_twice(&mut self, other: &Pair) {
        *self += other;
        *self = &*self + other;
    }
}

#[device]
trait Doubled: Sized + Copy {
    fn doubled(&self) -> Self;
}
#[device]
impl Doubled for u32 {
    fn doubled(&self) -> u32 {
        self * 2 + (self & 1)
    }
}

#[device]
fn of_methods(v: u32) -> u32 {
    let (p, q) = (Pair { a: v, b: v % 7 }, Pair { a: 5, b: 3 });
    let mut sum = p.plus(&q);
    sum.add_twice(&p.plus_value(q));
    let plain = p.value_plus(&q);
    let flags = u32::from(p.is_scaled(&q)) + u32::from(p.is_scaled(&Pair { a: v * 2, b: v % 7 + 2 }));
    [sum.a, sum.b, plain.a, plain.b, flags, v.doubled()].iter().fold(7, |h: u32, x| h.wrapping_mul(31) ^ x)
}

#[test]
fn self_of_a_method_has_the_operators_of_references() {
    let wanted: Vec<u32> = (0..32).map(of_methods).collect();
    on_each(|accelerator| {
        let mut z = ArrayViewMut::<u32>::without_source([32]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(32, amp!(|i: Index<1>| z[i] = of_methods(i[0] as u32)))
            .unwrap();
        assert_eq!(z.to_vec().unwrap(), wanted);
    });
}

#[device]
fn all(v: u32) -> u32 {
    let pairs = [Pair { a: v, b: 2 }, Pair { a: 3, b: v % 5 }, Pair { a: 1, b: v }];
    let best = pairs.iter().max_by_key(|p| p.a).unwrap();
    let sum: Pair = &pairs[0] + &(&pairs[1] + best);
    let mixed = &pairs[2] + (pairs[0] + &pairs[1]);
    let mut total = pairs[1] - pairs[0];
    for p in &pairs {
        total += p;
    }
    total += &sum;
    let scaled = best * 3;
    let set = Set(v | 0x104);
    let mut out = sum.a + sum.b * 3 + mixed.a * 5 + mixed.b + scaled.a + scaled.b;
    for k in &set {
        out = out.wrapping_mul(3) + k;
    }
    for k in set {
        out = out.wrapping_mul(5) + k;
    }
    out.wrapping_add(total.a.wrapping_mul(7)).wrapping_add(total.b)
}

#[test]
fn operators_of_references_have_the_results_of_the_host() {
    let wanted: Vec<u32> = (0..32).map(all).collect();
    on_each(|accelerator| {
        let mut z = ArrayViewMut::<u32>::without_source([32]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(32, amp!(|i: Index<1>| z[i] = all(i[0] as u32)))
            .unwrap();
        assert_eq!(z.to_vec().unwrap(), wanted);
    });
}
