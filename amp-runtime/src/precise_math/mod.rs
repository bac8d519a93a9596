//! Functions of `f32` that are as exact as they promise, on every accelerator: C++ AMP's `precise_math`.
//!
//! Each is a device function, written in the kernel language with nothing but additions, multiplications, divisions and
//! bits. So a kernel computes the same way wherever it runs, and the host too. What is stated in ULP (units in the last
//! place of the result) is what C++ AMP demands, and holds on the host and on the CPU accelerator; what was measured stands in
//! `docs/language/math.md`.
//!
//! A GPU comes near that, as far as its arithmetic is that of IEEE 754: it may be off by 2.5 ULP where it divides, may
//! round `a * b + c` once or twice, and may take numbers below 1.2e-38 for zero. Where digits would be lost, numbers go in two
//! parts, which are made by cutting bits off: that a driver fuses, or takes `(a + b) - a` for `b`, does them no harm.
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
mod choice;
mod compensated;
mod error_function;
mod exponential;
mod gamma;
mod hyperbolic;
mod inverse;
mod logarithm;
mod parts;
mod power;
mod representation;
mod root;
mod rounding;
mod trigonometry;

pub use choice::{fdim, fma, fmax, fmin};
pub use compensated::{fast_two_sum, two_prod, two_sum};
pub use error_function::{erf, erfc, erfcinv, erfinv, phi, probit};
pub use exponential::{exp, exp2, exp10, expm1};
pub use gamma::{lgamma, tgamma};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::{log, log1p, log2, log10};
pub use power::pow;
pub use representation::{
    FP_INFINITE, FP_NAN, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, copysign, fabs, fpclassify, frexp, ilogb,
    isfinite, isinf, isnan, isnormal, ldexp, logb, nan, nextafter, scalb, scalbn, signbit,
};
pub use root::{cbrt, hypot, rcbrt, rsqrt, sqrt};
pub use rounding::{ceil, floor, fmod, modf, nearbyint, remainder, remquo, round, trunc};
pub use trigonometry::{cos, cospi, sin, sincos, sinpi, tan, tanpi};
