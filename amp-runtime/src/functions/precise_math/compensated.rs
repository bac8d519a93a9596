//! Error-free transformations: a rounded sum or product, and its rounding error.

use super::double_word::upper;
use crate::types::Float;
use amp_macros::device;

/// Returns the rounded sum `s` of two numbers and its error `e`: `s + e` is exactly `a + b` (Knuth's
/// two-sum).
///
/// The result is exact on every accelerator, for `f32` and `f64`, unless `a + b` is infinite.
///
/// ```
/// let (s, e) = amp::precise_math::two_sum(1.0f32, 1e-10);
/// assert_eq!((s, e), (1.0, 1e-10));
/// ```
#[device(strict_float)]
#[inline]
pub fn two_sum<T: Float>(a: T, b: T) -> (T, T) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// Returns the same as [`two_sum`] with half of the operations (Dekker's fast two-sum). The magnitude of `a`
/// must be at least that of `b`, or `a` must be zero.
///
/// ```
/// let (s, e) = amp::precise_math::fast_two_sum(3.0f64, 1e-20);
/// assert_eq!((s, e), (3.0, 1e-20));
/// ```
#[device(strict_float)]
#[inline]
pub fn fast_two_sum<T: Float>(a: T, b: T) -> (T, T) {
    let s = a + b;
    (s, b - (s - a))
}

/// Returns the rounded product `p` of two numbers and its error `e`: `p + e` is exactly `a * b` (Dekker's
/// product).
///
/// The result is exact on every accelerator, unless the product is infinite or its magnitude is below 1e-30.
/// The error of a smaller product may be too small for an `f32`.
///
/// ```
/// let (p, e) = amp::precise_math::two_prod(1.000_000_1, 1.000_000_1);
/// assert_eq!(f64::from(p) + f64::from(e), f64::from(1.000_000_1f32).powi(2));
/// ```
#[device(strict_float)]
#[inline]
pub fn two_prod(a: f32, b: f32) -> (f32, f32) {
    // `ah`, `al`, `bh` and `bl` have at most twelve significant bits, so their products are exact.
    let (ah, bh): (f32, f32) = (upper(a), upper(b));
    let (al, bl) = (a - ah, b - bh);
    let p = a * b;
    (p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}
