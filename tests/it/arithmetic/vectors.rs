//! Methods of glam's vectors, compared with glam on the host.

use amp::prelude::*;
use amp_tests::{numbers, on_each};
use glam::{BVec3, IVec3, UVec3, Vec2, Vec3, Vec4};

fn near(a: f32, b: f32) -> bool {
    a == b || (a - b).abs() <= 2e-5 * a.abs().max(b.abs()).max(1.0) || (a.is_nan() && b.is_nan())
}

fn vectors(seed: u32) -> Vec<Vec3> {
    let random = numbers(600, seed);
    let mut all: Vec<_> =
        random.chunks(3).map(|v| Vec3::new(v[0] * 8.0 - 4.0, v[1] * 8.0 - 4.0, v[2] * 8.0 - 4.0)).collect();
    all.extend([Vec3::ZERO, Vec3::X, Vec3::NEG_Y, Vec3::splat(2.5), Vec3::new(-0.5, 1.5, -2.5)]);
    all
}

/// Compares expressions of two vectors `a` and `b` and a scalar `t` in a kernel with glam on the host.
macro_rules! agree {
    ($out:ty, $only:expr, |$a:ident, $b:ident, $t:ident| $($value:expr;)*) => {$(
        on_each(|accelerator| {
            let (mut left, mut right) = (vectors(1), vectors(2));
            let kept: Vec<_> = left.iter().zip(&right).map(|(a, b)| $only(*a, *b)).collect();
            let mut at = 0;
            left.retain(|_| { at += 1; kept[at - 1] });
            at = 0;
            right.retain(|_| { at += 1; kept[at - 1] });
            let factors = numbers(left.len(), 3);
            let mut results = vec![<$out>::default(); left.len()];
            let (x, y, s) = (ArrayView::new(&left), ArrayView::new(&right), ArrayView::new(&factors));
            let mut z = ArrayViewMut::new(&mut results);
            let extent = z.extent();
            let kernel = amp!(|i: Index<1>| {
                let $a = x[i];
                let $b = y[i];
                let $t = s[i];
                z[i] = $value;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(z);
            for at in 0..left.len() {
                let ($a, $b, $t) = (left[at], right[at], factors[at]);
                let _ = ($a, $b, $t);
                let expected: $out = $value;
                let same = components(results[at]).into_iter().zip(components(expected)).all(|(a, b)| near(a, b));
                assert!(same, "{} of {}, {}, {}: {:?}, not {expected:?}", stringify!($value), $a, $b, $t, results[at]);
            }
        });
    )*};
}

trait Components {
    fn components(self) -> Vec<f32>;
}

impl Components for f32 {
    fn components(self) -> Vec<f32> {
        vec![self]
    }
}

impl Components for u32 {
    fn components(self) -> Vec<f32> {
        vec![self as f32]
    }
}

macro_rules! components {
    ($($vector:ident)*) => {$(
        impl Components for $vector {
            fn components(self) -> Vec<f32> {
                self.to_array().into_iter().map(|component| component as f32).collect()
            }
        }
    )*};
}

components!(Vec2 Vec3 Vec4 IVec3 UVec3);

fn components(value: impl Components) -> Vec<f32> {
    value.components()
}

fn any(_: Vec3, _: Vec3) -> bool {
    true
}

fn long(a: Vec3, b: Vec3) -> bool {
    a.length() > 0.1 && b.length() > 0.1
}

#[test]
fn componentwise_methods() {
    agree! { Vec3, any, |a, b, t|
        a.abs();
        a.floor();
        a.ceil();
        a.trunc();
        a.round();
        a.fract();
        a.fract_gl();
        a.signum();
        a.copysign(b);
        a.min(b);
        a.max(b);
        a.clamp(Vec3::splat(-1.0), Vec3::splat(t));
        a.abs().sqrt();
        a.exp();
        a.exp2();
        (a.abs() + Vec3::splat(0.5)).ln();
        (a.abs() + Vec3::splat(0.5)).log2();
        (a.abs() + Vec3::splat(0.5)).powf(t);
        a.sin();
        a.cos();
        a.mul_add(b, a);
        a.lerp(b, t);
        a.midpoint(b);
        a.saturate();
        a.step(b);
        a.smoothstep(Vec3::splat(-3.0), Vec3::splat(3.0));
        a.with_x(t).with_y(1.0).with_z(b.z);
    }
    agree! { Vec3, long, |a, b, t| (a.abs() + Vec3::splat(0.5)).recip() * t; }
}

#[test]
fn geometric_methods() {
    agree! { Vec3, long, |a, b, t|
        a.normalize();
        a.normalize_or_zero();
        (a * 0.0).normalize_or_zero();
        (a * 0.0).normalize_or(b);
        a.cross(b);
        a.project_onto(b);
        a.project_onto_normalized(b.normalize());
        a.reject_from(b);
        a.reject_from_normalized(b.normalize());
        a.reflect(b.normalize());
        a.normalize().refract(b.normalize(), t);
        a.move_towards(b, t);
        a.clamp_length(t, 1.0 + t);
        a.clamp_length_max(t);
        a.clamp_length_min(5.0 * t);
    }
    agree! { f32, long, |a, b, t|
        a.dot(b);
        a.length();
        a.length_squared();
        a.length_recip();
        a.distance(b);
        a.distance_squared(b);
        a.element_sum();
        a.element_product();
        a.min_element();
        a.max_element();
        a.truncate().perp_dot(b.truncate());
        a.truncate().to_angle();
        if a.normalize().is_normalized() && !a.is_nan() && b.is_finite() && a.abs_diff_eq(a, t) { 1.0 } else { 0.0 };
    }
    // glam approximates the angle, so the result is compared coarsely.
    agree! { u32, long, |a, b, t| ((a.angle_between(b) * 100.0 + t * 0.0).round() * 0.05) as u32; }
    agree! { u32, long, |a, b, t| ((a.truncate().angle_to(b.truncate()) * 100.0 + 400.0 + t * 0.0).round() * 0.05) as u32; }
    agree! { Vec2, long, |a, b, t|
        a.truncate().perp();
        a.truncate().rotate(b.truncate());
        Vec2::from_angle(t);
    }
    agree! { Vec4, any, |a, b, t| a.extend(t).max(b.extend(0.5)).floor(); }
}

#[test]
fn comparison_masks() {
    agree! { Vec3, any, |a, b, t|
        Vec3::select(a.cmplt(b), a, b);
        Vec3::select(a.cmpge(Vec3::splat(t)), a, b);
        Vec3::select(BVec3::new(a.x > b.x, true, false), a, b);
    }
    agree! { u32, any, |a, b, t|
        if a.cmpgt(b).any() { 1 } else { 0 };
        if a.cmple(b).all() { 1 } else { 0 };
        if a.cmpeq(a).all() && !a.cmpne(a).any() && t < 2.0 { 1 } else { 0 };
        if (IVec3::new(1, -2, 3) ^ a.as_ivec3()).cmpgt(b.as_ivec3()).any() && t < 9.0 { 1 } else { 0 };
        a.cmplt(b).bitmask() * 10 + a.extend(t).cmpge(b.extend(1.0)).bitmask();
        a.truncate().cmplt(b.truncate()).bitmask() + BVec4::new(true, a.x < b.x, false, t > 1.0).bitmask();
        if a.cmplt(b).test(a.y as usize % 3) && a.extend(t).cmpge(b.extend(1.0)).test(3) { 1 } else { 0 };
        if a.truncate().cmplt(b.truncate()).test(1) || BVec4::new(true, a.x < b.x, false, t > 1.0).test(1) { 1 } else { 0 };
    }
}

#[test]
fn array_conversions() {
    agree! { Vec3, any, |a, b, t|
        Vec3::from_array([a.x, t, b.z]);
        Vec3::from_array([1.0, 2.0, 3.0]) * t;
        Vec3::from_array(b.to_array()) - a;
        Vec3::select(BVec3::from_array([a.x > b.x, true, t > 0.5]), a, b);
    }
    agree! { IVec3, any, |a, b, t|
        IVec3::from_array([1, -2, t as i32]);
        IVec3::from_array(b.as_ivec3().to_array()) + a.as_ivec3();
    }
    agree! { UVec3, any, |a, b, t|
        UVec3::from_array([7, t as u32, a.as_uvec3().x & 255]);
        UVec3::from_array([1, 2, 3]).with_x(b.as_uvec3().to_array()[1] & 255);
    }
    agree! { Vec4, any, |a, b, t| Vec4::from_array([a.x, b.y, t, 4.0]); }
    agree! { f32, any, |a, b, t| {
        let [x, y, z] = a.to_array();
        let list = Vec2::from_array([t, y]).to_array();
        x + list[0] * z + list[1] + b.to_array()[2]
    }; }
}

#[test]
fn integer_vector_methods() {
    agree! { IVec3, any, |a, b, t|
        a.as_ivec3();
        (a * 1e20).as_ivec3();
        a.as_ivec3().min(b.as_ivec3()).abs();
        a.as_ivec3().signum() * 3;
        a.as_ivec3().clamp(IVec3::splat(-2), IVec3::splat(t as i32 + 1));
        a.as_ivec3().wrapping_mul(b.as_ivec3());
        b.as_uvec3().as_ivec3();
    }
    agree! { UVec3, any, |a, b, t|
        (a * 1e20).as_uvec3() >> 8;
        a.as_ivec3().as_uvec3() >> 8;
        b.as_uvec3().max(UVec3::splat(t as u32));
        UVec3::select(a.cmplt(b), a.as_uvec3(), b.as_uvec3());
    }
    agree! { Vec3, any, |a, b, t| a.as_ivec3().as_vec3() * t + b.as_uvec3().as_vec3(); }
    agree! { u32, any, |a, b, t| (a.as_ivec3().dot(b.as_ivec3()) + 100 + t as i32) as u32; }
}

#[test]
fn positions_of_components() {
    agree! { u32, any, |a, b, t|
        (a.min_position() * 10 + b.max_position()) as u32;
        (a.truncate().min_position() * 10 + b.truncate().max_position()) as u32;
        (a.extend(t).min_position() * 10 + b.extend(t).max_position()) as u32;
        (a.as_ivec3().min_position() * 10 + b.as_uvec3().max_position()) as u32;
        (a.as_ivec3().extend(1).max_position() * 10 + b.as_uvec3().truncate().min_position()) as u32;
    }
}

#[test]
fn masks_of_special_components() {
    agree! { u32, any, |a, b, t|
        a.is_negative_bitmask() * 100 + b.truncate().is_negative_bitmask() * 20 + a.extend(-t).is_negative_bitmask();
        a.is_negative_mask().bitmask() + b.extend(t).is_negative_mask().bitmask() * 10;
        a.with_x(f32::NAN).is_nan_mask().bitmask() + b.with_y(f32::INFINITY).is_finite_mask().bitmask() * 10;
        a.truncate().is_nan_mask().bitmask() + a.extend(t).is_finite_mask().bitmask();
        a.as_ivec3().is_negative_bitmask() + b.as_ivec3().is_negative_mask().bitmask() * 10;
        a.as_ivec3().truncate().is_negative_bitmask() + b.as_ivec3().extend(-1).is_negative_bitmask() * 10;
    }
}

#[test]
fn rotations_and_orthogonal_vectors() {
    agree! { Vec3, long, |a, b, t|
        a.rotate_x(t * 3.0);
        a.rotate_y(t * 3.0);
        a.rotate_z(t * 3.0);
        a.rotate_axis(b.normalize(), t * 6.0 - 3.0);
        a.any_orthogonal_vector();
        a.normalize().any_orthonormal_vector();
        a.lerp_monotonic(b, t);
        a.dot_into_vec(b);
        Vec3::from_homogeneous(a.extend(t + 0.5));
        a.to_homogeneous().with_w(2.0).project();
        {
            let (p, q) = a.normalize().any_orthonormal_pair();
            p + q * t
        };
        {
            let (n, l) = a.normalize_and_length();
            n * (l + t)
        };
        {
            let (n, l) = (a * 0.0).normalize_and_length();
            n + Vec3::splat(l)
        };
    }
    agree! { Vec2, long, |a, b, t|
        a.truncate().rotate_angle(t * 4.0);
        a.truncate().dot_into_vec(b.truncate());
    }
    // glam approximates angles, so the results are compared coarsely.
    agree! { Vec3, long, |a, b, t|
        (a.rotate_towards(b, t) * 4.0 + 0.013).round() * 1e-4;
        (a.slerp(b, t) * 4.0 + 0.013).round() * 1e-4;
        (Vec3::splat(a.angle_to(b, Vec3::Z)) * 4.0 + 0.013).round() * 1e-4;
        (a.truncate().rotate_towards(b.truncate(), t) * 4.0 + 0.013).round().extend(1.0) * 1e-4;
    }
}

#[test]
fn saturating_and_euclidean_arithmetic_of_integer_vectors() {
    agree! { IVec3, any, |a, b, t|
        (a * 5e8).as_ivec3().saturating_add((b * 5e8).as_ivec3()) >> 8;
        (a * 5e8).as_ivec3().saturating_sub((b * 5e8).as_ivec3()) >> 8;
        (a * 5e4).as_ivec3().saturating_mul((b * 5e4).as_ivec3()) >> 8;
        (a * 5e4).as_ivec3().saturating_div((b * 2.0).as_ivec3() | 1);
        (a * 5e4).as_ivec3().wrapping_div((b * 2.0).as_ivec3() | 1);
        (a * 50.0).as_ivec3().div_euclid((b * 2.0).as_ivec3() | 1);
        (a * 50.0).as_ivec3().rem_euclid((b * 2.0).as_ivec3() | 1);
        (a * 50.0).as_ivec3().cross(b.as_ivec3());
        (a * 50.0).as_ivec3().truncate().perp().rotate(b.as_ivec3().truncate()).extend(3);
        a.as_ivec3().dot_into_vec(b.as_ivec3()) + a.as_ivec3().truncate().perp_dot(b.as_ivec3().truncate());
    }
    agree! { UVec3, any, |a, b, t|
        (a * 1e9).as_uvec3().saturating_add((b * 1e9).as_uvec3()) >> 9;
        (a * 1e9).as_uvec3().saturating_sub((b * 1e9).as_uvec3()) >> 9;
        (a * 1e5).as_uvec3().saturating_mul((b * 1e5).as_uvec3()) >> 9;
        (a * 1e5).as_uvec3().saturating_div(b.as_uvec3() | 1);
        a.as_uvec3().wrapping_div(b.as_uvec3() | 1);
        UVec3::X.cross(UVec3::Y) + b.as_uvec3().min(UVec3::splat(2));
    }
}
