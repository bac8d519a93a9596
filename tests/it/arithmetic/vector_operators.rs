//! Operators of glam's vectors and matrices that WGSL lacks or defines differently.

use amp::glam::{IVec2, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, Vec2, Vec3, Vec4};
use amp::prelude::*;
use amp_tests::on_each;

/// Compares expressions of a scalar in a kernel and on the host.
macro_rules! compare_with_host {
    ($name:ident, |$n:ident| [$($value:expr),* $(,)?]) => {
        #[test]
        fn $name() {
            let inputs: Vec<f32> = (0..40).map(|at| at as f32 * 0.7 + 1.3).collect();
            let plain = |$n: f32| [$(($value) as f32),*];
            let expected: Vec<_> = inputs.iter().map(|n| plain(*n)).collect();
            on_each(|on| {
                let x = ArrayView::new(&inputs);
                let mut y = Array::new_on(&on.default_view(), 40).unwrap();
                let mut out = y.as_view_mut();
                let kernel = amp!(|i: Index<1>| {
                    let $n = x[i];
                    out[i] = [$(($value) as f32),*];
                });
                on.default_view().parallel_for_each(40, kernel).unwrap();
                drop(out);
                assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
            });
        }
    };
}

compare_with_host!(matrix_operators, |n| [
    (-Mat2::from_cols(Vec2::new(n, 1.0), Vec2::new(3.0, n))).y_axis.y,
    (-Mat3::from_diagonal(Vec3::splat(n))).y_axis.y,
    (-Mat4::from_diagonal(Vec4::splat(n))).w_axis.w,
    (Mat2::from_cols(Vec2::new(n, 1.0), Vec2::new(3.0, n)) / 4.0).y_axis.x,
    (Mat3::from_diagonal(Vec3::splat(n)) / 8.0).z_axis.z,
    {
        let mut m = Mat4::from_diagonal(Vec4::splat(n));
        m /= 2.0;
        m.y_axis.y
    },
]);

compare_with_host!(bit_operators, |n| [
    (UVec3::splat(n as u32) & 6).x,
    (UVec3::splat(n as u32) | 6).y,
    (UVec2::splat(n as u32) ^ 6).y,
    (IVec2::splat(-(n as i32)) & 6).x & 255,
    {
        let mut v = IVec4::splat(n as i32);
        v &= 14;
        v |= 1;
        v ^= 3;
        v.w
    },
]);

compare_with_host!(remainder_operators, |n| [
    (Vec2::new(n, 1.0) % 0.4).x,
    (Vec3::new(n, n * 100.0, 5.0) % Vec3::new(0.3, 0.1, 0.2)).y,
    (7.5 % Vec2::new(n, 0.1)).x,
    // glam implements `%` of `Vec4` with SIMD instructions, so these operands are integers, whose remainders are exact.
    (-Vec4::splat(n as u32 as f32) % 4.0).w,
    (Vec4::splat(n as u32 as f32) % Vec4::new(1.0, 2.0, 4.0, 8.0)).z,
    {
        let mut v = Vec3::new(n, n * 2.0, 5.0);
        v %= 0.3;
        v %= Vec3::new(0.1, 0.2, 0.05);
        v.x + v.y
    },
]);
