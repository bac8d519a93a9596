//! The timer of a variant: it splits each run into laps, which are upload, kernels and download.

use std::time::{Duration, Instant};

use amp::{AcceleratorView, ArrayViewMut, GpuType};

use super::{Runs, Times, repeat};

/// The lap that transfers the inputs to the accelerator.
pub const UPLOAD: &str = "upload";
/// The lap of the only kernel. A lap of any other name is a phase of the kernel time.
pub const KERNEL: &str = "kernel";
/// The lap that transfers the result to the host.
pub const DOWNLOAD: &str = "download";

/// Times the runs of a variant on one accelerator.
pub struct Timer<'a> {
    on: &'a AcceleratorView,
    runs: Runs,
    /// Whether to read the device's own clock as well.
    uses_device_clock: bool,
    times: Times,
}

/// Times one run. A lap ends when the accelerator has completed the work of the lap.
pub struct Stopwatch<'a> {
    on: &'a AcceleratorView,
    since: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl<'a> Timer<'a> {
    pub(super) fn new(on: &'a AcceleratorView, runs: Runs, uses_device_clock: bool) -> Self {
        Timer { on, runs, uses_device_clock, times: Times::default() }
    }

    /// Runs `run` as often as the user wants. The first run opens devices, compiles pipelines and allocates memory, and is
    /// not counted.
    ///
    /// # Errors
    /// The first error of `run`.
    pub fn measure(&mut self, mut run: impl FnMut(&mut Stopwatch<'_>) -> amp::Result<()>) -> amp::Result<()> {
        self.measure_on(&self.on.clone(), &mut run)
    }

    /// Like [`Timer::measure`], but on another queue of the accelerator.
    ///
    /// # Errors
    /// The first error of `run`.
    pub fn measure_on(
        &mut self,
        on: &AcceleratorView,
        mut run: impl FnMut(&mut Stopwatch<'_>) -> amp::Result<()>,
    ) -> amp::Result<()> {
        let runs = repeat(self.runs, || {
            let mut watch = Stopwatch { on, since: Instant::now(), laps: Vec::new() };
            run(&mut watch)?;
            Ok(watch.laps)
        })?;
        self.times = Times::from_laps(&runs);
        // Profiling takes time of its own, so the profiled run is not one of the timed runs.
        if self.uses_device_clock {
            let mut watch = Stopwatch { on, since: Instant::now(), laps: Vec::new() };
            self.times.device = Some(on.profile(|| run(&mut watch))?);
        }
        Ok(())
    }

    pub(super) fn into_times(self) -> Times {
        self.times
    }
}

impl Stopwatch<'_> {
    /// Starts the first lap. Earlier work is not counted.
    ///
    /// # Errors
    /// The errors that the device reports.
    pub fn start(&mut self) -> amp::Result<()> {
        self.on.wait()?;
        self.since = Instant::now();
        Ok(())
    }

    /// Starts the first lap after an upload of `result`, which holds wrong values. Without the upload, device memory may
    /// still hold the correct result of an earlier run, and a kernel that writes nothing would pass.
    ///
    /// # Errors
    /// The errors that the device reports.
    pub fn start_with_garbage<T: GpuType, const N: usize>(
        &mut self,
        result: &ArrayViewMut<'_, T, N>,
    ) -> amp::Result<()> {
        result.synchronize_to(self.on)?;
        self.start()
    }

    /// Ends a lap and starts the next one. Laps of one name add up.
    ///
    /// # Errors
    /// The errors that the device reports.
    pub fn lap(&mut self, name: &'static str) -> amp::Result<()> {
        // On a GPU, a launch only queues the work.
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

    /// The second run may reuse the device memory of the first run, which has correct results in it. The
    /// upload of wrong values before each run reveals elements that the kernel skips.
    #[test]
    fn elements_that_a_kernel_skips_are_noticed() {
        use amp::prelude::*;
        for accelerator in Accelerator::all() {
            let on = accelerator.default_view();
            let mut timer = Timer::new(&on, Runs::Quick, false);
            let mut result = [0u32; 4096];
            let mut first = 4096;
            timer
                .measure(|watch| {
                    result.fill(7);
                    let mut view = ArrayViewMut::new(&mut result);
                    watch.start_with_garbage(&view)?;
                    view.discard_data();
                    let kernel = amp!(|i: Index<1>| {
                        if i[0] < first {
                            view[i] = 1;
                        }
                    });
                    on.parallel_for_each(4096, kernel)?;
                    first = 100; // the second run skips the other elements
                    view.finish()
                })
                .unwrap();
            assert_eq!((result[99], result[100], result[4095]), (1, 7, 7), "{}", accelerator.description());
        }
    }

    #[test]
    fn laps_of_one_name_add_up() {
        let cpu = amp::Accelerator::cpu().default_view();
        let mut timer = Timer::new(&cpu, Runs::Exactly(2), false);
        timer
            .measure(|watch| {
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
        let times = timer.into_times();
        let phases: Vec<_> = times.phases.iter().map(|(name, timing)| (*name, timing.runs)).collect();
        assert_eq!(phases, [("count", 2), ("move", 2)]);
        assert!(times.phases[0].1.best > times.phases[1].1.best);
        let (kernel, upload) = (times.kernel.unwrap(), times.upload.unwrap());
        assert!(kernel.best >= Duration::from_millis(3) && upload.median < Duration::from_millis(20));
        assert!(times.download.is_some());
    }
}
