//! A line that says what takes so long, for who sits in front of a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What takes less is not worth a line.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How often the line changes.
const TICK: Duration = Duration::from_millis(500);

/// Writes the line, on a thread of its own, for a launch may take long too.
pub struct Progress(Option<(Arc<Shared>, JoinHandle<()>)>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    activity: Option<(String, Instant)>,
    /// Characters that stand in the line.
    shown: usize,
    over: bool,
}

/// What is being done. It is done when this is dropped.
pub(super) struct Activity<'a>(&'a Progress);

impl Progress {
    pub(super) fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Progress(None);
        }
        let shared = Arc::new(Shared::default());
        let watcher = shared.clone();
        // Without a thread there is just no line.
        let thread = std::thread::Builder::new().spawn(move || watch(&watcher)).ok();
        Progress(thread.map(|thread| (shared, thread)))
    }

    /// Says what is being done now.
    #[must_use = "it is over when this is dropped"]
    pub(super) fn show(&self, what: String) -> Activity<'_> {
        self.change(|state| state.activity = Some((what, Instant::now())));
        Activity(self)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        if let Some((shared, _)) = &self.0 {
            change(&mut shared.lock());
            shared.changed.notify_one();
        }
    }
}

impl Drop for Activity<'_> {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.activity = None;
            state.write("");
        });
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.change(|state| state.over = true);
        if let Some((_, thread)) = self.0.take() {
            // It cannot have anything to say.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Replaces the line.
    fn write(&mut self, line: &str) {
        let length = line.chars().count();
        if length == 0 && self.shown == 0 {
            return;
        }
        // Spaces, for not every terminal knows how to clear a line.
        let blank = " ".repeat(self.shown.saturating_sub(length));
        let end = if length == 0 { "\r" } else { "" };
        let mut stderr = io::stderr();
        let _ = write!(stderr, "\r{line}{blank}{end}");
        let _ = stderr.flush();
        self.shown = length;
    }
}

fn watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.over {
        let line = state.activity.as_ref().and_then(|(what, since)| {
            let passed = since.elapsed();
            (passed >= PATIENCE).then(|| format!("{what}: {} s", passed.as_secs()))
        });
        if let Some(line) = line {
            state.write(&line);
        }
        state = match shared.changed.wait_timeout(state, TICK) {
            Ok((state, _)) => state,
            Err(poisoned) => poisoned.into_inner().0,
        };
    }
}
