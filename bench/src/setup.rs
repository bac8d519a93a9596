//! The accelerators of a run, and the three kinds of candidates: plain Rust, kernels, and hand-written wgpu code.

use std::time::Duration;

use amp::{Accelerator, AcceleratorView};
use amp_examples::harness::{RunError, Verdict};
use bytemuck::Pod;

use crate::comparison::{BenchResult, Candidate};
use crate::raw::{self, Raw, Step};

/// The size of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Small, to check the results.
    Quick,
    /// The size of the published tables.
    Usual,
    /// Large enough for a large card, and too large for the CPU.
    Large,
}

/// The accelerators and the scale of a run.
pub(crate) struct Setup {
    pub(crate) scale: Scale,
    pub(crate) cpu: AcceleratorView,
    pub(crate) devices: Vec<Device>,
}

/// A device, as an accelerator of the library and as a wgpu device.
pub(crate) struct Device {
    pub(crate) label: String,
    pub(crate) on: AcceleratorView,
    pub(crate) raw: Raw,
}

/// The name of the CPU in tables.
pub(crate) const CPU: &str = "CPU";

impl Setup {
    /// Opens all devices, or those whose names contain `name_part`.
    pub(crate) fn open(scale: Scale, name_part: Option<&str>) -> BenchResult<Setup> {
        let mut devices = Vec::new();
        for adapter in raw::adapters() {
            let label = raw::label(&adapter.get_info());
            let accelerator = Accelerator::all().into_iter().find(|it| it.description() == label);
            let wanted =
                name_part.is_none_or(|name_part| label.to_lowercase().contains(&name_part.to_lowercase()));
            // Adapters of equal name cannot be distinguished; the first one is used.
            let duplicate = devices.iter().any(|device: &Device| device.label == label);
            if let (Some(accelerator), true, false) = (accelerator, wanted, duplicate) {
                let on = accelerator.default_view();
                let raw = Raw::of(&on, &adapter)?;
                devices.push(Device { label, on, raw });
            }
        }
        Ok(Setup { scale, cpu: Accelerator::cpu().default_view(), devices })
    }

    /// Selects one of three values by scale.
    pub(crate) fn pick<T>(&self, quick: T, usual: T, large: T) -> T {
        match self.scale {
            Scale::Quick => quick,
            Scale::Usual => usual,
            Scale::Large => large,
        }
    }

    /// Whether the CPU is measured.
    pub(crate) fn has_cpu(&self) -> bool {
        self.scale != Scale::Large
    }

    /// All measured accelerators with their names.
    pub(crate) fn accelerators(&self) -> impl Iterator<Item = (&str, &AcceleratorView)> {
        let cpu = self.has_cpu().then_some((CPU, &self.cpu));
        cpu.into_iter().chain(self.devices.iter().map(|device| (&*device.label, &device.on)))
    }
}

/// A candidate in plain Rust: its data, the function that runs it, and the function that verifies the data.
struct Host<S, R, J> {
    state: S,
    run: R,
    judge: J,
}

impl<S, R: FnMut(&mut S), J: FnMut(&S) -> Verdict> Candidate for Host<S, R, J> {
    fn run(&mut self) -> BenchResult<()> {
        (self.run)(&mut self.state);
        Ok(())
    }

    fn finish(&mut self) -> BenchResult<()> {
        Ok(())
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok((self.judge)(&self.state))
    }
}

/// A candidate in plain Rust.
pub(crate) fn host<S>(state: S, run: impl FnMut(&mut S), judge: impl FnMut(&S) -> Verdict) -> impl Candidate {
    Host { state, run, judge }
}

/// A candidate that launches kernels: the queue, the data, and the functions that run and verify it.
struct Kernels<'a, S, R, J> {
    on: &'a AcceleratorView,
    has_clock: bool,
    state: S,
    run: R,
    judge: J,
}

impl<S, R, J> Candidate for Kernels<'_, S, R, J>
where
    R: FnMut(&AcceleratorView, &mut S) -> amp::Result<()>,
    J: FnMut(&S) -> amp::Result<Verdict>,
{
    fn run(&mut self) -> BenchResult<()> {
        (self.run)(self.on, &mut self.state).map_err(message)
    }

    fn finish(&mut self) -> BenchResult<()> {
        self.on.wait().map_err(message)
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        (self.judge)(&self.state).map_err(message)
    }

    fn kernels(&mut self) -> BenchResult<Option<Duration>> {
        if !self.has_clock {
            return Ok(None);
        }
        let profile = self.on.profile(|| (self.run)(self.on, &mut self.state)).map_err(message)?;
        Ok(Some(profile.total()))
    }
}

/// A candidate that launches kernels.
pub(crate) fn kernels<'a, S: 'a>(
    on: &'a AcceleratorView,
    state: S,
    run: impl FnMut(&AcceleratorView, &mut S) -> amp::Result<()> + 'a,
    judge: impl FnMut(&S) -> amp::Result<Verdict> + 'a,
) -> impl Candidate + 'a {
    // Without a device clock, a profile would contain times of the host.
    let has_clock = amp::interop::device(on)
        .is_ok_and(|device| device.features().contains(wgpu::Features::TIMESTAMP_QUERY));
    Kernels { on, has_clock, state, run, judge }
}

/// A candidate in hand-written wgpu code. `run` only counts; `finish` submits all counted runs together. amp
/// batches launches in the same way.
struct ByHand<'a, T, J> {
    raw: &'a Raw,
    steps: Vec<Step>,
    queued: usize,
    result: (wgpu::Buffer, usize),
    judge: J,
    elements: std::marker::PhantomData<T>,
}

impl<T: Pod, J: FnMut(&[T]) -> Verdict> Candidate for ByHand<'_, T, J> {
    fn run(&mut self) -> BenchResult<()> {
        self.queued += 1;
        Ok(())
    }

    fn finish(&mut self) -> BenchResult<()> {
        self.raw.submit(&self.steps, std::mem::take(&mut self.queued));
        self.raw.wait()
    }

    fn judge(&mut self) -> BenchResult<Verdict> {
        Ok((self.judge)(&self.raw.read(&self.result.0, self.result.1)?))
    }

    fn kernels(&mut self) -> BenchResult<Option<Duration>> {
        self.raw.kernel_time(&self.steps)
    }
}

/// A candidate that dispatches WGSL. Its result is the given number of elements at the start of a buffer.
pub(crate) fn by_hand<'a, T: Pod>(
    raw: &'a Raw,
    steps: Vec<Step>,
    result: (wgpu::Buffer, usize),
    judge: impl FnMut(&[T]) -> Verdict + 'a,
) -> impl Candidate + 'a {
    ByHand { raw, steps, queued: 0, result, judge, elements: std::marker::PhantomData }
}

/// The message of an error.
pub(crate) fn message(error: amp::Error) -> String {
    error.to_string()
}

/// Input data, or the message of the error.
pub(crate) fn data<T>(data: Result<T, RunError>) -> BenchResult<T> {
    data.map_err(|problem| match problem {
        RunError::Usage(message) => message,
        RunError::Output(error) => error.to_string(),
        problem => problem.to_string(),
    })
}
