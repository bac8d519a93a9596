//! The command line of the example programs: `cargo run --release -- --help`.

use std::io::{self, Write};
use std::process::ExitCode;

use amp_examples::harness::{self, RunError};
use amp_examples::programs::PROGRAMS;

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let result = harness::run(PROGRAMS, std::env::args_os(), &mut out);
    // `eprintln!` would panic if standard error is closed.
    let report = |message: String| {
        let _ = writeln!(io::stderr(), "error: {message}");
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            report("some results are wrong or missing; see the table".to_owned());
            ExitCode::FAILURE
        }
        Err(RunError::Usage(message)) => {
            report(format!("{message}\nsee `cargo run --release -- --help`"));
            ExitCode::from(2)
        }
        // If the reader (for example `head`) has closed the pipe, a message is of no use.
        Err(RunError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(RunError::Output(error)) => {
            report(format!("the output could not be written: {error}"));
            ExitCode::FAILURE
        }
        Err(error @ (RunError::Picture(_) | RunError::Accelerator(_))) => {
            report(error.to_string());
            ExitCode::FAILURE
        }
    }
}
