//! Tables of the kernel language: operators, types and methods, with their spelling in Rust and in WGSL.

pub(crate) mod iterators;
pub(crate) mod operators;
pub(crate) mod optional;
pub(crate) mod standard_methods;
pub(crate) mod types;
