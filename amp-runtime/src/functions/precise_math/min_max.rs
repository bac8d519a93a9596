//! Minimum, maximum, positive difference and fused multiply-add.

use amp_macros::device;

/// The larger of two values. If one value is NaN, the other value.
///
/// ```
/// assert_eq!(amp::precise_math::fmax(1.0, f32::NAN), 1.0);
/// ```
#[device]
#[inline]
pub fn fmax(x: f32, y: f32) -> f32 {
    x.max(y)
}

/// The smaller of two values. If one value is NaN, the other value.
///
/// ```
/// assert_eq!(amp::precise_math::fmin(1.0, 2.0), 1.0);
/// ```
#[device]
#[inline]
pub fn fmin(x: f32, y: f32) -> f32 {
    x.min(y)
}

/// `x - y` if `x` is larger, otherwise zero.
///
/// ```
/// assert_eq!(amp::precise_math::fdim(3.0, 5.0), 0.0);
/// ```
#[device]
#[inline]
pub fn fdim(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    if x > y { x - y } else { 0.0 }
}

/// `x * y + z`, rounded once on the host and the CPU accelerator. A GPU may round twice.
///
/// ```
/// assert_eq!(amp::precise_math::fma(2.0, 3.0, 1.0), 7.0);
/// ```
#[device]
#[inline]
pub fn fma(x: f32, y: f32, z: f32) -> f32 {
    x.mul_add(y, z)
}
