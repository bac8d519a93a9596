//! Functions of `f32` at the accelerator's speed: C++ AMP's `fast_math` namespace.
//!
//! Each function computes the same as the method of `f32` with the same name, for example `x.sin()`. On a GPU
//! it is the driver's implementation of the WGSL function. On the host and on the CPU accelerator it is a
//! function that LLVM can vectorise. The accuracy depends on the device. Use
//! [`precise_math`](crate::functions::precise_math) for guaranteed accuracy.
//!
//! ```
//! use amp::fast_math;
//! use amp::prelude::*;
//!
//! let x = [0.5f32, 1.0, 2.0];
//! let mut y = [0.0f32; 3];
//! let (xs, mut ys) = (ArrayView::new(&x), ArrayViewMut::new(&mut y));
//! parallel_for_each(ys.extent(), amp!(|i: Index<1>| ys[i] = fast_math::rsqrt(xs[i])))?;
//! ys.finish()?;
//! assert!((y[2] - 0.707_106_8).abs() < 1e-6);
//! # Ok::<(), amp::Error>(())
//! ```

use amp_shader::{Item, Piece, Scalar, TypeInfo, TypeRef};

use crate::abi::link::DeviceCall;
use crate::abi::recursion::CallStack;
use crate::cpu_math;
use amp_macros::device;

pub use crate::functions::precise_math::{fmod, frexp, ldexp, modf};

/// Declares functions. Each line has the documentation, an example, the signature, the WGSL result type, the
/// method that implements the function in a shader, and the Rust body.
macro_rules! functions {
    ($($about:literal $example:literal $name:ident($($x:ident),*) -> $result:ident $wgsl:literal = $method:ident, $body:expr;)*) => {$(
        #[doc = $about]
        #[doc = ""]
        #[doc = "```"]
        #[doc = concat!("assert!(amp::fast_math::", $example, ");")]
        #[doc = "```"]
        #[inline]
        pub fn $name($($x: f32),*) -> $result {
            $body
        }

        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_debug_implementations)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            pub const fn amp_calls(_: &mut CallStack) {}
        }

        impl DeviceCall<($(functions!(@ $x f32),)*)> for $name {
            type Output = $result;
            const ITEM: &'static Item = &Item {
                name: concat!("fast_math::", stringify!($name)),
                body: &[
                    Piece::Text(concat!("(", $(stringify!($x), ": f32, ",)* ") -> ", $wgsl, " { return ")),
                    functions!(method $method),
                    Piece::Text(concat!("(", $(stringify!($x), ", ",)* "); }\n")),
                ],
                mutates_receiver: false,
                entries: &[],
                required_uniform: 0,
            };
        }
    )*};
    (@ $x:ident $ty:ident) => { $ty };
    // `Piece::Method` translates a method of `f32` to WGSL. Rust has no method for WGSL's `inverseSqrt`, so the
    // piece is the name in WGSL.
    (method inverse_sqrt) => { Piece::Text("inverseSqrt") };
    (method $method:ident) => { Piece::Method(stringify!($method), TypeRef::Known(&TypeInfo::Scalar(Scalar::F32))) };
}

