//! Constructors and conversions of glam's vectors and matrices, and methods called by path.

use amp::prelude::*;
use amp_tests::{close, numbers, on_each};
use glam::{IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

/// Compares expressions of a vector `v`, an integer vector `k` and a scalar `t` in a kernel with glam on the host.
macro_rules! agree {
    ($len:literal, |$v:ident, $k:ident, $t:ident| $($value:expr;)*) => {$(
        on_each(|accelerator| {
            let random = numbers(96, 7);
            let vectors: Vec<Vec3> =
                random.chunks(3).map(|v| Vec3::new(v[0] * 8.0 - 4.0, v[1] * 2.0, v[2] - 0.5)).collect();
            let integers: Vec<IVec3> = vectors.iter().map(|v| (*v * 50.0).as_ivec3()).collect();
            let mut results = vec![[0f32; $len]; vectors.len()];
            let (x, k) = (ArrayView::new(&vectors), ArrayView::new(&integers));
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                let ($v, $k) = (x[i], k[i]);
                let $t = x[i].x;
                y[i] = $value;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for at in 0..vectors.len() {
                let ($v, $k, $t) = (vectors[at], integers[at], vectors[at].x);
                let _ = ($v, $k, $t);
                let expected: [f32; $len] = $value;
                assert!(close(&results[at], &expected), "{}: {:?}, not {expected:?}", stringify!($value), results[at]);
            }
        });
    )*};
}

#[test]
fn vectors_from_components() {
    agree! { 2, |v, k, t|
        Vec2::from((t, 1.0)).to_array();
        Vec2::from([2.0, t]).to_array();
        IVec2::from((k.x, 3)).as_vec2().to_array();
        UVec2::from([4, 5]).as_vec2().to_array();
    }
    agree! { 3, |v, k, t|
        Vec3::from((v.truncate(), 1.0)).to_array();
        Vec3::from((1.0, t, -2.0)).to_array();
        Vec3::from([t, t + 1.0, 0.5]).to_array();
        IVec3::from((k.truncate(), -7)).as_vec3().to_array();
        UVec3::from((1, 2, 3)).as_vec3().to_array();
        IVec3::from([k.z, 1, 2]).as_vec3().to_array();
    }
    agree! { 4, |v, k, t|
        Vec4::from((v, 1.0)).to_array();
        Vec4::from((1.0, v)).to_array();
        Vec4::from((v.truncate(), 0.25, t)).to_array();
        Vec4::from((v.truncate(), Vec2::new(t, 2.0))).to_array();
        Vec4::from((1.0, t, 3.0, 4.0)).to_array();
        { let pair = (v, t); Vec4::from(pair).to_array() };
        IVec4::from((k, 1)).as_vec4().to_array();
        UVec4::from((1, UVec3::new(2, 3, 4))).as_vec4().to_array();
    }
}

#[test]
fn defaults() {
    agree! { 4, |v, k, t|
        (Vec4::default() + Vec4::from((Vec3::default(), t))).to_array();
        [f32::default(), i32::default() as f32, u32::default() as f32 + t, usize::default() as f32];
        if bool::default() { [t; 4] } else { IVec4::default().as_vec4().to_array() };
        if BVec3::default().any() { [t; 4] } else { Mat2::default().to_cols_array() };
    }
    agree! { 9, |v, k, t| (Mat3::default() * t).to_cols_array(); }
    agree! { 16, |v, k, t| (Mat4::default() * t).to_cols_array(); }
}

#[test]
fn matrix_constructors() {
    agree! { 4, |v, k, t|
        Mat2::from_angle(t).to_cols_array();
        Mat2::from_mat3(Mat3::from_rotation_z(t)).to_cols_array();
    }
    agree! { 9, |v, k, t|
        Mat3::from_angle(t).to_cols_array();
        Mat3::from_rotation_x(t).to_cols_array();
        Mat3::from_rotation_y(t).to_cols_array();
        Mat3::from_rotation_z(t).to_cols_array();
        Mat3::from_translation(v.truncate()).to_cols_array();
        Mat3::from_scale(v.truncate()).to_cols_array();
        Mat3::from_mat2(Mat2::from_angle(t)).to_cols_array();
    }
    agree! { 16, |v, k, t|
        Mat4::from_rotation_x(t).to_cols_array();
        Mat4::from_rotation_y(t).to_cols_array();
        Mat4::from_rotation_z(t).to_cols_array();
        Mat4::from_translation(v).to_cols_array();
        Mat4::from_scale(v).to_cols_array();
        Mat4::from_mat3(Mat3::from_rotation_y(t)).to_cols_array();
    }
    agree! { 2, |v, k, t|
        Mat3::from_translation(v.truncate()).transform_point2(Vec2::new(t, 2.0)).to_array();
        Mat3::from_angle(t).transform_vector2(v.truncate()).to_array();
        Vec2::from_angle(t).rotate(v.truncate()).to_array();
        Vec2::rotate(Vec2::from_angle(t), v.truncate()).to_array();
    }
}

#[test]
fn vector_element_conversions() {
    agree! { 2, |v, k, t|
        (v.truncate() * 50.0).as_ivec2().as_vec2().to_array();
        (v.truncate() * 50.0).as_uvec2().as_ivec2().as_vec2().to_array();
        k.truncate().as_uvec2().as_ivec2().as_vec2().to_array();
    }
    agree! { 3, |v, k, t|
        (v * 50.0).as_uvec3().as_ivec3().as_vec3().to_array();
        k.as_uvec3().as_ivec3().as_vec3().to_array();
    }
    agree! { 4, |v, k, t|
        (v.extend(t) * 50.0).as_ivec4().as_vec4().with_w(0.5).to_array();
        (v.extend(t) * 50.0).as_uvec4().as_ivec4().as_vec4().to_array();
        k.extend(7).with_w(-3).as_uvec4().as_ivec4().as_vec4().to_array();
    }
}

#[test]
fn methods_called_by_path() {
    agree! { 3, |v, k, t|
        Vec3::max(v, Vec3::splat(0.5)).to_array();
        Vec3::lerp(v, Vec3::ONE, 0.25).to_array();
        Vec3::cross(v, Vec3::Y).to_array();
        Vec3::normalize(v + 5.0).to_array();
        IVec3::min(k, IVec3::new(3, -4, 5)).as_vec3().to_array();
        [Vec3::dot(v, v), Vec3::length(v), IVec3::dot(k, k) as f32];
        [f32::max(t, 0.5), f32::mul_add(t, t, t), f32::clamp(t, -1.0, 1.0)];
    }
}

#[test]
fn integer_vector_distances() {
    agree! { 2, |v, k, t| {
        let other = IVec3::new(-40, 1000, k.x);
        [k.manhattan_distance(other) as f32, k.chebyshev_distance(other) as f32]
    };
    {
        let (a, b) = (k.truncate().as_uvec2(), UVec2::new(7, 100));
        let (a, b) = (UVec2::new(a.x & 255, a.y & 255), b);
        [a.manhattan_distance(b) as f32, b.extend(1).extend(2).chebyshev_distance(UVec4::ONE) as f32]
    }; }
}
