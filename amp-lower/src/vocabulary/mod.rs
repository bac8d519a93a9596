//! Tables of the language: Rust's spelling of operators and types beside the device's.

pub(crate) mod operators;
pub(crate) mod optional;
pub(crate) mod standard_methods;
pub(crate) mod types;
