//! What the language can say: Rust's spelling beside the device's.

pub(crate) mod operators;
pub(crate) mod types;
