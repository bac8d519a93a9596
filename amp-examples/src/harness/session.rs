//! The session of a program: it runs the variants and collects their rows.

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use amp::{AcceleratorView, Error};

use super::plot::{Panel, Plot};
use super::{
    NamedAccelerator, Outcome, Program, Progress, Request, Row, RunError, Runs, Timer, Timing, Verdict, Work,
    repetition, size,
};

/// One run of one program.
pub struct Session<'a> {
    program: &'static Program,
    request: &'a Request,
    size: Vec<usize>,
    accelerators: &'a [NamedAccelerator],
    progress: &'a Progress,
    work: Option<Work>,
    serial: Option<Duration>,
    rows: Vec<Row>,
    notes: Vec<String>,
    /// The first picture that could not be written.
    lost: Option<RunError>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        program: &'static Program,
        request: &'a Request,
        accelerators: &'a [NamedAccelerator],
        progress: &'a Progress,
    ) -> Self {
        let default = match &program.overview {
            _ if request.quick => program.size.quick,
            Some(overview) if request.overview => overview.size,
            _ => program.size.default,
        };
        let size = request.size.clone().unwrap_or_else(|| default.to_vec());
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

    /// The size to run at. `N` is the number of dimensions of the program's [`Size`](super::Size).
    #[must_use]
    pub fn size<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|d| self.size.get(d).copied().unwrap_or(1))
    }

    /// Whether sizes are small, so that times mean nothing.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.request.quick
    }

    /// Sets the amount of work of all following rows.
    pub fn set_work(&mut self, work: Work) {
        self.work = Some(work);
    }

    /// Runs the serial reference, which leaves the expected result in `state`. `reset` runs before each run and is not timed.
    pub fn serial<S>(&mut self, state: &mut S, reset: impl FnMut(&mut S), run: impl FnMut(&mut S)) {
        self.serial_named("serial", state, reset, run);
    }

    /// Runs another serial reference, with which the following variants are compared.
    pub fn serial_named<S>(
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

    /// Runs another variant without an accelerator and compares it with the serial reference.
    pub fn host_variant<S>(
        &mut self,
        name: &'static str,
        state: &mut S,
        reset: impl FnMut(&mut S),
        run: impl FnMut(&mut S),
        verify: impl FnOnce(&S) -> Verdict,
    ) {
        if !self.is_selected(name) {
            return;
        }
        let timing = self.time_serial(name, state, reset, run);
        let outcome = match verify(state) {
            Verdict::Correct => Outcome::Reference(timing),
            Verdict::Wrong(reason) => {
                Outcome::Wrong(super::Times { kernel: Some(timing), ..Default::default() }, reason)
            }
            Verdict::Skipped(reason) => Outcome::Skipped(reason),
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
        self.progress.activity(format!("{} {name}", self.title()));
        let times = repetition::repeat_serial(self.request.runs, || {
            reset(state);
            let start = Instant::now();
            run(black_box(state));
            Ok::<_, std::convert::Infallible>(start.elapsed())
        });
        let Ok(times) = times;
        Timing::of(times)
    }

    /// Runs a variant on each selected accelerator, if the variant is selected.
    pub fn variant(
        &mut self,
        name: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &mut Timer<'_>) -> amp::Result<Verdict>,
    ) {
        if !self.is_selected(name) {
            return;
        }
        for named in self.accelerators {
            let on = named.accelerator.default_view();
            self.progress.activity(format!("{} {name} on {}", self.title(), named.label));
            let mut timer = Timer::new(&on, self.request.runs, !named.is_on_host());
            let outcome = match attempt(&on, &mut timer) {
                Ok(Verdict::Correct) => Outcome::Correct(timer.into_times()),
                Ok(Verdict::Wrong(reason)) => Outcome::Wrong(timer.into_times(), reason),
                Ok(Verdict::Skipped(reason)) => Outcome::Skipped(reason),
                Err(error) => failed(&error),
            };
            self.report(name, Some(named.label.clone()), outcome);
        }
    }

    /// Times a program with different parameters on each accelerator, plots the times, and notes the best
    /// parameters. `attempt` returns the panels of the plot of one accelerator.
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

    /// Times a program at different sizes on each accelerator, plots the times, and notes the fastest line at
    /// each size. `attempt` returns the panels of the plot of one accelerator.
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

    /// Plots the panels that `attempt` returns for each accelerator. `summarise` returns a note below the
    /// table, and optionally a time for the row.
    fn plot(
        &mut self,
        name: &'static str,
        x: &'static str,
        mut attempt: impl FnMut(&AcceleratorView, &Trial<'_>) -> amp::Result<Vec<Panel>>,
        summarise: impl Fn(&Plot, &str) -> Option<(String, Option<Timing>)>,
    ) {
        if !self.is_selected(name) {
            return;
        }
        let mut all = Vec::new();
        for named in self.accelerators {
            let on = named.accelerator.default_view();
            self.progress.activity(format!("{} {name} on {}", self.title(), named.label));
            // A plot has many points, so each point gets few runs.
            let runs = match self.request.runs {
                Runs::Once => Runs::Once,
                _ if self.request.quick => Runs::Quick,
                _ => Runs::Exactly(SEARCH_RUNS),
            };
            let trial = Trial { on: &on, runs, verdict: RefCell::new(Verdict::Correct) };
            let found = attempt(&on, &trial);
            let outcome = match (found, trial.verdict.into_inner()) {
                (Ok(_), Verdict::Wrong(reason)) => Outcome::Wrong(super::Times::default(), reason),
                (Ok(_), Verdict::Skipped(reason)) => Outcome::Skipped(reason),
                (Ok(panels), Verdict::Correct) => {
                    let plot = Plot { title: String::new(), x, panels };
                    let outcome = match summarise(&plot, &named.label) {
                        Some((note, kernel)) => {
                            self.note(note);
                            Outcome::Correct(super::Times { kernel, ..Default::default() })
                        }
                        None => Outcome::Skipped("no parameter fits this accelerator".to_owned()),
                    };
                    let label = named.short_label(self.accelerators);
                    all.extend(plot.panels.into_iter().map(|panel| Panel {
                        title: format!("{}, {label}", panel.title),
                        lines: panel.lines,
                    }));
                    outcome
                }
                (Err(error), _) => failed(&error),
            };
            self.report(name, Some(named.label.clone()), outcome);
        }
        let plot = Plot { title: self.title(), x, panels: all };
        let file = format!("{}.svg", self.program.name);
        self.file(&file, |path| Ok(std::fs::write(path, plot.svg())?));
    }

    /// Whether this variant is selected.
    #[must_use]
    pub fn is_selected(&self, name: &str) -> bool {
        if let (true, Some(overview)) = (self.request.overview, &self.program.overview) {
            return overview.variants.contains(&name);
        }
        self.request.variant.as_ref().is_none_or(|only| only == name)
    }

    /// Makes a picture, if pictures are selected, on the default accelerator. `paint` writes the picture to the path.
    pub fn picture(
        &mut self,
        file: &str,
        paint: impl FnOnce(&AcceleratorView, &Path) -> Result<(), RunError>,
    ) {
        let default = amp::Accelerator::default();
        let on = self.accelerators.iter().find(|it| it.accelerator == default).or(self.accelerators.last());
        let Some(on) = on else { return };
        let on = on.accelerator.default_view();
        let progress = self.progress;
        let activity = format!("{} picture {file}", self.title());
        self.file(file, |path| {
            progress.activity(activity);
            paint(&on, path)
        });
    }

    /// Writes a file, if pictures are selected. If that fails, the table still has all rows. A note and the
    /// last line of the run give the reason.
    fn file(&mut self, name: &str, write: impl FnOnce(&Path) -> Result<(), RunError>) {
        let Some(folder) = &self.request.pictures else { return };
        let path = folder.join(name);
        let written = std::fs::create_dir_all(folder).map_err(RunError::from).and_then(|()| write(&path));
        match written {
            Ok(()) => self.note(format!("wrote {}", path.display())),
            Err(problem) => {
                let reason = format!("{} could not be written: {problem}", path.display());
                self.note(reason.clone());
                self.lost.get_or_insert(RunError::Picture(reason));
            }
        }
    }

    /// Adds a line below the table.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// Ends the session: the rows, the notes, and the first picture that could not be written.
    pub(super) fn finish(self) -> (Vec<Row>, Vec<String>, Option<RunError>) {
        (self.rows, self.notes, self.lost)
    }

    /// The name and the size of the program.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.program.name, size::format(&self.size))
    }

    fn report(&mut self, variant: &'static str, accelerator: Option<String>, outcome: Outcome) {
        let (program, size, serial, work) = (self.program.name, self.size.clone(), self.serial, self.work);
        self.rows.push(Row { program, variant, accelerator, size, outcome, serial, work });
    }
}

/// Times the points of a plot.
pub struct Trial<'a> {
    on: &'a AcceleratorView,
    runs: Runs,
    verdict: RefCell<Verdict>,
}

