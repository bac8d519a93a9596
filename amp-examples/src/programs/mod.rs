//! The programs, one in each file: kernels, the serial reference, and the code that runs them.

pub mod add_exp;
pub mod bilateral;
pub mod bitonic;
pub mod compact;
pub mod copy;
pub mod equalise;
pub mod heat;
pub mod life;
pub mod mandelbrot;
pub mod matmul;
pub mod matmul_int;
pub mod multiply_add;
pub mod nbody;
pub mod reduce;
pub mod saxpy;
pub mod vector_matrix;

use crate::harness::Program;

/// All programs, in a good order for reading.
pub const PROGRAMS: &[Program] = &[
    saxpy::PROGRAM,
    add_exp::PROGRAM,
    multiply_add::PROGRAM,
    matmul::PROGRAM,
    matmul_int::PROGRAM,
    vector_matrix::PROGRAM,
    reduce::PROGRAM,
    copy::PROGRAM,
    bitonic::PROGRAM,
    compact::RANDOM,
    compact::STRUCTURED,
    bilateral::PROGRAM,
    equalise::PROGRAM,
    nbody::PROGRAM,
    mandelbrot::PROGRAM,
    heat::PROGRAM,
    life::PROGRAM,
];