functions! {
    "The arc cosine." "acos(1.0).abs() < 1e-3" acos(x) -> f32 "f32" = acos, cpu_math::acos(x);
    "The arc sine." "asin(0.0).abs() < 1e-6" asin(x) -> f32 "f32" = asin, cpu_math::asin(x);
    "The arc tangent." "atan(0.0).abs() < 1e-6" atan(x) -> f32 "f32" = atan, cpu_math::atan(x);
    "The angle of the point `(x, y)`, in radians." "atan2(0.0, 1.0).abs() < 1e-6" atan2(y, x) -> f32 "f32" = atan2, cpu_math::atan2(y, x);
    "The smallest integer that is at least `x`." "ceil(1.2) == 2.0" ceil(x) -> f32 "f32" = ceil, x.ceil();
    "The cosine." "cos(0.0) > 0.999" cos(x) -> f32 "f32" = cos, cpu_math::cos(x);
    "The hyperbolic cosine." "cosh(0.0) > 0.999" cosh(x) -> f32 "f32" = cosh, cpu_math::cosh(x);
    "`e` to the power of `x`." "exp(0.0) > 0.999" exp(x) -> f32 "f32" = exp, cpu_math::exp(x);
    "Two to the power of `x`." "exp2(3.0) > 7.999" exp2(x) -> f32 "f32" = exp2, cpu_math::exp2(x);
    "The absolute value." "fabs(-1.5) == 1.5" fabs(x) -> f32 "f32" = abs, x.abs();
    "The largest integer that is at most `x`." "floor(-1.5) == -2.0" floor(x) -> f32 "f32" = floor, x.floor();
    "The larger of two values. If one is NaN, the other." "fmax(1.0, 2.0) == 2.0" fmax(x, y) -> f32 "f32" = max, x.max(y);
    "The smaller of two values. If one is NaN, the other." "fmin(1.0, 2.0) == 1.0" fmin(x, y) -> f32 "f32" = min, x.min(y);
    "Whether `x` is neither infinite nor NaN." "isfinite(1.0)" isfinite(x) -> bool "bool" = is_finite, x.is_finite();
    "Whether `x` is infinite." "isinf(f32::INFINITY)" isinf(x) -> bool "bool" = is_infinite, x.is_infinite();
    "Whether `x` is NaN." "isnan(f32::NAN)" isnan(x) -> bool "bool" = is_nan, x.is_nan();
    "The natural logarithm." "log(1.0).abs() < 1e-6" log(x) -> f32 "f32" = ln, cpu_math::ln(x);
    "The logarithm to base ten." "log10(1.0).abs() < 1e-6" log10(x) -> f32 "f32" = log10, cpu_math::log10(x);
    "The logarithm to base two." "log2(1.0).abs() < 1e-6" log2(x) -> f32 "f32" = log2, cpu_math::log2(x);
    "`x` to the power of `y`." "pow(2.0, 3.0) > 7.999" pow(x, y) -> f32 "f32" = powf, cpu_math::powf(x, y);
    "`x` rounded to the nearest integer, half-way cases away from zero." "round(2.5) == 3.0" round(x) -> f32 "f32" = round, x.round();
    "One divided by the square root." "rsqrt(4.0) > 0.499" rsqrt(x) -> f32 "f32" = inverse_sqrt, 1.0 / x.sqrt();
    "Whether the sign bit is set, also for zero and NaN." "signbit(-0.0)" signbit(x) -> bool "bool" = is_sign_negative, x.is_sign_negative();
    "The sine." "sin(0.0).abs() < 1e-6" sin(x) -> f32 "f32" = sin, cpu_math::sin(x);
    "The hyperbolic sine." "sinh(0.0).abs() < 1e-6" sinh(x) -> f32 "f32" = sinh, cpu_math::sinh(x);
    "The square root." "sqrt(4.0) > 1.999" sqrt(x) -> f32 "f32" = sqrt, x.sqrt();
    "The tangent." "tan(0.0).abs() < 1e-6" tan(x) -> f32 "f32" = tan, cpu_math::tan(x);
    "The hyperbolic tangent." "tanh(0.0).abs() < 1e-6" tanh(x) -> f32 "f32" = tanh, cpu_math::tanh(x);
    "`x` rounded towards zero." "trunc(-1.7) == -1.0" trunc(x) -> f32 "f32" = trunc, x.trunc();
}

/// The sine and the cosine.
///
/// ```
/// let (sin, cos) = amp::fast_math::sincos(0.0);
/// assert!(sin.abs() < 1e-6 && cos > 0.999);
/// ```
#[device]
#[inline]
pub fn sincos(x: f32) -> (f32, f32) {
    (sin(x), cos(x))
}