impl Trial<'_> {
    /// Records whether the result of a point is correct.
    pub fn record(&self, verdict: Verdict) {
        let so_far = self.verdict.replace(Verdict::Correct);
        self.verdict.replace(so_far.and(verdict));
    }

    /// The median time of `run`, from launch to completion.
    ///
    /// # Errors
    /// The first error of `run`.
    pub fn time(&self, mut run: impl FnMut() -> amp::Result<()>) -> amp::Result<Duration> {
        let times = repetition::repeat(self.runs, || {
            self.on.wait()?;
            let start = Instant::now();
            run()?;
            self.on.wait()?;
            Ok(start.elapsed())
        })?;
        Ok(Timing::of(times).median)
    }
}

/// Counted runs of each point of a plot.
const SEARCH_RUNS: usize = 3;

/// The outcome of a launch that failed: skipped if the accelerator lacks a feature or memory.
fn failed(error: &Error) -> Outcome {
    let reason = error.to_string();
    match error {
        Error::UnsupportedFeature { .. }
        | Error::LimitExceeded { .. }
        | Error::OutOfMemory { .. }
        | Error::DeviceUnavailable { .. } => Outcome::Skipped(reason),
        // `Error` is non-exhaustive: an unknown error is a failure.
        _ => Outcome::Failed(reason),
    }
}
