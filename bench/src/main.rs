//! Kernels on the CPU accelerator against the same work written by hand: `cargo run --release -p bench -- [--quick] [CASE..]`.
//!
//! All contestants of a case take turns in one process, so that whatever else the machine does, it does to all of them.
//! Times mean little, ratios mean something.

mod cases;
mod contest;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;

use cases::{CASES, Case};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Measures kernels on the CPU accelerator against the same work written by hand with rayon.

cargo run --release -p bench               all cases
cargo run --release -p bench -- CASE..     some of them

      --quick    small sizes and few rounds: to see that all is right, not how fast it is
      --list     the cases
  -h, --help     this
";

/// What the user asks for.
enum Command {
    Help,
    List,
    Run { cases: Vec<&'static Case>, quick: bool },
}

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    // Not `eprintln!`, which panics if nobody can hear it.
    let complain = |message: String| {
        let _ = writeln!(io::stderr(), "error: {message}");
    };
    let command = match parse() {
        Ok(command) => command,
        Err(message) => {
            complain(format!("{message}\nsee `cargo run --release -p bench -- --help`"));
            return ExitCode::from(2);
        }
    };
    match run(command, &mut out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            complain("not every result is right; see the table".to_owned());
            ExitCode::FAILURE
        }
        Err(error) => {
            complain(error);
            ExitCode::FAILURE
        }
    }
}

fn parse() -> Result<Command, String> {
    let mut parser = Parser::from_env();
    let mut cases: Vec<&Case> = Vec::new();
    let mut quick = false;
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            Arg::Long("list") => return Ok(Command::List),
            Arg::Long("quick") => quick = true,
            Arg::Value(word) => {
                let word = word.string().map_err(|error| error.to_string())?;
                let Some(case) = CASES.iter().find(|case| case.name == word) else {
                    let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
                    return Err(format!("there is no case `{word}`; there is `{}`", names.join("`, `")));
                };
                cases.push(case);
            }
            Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().to_string()),
        }
    }
    if cases.is_empty() {
        cases = CASES.iter().collect();
    }
    Ok(Command::Run { cases, quick })
}

/// Does it. Says whether all results are right.
fn run(command: Command, out: &mut dyn Write) -> Result<bool, String> {
    let unwritten = |error: io::Error| format!("the output cannot be written: {error}");
    let (cases, quick) = match command {
        Command::Help => {
            out.write_all(HELP.as_bytes()).map_err(unwritten)?;
            return Ok(true);
        }
        Command::List => {
            for case in CASES {
                writeln!(out, "{:8} {}", case.name, case.about).map_err(unwritten)?;
            }
            return Ok(true);
        }
        Command::Run { cases, quick } => (cases, quick),
    };
    report::head(out, quick).map_err(unwritten)?;
    let mut right = true;
    for case in cases {
        let standings = (case.hold)(quick).map_err(|error| format!("{}: {error}", case.name))?;
        right &= standings.all_right();
        report::standings(out, case.about, &standings).map_err(unwritten)?;
        out.flush().map_err(unwritten)?;
    }
    Ok(right)
}
