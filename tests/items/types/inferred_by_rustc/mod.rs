//! Types that only rustc knows, without annotations in the kernel: constants in formulas, tables of vectors, methods and
//! operators of the user's types, and names of the generic function around a closure.

mod constants;
mod generic;
mod own_types;

use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec2;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Sub};

/// Values that a device may compute with other rounding than the host.
trait Near: Debug {
    fn is_near(&self, other: &Self) -> bool;
}

impl Near for f32 {
    fn is_near(&self, other: &f32) -> bool {
        (self - other).abs() <= 1e-5 * other.abs().max(1.0)
    }
}

impl Near for u32 {
    fn is_near(&self, other: &u32) -> bool {
        self == other
    }
}

impl Near for i32 {
    fn is_near(&self, other: &i32) -> bool {
        self == other
    }
}

/// Runs a kernel on every accelerator, and compares each element with the value of the same expression on the
/// host. Each line has the name of the test, the first elements of a view, the index in the kernel with the
/// new value of the element `v`, and the same for the host.
macro_rules! cases {
    ($($(#[$doc:meta])* $name:ident($v:ident: $t:ty = $first:expr, |$i:ident| $body:expr);)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            use $crate::types::inferred_by_rustc::Near;
            let first: Vec<$t> = (0..16).map($first).collect();
            amp_tests::on_each(|on| {
                let mut elements = first.clone();
                let mut view = amp::ArrayViewMut::new(&mut elements);
                let kernel = amp::amp!(|at: Index<1>| {
                    let $i = at[0];
                    let $v = view[at];
                    view[at] = $body;
                });
                on.default_view().parallel_for_each(16, kernel).unwrap();
                view.finish().unwrap();
                for (at, element) in elements.into_iter().enumerate() {
                    let ($i, $v) = (at, first[at]);
                    let expected: $t = $body;
                    assert!(element.is_near(&expected), "at {at}: {element:?}, {expected:?}");
                }
            });
        }
    )*};
}
use cases;

const RATE: f32 = 0.02;
const VOL: f32 = 0.30;

/// The Black-Scholes formula needs the cumulative normal distribution.
#[device]
fn cumulative_normal(d: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
    let tail = 0.398_942_3 * (-0.5 * d * d).exp() * k;
    if d > 0.0 { 1.0 - tail } else { tail }
}

#[kernel]
fn call_price(
    i: Index<1>,
    spot: &ArrayView<f32>,
    strike: &ArrayView<f32>,
    years: &ArrayView<f32>,
    call: &mut ArrayViewMut<f32>,
) {
    let (spot, strike, years) = (spot[i], strike[i], years[i]);
    let d1 = ((spot / strike).ln() + (RATE + 0.5 * VOL * VOL) * years) / (VOL * years.sqrt());
    let d2 = d1 - VOL * years.sqrt();
    call[i] = spot * cumulative_normal(d1) - strike * (-RATE * years).exp() * cumulative_normal(d2);
}

fn host_call_price(spot: f32, strike: f32, years: f32) -> f32 {
    let d1 = ((spot / strike).ln() + (RATE + 0.5 * VOL * VOL) * years) / (VOL * years.sqrt());
    let d2 = d1 - VOL * years.sqrt();
    spot * cumulative_normal(d1) - strike * (-RATE * years).exp() * cumulative_normal(d2)
}

#[test]
fn constants_in_formulas_need_no_types() {
    on_each(|on| {
        let view = &on.default_view();
        let spot: Vec<f32> = (0..64).map(|i| 10.0 + i as f32).collect();
        let strike: Vec<f32> = (0..64).map(|i| 20.0 + 0.5 * i as f32).collect();
        let years: Vec<f32> = (0..64).map(|i| 0.5 + 0.1 * i as f32).collect();
        let mut call = ArrayViewMut::<f32>::without_source(64).unwrap();
        let (spots, strikes, terms) =
            (ArrayView::new(&spot), ArrayView::new(&strike), ArrayView::new(&years));
        let kernel = call_price(&spots, &strikes, &terms, &mut call);
        view.parallel_for_each(64, kernel).unwrap();
        for (i, price) in call.to_vec().unwrap().into_iter().enumerate() {
            let expected = host_call_price(spot[i], strike[i], years[i]);
            assert!((price - expected).abs() < 1e-3 * expected.abs().max(1.0), "{i}: {price}, {expected}");
        }
    });
}

const DIRECTIONS: [Vec2; 4] = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
const OFFSETS: [[i32; 2]; 3] = [[0, 1], [1, -1], [-2, 0]];

