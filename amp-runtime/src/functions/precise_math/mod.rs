//! Functions of `f32` with the error bounds of C++ AMP's `precise_math` namespace.
//!
//! Each is a device function that uses basic operations only: arithmetic, square roots, rounding and bit
//! operations. So the same algorithm runs on every device and on the host. The error bounds are those that
//! C++ AMP demands, in ULP (units in the last place of the result). They hold on the host and the CPU
//! accelerator. `docs/language/math.md` has the measured errors.
//!
//! A GPU may exceed these bounds slightly. Its divisions may be off by 2.5 ULP, it may round `a * b + c` once
//! or twice, and it may flush values below 1.2e-38 to zero. Where an `f32` would lose digits, the functions
//! compute with double words: a rounded value and its rounding error. For a product, they split each factor
//! into halves. The products of the halves are exact, so it does not matter whether a device fuses them with
//! additions. For a sum, they clear the lowest bit. So no driver can simplify `(a + b) - a` to `b`.
//!
//! ```
//! use amp::precise_math;
//! use amp::prelude::*;
//!
//! let x = [0.5f32, 1.0, 2.0];
//! let mut y = [0.0f32; 3];
//! let (xs, mut ys) = (ArrayView::new(&x), ArrayViewMut::new(&mut y));
//! parallel_for_each(ys.extent(), amp!(|i: Index<1>| ys[i] = precise_math::erf(xs[i])))?;
//! ys.finish()?;
//! assert_eq!(y[1], precise_math::erf(1.0));
//! # Ok::<(), amp::Error>(())
//! ```

mod angle;
mod compensated;
mod double_word;
mod error_function;
mod exponential;
mod gamma;
mod hyperbolic;
mod inverse;
mod logarithm;
mod min_max;
mod power;
mod representation;
mod root;
mod rounding;
mod trigonometry;

pub use compensated::{fast_two_sum, two_prod, two_sum};
pub use error_function::{erf, erfc, erfcinv, erfinv, phi, probit};
pub use exponential::{exp, exp2, exp10, expm1};
pub use gamma::{lgamma, tgamma};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::{log, log1p, log2, log10};
pub use min_max::{fdim, fma, fmax, fmin};
pub use power::pow;
pub use representation::{
    FP_INFINITE, FP_NAN, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, copysign, fabs, fpclassify, frexp, ilogb,
    isfinite, isinf, isnan, isnormal, ldexp, logb, nan, nextafter, scalb, scalbn, signbit,
};
pub use root::{cbrt, hypot, rcbrt, rsqrt, sqrt};
pub use rounding::{ceil, floor, fmod, modf, nearbyint, remainder, remquo, round, trunc};
pub use trigonometry::{cos, cospi, sin, sincos, sinpi, tan, tanpi};
