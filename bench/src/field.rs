//! Where contests are held, and the three kinds of contestants: plain Rust, our kernels, and wgpu by hand.

use std::time::Duration;

use amp::{Accelerator, AcceleratorView};
use amp_examples::frame::{Problem, Verdict};
use bytemuck::Pod;

use crate::contest::{Contestant, Outcome};
use crate::raw::{self, Raw, Step};

/// How large the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// To see that all is right.
    Quick,
    /// What the tables show.
    Usual,
    /// Fills a large card; too much for the CPU.
    Large,
}

/// The accelerators, and how large the work is.
pub(crate) struct Field {
    pub(crate) scale: Scale,
    pub(crate) cpu: AcceleratorView,
    pub(crate) devices: Vec<Device>,
}

/// A device twice: through the library, and by hand.
pub(crate) struct Device {
    pub(crate) label: String,
    pub(crate) on: AcceleratorView,
    pub(crate) raw: Raw,
}

/// What stands in the table for the processor.
pub(crate) const CPU: &str = "CPU";

impl Field {
    /// All devices, or those whose name contains a word.
    pub(crate) fn open(scale: Scale, wish: Option<&str>) -> Outcome<Field> {
        let mut devices = Vec::new();
        for adapter in raw::adapters() {
            let label = raw::label(&adapter.get_info());
            let accelerator = Accelerator::all().into_iter().find(|it| it.description() == label);
            let wanted = wish.is_none_or(|wish| label.to_lowercase().contains(&wish.to_lowercase()));
            // Two adapters of one name cannot be told apart; one of them will do.
            let known = devices.iter().any(|device: &Device| device.label == label);
            if let (Some(accelerator), true, false) = (accelerator, wanted, known) {
                let on = accelerator.default_view();
                let raw = Raw::of(&on, &adapter)?;
                devices.push(Device { label, on, raw });
            }
        }
        Ok(Field { scale, cpu: Accelerator::cpu().default_view(), devices })
    }

    /// One of three, by scale.
    pub(crate) fn pick<T>(&self, quick: T, usual: T, large: T) -> T {
        match self.scale {
            Scale::Quick => quick,
            Scale::Usual => usual,
            Scale::Large => large,
        }
    }

    /// Whether the processor takes part.
    pub(crate) fn has_cpu(&self) -> bool {
        self.scale != Scale::Large
    }

    /// All accelerators that take part, with their names.
    pub(crate) fn accelerators(&self) -> impl Iterator<Item = (&str, &AcceleratorView)> {
        let cpu = self.has_cpu().then_some((CPU, &self.cpu));
        cpu.into_iter().chain(self.devices.iter().map(|device| (&*device.label, &device.on)))
    }
}

/// Plain Rust.
struct Host<S, R, J> {
    state: S,
    run: R,
    judge: J,
}

impl<S, R: FnMut(&mut S), J: FnMut(&S) -> Verdict> Contestant for Host<S, R, J> {
    fn run(&mut self) -> Outcome<()> {
        (self.run)(&mut self.state);
        Ok(())
    }

    fn finish(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok((self.judge)(&self.state))
    }
}

/// A contestant in plain Rust.
pub(crate) fn host<S>(
    state: S,
    run: impl FnMut(&mut S),
    judge: impl FnMut(&S) -> Verdict,
) -> impl Contestant {
    Host { state, run, judge }
}

/// Our kernels.
struct Kernels<'a, S, R, J> {
    on: &'a AcceleratorView,
    has_clock: bool,
    state: S,
    run: R,
    judge: J,
}

impl<S, R, J> Contestant for Kernels<'_, S, R, J>
where
    R: FnMut(&AcceleratorView, &mut S) -> amp::Result<()>,
    J: FnMut(&S) -> amp::Result<Verdict>,
{
    fn run(&mut self) -> Outcome<()> {
        (self.run)(self.on, &mut self.state).map_err(told)
    }

    fn finish(&mut self) -> Outcome<()> {
        self.on.wait().map_err(told)
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        (self.judge)(&self.state).map_err(told)
    }

    fn kernels(&mut self) -> Outcome<Option<Duration>> {
        if !self.has_clock {
            return Ok(None);
        }
        let profile = self.on.profile(|| (self.run)(self.on, &mut self.state)).map_err(told)?;
        Ok(Some(profile.total()))
    }
}

/// A contestant that launches our kernels.
pub(crate) fn kernels<'a, S: 'a>(
    on: &'a AcceleratorView,
    state: S,
    run: impl FnMut(&AcceleratorView, &mut S) -> amp::Result<()> + 'a,
    judge: impl FnMut(&S) -> amp::Result<Verdict> + 'a,
) -> impl Contestant + 'a {
    // Without a clock of its own, a profile says what the host saw.
    let has_clock = amp::interop::device(on)
        .is_ok_and(|device| device.features().contains(wgpu::Features::TIMESTAMP_QUERY));
    Kernels { on, has_clock, state, run, judge }
}

/// wgpu by hand. What is run gathers until it is waited for, as with the library.
struct ByHand<'a, T, J> {
    raw: &'a Raw,
    steps: Vec<Step>,
    gathered: usize,
    result: (wgpu::Buffer, usize),
    judge: J,
    elements: std::marker::PhantomData<T>,
}

impl<T: Pod, J: FnMut(&[T]) -> Verdict> Contestant for ByHand<'_, T, J> {
    fn run(&mut self) -> Outcome<()> {
        self.gathered += 1;
        Ok(())
    }

    fn finish(&mut self) -> Outcome<()> {
        self.raw.submit(&self.steps, std::mem::take(&mut self.gathered));
        self.raw.wait()
    }

    fn judge(&mut self) -> Outcome<Verdict> {
        Ok((self.judge)(&self.raw.read(&self.result.0, self.result.1)?))
    }

    fn kernels(&mut self) -> Outcome<Option<Duration>> {
        self.raw.stamped(&self.steps)
    }
}

/// A contestant that dispatches WGSL; its result is so many elements at the start of a buffer.
pub(crate) fn by_hand<'a, T: Pod>(
    raw: &'a Raw,
    steps: Vec<Step>,
    result: (wgpu::Buffer, usize),
    judge: impl FnMut(&[T]) -> Verdict + 'a,
) -> impl Contestant + 'a {
    ByHand { raw, steps, gathered: 0, result, judge, elements: std::marker::PhantomData }
}

/// An error in words.
pub(crate) fn told(error: amp::Error) -> String {
    error.to_string()
}

/// Input data, or why there is none.
pub(crate) fn data<T>(data: Result<T, Problem>) -> Outcome<T> {
    data.map_err(|problem| match problem {
        Problem::Usage(message) => message,
        Problem::Output(error) => error.to_string(),
        problem => problem.to_string(),
    })
}
