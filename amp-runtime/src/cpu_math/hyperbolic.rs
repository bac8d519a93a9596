//! Hyperbolic functions: a polynomial near zero, exponentials elsewhere.

use super::f64_helpers;

/// From this value on, `sinh` and `cosh` are infinite in `f32`, and `tanh` is one. So larger arguments are
/// clamped to it.
const HIGH: f64 = 120.0;

/// The hyperbolic sine.
#[inline(always)]
pub(super) fn sinh(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let z = a * a;
    let p = 2.818_586_956_592_698_5e-6;
    let p = p * z + 1.983_580_153_932_683_7e-4;
    let p = p * z + 8.333_352_650_491_684e-3;
    let p = p * z + 1.666_666_642_930_684e-1;
    let p = p * z + 1.000_000_000_046_203_2;
    let grown = f64_helpers::exp(f64_helpers::clamped(a, 0.0, HIGH));
    let sinh = if a < 1.0 { a * p } else { (grown - 1.0 / grown) * 0.5 };
    (sinh as f32).copysign(x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub(super) fn cosh(x: f32) -> f32 {
    let grown = f64_helpers::exp(f64_helpers::clamped(f64::from(x.abs()), 0.0, HIGH));
    ((grown + 1.0 / grown) * 0.5) as f32
}

/// The hyperbolic tangent.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let z = a * a;
    let p = 2.390_941_240_520_566_7e-3;
    let p = p * z - 8.408_019_596_510_04e-3;
    let p = p * z + 2.178_016_038_247_913_6e-2;
    let p = p * z - 5.395_909_310_175_435_4e-2;
    let p = p * z + 1.333_328_817_721_785e-1;
    let p = p * z - 3.333_333_249_376_932e-1;
    let p = p * z + 9.999_999_999_744_057e-1;
    let grown = f64_helpers::exp(2.0 * f64_helpers::clamped(a, 0.0, HIGH));
    let tanh = if a < 0.54 { a * p } else { 1.0 - 2.0 / (grown + 1.0) };
    (tanh as f32).copysign(x)
}
