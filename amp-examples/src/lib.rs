//! The programs that people come for: each is checked against a serial one, and timed on every accelerator that is there.
//!
//! [`programs`] is where to read; [`frame`] is what runs, times, checks and prints them.

pub mod frame;
pub mod programs;

// The snippets of the README and of the guide compile and run, as documentation tests.
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
