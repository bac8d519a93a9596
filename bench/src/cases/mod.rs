//! The benchmark cases, one in each file. A case compares kernels with hand-written Rust code and with the same
//! algorithm in hand-written WGSL.

mod algorithms;
mod barriers;
mod bilateral;
mod bitonic;
mod compact;
mod copy;
mod first_launch;
mod launch;
mod mandelbrot;
mod matmul;
mod matmul_int;
mod nbody;
mod option;
mod reduce;
mod saxpy;
mod stencil;
mod transfer;
mod vector_matrix;

pub(crate) use first_launch::{CHILD as FIRST_LAUNCH_CHILD, child as first_launch_child};
pub(crate) use nbody::{CHILD as LEVEL_CHILD, child as level_child};

use crate::comparison::{BenchResult, Comparison};
use crate::setup::Setup;

/// A case: comparisons of candidates that do the same work.
pub(crate) struct Case {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The work, in one line.
    pub(crate) summary: &'static str,
    /// Whether the candidates are other processes, which the processor clock does not cover.
    pub(crate) other_process: bool,
    /// Sets up the comparisons of the case.
    pub(crate) compare: Compare,
}

/// Sets up comparisons and passes each to the callback, which measures it while its data lives.
pub(crate) type Compare = fn(&Setup, &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()>;

/// All cases.
pub(crate) const CASES: &[Case] = &[
    saxpy::CASE,
    copy::CASE,
    reduce::CASE,
    barriers::CASE,
    nbody::CASE,
    nbody::LEVELS,
    matmul::NAIVE,
    matmul::TILED,
    matmul_int::CASE,
    vector_matrix::CASE,
    stencil::CASE,
    mandelbrot::CASE,
    option::CASE,
    bilateral::CASE,
    bitonic::CASE,
    compact::CASE,
    algorithms::CASE,
    launch::CASE,
    transfer::CASE,
    first_launch::CASE,
];

/// Elements of a chunk in hand-written code: small enough for the cache of a core, large enough to hide the
/// overhead.
const CHUNK: usize = 1 << 14;
