//! What a program is given: its size, where to run, and where to report.

use std::hint::black_box;
use std::time::{Duration, Instant};

use amp::{AcceleratorView, Error};

use super::{Chosen, Clock, Outcome, Program, Progress, Request, Row, Runs, Verdict, repeat, size};

/// One program's run.
pub struct Session<'a> {
    program: &'static Program,
    size: Vec<usize>,
    runs: Runs,
    only: Option<&'a str>,
    accelerators: &'a [Chosen],
    progress: &'a Progress,
    serial: Option<Duration>,
    rows: Vec<Row>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        program: &'static Program,
        request: &'a Request,
        accelerators: &'a [Chosen],
        progress: &'a Progress,
    ) -> Self {
        let size = request.size.clone().unwrap_or_else(|| program.size.usual.to_vec());
        let (runs, only) = (request.runs, request.variant.as_deref());
        Session { program, size, runs, only, accelerators, progress, serial: None, rows: Vec::new() }
    }

    /// The size to run at. `N` is the number of letters in the program's [`Size`](super::Size); what is missing is 1.
    #[must_use]
    pub fn size<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|d| self.size.get(d).copied().unwrap_or(1))
    }

    /// Runs the serial reference, which leaves in `state` what all others are compared with. `reset` is not timed.
    pub fn serial<S>(&mut self, state: &mut S, mut reset: impl FnMut(&mut S), mut run: impl FnMut(&mut S)) {
        let _activity = self.progress.show(format!("{} serial", self.title()));
        let timing = repeat(self.runs, || {
            reset(state);
            let start = Instant::now();
            run(black_box(state));
            Ok::<_, std::convert::Infallible>(start.elapsed())
        });
        let Ok(timing) = timing;
        self.serial = Some(timing.median);
        self.report("serial", None, Outcome::Reference(timing));
    }

    /// Runs a variant on each accelerator, unless the user wants another one.
    pub fn variant(
        &mut self,
        name: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &mut Clock<'_>) -> amp::Result<Verdict>,
    ) {
        if self.only.is_some_and(|only| only != name) {
            return;
        }
        for chosen in self.accelerators {
            let on = chosen.accelerator.default_view();
            let activity = self.progress.show(format!("{} {name} on {}", self.title(), chosen.label));
            let mut clock = Clock::new(&on, self.runs);
            let outcome = match attempt(&on, &mut clock) {
                Ok(Verdict::Right) => Outcome::Right(clock.times()),
                Ok(Verdict::Wrong(why)) => Outcome::Wrong(clock.times(), why),
                Ok(Verdict::Skipped(why)) => Outcome::Skipped(why),
                Err(error) => failed(&error),
            };
            drop(activity);
            self.report(name, Some(chosen.label.clone()), outcome);
        }
    }

    pub(super) fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    fn title(&self) -> String {
        format!("{} {}", self.program.name, size::text(&self.size))
    }

    fn report(&mut self, variant: &'static str, accelerator: Option<String>, outcome: Outcome) {
        let (program, size, serial) = (self.program.name, self.size.clone(), self.serial);
        self.rows.push(Row { program, variant, accelerator, size, outcome, serial });
    }
}

/// What an accelerator cannot do is no failure of the program.
fn failed(error: &Error) -> Outcome {
    let why = error.to_string();
    match error {
        Error::UnsupportedFeature { .. }
        | Error::LimitExceeded { .. }
        | Error::OutOfMemory { .. }
        | Error::DeviceUnavailable { .. } => Outcome::Skipped(why),
        // The error is non-exhaustive: what is not known to be harmless is not.
        _ => Outcome::Failed(why),
    }
}
