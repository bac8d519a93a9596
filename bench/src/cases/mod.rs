//! The cases, one a file: the work by hand first, the kernels of `amp-examples` against it.

mod copy;
mod matmul;
mod saxpy;

use std::time::{Duration, Instant};

use amp_examples::frame::Problem;

use crate::contest::Standings;

/// A contest that can be held.
pub(crate) struct Case {
    /// What it is called on the command line.
    pub(crate) name: &'static str,
    /// What the work is.
    pub(crate) about: &'static str,
    /// Holds it, or a small one.
    pub(crate) hold: fn(quick: bool) -> Result<Standings, String>,
}

/// All cases.
pub(crate) const CASES: &[Case] = &[saxpy::CASE, copy::CASE, matmul::CASE];

/// Numbers of each element in a chunk that a thread takes by hand: small enough for its cache, large enough to be worth it.
const CHUNK: usize = 1 << 14;

fn timed<E>(run: impl FnOnce() -> Result<(), E>) -> Result<Duration, E> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed())
}

/// In words.
fn told(problem: Problem) -> String {
    match problem {
        Problem::Usage(message) => message,
        Problem::Output(error) => error.to_string(),
        Problem::Accelerator(error) => error.to_string(),
    }
}
