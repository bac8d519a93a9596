//! Example programs of amp. Each is compared with serial Rust and timed on every accelerator.
//!
//! [`programs`] holds the kernels. [`harness`] runs, times, checks and prints them.

pub mod harness;
pub mod programs;
