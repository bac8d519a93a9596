//! Types that follow from generic functions, and names of the generic function around a closure.

use super::cases;
use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec2;
use std::ops::{Add, Mul};

#[device]
fn twice<T: amp::Value + Add<Output = T>>(x: T) -> T {
    x + x
}

#[device]
fn pick<T: amp::Value>(is_first: bool, a: T, b: T) -> T {
    if is_first { a } else { b }
}

#[device]
fn mix<T: amp::Value + Mul<f32, Output = T> + Add<Output = T>>(a: T, b: T, t: f32) -> T {
    a * (1.0 - t) + b * t
}

#[device]
fn product<A: amp::Value + Mul<B>, B: amp::Value>(a: A, b: B) -> A::Output
where
    A::Output: amp::Value,
{
    a * b
}

#[device]
fn ramp<const N: usize>(step: f32) -> [f32; N] {
    let mut ramp = [0.0; N];
    for k in 0..N {
        ramp[k] = step * k as f32;
    }
    ramp
}

#[device]
fn halves(x: f32) -> (f32, u32) {
    (x * 2.0, x as u32)
}

#[device]
trait Potential {
    const FACTOR: f32;

    fn at(self, r: f32) -> f32;
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Inverse {
    strength: f32,
}

#[device]
impl Potential for Inverse {
    const FACTOR: f32 = 2.5;

    fn at(self, r: f32) -> f32 {
        self.strength / (r * r)
    }
}

#[device]
fn energy<P: Potential + amp::Value>(potential: P, r: f32) -> f32 {
    potential.at(r) * P::FACTOR + 0.5 * P::FACTOR * P::FACTOR
}

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Settings {
    scale: f32,
    counts: [u32; 2],
}

#[device]
fn default_parts(x: u32) -> u32 {
    let settings = Settings { scale: 3.0, ..Settings::default() };
    let mut sum = Settings::default().counts[0] + x;
    for count in <[u32; 3]>::default() {
        sum += count + settings.counts[1];
    }
    sum + settings.scale as u32
}

const INVERSE: Inverse = Inverse { strength: 2.0 };

cases! {
    literals_of_a_generic_result(v: u32 = |k| k as u32, |i| {
        let mut sum = v;
        sum += twice(2);
        sum = pick(sum > 5, sum, 7);
        let other = pick(true, 1, 2);
        sum + other
    });
    float_literals_of_a_generic_result(v: f32 = |k| k as f32, |i| {
        let scale = twice(1.5);
        pick(v > 2.0, scale, 0.25) * v
    });
    operators_with_standard_bounds(v: Vec2 = |k| Vec2::splat(k as f32), |i| {
        mix(v, Vec2::ONE, 0.25) * mix(1.0, 2.0, 0.5)
    });
    associated_output_types(v: Vec2 = |k| Vec2::splat(k as f32), |i| product(v, 2.0) + product(0.5, Vec2::ONE));
    arrays_of_generic_length(v: f32 = |k| k as f32, |i| {
        let ramp = ramp::<3>(v);
        let mut sum = 0.0;
        for step in ramp {
            sum += step;
        }
        sum + ramp[2].sqrt()
    });
    tuples(v: f32 = |k| k as f32, |i| {
        let pair = halves(v);
        let (a, b) = halves(pair.0);
        pair.0.max(a) + (pair.1 + b) as f32
    });
    parts_of_a_default_in_a_function(v: u32 = |k| k as u32, |i| default_parts(v));
    trait_methods_of_a_constant(v: f32 = |k| 1.0 + k as f32, |i| energy(INVERSE, v) + INVERSE.at(v + 1.0));
}

#[kernel]
fn compare_with_default<T: GpuType + Default + PartialEq>(
    i: Index<1>,
    x: &ArrayView<T>,
    y: &mut ArrayViewMut<u32>,
) {
    y[i] = (x[i] == T::default()) as u32 + 2 * (x[i] != T::default()) as u32;
}

#[test]
fn derived_equality_satisfies_a_bound_of_the_standard_library() {
    let values = [Settings::default(), Settings { scale: 1.0, ..Settings::default() }];
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source(2).unwrap();
        let x = ArrayView::new(&values);
        let kernel = compare_with_default(&x, &mut y);
        on.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1, 2]);
    });
}

trait Shape {
    type Scalar;

    const SIDES: u32;
}

struct Square;

impl Shape for Square {
    type Scalar = f32;

    const SIDES: u32 = 4;
}

fn sides<S: Shape<Scalar = f32>>(on: &Accelerator) -> Vec<f32> {
    let mut x = ArrayViewMut::<f32>::without_source(4).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let half: S::Scalar = 0.5;
        x[i] = half * S::SIDES as f32;
    });
    on.default_view().parallel_for_each(4, kernel).unwrap();
    x.to_vec().unwrap()
}

fn incremented<T: GpuType + Default + Add<Output = T> + From<u8>>(on: &Accelerator, data: &[T]) -> Vec<T> {
    let (n, mut data) = (data.len(), data.to_vec());
    let mut x = ArrayViewMut::new(&mut data);
    let one = T::from(1);
    let kernel = amp!(|i: Index<1>| {
        let zero = T::default();
        x[i] = zero + x[i] + one;
    });
    on.default_view().parallel_for_each(n, kernel).unwrap();
    x.to_vec().unwrap()
}

fn weighted<T, const N: usize>(on: &Accelerator, data: &[T], weights: [T; N]) -> Vec<T>
where
    T: GpuType + Add<Output = T> + Mul<Output = T>,
{
    let (n, mut data) = (data.len(), data.to_vec());
    let mut x = ArrayViewMut::new(&mut data);
    let kernel = amp!(|i: Index<1>| {
        let mut parts = [x[i]; N];
        for k in 0..N {
            parts[k] = parts[k] * weights[k];
        }
        let mut sum = parts[0];
        for k in 1..N {
            sum = sum + parts[k];
        }
        x[i] = sum;
    });
    on.default_view().parallel_for_each(n, kernel).unwrap();
    x.to_vec().unwrap()
}

fn limited<T: GpuType + PartialOrd>(on: &Accelerator, data: &[T], limit: T) -> Vec<T> {
    let (n, mut data) = (data.len(), data.to_vec());
    let mut x = ArrayViewMut::new(&mut data);
    let kernel = amp!(|i: Index<1>| {
        if x[i] > limit {
            x[i] = limit;
        }
    });
    on.default_view().parallel_for_each(n, kernel).unwrap();
    x.to_vec().unwrap()
}

#[test]
fn closures_use_associated_types_and_standard_traits() {
    on_each(|on| {
        assert_eq!(sides::<Square>(on), [2.0; 4]);
        assert_eq!(incremented(on, &[1.0f32; 4]), [2.0; 4]);
        assert_eq!(incremented(on, &[1u32; 4]), [2; 4]);
        assert_eq!(weighted(on, &[1u32, 2, 3], [1, 2, 3]), [6, 12, 18]);
        assert_eq!(weighted(on, &[1.0f32, 2.0], [0.5]), [0.5, 1.0]);
        assert_eq!(limited(on, &[1.0f32, 2.0, 9.0], 3.0), [1.0, 2.0, 3.0]);
        assert_eq!(limited(on, &[1i32, -2, 9], 3), [1, -2, 3]);
    });
}
