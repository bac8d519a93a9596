//! Example programs of amp. Each is compared with serial Rust and timed on every accelerator.
//!
//! [`programs`] holds the kernels. [`harness`] runs, times, checks and prints them.

pub mod harness;
pub mod programs;

// The snippets of the README and of the guide are documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/from-cpp-amp.md")]
struct FromCppAmp;

#[cfg(doctest)]
#[doc = include_str!("../../docs/checking.md")]
struct Checking;

#[cfg(doctest)]
#[doc = include_str!("../../docs/debugging.md")]
struct Debugging;
