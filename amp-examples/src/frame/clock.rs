//! The two times of a variant: of its kernels alone, and of everything from slices to slices.

use std::time::Instant;

use amp::AcceleratorView;

use super::timing::repeat_warm;
use super::{Runs, Times, Timing, repeat};

/// Times what a variant does on one accelerator. What it does is given as a state, something that brings the state to
/// its beginning and is not timed, and something that is. The first run opens devices, compiles pipelines and allocates
/// memory, and does not count.
pub struct Clock<'a> {
    on: &'a AcceleratorView,
    runs: Runs,
    times: Times,
}

impl<'a> Clock<'a> {
    pub(super) fn new(on: &'a AcceleratorView, runs: Runs) -> Self {
        Clock { on, runs, times: Times::default() }
    }

    /// Times a run that begins and ends with data on the host.
    ///
    /// # Errors
    /// The first one of `reset` and `run`.
    pub fn with_copies<S>(
        &mut self,
        state: &mut S,
        reset: impl FnMut(&mut S) -> amp::Result<()>,
        run: impl FnMut(&mut S) -> amp::Result<()>,
    ) -> amp::Result<()> {
        self.times.with_copies = Some(self.time(state, reset, run)?);
        Ok(())
    }

    /// Times launches on data that is on the accelerator and stays there.
    ///
    /// # Errors
    /// The first one of `reset` and `run`.
    pub fn kernel<S>(
        &mut self,
        state: &mut S,
        reset: impl FnMut(&mut S) -> amp::Result<()>,
        run: impl FnMut(&mut S) -> amp::Result<()>,
    ) -> amp::Result<()> {
        self.times.kernel = Some(self.time(state, reset, run)?);
        Ok(())
    }

    pub(super) fn times(&self) -> Times {
        self.times
    }

    fn time<S>(
        &self,
        state: &mut S,
        mut reset: impl FnMut(&mut S) -> amp::Result<()>,
        mut run: impl FnMut(&mut S) -> amp::Result<()>,
    ) -> amp::Result<Timing> {
        let run = || {
            reset(state)?;
            self.on.wait()?;
            let start = Instant::now();
            run(state)?;
            // A launch on a GPU returns once it is queued.
            self.on.wait()?;
            Ok(start.elapsed())
        };
        // Devices and pipelines are there after the first of the two. The second one's memory shows only in short runs.
        let slow = |timing: Option<Timing>| timing.is_some_and(Timing::is_slow);
        if slow(self.times.with_copies) || slow(self.times.kernel) {
            repeat_warm(self.runs, run)
        } else {
            repeat(self.runs, run)
        }
    }
}
