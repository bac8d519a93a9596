//! The command-line tool of amp, `amp`: devices, diagnostics, tests on every accelerator, new projects and timelines.
//!
//! Each module is one command: a struct of clap for its arguments, and a function `run` that writes to standard output.

#![forbid(unsafe_code)]

/// The end of each `--help`: the examples, then the exit codes.
macro_rules! help {
    ($examples:literal) => {
        concat!($examples, "\n\nExit codes:\n  0  success\n  1  a check failed\n  2  wrong usage or input")
    };
}

mod check;
mod devices;
mod diagnostics;
mod explain;
mod manual;
mod new_project;
mod table;
mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The tool of amp, a data-parallel programming library for Rust.
#[derive(Parser)]
#[command(name = "amp", version, after_help = MAIN_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const MAIN_HELP: &str = help!(
    "\
Examples:
  amp devices                    the accelerators of this machine
  amp new blur                   a new project that builds and tests
  amp check                      cargo test on every accelerator
  amp diagnostics AMP014         the explanation of a compiler error
  amp explain saxpy              how amp compiles a kernel
  amp trace run.json             a timeline of a run with AMP_TRACE=run.json"
);

#[derive(Subcommand)]
enum Command {
    Devices(devices::Arguments),
    Diagnostics(diagnostics::Arguments),
    Explain(explain::Arguments),
    Check(check::Arguments),
    New(new_project::Arguments),
    Trace(trace::Arguments),
    Completions(manual::CompletionArguments),
    Man(manual::ManArguments),
}

/// The reason for an exit code other than zero.
enum Failure {
    /// A check failed. Exit code 1.
    Check(String),
    /// The usage or the input is wrong. Exit code 2.
    Input(String),
    /// Standard output cannot be written. Exit code 2, or 0 if the reader of the pipe has closed it.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

type Result<T = ()> = std::result::Result<T, Failure>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    let result = match cli.command {
        Command::Devices(arguments) => devices::run(&arguments, &mut out),
        Command::Diagnostics(arguments) => diagnostics::run(&arguments, &mut out),
        Command::Explain(arguments) => explain::run(&arguments, &mut out),
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::New(arguments) => new_project::run(&arguments, &mut out),
        Command::Trace(arguments) => trace::run(&arguments, &mut out),
        Command::Completions(arguments) => manual::completions(&arguments, &mut out),
        Command::Man(arguments) => manual::man(&arguments, &mut out),
    };
    let result = result.and_then(|()| Ok(out.flush()?));
    let (message, code) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Check(message)) => (message, 1),
        Err(Failure::Input(message)) => (message, 2),
        Err(Failure::Output(error)) => (format!("the output cannot be written: {error}"), 2),
    };
    // `eprintln!` would panic if standard error is closed.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_of_each_command_has_examples_and_exit_codes() {
        for command in std::iter::once(&Cli::command()).chain(Cli::command().get_subcommands()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with("Examples:\n"), "{}: {help}", command.get_name());
            assert!(help.contains("\n\nExit codes:\n  0  success\n"), "{}: {help}", command.get_name());
        }
    }
}
