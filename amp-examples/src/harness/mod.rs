//! The harness around the programs: command line, accelerators, timing, verification and output.
//!
//! A program gets a [`Session`]. It runs its serial reference with [`Session::serial`] and each kernel with
//! [`Session::variant`]. The session times every variant on every selected accelerator and compares the results.

mod accelerators;
mod command_line;
pub mod data;
mod error;
mod json;
mod lap_timer;
pub mod option_parser;
pub mod picture;
pub mod plot;
mod program;
mod progress;
mod repetition;
mod row;
mod session;
mod size;
mod table;
mod text;
mod verify;
mod work;

use std::ffi::OsString;
use std::io::Write;

pub use accelerators::NamedAccelerator;
pub use command_line::{Arguments, Command, Request};
pub use error::RunError;
pub use lap_timer::{DOWNLOAD, KERNEL, Stopwatch, Timer, UPLOAD};
pub use program::{Overview, Program, Variant};
pub use progress::Progress;
pub use repetition::{Runs, Timing, repeat};
pub use row::{Outcome, Row, Times};
pub use session::{Session, Trial};
pub use size::Size;
pub use table::{Align, Table};
pub use verify::{Verdict, close, same, within};
pub use work::Work;

/// Runs the command of the arguments, the first of which is the name of this program. Returns whether all results are correct.
///
/// # Errors
/// - [`RunError::Usage`]: the arguments are wrong.
/// - [`RunError::Output`]: writing to `out` failed.
/// - [`RunError::Picture`]: all results are correct, but a picture could not be written.
pub fn run(
    programs: &'static [Program],
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
) -> Result<bool, RunError> {
    let Arguments { command, json } = command_line::parse(programs, arguments)?;
    match command {
        Command::Help => out.write_all(command_line::help().as_bytes())?,
        Command::Version => writeln!(out, "amp-examples {}", env!("CARGO_PKG_VERSION"))?,
        Command::List if json => json::programs(out, programs)?,
        Command::List => text::programs(out, programs)?,
        Command::Devices if json => json::accelerators(out, &accelerators::all())?,
        Command::Devices => text::devices(out, &accelerators::all())?,
        Command::Run(request) => return measure(&request, json, out),
    }
    out.flush()?;
    Ok(true)
}

/// Runs the programs of a request and prints the rows of each as soon as they are there. A picture that cannot be written and a
/// program that fails do not keep the other programs from running.
fn measure(request: &Request, json: bool, out: &mut dyn Write) -> Result<bool, RunError> {
    let start = std::time::Instant::now();
    let selected = accelerators::select(&request.accelerators, request.quick)?;
    let mut report = text::Report::new(request, &selected);
    if json {
        json::accelerators(out, &selected)?;
    } else {
        report.begin(out)?;
    }
    out.flush()?;

    let progress = Progress::new(request.programs.len(), request.overview);
    let mut first_error = None;
    for program in &request.programs {
        let mut session = Session::new(program, request, &selected, &progress);
        progress.program(&session.title());
        let result = (program.run)(&mut session);
        let (rows, notes, lost) = session.finish();
        first_error = first_error.or(result.err()).or(lost);
        report.count(&rows);
        progress.suspend(|| {
            if json {
                json::rows(out, &rows)?;
                json::notes(out, program, &notes)?;
            } else if !rows.is_empty() {
                report.program(out, program, &rows, &notes)?;
            }
            out.flush()
        })?;
    }
    drop(progress);
    if !json {
        report.end(out, start.elapsed())?;
    }
    out.flush()?;
    match first_error {
        Some(error) if report.all_correct() => Err(error),
        _ => Ok(report.all_correct()),
    }
}
