//! Expansions in a strict crate: kernels compile under the strictest lints, in every position and with every name.
#![forbid(unsafe_code)]
#![deny(warnings, unused, nonstandard_style, future_incompatible, rust_2024_compatibility)]
#![deny(missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub)]
#![deny(trivial_casts, trivial_numeric_casts, unused_qualifications, unused_results, unused_lifetimes)]
#![deny(single_use_lifetimes, let_underscore_drop, meta_variable_misuse, redundant_lifetimes)]
#![deny(explicit_outlives_requirements, variant_size_differences)]
#![deny(clippy::all, clippy::pedantic)]

mod allow_attribute;
mod forbidden_lints;
mod hygiene;
mod macro_fragments;
mod names;
pub mod positions;
