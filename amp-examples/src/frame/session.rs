//! What a program is given: its size, where to run, and where to report.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
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
    /// The first picture that could not be made.
    lost: Option<Problem>,
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
        Session {
            program,
            request,
            size,
            accelerators,
            progress,
            work: None,
            serial: None,
            rows: Vec::new(),
            notes: Vec::new(),
            lost: None,
        }
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
        self.serial_of("serial", state, reset, run);
    }

    /// The same for other work of the program, with which the variants that follow are compared.
    pub fn serial_of<S>(
        &mut self,
        name: &'static str,
        state: &mut S,
        reset: impl FnMut(&mut S),
        run: impl FnMut(&mut S),
    ) {
        let timing = self.time_serial(name, state, reset, run);
        self.serial = Some(timing.median);
        self.report(name, None, Outcome::Reference(timing));
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
    pub fn search(
        &mut self,
        name: &'static str,
        x: &'static str,
        attempt: impl FnMut(&AcceleratorView, &Trial<'_>) -> amp::Result<Vec<Panel>>,
    ) {
        self.plot(name, x, attempt, |plot, label| {
            let (panel, line, at, time) = plot.best()?;
            let note = format!("best on {label}: {}, {}, {at} {x}", panel.title, line.name);
            Some((note, Some(Timing::of(vec![time]))))
        });
    }

    /// Does the same work at ever larger sizes on each accelerator, says who is the fastest at each, and plots the times.
    pub fn sweep(
        &mut self,
        name: &'static str,
        x: &'static str,
        attempt: impl FnMut(&AcceleratorView, &Trial<'_>) -> amp::Result<Vec<Panel>>,
    ) {
        self.plot(name, x, attempt, |plot, label| {
            let fastest = plot.fastest().into_iter().map(|(at, line)| format!("{} at {at}", line.name));
            let fastest: Vec<_> = fastest.collect();
            (!fastest.is_empty()).then(|| (format!("fastest on {label}: {}", fastest.join(", ")), None))
        });
    }

    /// Plots what `attempt` finds on each accelerator. `told` makes a note of it, and a time if there is one to show.
    fn plot(
        &mut self,
        name: &'static str,
        x: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &Trial<'_>) -> amp::Result<Vec<Panel>>,
        told: impl Fn(&Plot, &str) -> Option<(String, Option<Timing>)>,
    ) {
        if !self.wants(name) {
            return;
        }
        let mut all = Vec::new();
        for chosen in self.accelerators {
            let on = chosen.accelerator.default_view();
            let activity = self.progress.show(format!("{} {name} on {}", self.title(), chosen.label));
            // So much is tried that each attempt has to be short.
            let runs = match self.request.runs {
                Runs::Once => Runs::Once,
                _ if self.request.quick => Runs::Quick,
                _ => Runs::Exactly(FOR_SEARCH),
            };
            let trial = Trial { on: &on, runs, verdict: RefCell::new(Verdict::Right) };
            let found = attempt(&on, &trial);
            drop(activity);
            let outcome = match (found, trial.verdict.into_inner()) {
                (Ok(_), Verdict::Wrong(why)) => Outcome::Wrong(super::Times::default(), why),
                (Ok(_), Verdict::Skipped(why)) => Outcome::Skipped(why),
                (Ok(panels), Verdict::Right) => {
                    let plot = Plot { title: String::new(), x, panels };
                    let outcome = match told(&plot, &chosen.label) {
                        Some((note, kernel)) => {
                            self.note(note);
                            Outcome::Right(super::Times { kernel, ..Default::default() })
                        }
                        None => Outcome::Skipped("there was nothing to try".to_owned()),
                    };
                    let label = chosen.short(self.accelerators);
                    all.extend(plot.panels.into_iter().map(|panel| Panel {
                        title: format!("{}, {label}", panel.title),
                        lines: panel.lines,
                    }));
                    outcome
                }
                (Err(error), _) => failed(&error),
            };
            self.report(name, Some(chosen.label.clone()), outcome);
        }
        let plot = Plot { title: self.title(), x, panels: all };
        let file = format!("{}.svg", self.program.name);
        self.file(&file, |path| Ok(std::fs::write(path, plot.svg())?));
    }

    /// Whether the user wants this variant.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.request.variant.as_ref().is_none_or(|only| only == name)
    }

    /// Makes a picture, if the user wants pictures, on the fastest accelerator there is. `paint` writes it to the path.
    pub fn picture(
        &mut self,
        file: &str,
        paint: impl FnOnce(&AcceleratorView, &Path) -> Result<(), Problem>,
    ) {
        let default = amp::Accelerator::default();
        let best = self.accelerators.iter().find(|it| it.accelerator == default).or(self.accelerators.last());
        let Some(best) = best else { return };
        let on = best.accelerator.default_view();
        let progress = self.progress;
        let doing = format!("{} picture {file}", self.title());
        self.file(file, |path| {
            let _activity = progress.show(doing);
            paint(&on, path)
        });
    }

    /// Writes a file, if the user wants files. One that cannot be written takes nothing of the table away: a note says why,
    /// and so does the end of the run.
    fn file(&mut self, name: &str, write: impl FnOnce(&Path) -> Result<(), Problem>) {
        let Some(folder) = &self.request.pictures else { return };
        let path = folder.join(name);
        let written = std::fs::create_dir_all(folder).map_err(Problem::from).and_then(|()| write(&path));
        match written {
            Ok(()) => self.note(format!("wrote {}", path.display())),
            Err(problem) => {
                let why = format!("{} could not be written: {problem}", path.display());
                self.note(why.clone());
                self.lost.get_or_insert(Problem::Picture(why));
            }
        }
    }

    /// A line below the table.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// The rows, the notes below them, and what could not be written.
    pub(super) fn finish(self) -> (Vec<Row>, Vec<String>, Option<Problem>) {
        (self.rows, self.notes, self.lost)
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