#[device]
fn complex_product(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

#[test]
fn tables_of_vectors_need_no_types() {
    on_each(|on| {
        let view = &on.default_view();
        let mut values = [Vec2::new(1.0, 2.0); 12];
        let mut z = ArrayViewMut::new(&mut values);
        view.parallel_for_each(
            12,
            amp!(|i: Index<1>| {
                let offset = OFFSETS[i[0] % 3];
                let turned = complex_product(DIRECTIONS[i[0] % 4], z[i]) + DIRECTIONS[1];
                z[i] = turned * 2.0
                    + DIRECTIONS[i[0] % 4].dot(turned) * Vec2::splat((offset[0] - offset[1]) as f32);
            }),
        )
        .unwrap();
        z.finish().unwrap();
        for (i, value) in values.into_iter().enumerate() {
            let offset = OFFSETS[i % 3];
            let turned = complex_product(DIRECTIONS[i % 4], Vec2::new(1.0, 2.0)) + DIRECTIONS[1];
            let scale = (offset[0] - offset[1]) as f32;
            assert_eq!(value, turned * 2.0 + DIRECTIONS[i % 4].dot(turned) * Vec2::splat(scale), "{i}");
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[device]
impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn new(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3 { x, y, z }
    }

    fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    fn min(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x.min(other.x), self.y.min(other.y), self.z.min(other.z))
    }

    fn normalize(self) -> Vec3 {
        self * (1.0 / self.length())
    }
}

#[device]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

#[device]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        self.x += other.x;
        self.y += other.y;
        self.z += other.z;
    }
}

#[device]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

#[device]
impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, by: f32) -> Vec3 {
        Vec3::new(self.x * by, self.y * by, self.z * by)
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Ray {
    from: Vec3,
    to: Vec3,
}

#[derive(Clone, Copy, Debug, GpuType)]
#[repr(C)]
struct Plane {
    normal: Vec3,
    distance: f32,
}

#[device]
impl Plane {
    fn hit(&self, ray: Ray) -> f32 {
        let facing = self.normal.dot(ray.to);
        let from = self.normal.dot(ray.from);
        (self.distance - from) / facing
    }

    fn shade(&self, ray: Ray, light: Vec3) -> f32 {
        let at = ray.from + ray.to * self.hit(ray);
        (light - at).normalize().dot(self.normal).max(0.0)
    }
}

const GRAVITY: Vec3 = Vec3 { x: 0.0, y: -9.81, z: 0.0 };

#[device]
fn twice<T: amp::Value + Add<Output = T>>(x: T) -> T {
    x + x
}

#[test]
fn methods_and_operators_are_those_of_the_receiver() {
    let light = Vec3 { x: 1.0, y: 10.0, z: 0.0 };
    let plane = Plane { normal: Vec3 { x: 0.0, y: 1.0, z: 0.0 }, distance: 0.0 };
    let ray = |i: usize| Ray { from: Vec3::new(i as f32, 5.0, 0.0), to: Vec3::new(0.1, -1.0, 0.0) };
    let rays: Vec<Ray> = (0..64).map(ray).collect();
    let dt = 0.1;
    on_each(|on| {
        let view = &on.default_view();
        let rays = ArrayView::new(&rays);
        let mut y = ArrayViewMut::<f32>::without_source(64).unwrap();
        view.parallel_for_each(
            64,
            amp!(|i: Index<1>| {
                let ray = rays[i];
                let mut force = Vec3::ZERO;
                force += GRAVITY * dt;
                force += ray.to.min(light);
                let mut sum = 0u32;
                sum += twice(2);
                let facing = rays[i].to.dot(plane.normal).abs();
                y[i] = plane.shade(ray, light) + force.length() + sum as f32 + facing;
            }),
        )
        .unwrap();
        for (i, shade) in y.to_vec().unwrap().into_iter().enumerate() {
            let ray = rays[i];
            let mut force = Vec3::ZERO;
            force += GRAVITY * dt;
            force += ray.to.min(light);
            let expected = plane.shade(ray, light) + force.length() + 4.0 + ray.to.dot(plane.normal).abs();
            assert!((shade - expected).abs() < 1e-4 * expected, "{i}: {shade}, {expected}");
        }
    });
}

trait One {
    const ONE: Self;
}

impl One for f32 {
    const ONE: f32 = 1.0;
}

impl One for u32 {
    const ONE: u32 = 1;
}

/// Adds `T::ONE` to each element, `N` times.
fn count<T: GpuType + Add<Output = T> + One, const N: usize>(view: &AcceleratorView, x: &mut [T]) {
    let mut x = ArrayViewMut::new(x);
    view.parallel_for_each(
        x.extent(),
        amp!(|i: Index<1>| {
            let mut sum = x[i];
            for _ in 0..N {
                sum = sum + T::ONE;
            }
            x[i] = sum;
        }),
    )
    .unwrap();
    x.finish().unwrap();
}

#[test]
fn closures_name_the_parameters_of_the_function_around_them() {
    on_each(|on| {
        let view = &on.default_view();
        let (mut floats, mut integers) = ([1.0f32; 10], [1u32; 10]);
        count::<f32, 3>(view, &mut floats);
        count::<u32, 3>(view, &mut integers);
        count::<u32, 4>(view, &mut integers);
        assert_eq!((floats, integers), ([4.0; 10], [8; 10]));
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Sample {
    value: f32,
}

#[kernel(tile = [4])]
fn reassigned(t: TiledIndex<1>, samples: &ArrayView<Sample>, y: &mut ArrayViewMut<u32>) {
    let sample = samples[t.global];
    let mut v = sample.value;
    t.barrier.wait();
    y[t.global] = v as u32;
    // As an `f32`, this literal is 16777216.
    v = 16777217.0;
    t.barrier.wait();
    y[t.global] = (v - 16777216.0) as u32;
}

/// The literal has the type of the field, also after the assignment.
#[test]
fn a_literal_has_the_type_of_the_field_that_it_replaces() {
    on_each(|on| {
        let samples = [Sample { value: 1.0 }; 4];
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let domain = Extent::new([4]).tile([4]).unwrap();
        let view = ArrayView::new(&samples);
        on.default_view().parallel_for_each(domain, reassigned(&view, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0; 4]);
    });
}
