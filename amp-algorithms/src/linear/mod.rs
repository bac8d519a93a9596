//! Products of matrices and vectors: `matvec`, `gemv` and `spmv`.

mod matrix;
mod matvec;
mod spmv;

pub use matrix::{Matrix, Transposed, transposed};
pub use matvec::*;
pub use spmv::*;
