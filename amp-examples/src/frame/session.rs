//! What a program is given: its size, where to run, and where to report.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use amp::{AcceleratorView, Error};

use super::plot::{Panel, Plot};
use super::{
    Chosen, Clock, Outcome, Problem, Program, Progress, Request, Row, Runs, Timing, Verdict, Work, size,
    timing,
};

/// One program's run.
pub struct Session<'a> {
    program: &'static Program,
    request: &'a Request,
    size: Vec<usize>,
    accelerators: &'a [Chosen],
    progress: &'a Progress,
    work: Option<Work>,
    serial: Option<Duration>,
    rows: Vec<Row>,
    notes: Vec<String>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        program: &'static Program,
        request: &'a Request,
        accelerators: &'a [Chosen],
        progress: &'a Progress,
    ) -> Self {
        let usual = if request.quick { program.size.quick } else { program.size.usual };
        let size = request.size.clone().unwrap_or_else(|| usual.to_vec());
        let (rows, notes) = (Vec::new(), Vec::new());
        Session { program, request, size, accelerators, progress, work: None, serial: None, rows, notes }
    }

    /// The size to run at. `N` is the number of letters in the program's [`Size`](super::Size); what is missing is 1.
    #[must_use]
    pub fn size<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|d| self.size.get(d).copied().unwrap_or(1))
    }

    /// Whether results count and times do not.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.request.quick
    }

    /// Says how much work it is, for all rows that follow.
    pub fn work(&mut self, work: Work) {
        self.work = Some(work);
    }

    /// Runs the serial reference, which leaves in `state` what all others are compared with. `reset` is not timed.
    pub fn serial<S>(&mut self, state: &mut S, reset: impl FnMut(&mut S), run: impl FnMut(&mut S)) {
        let timing = self.time_serial("serial", state, reset, run);
        self.serial = Some(timing.median);
        self.report("serial", None, Outcome::Reference(timing));
    }

    /// Runs another variant that needs no accelerator. It is compared with the serial reference like all others.
    pub fn host<S>(
        &mut self,
        name: &'static str,
        state: &mut S,
        reset: impl FnMut(&mut S),
        run: impl FnMut(&mut S),
        judge: impl FnOnce(&S) -> Verdict,
    ) {
        if !self.wants(name) {
            return;
        }
        let timing = self.time_serial(name, state, reset, run);
        let outcome = match judge(state) {
            Verdict::Right => Outcome::Reference(timing),
            Verdict::Wrong(why) => {
                Outcome::Wrong(super::Times { kernel: Some(timing), ..Default::default() }, why)
            }
            Verdict::Skipped(why) => Outcome::Skipped(why),
        };
        self.report(name, None, outcome);
    }

    fn time_serial<S>(
        &self,
        name: &str,
        state: &mut S,
        mut reset: impl FnMut(&mut S),
        mut run: impl FnMut(&mut S),
    ) -> Timing {
        let _activity = self.progress.show(format!("{} {name}", self.title()));
        let times = timing::repeat_serial(self.request.runs, || {
            reset(state);
            let start = Instant::now();
            run(black_box(state));
            Ok::<_, std::convert::Infallible>(start.elapsed())
        });
        let Ok(times) = times;
        Timing::of(times)
    }

    /// Runs a variant on each accelerator, unless the user wants another one.
    pub fn variant(
        &mut self,
        name: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &mut Clock<'_>) -> amp::Result<Verdict>,
    ) {
        if !self.wants(name) {
            return;
        }
        for chosen in self.accelerators {
            let on = chosen.accelerator.default_view();
            let activity = self.progress.show(format!("{} {name} on {}", self.title(), chosen.label));
            let mut clock = Clock::new(&on, self.request.runs, !chosen.is_on_host());
            let outcome = match attempt(&on, &mut clock) {
                Ok(Verdict::Right) => Outcome::Right(clock.into_times()),
                Ok(Verdict::Wrong(why)) => Outcome::Wrong(clock.into_times(), why),
                Ok(Verdict::Skipped(why)) => Outcome::Skipped(why),
                Err(error) => failed(&error),
            };
            drop(activity);
            self.report(name, Some(chosen.label.clone()), outcome);
        }
    }

    /// Tries parameters on each accelerator, says which are the best, and plots the times. `attempt` gives the panels of
    /// an accelerator.
    ///
    /// # Errors
    /// [`Problem::Output`] if the plot cannot be written.
    pub fn search(
        &mut self,
        name: &'static str,
        x: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &Trial<'_>) -> amp::Result<Vec<Panel>>,
    ) -> Result<(), Problem> {
        if !self.wants(name) {
            return Ok(());
        }
        let mut all = Vec::new();
        for chosen in self.accelerators {
            let on = chosen.accelerator.default_view();
            let activity = self.progress.show(format!("{} {name} on {}", self.title(), chosen.label));
            // A search tries so much that each attempt has to be short.
            let runs = if self.request.quick { Runs::Quick } else { Runs::Exactly(FOR_SEARCH) };
            let trial = Trial { on: &on, runs, verdict: RefCell::new(Verdict::Right) };
            let found = attempt(&on, &trial);
            drop(activity);
            let outcome = match (found, trial.verdict.into_inner()) {
                (Ok(_), Verdict::Wrong(why)) => Outcome::Wrong(super::Times::default(), why),
                (Ok(_), Verdict::Skipped(why)) => Outcome::Skipped(why),
                (Ok(panels), Verdict::Right) => {
                    let plot = Plot { title: String::new(), x, panels };
                    let best = plot
                        .best()
                        .map(|(panel, line, x, time)| (panel.title.clone(), line.name.clone(), x, time));
                    all.extend(plot.panels.into_iter().map(|panel| Panel {
                        title: format!("{}, {}", panel.title, chosen.label),
                        lines: panel.lines,
                    }));
                    match best {
                        Some((panel, line, at, time)) => {
                            self.note(format!("best on {}: {panel}, {line}, {at} {x}", chosen.label));
                            let kernel = Some(Timing::of(vec![time]));
                            Outcome::Right(super::Times { kernel, ..Default::default() })
                        }
                        None => Outcome::Skipped("there was nothing to try".to_owned()),
                    }
                }
                (Err(error), _) => failed(&error),
            };
            self.report(name, Some(chosen.label.clone()), outcome);
        }
        let file = format!("{}.svg", self.program.name);
        if let Some(path) = self.file(&file)? {
            let plot = Plot { title: self.title(), x, panels: all };
            std::fs::write(&path, plot.svg())?;
            self.note(format!("wrote {}", path.display()));
        }
        Ok(())
    }

    /// Whether the user wants this variant.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.request.variant.as_ref().is_none_or(|only| only == name)
    }

    /// Makes a picture, if the user wants pictures, on the fastest accelerator there is. `paint` writes it to the path.
    ///
    /// # Errors
    /// [`Problem::Output`] if it cannot be written.
    pub fn picture(
        &mut self,
        file: &str,
        paint: impl FnOnce(&AcceleratorView, &std::path::Path) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let Some(path) = self.file(file)? else { return Ok(()) };
        let default = amp::Accelerator::default();
        let best = self.accelerators.iter().find(|it| it.accelerator == default).or(self.accelerators.last());
        let Some(best) = best else { return Ok(()) };
        let activity = self.progress.show(format!("{} picture {file}", self.title()));
        let painted = paint(&best.accelerator.default_view(), &path);
        drop(activity);
        painted?;
        self.note(format!("wrote {}", path.display()));
        Ok(())
    }

    /// Where to write a file, if the user wants files.
    ///
    /// # Errors
    /// [`Problem::Output`] if its folder cannot be made.
    pub fn file(&self, name: &str) -> Result<Option<PathBuf>, Problem> {
        let Some(folder) = &self.request.pictures else { return Ok(None) };
        std::fs::create_dir_all(folder)?;
        Ok(Some(folder.join(name)))
    }

    /// A line below the table.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    pub(super) fn finish(self) -> (Vec<Row>, Vec<String>) {
        (self.rows, self.notes)
    }

    fn title(&self) -> String {
        format!("{} {}", self.program.name, size::text(&self.size))
    }

    fn report(&mut self, variant: &'static str, accelerator: Option<String>, outcome: Outcome) {
        let (program, size, serial, work) = (self.program.name, self.size.clone(), self.serial, self.work);
        self.rows.push(Row { program, variant, accelerator, size, outcome, serial, work });
    }
}

/// Times the points of a search.
pub struct Trial<'a> {
    on: &'a AcceleratorView,
    runs: Runs,
    verdict: RefCell<Verdict>,
}

impl Trial<'_> {
    /// Says whether the result of a point is right.
    pub fn judge(&self, verdict: Verdict) {
        let so_far = self.verdict.replace(Verdict::Right);
        self.verdict.replace(so_far.and(verdict));
    }

    /// What `run` takes, from launch to end.
    ///
    /// # Errors
    /// The first one of `run`.
    pub fn time(&self, mut run: impl FnMut() -> amp::Result<()>) -> amp::Result<Duration> {
        let times = timing::repeat(self.runs, || {
            self.on.wait()?;
            let start = Instant::now();
            run()?;
            self.on.wait()?;
            Ok(start.elapsed())
        })?;
        Ok(Timing::of(times).median)
    }
}

/// Runs that count for each point of a search.
const FOR_SEARCH: usize = 3;

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
