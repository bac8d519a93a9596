//! Errors of the mathematical functions on every accelerator, and their results for special values.
//!
//! `AMP_BLESS=1` writes the measured errors to `docs/language/math.md`. Without it, the tests compare the bounds on that page.

mod compensated_arithmetic;
mod exact_functions;
mod f32_methods;
mod f64_methods;
mod fast_math;
mod inputs;
mod measure;
mod page;
mod precise_math;
mod reference;
