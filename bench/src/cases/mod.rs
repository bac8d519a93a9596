//! The cases, one a file: the work by hand first, then our kernels, then the same shader idea in WGSL by hand.

mod barriers;
mod bilateral;
mod bitonic;
mod compact;
mod copy;
mod first;
mod launch;
mod mandelbrot;
mod matmul;
mod matmul_int;
mod nbody;
mod reduce;
mod saxpy;
mod stencil;
mod transfer;
mod vector_matrix;

pub(crate) use first::child;
pub(crate) use nbody::{WORD as AT_A_LEVEL, child as at_a_level};

use crate::contest::{Contest, Outcome};
use crate::field::Field;

/// Contests that can be held.
pub(crate) struct Case {
    /// What it is called on the command line.
    pub(crate) name: &'static str,
    /// What the work is.
    pub(crate) about: &'static str,
    /// Whether contestants are other processes, whose work is on the clocks of those.
    pub(crate) elsewhere: bool,
    /// Sets the contests up, and hands each to be held while its data lives.
    pub(crate) hold: Hold,
}

/// Holds the contests of a case, and shows each when it is over.
pub(crate) type Hold = fn(&Field, &mut dyn FnMut(Contest<'_>)) -> Outcome<()>;

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
    bilateral::CASE,
    bitonic::CASE,
    compact::CASE,
    launch::CASE,
    transfer::CASE,
    first::CASE,
];

/// Elements in a chunk that a thread takes by hand: small enough for its cache, large enough to be worth it.
const CHUNK: usize = 1 << 14;
