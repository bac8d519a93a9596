//! The command line: `cargo run --release -- --help`.

use std::io::{self, Write};
use std::process::ExitCode;

use amp_examples::frame::{self, Problem};
use amp_examples::programs::PROGRAMS;

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let done = frame::run(PROGRAMS, std::env::args_os(), &mut out);
    // Not `eprintln!`, which panics if nobody can hear it.
    let complain = |message: String| {
        let _ = writeln!(io::stderr(), "error: {message}");
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            complain("not every result is right; see the table".to_owned());
            ExitCode::FAILURE
        }
        Err(Problem::Usage(message)) => {
            complain(format!("{message}\nsee `cargo run --release -- --help`"));
            ExitCode::from(2)
        }
        // Who closes a pipe has seen enough.
        Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(Problem::Output(error)) => {
            complain(format!("the output cannot be written: {error}"));
            ExitCode::FAILURE
        }
        Err(problem @ (Problem::Picture(_) | Problem::Accelerator(_))) => {
            complain(problem.to_string());
            ExitCode::FAILURE
        }
    }
}
