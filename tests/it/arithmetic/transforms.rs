//! glam's `Quat`, `Affine2` and `Affine3A` in kernels, compared with glam on the host.

use amp::prelude::*;
use amp_tests::{close, numbers, on_each};
use glam::{Affine2, Affine3A, Mat2, Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

#[device]
fn turned(q: Quat, v: Vec3) -> Vec3 {
    q * v
}

#[device]
fn product(a: Affine3A, b: Affine3A) -> Affine3A {
    a * b
}

macro_rules! agree {
    (|$v:ident, $q:ident, $r:ident| $($value:expr;)*) => {$(
        on_each(|accelerator| {
            let all: Vec<Vec4> = numbers(4 * 60, 7).chunks(4).map(Vec4::from_slice).collect();
            let mut results = vec![Vec4::ZERO; all.len()];
            let x = ArrayView::new(&all);
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                let $v = x[i];
                let $q = Quat::from_vec4($v).normalize();
                let $r = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), $v.x);
                y[i] = $value;
            });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for (at, $v) in all.into_iter().enumerate() {
                let $q = Quat::from_vec4($v).normalize();
                let $r = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), $v.x);
                let expected: Vec4 = $value;
                let (found, expected): (&[f32], &[f32]) = (results[at].as_ref(), expected.as_ref());
                assert!(close(found, expected), "{} of {}: {found:?}, not {expected:?}", stringify!($value), $v);
            }
        });
    )*};
}

#[test]
fn quaternions() {
    agree! { |v, q, r|
        Vec4::new(q.x, q.y, q.z, q.w);
        turned(q, Vec3::new(1.0, 2.0, 3.0)).extend(1.0);
        q.mul_vec3(r.xyz()).extend(q.dot(r));
        (q * r * Vec3::Y).extend(q.mul_quat(r).w);
        ((q + r) * 0.5 - q / 4.0 + -r).xyz().extend(q.length() + q.length_squared() + q.length_recip());
        (q.conjugate() * Vec3::X + r.inverse() * Vec3::Z).extend(if q.is_normalized() { 1.0 } else { 0.0 });
        (Quat::from_rotation_x(v.x) * Quat::from_rotation_y(v.y) * Quat::from_rotation_z(v.z) * Vec3::ONE).extend(0.0);
        (q.lerp(r, 0.25) * Vec3::X).extend(1.0);
        (q.slerp(r, 0.75) * Vec3::Y).extend(1.0);
        (q.slerp(q, 0.5) * Vec3::Y).extend(1.0);
        (Quat::from_scaled_axis(Vec3::new(v.x, v.y, v.z)) * Vec3::Y).extend(Quat::from_scaled_axis(Vec3::ZERO).w);
        (Quat::from_mat3(&Mat3::from_quat(q)) * Vec3::ONE).extend(if q == q && q != r { 1.0 } else { 2.0 });
        (Quat::from_xyzw(0.0, 0.0, 1.0, 0.0) * Quat::IDENTITY * Vec3::X).extend(v.w);
    }
}

#[test]
fn matrices_of_quaternions() {
    agree! { |v, q, r|
        (Mat3::from_quat(q) * Vec3::new(1.0, 2.0, 3.0)).extend(1.0);
        Mat4::from_quat(q) * v;
        Mat4::from_rotation_translation(q, Vec3::ONE) * v;
        Mat4::from_scale_rotation_translation(Vec3::new(1.0, 2.0, 0.5), r, Vec3::X) * v;
    }
}

#[test]
fn affine_transformations() {
    agree! { |v, q, r|
        Affine3A::from_scale_rotation_translation(Vec3::new(1.0, 2.0, 0.5), q, Vec3::X).transform_point3(Vec3::new(v.x, v.y, v.z)).extend(1.0);
        product(Affine3A::from_quat(q), Affine3A::from_translation(Vec3::Y)).transform_point3(Vec3::ONE).extend(0.0);
        product(Affine3A::from_rotation_x(v.x), Affine3A::from_rotation_y(v.y)).transform_vector3(Vec3::ONE).extend(0.0);
        product(Affine3A::from_rotation_z(v.z), Affine3A::from_scale(Vec3::new(1.0, 2.0, 3.0))).transform_vector3(Vec3::ONE).extend(0.0);
        Affine3A::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), v.x).transform_vector3(Vec3::ONE).extend(0.0);
        Affine3A::from_rotation_translation(r, Vec3::X).inverse().transform_point3(Vec3::ONE).extend(0.0);
        Affine3A::from_mat3(Mat3::from_quat(q)).transform_point3(Vec3::ONE).extend(0.0);
        Affine3A::from_mat3_translation(Mat3::from_quat(q), Vec3::Z).inverse().transform_vector3(Vec3::ONE).extend(0.0);
        Affine2::from_scale_angle_translation(Vec2::new(1.5, 0.5), v.x, Vec2::X).transform_point2(Vec2::ONE).extend(1.0).extend(0.0);
        (Affine2::from_angle(v.x) * Affine2::from_scale(Vec2::new(2.0, 3.0)) * Affine2::from_translation(Vec2::X)).transform_point2(Vec2::ONE).extend(1.0).extend(0.0);
        Affine2::from_angle_translation(v.y, Vec2::Y).inverse().transform_point2(Vec2::ONE).extend(1.0).extend(0.0);
        Affine2::from_mat2(Mat2::from_angle(v.z)).transform_vector2(Vec2::ONE).extend(1.0).extend(0.0);
        Affine2::from_mat2_translation(Mat2::from_angle(v.z), Vec2::ONE).transform_point2(Vec2::ONE).extend(1.0).extend(0.0);
    }
}

#[test]
fn captured_transformations() {
    let (q, a) = (Quat::from_rotation_y(0.7), Affine3A::from_translation(Vec3::new(1.0, 2.0, 3.0)));
    let mut planar = Affine2::from_angle(0.5);
    planar.translation = Vec2::new(4.0, 5.0);
    let expected = (q * a.transform_point3(Vec3::X)).extend(planar.transform_point2(Vec2::X).y);
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<Vec4>::without_source([2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            y[i] = (q * a.transform_point3(Vec3::X)).extend(planar.transform_point2(Vec2::X).y);
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert!(close(y.to_vec().unwrap()[1].as_ref(), expected.as_ref()));
    });
}
