//! Methods of glam's matrices, compared with glam on the host.

use amp::prelude::*;
use amp_tests::{close, numbers, on_each};
use glam::{Mat2, Mat3, Mat4, Vec2, Vec3, Vec4, Vec4Swizzles};

/// Invertible matrices.
fn matrices() -> Vec<Mat4> {
    numbers(16 * 40, 5)
        .chunks(16)
        .map(|columns| Mat4::from_cols_slice(columns) + Mat4::from_diagonal(Vec4::splat(3.0)))
        .collect()
}

macro_rules! agree {
    ($out:ty, |$m:ident, $n:ident| $($value:expr;)*) => {$(
        on_each(|accelerator| {
            let all = matrices();
            let mut results = vec![<$out>::default(); all.len()];
            let x = ArrayView::new(&all);
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                let $m = x[i];
                let $n = i[0] & 1;
                y[i] = $value;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for (at, $m) in all.into_iter().enumerate() {
                let $n = at & 1;
                let _ = $n;
                let expected: $out = $value;
                let (found, expected): (&[f32], &[f32]) = (results[at].as_ref(), expected.as_ref());
                assert!(close(found, expected), "{} of {}: {found:?}, not {expected:?}", stringify!($value), $m);
            }
        });
    )*};
}

#[test]
fn mat4_methods() {
    agree! { Mat4, |m, n|
        m.transpose();
        m.inverse();
        m.mul_scalar(2.0) * m;
        Mat4::from_cols(m.y_axis, m.x_axis, m.col(n), m.row(n));
        Mat4::from_translation(m.x_axis.truncate());
        Mat4::from_scale(m.x_axis.truncate());
        Mat4::from_diagonal(m.w_axis);
    }
    agree! { Vec4, |m, n|
        m.mul_vec4(m.col(n));
        Vec4::splat(m.determinant() * 0.01);
        m.transform_point3(Vec3::new(1.0, 2.0, 3.0)).extend(1.0);
        m.transform_vector3(Vec3::new(1.0, 2.0, 3.0)).extend(1.0);
        m.project_point3(Vec3::new(1.0, 2.0, 3.0)).extend(1.0);
    }
}

#[test]
fn mat2_and_mat3_methods() {
    agree! { Vec3, |m, n|
        Mat3::from_mat4(m).inverse().mul_vec3(m.row(n).truncate());
        Mat3::from_mat4(m).transpose().z_axis * Mat3::from_mat4(m).determinant();
        Mat3::from_cols(m.x_axis.truncate(), m.z_axis.truncate(), Vec3::ONE).row(n);
    }
    agree! { Vec2, |m, n|
        Mat2::from_cols(m.x_axis.xy(), m.y_axis.xy()).inverse().mul_vec2(Vec2::new(0.5, 1.0));
        Mat2::from_angle(m.x_axis.x).transpose().col(n) * Mat2::from_diagonal(m.x_axis.xy()).determinant();
    }
}
