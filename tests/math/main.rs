//! Errors of the mathematical functions on every accelerator, and their results for special values.
//!
//! `AMP_BLESS=1` writes the measured errors to `docs/language/math.md`. Without it, the tests compare the bounds on that page.

mod fast;
mod inputs;
mod measure;
mod method;
mod page;
mod precise;
mod reference;
mod whole;
