//! Products of matrices and vectors: `matmul`, `matvec`, their forms with factors, and `spmv`.

mod matmul;
mod matrices;
mod matrix;
mod matvec;
mod spmv;

pub use matmul::*;
pub use matrices::{Matrices, OutputMatrices, transposed_batch};
pub use matrix::{Matrix, Transposed, transposed};
pub use matvec::*;
pub use spmv::*;
