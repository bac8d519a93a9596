//! The programs of `tests/guest`, compiled in edition 2021.
#![forbid(unsafe_code)]
#![deny(warnings, unused, nonstandard_style, future_incompatible)]
#![deny(missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic)]
#![cfg(test)]

#[path = "../guest/forbidden_lints.rs"]
mod forbidden_lints;
#[path = "../guest/names.rs"]
mod names;
#[path = "../guest/positions.rs"]
pub mod positions;
