//! How exact the functions are on each accelerator, and what they are where they are special.
//!
//! `AMP_BLESS=1` writes what is measured to `docs/language/math.md`; without it, only what is stated there is compared.

mod compensated;
mod fast;
mod inputs;
mod measure;
mod method;
mod page;
mod precise;
mod reference;
mod whole;
