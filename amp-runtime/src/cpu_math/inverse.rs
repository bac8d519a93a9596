//! Inverse trigonometric functions.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// Returns the arc sine of `a` and `false` if `a` is at most one half. For a larger `a`, returns the arc sine
/// of `sqrt((1 - a) / 2)` and `true`.
#[inline(always)]
fn arc(a: f64) -> (f64, bool) {
    let outer = a > 0.5;
    let z = if outer { (1.0 - a) * 0.5 } else { a * a };
    let s = if outer { z.sqrt() } else { a };
    let p = 3.496_582_983_351_209e-2;
    let p = p * z + 7.212_193_378_904_432e-3;
    let p = p * z + 2.471_524_759_094_807_6e-2;
    let p = p * z + 3.009_162_806_841_378_6e-2;
    let p = p * z + 4.466_208_198_422_563e-2;
    let p = p * z + 7.499_938_024_043_906e-2;
    let p = p * z + 1.666_666_742_410_954e-1;
    let p = p * z + 9.999_999_999_848_484e-1;
    (s * p, outer)
}

/// The arc sine.
#[inline(always)]
pub(super) fn asin(x: f32) -> f32 {
    let (arc, outer) = arc(f64::from(x.abs()));
    let angle = if outer { FRAC_PI_2 - 2.0 * arc } else { arc };
    (angle as f32).copysign(x)
}

/// The arc cosine.
#[inline(always)]
pub(super) fn acos(x: f32) -> f32 {
    let (arc, outer) = arc(f64::from(x.abs()));
    let negative = x < 0.0;
    let inner = FRAC_PI_2 - if negative { -arc } else { arc };
    let angle = if negative { PI - 2.0 * arc } else { 2.0 * arc };
    (if outer { angle } else { inner }) as f32
}

/// The angle of the point `(d, n)` in the first quadrant. The point must not be the origin.
#[inline(always)]
fn angle(n: f64, d: f64) -> f64 {
    // Rotates the point by an eighth or a quarter of a circle if necessary, so that the tangent of its angle
    // is small.
    let (low, high) = (n <= d * 0.414_213_562_373_095, n > d * 2.414_213_562_373_095);
    let (up, right, turn) = (n - d, n + d, FRAC_PI_4);
    let (up, right, turn) = if low { (n, d, 0.0) } else { (up, right, turn) };
    let (up, right, turn) = if high { (-d, n, FRAC_PI_2) } else { (up, right, turn) };
    let t = up / right;
    let z = t * t;
    let p = 4.713_899_832_144_939e-2;
    let p = p * z - 8.459_593_521_934_382e-2;
    let p = p * z + 1.104_115_151_474_731_9e-1;
    let p = p * z - 1.428_164_826_951_454e-1;
    let p = p * z + 1.999_988_627_533_528_5e-1;
    let p = p * z - 3.333_333_213_363_584e-1;
    let p = p * z + 9.999_999_999_792_71e-1;
    turn + t * p
}

/// The arc tangent.
#[inline(always)]
pub(super) fn atan(x: f32) -> f32 {
    (angle(f64::from(x.abs()), 1.0) as f32).copysign(x)
}

/// The angle of the point `(x, y)`.
#[inline(always)]
pub(super) fn atan2(y: f32, x: f32) -> f32 {
    let (n, d) = (f64::from(y.abs()), f64::from(x.abs()));
    // IEEE 754 defines the angle for two infinite coordinates and for the origin, but the quotient of the
    // coordinates is NaN there. So a finite point with the same angle replaces such a point.
    let corner = n == f64::INFINITY && d == f64::INFINITY;
    let (n, d) = if corner { (1.0, 1.0) } else { (n, d) };
    let d = if n == 0.0 && d == 0.0 { 1.0 } else { d };
    let angle = angle(n, d);
    let angle = if x.is_sign_negative() { PI - angle } else { angle };
    (angle as f32).copysign(y)
}
