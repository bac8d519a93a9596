//! The back ends: print the IR as WGSL templates, as native Rust for the CPU, and as the expansion. They run
//! after the gate, on valid kernels, and cannot fail.

pub(crate) mod expansion;
pub(crate) mod hidden;
pub(crate) mod twin;
pub(crate) mod wgsl;
