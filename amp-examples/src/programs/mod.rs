//! The programs, one a file: the kernels first, the serial reference beside them, and how they are run.

pub mod matmul;
pub mod reduce;
pub mod saxpy;

use crate::frame::Program;

/// All of them, in the order in which they are best read.
pub const PROGRAMS: &[Program] = &[saxpy::PROGRAM, matmul::PROGRAM, reduce::PROGRAM];
