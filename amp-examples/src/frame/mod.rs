//! The frame around the programs: arguments, accelerators, timing, verification, output. One idea a file.

mod accelerators;
mod arguments;
mod clock;
pub mod data;
mod help;
mod json;
pub mod picture;
pub mod plot;
mod problem;
mod program;
mod progress;
mod row;
mod session;
mod size;
mod table;
mod text;
mod timing;
mod verify;
mod work;

use std::ffi::OsString;
use std::io::Write;

pub use accelerators::Chosen;
pub use arguments::{Arguments, Command, Request};
pub use clock::{Clock, DOWNLOAD, KERNEL, UPLOAD, Watch};
pub use problem::Problem;
pub use program::{Program, Variant};
pub use progress::Progress;
pub use row::{Outcome, Row, Times};
pub use session::{Session, Trial};
pub use size::Size;
pub use table::{Side, Table};
pub use timing::{Runs, Timing, repeat};
pub use verify::{Verdict, close, same, within};
pub use work::Work;

/// Does what the arguments ask for, the program's name being the first of them. Says whether all results are right.
///
/// # Errors
/// [`Problem::Usage`] if the arguments ask for something that is not there; [`Problem::Output`] if `out` fails;
/// [`Problem::Picture`] if all results are right, and a picture is missing.
pub fn run(
    programs: &'static [Program],
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
) -> Result<bool, Problem> {
    let Arguments { command, json } = arguments::parse(programs, arguments)?;
    match command {
        Command::Help => help::print(out)?,
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

/// Runs programs, and prints each one's rows when it is done, whatever became of its pictures and of the other programs.
fn measure(request: &Request, json: bool, out: &mut dyn Write) -> Result<bool, Problem> {
    let chosen = accelerators::choose(&request.accelerators, request.quick)?;
    if json {
        json::accelerators(out, &chosen)?;
    } else {
        text::accelerators(out, &chosen)?;
    }
    out.flush()?;

    let progress = Progress::new();
    let (mut right, mut printed, mut missing) = (true, false, None);
    for program in &request.programs {
        let mut session = Session::new(program, request, &chosen, &progress);
        let ran = (program.run)(&mut session);
        let (rows, notes, lost) = session.finish();
        right &= rows.iter().all(|row| !row.outcome.is_bad());
        missing = missing.or(ran.err()).or(lost);
        if rows.is_empty() {
            continue;
        }
        printed = true;
        if json {
            json::rows(out, &rows)?;
            json::notes(out, program, &notes)?;
        } else {
            text::rows(out, program, &rows, &notes, &chosen)?;
        }
        out.flush()?;
    }
    if !json && printed {
        text::legend(out)?;
    }
    out.flush()?;
    match missing {
        Some(problem) if right => Err(problem),
        _ => Ok(right),
    }
}
