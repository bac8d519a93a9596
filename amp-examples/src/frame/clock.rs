//! What a variant takes on one accelerator, cut into laps: the way there, the kernels, the way back.

use std::time::{Duration, Instant};

use amp::{AcceleratorView, ArrayViewMut, GpuType};

use super::{Runs, Times, repeat};

/// The lap that brings the data to the accelerator.
pub const UPLOAD: &str = "upload";
/// The lap of the kernel, where there is one only. A lap of any other name is a phase of the work.
pub const KERNEL: &str = "kernel";
/// The lap that brings the result back.
pub const DOWNLOAD: &str = "download";

/// Times the runs of a variant on one accelerator.
pub struct Clock<'a> {
    on: &'a AcceleratorView,
    runs: Runs,
    /// Whether there is a device with a clock of its own.
    asks_device: bool,
    times: Times,
}

/// Times one run. Each lap ends when the accelerator is done with it.
pub struct Watch<'a> {
    on: &'a AcceleratorView,
    since: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl<'a> Clock<'a> {
    pub(super) fn new(on: &'a AcceleratorView, runs: Runs, asks_device: bool) -> Self {
        Clock { on, runs, asks_device, times: Times::default() }
    }

    /// Runs something as often as it has to be. Its first run opens devices, compiles pipelines and allocates memory, and
    /// does not count.
    ///
    /// # Errors
    /// The first one of `run`.
    pub fn runs(&mut self, mut run: impl FnMut(&mut Watch<'_>) -> amp::Result<()>) -> amp::Result<()> {
        self.runs_on(&self.on.clone(), &mut run)
    }

    /// The same on another view of the accelerator.
    ///
    /// # Errors
    /// The first one of `run`.
    pub fn runs_on(
        &mut self,
        on: &AcceleratorView,
        mut run: impl FnMut(&mut Watch<'_>) -> amp::Result<()>,
    ) -> amp::Result<()> {
        let runs = repeat(self.runs, || {
            let mut watch = Watch { on, since: Instant::now(), laps: Vec::new() };
            run(&mut watch)?;
            Ok(watch.laps)
        })?;
        self.times = Times::of(&runs);
        // A GPU has a clock of its own. What it says is asked for in a further run, for asking takes time too.
        if self.asks_device {
            let mut watch = Watch { on, since: Instant::now(), laps: Vec::new() };
            self.times.device = Some(on.profile(|| run(&mut watch))?);
        }
        Ok(())
    }

    pub(super) fn into_times(self) -> Times {
        self.times
    }
}

impl Watch<'_> {
    /// Starts the first lap: what came before does not count.
    ///
    /// # Errors
    /// What the device reports.
    pub fn start(&mut self) -> amp::Result<()> {
        self.on.wait()?;
        self.since = Instant::now();
        Ok(())
    }

    /// The same, once the accelerator has what stands in the place of the result, and is wrong: no run can live on what another one has
    /// left there. The result may be discarded then, as in a program that nobody checks.
    ///
    /// # Errors
    /// What the device reports.
    pub fn start_spoiled<T: GpuType, const N: usize>(
        &mut self,
        result: &ArrayViewMut<'_, T, N>,
    ) -> amp::Result<()> {
        result.synchronize_to(self.on)?;
        self.start()
    }

    /// Ends a lap, and starts the next one. Laps of one name add up.
    ///
    /// # Errors
    /// What the device reports.
    pub fn lap(&mut self, name: &'static str) -> amp::Result<()> {
        // A launch on a GPU returns once it is queued.
        self.on.wait()?;
        let now = Instant::now();
        let lap = now - self.since;
        self.since = now;
        match self.laps.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += lap,
            None => self.laps.push((name, lap)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each run's memory on a device is what the run before it has given back, right answers included.
    #[test]
    fn what_was_not_written_is_seen() {
        use amp::prelude::*;
        for accelerator in Accelerator::all() {
            let on = accelerator.default_view();
            let mut clock = Clock::new(&on, Runs::Quick, false);
            let mut result = [0u32; 4096];
            let mut first = 4096;
            clock
                .runs(|watch| {
                    result.fill(7);
                    let mut view = ArrayViewMut::new(&mut result);
                    watch.start_spoiled(&view)?;
                    view.discard_data();
                    let kernel = amp!(|i: Index<1>| {
                        if i[0] < first {
                            view[i] = 1;
                        }
                    });
                    on.parallel_for_each(4096, kernel)?;
                    first = 100; // the second run is one that forgets
                    view.finish()
                })
                .unwrap();
            assert_eq!((result[99], result[100], result[4095]), (1, 7, 7), "{}", accelerator.description());
        }
    }

    #[test]
    fn laps_of_one_name_add_up() {
        let cpu = amp::Accelerator::cpu().default_view();
        let mut clock = Clock::new(&cpu, Runs::Exactly(2), false);
        clock
            .runs(|watch| {
                std::thread::sleep(Duration::from_millis(20)); // not timed
                watch.start()?;
                watch.lap(UPLOAD)?;
                for name in ["count", "move", "count"] {
                    std::thread::sleep(Duration::from_millis(1));
                    watch.lap(name)?;
                }
                watch.lap(DOWNLOAD)
            })
            .unwrap();
        let times = clock.into_times();
        let phases: Vec<_> = times.phases.iter().map(|(name, timing)| (*name, timing.runs)).collect();
        assert_eq!(phases, [("count", 2), ("move", 2)]);
        assert!(times.phases[0].1.best > times.phases[1].1.best);
        let (kernel, upload) = (times.kernel.unwrap(), times.upload.unwrap());
        assert!(kernel.best >= Duration::from_millis(3) && upload.median < Duration::from_millis(20));
        assert!(times.download.is_some());
    }
}
