//! Progress on standard error: a line that changes in a terminal, and one line for each program elsewhere.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the line is redrawn: rarely, because the redrawing thread takes time from what is measured.
const TICK: Duration = Duration::from_millis(500);

/// Shows which program and variant is running.
pub struct Progress {
    /// Hidden if standard error is not a terminal.
    bar: ProgressBar,
    /// Whether to print a line for each program instead of the bar.
    lines: bool,
}

impl Progress {
    /// Shows progress over a number of programs. The overview prints rows so often that it needs no line for
    /// each program.
    pub(super) fn new(programs: usize, overview: bool) -> Self {
        let bar = ProgressBar::new(programs as u64);
        // A template that does not parse leaves the default one.
        if let Ok(style) = ProgressStyle::with_template("[{pos}/{len}] {msg}: {elapsed}") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        let lines = bar.is_hidden() && !overview;
        Progress { bar, lines }
    }

    /// Starts the next program.
    pub(super) fn program(&self, title: &str) {
        self.bar.inc(1);
        if let (true, Some(count)) = (self.lines, self.bar.length()) {
            // `eprintln!` would panic if standard error is closed.
            let _ = writeln!(io::stderr(), "running {title} ({} of {count})", self.bar.position());
        }
    }

    /// Names what is running now.
    pub(super) fn activity(&self, text: String) {
        self.bar.reset_elapsed();
        self.bar.set_message(text);
    }

    /// Prints to standard output while the line is hidden.
    pub(super) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
