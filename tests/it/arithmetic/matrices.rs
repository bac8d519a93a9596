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

#[test]
fn matrix_arithmetic_by_methods() {
    agree! { Mat4, |m, n|
        m.mul_mat4(&m.transpose()).add_mat4(&m).sub_mat4(&Mat4::IDENTITY);
        m.div_scalar(3.0);
        m.mul_diagonal_scale(m.diagonal());
        Mat4::from_rows(m.x_axis, m.w_axis, m.y_axis, m.col(n));
        Mat4::from_axis_angle(m.x_axis.truncate().normalize(), m.y_axis.x);
        Mat4::from_mat3_translation(Mat3::from_mat4(m), m.row(n).truncate());
    }
    agree! { Vec4, |m, n|
        m.transpose_mul_vec4(m.col(n));
        Vec4::from_array(m.to_cols_array_2d()[n]);
        Vec4::splat(m.to_rows_array()[n + 3]);
        if m.abs_diff_eq(m * 1.5, 2.0) { m.x_axis } else { m.y_axis };
    }
    agree! { Vec3, |m, n|
        Mat3::from_mat4(m).transpose_mul_vec3(m.row(n).truncate());
        Mat3::from_mat4(m).mul_mat3(&Mat3::from_axis_angle(m.x_axis.truncate().normalize(), 0.7)).diagonal();
        Mat3::from_scale_angle_translation(Vec2::new(2.0, 3.0), m.x_axis.y, Vec2::new(0.5, 1.5)).transform_point2(m.x_axis.truncate().truncate()).extend(1.0);
        Mat3::from_rows(m.x_axis.truncate(), m.z_axis.truncate(), Vec3::ONE).add_mat3(&Mat3::IDENTITY).sub_mat3(&Mat3::from_mat4(m)).col(n);
        Vec3::from_array(Mat3::from_mat4(m).mul_diagonal_scale(Vec3::new(1.0, 2.0, 3.0)).div_scalar(2.0).to_cols_array_2d()[n]);
    }
    agree! { Vec2, |m, n|
        Mat2::from_scale_angle(Vec2::new(2.0, 3.0), m.x_axis.x).mul_vec2(m.x_axis.truncate().truncate());
        Mat2::from_mat3(Mat3::from_mat4(m)).mul_mat2(&Mat2::from_rows(Vec2::ONE, Vec2::Y)).transpose_mul_vec2(Vec2::new(1.0, 2.0));
        Mat2::from_mat3(Mat3::from_mat4(m)).add_mat2(&Mat2::IDENTITY).sub_mat2(&Mat2::from_angle(0.3)).diagonal();
    }
}
