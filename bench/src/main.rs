//! Benchmarks: kernels compared with the same work written by hand.
//!
//! All candidates of a case take turns in one process, so that other load of the machine affects all of them. Compare
//! ratios rather than times. The binary is self-contained and can be copied to another machine.

mod cases;
mod clock;
mod comparison;
mod compile;
mod environment;
mod peers;
mod raw;
mod report;
mod setup;
mod vectors;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use amp_examples::harness::option_parser::{self, Flag};

use cases::{CASES, Case};
use clock::Clock;
use comparison::{BenchResult, Results, Schedule};
use environment::Environment;
use setup::{Scale, Setup};

const USAGE: &str = "\
Benchmarks of kernels against the same work by hand with rayon and wgpu, and against libraries and memory bandwidth.

Usage: cargo run --release -p bench -- all                   all cases (about ten minutes)
       cargo run --release -p bench -- CASE..                some cases
       cargo run --release -p bench -- list                  the cases
       cargo run --release -p bench -- devices               the devices, the most capable one first
       cargo run --release -p bench -- vectors [PROGRAM]     check that inner loops are vector code, in this program or in
                                                             another one with the same kernels
       cargo run --release -p bench -- compile               compile times of kernels (some minutes)

Options:
";

const EXIT_STATUS: &str = "
Exit status:
  0   every result is correct, or every inner loop is vector code
  1   a result is wrong or missing, or a file could not be written
  2   the command line is wrong
";

/// The time that a device works before the first round.
const WARM_UP: Duration = Duration::from_millis(1500);

/// A command.
enum Command {
    Help,
    List,
    Devices,
    Vectors(Option<PathBuf>),
    Compile,
    FirstLaunchChild { style: String, label: String },
    LevelChild { count: String },
    Run(Request),
}

/// The cases to measure, and how to measure them.
#[derive(Default)]
struct Request {
    cases: Vec<&'static Case>,
    help: bool,
    scale: Option<Scale>,
    device: Option<String>,
    rounds: Option<usize>,
    clock: Clock,
    in_sequence: bool,
    by_device: bool,
    join: Option<PathBuf>,
    markdown: Option<PathBuf>,
    json: Option<PathBuf>,
}

const fn flag(
    name: &'static str,
    value: &'static str,
    help: &'static str,
    set: fn(&mut Request, OsString) -> BenchResult<()>,
) -> Flag<Request> {
    Flag { name, short: None, value, help, set }
}

const FLAGS: &[Flag<Request>] = &[
    flag("quick", "", "use small sizes and few rounds, to check the results and not the speed", |it, _| {
        it.scale = Some(Scale::Quick);
        Ok(())
    }),
    flag("large", "", "use sizes that fill a large card, without the CPU", |it, _| {
        it.scale = Some(Scale::Large);
        Ok(())
    }),
    flag(
        "device",
        "NAME",
        "measure only devices with this in their names; `none` for the CPU only",
        |it, value| {
            it.device = Some(option_parser::text(value)?);
            Ok(())
        },
    ),
    flag("rounds", "N", "rounds of each comparison; 5 to 25 by default", |it, value| {
        let text = option_parser::text(value)?;
        let rounds = text.parse().ok().filter(|rounds| (1..=1000).contains(rounds));
        it.rounds = Some(rounds.ok_or_else(|| format!("`--rounds {text}` is not from 1 to 1000"))?);
        Ok(())
    }),
    flag(
        "processor",
        "",
        "measure the processor time of all threads instead of wall time, for software adapters on a\n\
         busy machine; excludes the cases `first` and `nbody_levels`",
        |it, _| {
            if !Clock::Processor.is_available() {
                return Err("`--processor` is not available on this system".to_owned());
            }
            it.clock = Clock::Processor;
            Ok(())
        },
    ),
    flag(
        "alone",
        "",
        "run all rounds of a candidate in sequence, as in a program of its own; by default, candidates\n\
         take turns and find the data of others in the caches",
        |it, _| {
            it.in_sequence = true;
            Ok(())
        },
    ),
    flag("by-device", "", "read device clocks as well; always on with --large", |it, _| {
        it.by_device = true;
        Ok(())
    }),
    flag("join", "FILE", "add results of other programs to the tables (see bench/peers.sh)", |it, value| {
        it.join = Some(value.into());
        Ok(())
    }),
    flag("markdown", "FILE", "write the tables to a file as well", |it, value| {
        it.markdown = Some(value.into());
        Ok(())
    }),
    flag("json", "FILE", "write the results as JSON", |it, value| {
        it.json = Some(value.into());
        Ok(())
    }),
    Flag {
        name: "help",
        short: Some('h'),
        value: "",
        help: "print this help",
        set: |it, _| {
            it.help = true;
            Ok(())
        },
    },
];

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    // `eprintln!` would panic if standard error is closed.
    let report = |message: String| {
        let _ = writeln!(io::stderr(), "error: {message}");
    };
    let command = match parse() {
        Ok(command) => command,
        Err(message) => {
            report(format!("{message}\nsee `cargo run --release -p bench -- --help`"));
            return ExitCode::from(2);
        }
    };
    match run(command, &mut out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            report("some results are wrong or missing; see the tables".to_owned());
            ExitCode::FAILURE
        }
        Err(error) => {
            report(error);
            ExitCode::FAILURE
        }
    }
}

fn parse() -> BenchResult<Command> {
    let mut request = Request::default();
    let parsed = option_parser::parse(FLAGS, std::env::args_os(), &mut request)?;
    if request.help {
        return Ok(Command::Help);
    }
    match &parsed.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => return Ok(Command::List),
        ["devices"] => return Ok(Command::Devices),
        ["vectors"] => return Ok(Command::Vectors(None)),
        ["vectors", program] => return Ok(Command::Vectors(Some(program.into()))),
        ["compile"] => return Ok(Command::Compile),
        [cases::FIRST_LAUNCH_CHILD, style, label] => {
            return Ok(Command::FirstLaunchChild { style: (*style).to_owned(), label: (*label).to_owned() });
        }
        [cases::LEVEL_CHILD, count] => return Ok(Command::LevelChild { count: (*count).to_owned() }),
        [] | ["all"] => request.cases = CASES.iter().collect(),
        names => {
            for name in names {
                let Some(case) = CASES.iter().find(|case| case.name == *name) else {
                    let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
                    return Err(format!("no case `{name}`; the cases are `{}`", names.join("`, `")));
                };
                request.cases.push(case);
            }
        }
    }
    check_device(&request)?;
    Ok(Command::Run(request))
}

/// Checks that the selected device exists. Otherwise the error would show only at the end of a long run.
fn check_device(request: &Request) -> BenchResult<()> {
    let labels: Vec<_> = raw::adapters().iter().map(|adapter| raw::label(&adapter.get_info())).collect();
    let name = request.device.as_deref().unwrap_or_default();
    let exists = labels.iter().any(|label| label.to_lowercase().contains(&name.to_lowercase()));
    let devices = if labels.is_empty() {
        "this machine has no device".to_owned()
    } else {
        format!("the devices are `{}`", labels.join("`, `"))
    };
    match (name, request.scale) {
        ("none", Some(Scale::Large)) => Err("`--large` excludes the CPU and needs a device".to_owned()),
        ("none", _) => Ok(()),
        _ if exists => Ok(()),
        ("", Some(Scale::Large)) => Err(format!("`--large` excludes the CPU and needs a device; {devices}")),
        ("", _) => Ok(()),
        _ => Err(format!("no device matches `{name}`; {devices}")),
    }
}

/// Runs a command. Returns whether all results are correct.
fn run(command: Command, out: &mut dyn Write) -> BenchResult<bool> {
    match command {
        Command::Help => {
            write!(out, "{USAGE}{}{EXIT_STATUS}", option_parser::help(FLAGS)).map_err(output_error)?
        }
        Command::List => {
            for case in CASES {
                writeln!(out, "{:14} {}", case.name, case.summary).map_err(output_error)?;
            }
        }
        Command::Devices => {
            for device in &Setup::open(Scale::Quick, None)?.devices {
                writeln!(out, "{}", device.label).map_err(output_error)?;
            }
        }
        Command::Vectors(program) => return vectors::check(program.as_deref(), out),
        Command::Compile => return compile::measure(out),
        Command::FirstLaunchChild { style, label } => cases::first_launch_child(&style, &label)?,
        Command::LevelChild { count } => cases::level_child(&count)?,
        Command::Run(request) => return measure(&request, out),
    }
    Ok(true)
}

fn measure(request: &Request, out: &mut dyn Write) -> BenchResult<bool> {
    let scale = request.scale.unwrap_or(Scale::Usual);
    // Checks the output files before the measurement instead of after ten minutes.
    for file in request.markdown.iter().chain(&request.json) {
        write_file(file, b"")?;
    }
    let peers = request.join.as_ref().map_or(Ok(Vec::new()), |file| peers::read(file))?;
    let mut markdown = Vec::new();
    let setup = Setup::open(scale, request.device.as_deref())?;
    let environment = Environment::detect(&setup);
    report::head(&mut markdown, &environment, scale, request.clock, request.in_sequence)
        .map_err(output_error)?;
    let (mut printed, mut complete) = (0, true);
    let mut all: Vec<Results> = Vec::new();
    let cases = request.cases.iter().filter(|case| request.clock == Clock::Wall || !case.other_process);
    for case in cases {
        let (rounds, time) = match (scale, request.rounds) {
            (_, Some(rounds)) => ([rounds; 2], Duration::MAX),
            (Scale::Quick, None) => ([5; 2], Duration::ZERO),
            (Scale::Usual | Scale::Large, None) => ([5, 25], Duration::from_secs(10)),
        };
        let schedule = Schedule {
            rounds,
            time,
            clock: request.clock,
            in_sequence: request.in_sequence,
            by_device: request.by_device || scale == Scale::Large,
            warm_up: if scale == Scale::Quick { Duration::ZERO } else { WARM_UP },
        };
        let mut done = Vec::new();
        // An error, such as too little device memory, ends this case only.
        let outcome = (case.compare)(&setup, &mut |comparison| done.push(comparison.run(schedule)));
        for mut results in done {
            peers::join(&mut results, &peers);
            report::results(&mut markdown, case.summary, &results).map_err(output_error)?;
            all.push(results);
        }
        if let Err(reason) = outcome {
            writeln!(markdown, "\n### {}: failed: {reason}", case.name).map_err(output_error)?;
            complete = false;
        }
        out.write_all(&markdown[printed..]).map_err(output_error)?;
        out.flush().map_err(output_error)?;
        printed = markdown.len();
        // Writes the files after each case, so that a driver that crashes the process does not lose the results so
        // far.
        write_files(request, &markdown, &environment, &all)?;
    }
    report::summary(&mut markdown, &all).map_err(output_error)?;
    out.write_all(&markdown[printed..]).map_err(output_error)?;
    write_files(request, &markdown, &environment, &all)?;
    // At a large scale, a candidate may be skipped because its data exceeds the device's memory. At other scales,
    // all must run.
    Ok(complete && all.iter().all(|results| results.all_correct(scale != Scale::Large)))
}

/// Writes the output files. An error of one file does not keep the other from being written.
fn write_files(
    request: &Request,
    markdown: &[u8],
    environment: &Environment,
    all: &[Results],
) -> BenchResult<()> {
    let write =
        |file: &Option<PathBuf>, text: &[u8]| file.as_ref().map_or(Ok(()), |file| write_file(file, text));
    let written =
        [write(&request.markdown, markdown), write(&request.json, report::json(environment, all).as_bytes())];
    written.into_iter().collect()
}

fn write_file(file: &Path, text: &[u8]) -> BenchResult<()> {
    std::fs::write(file, text).map_err(|error| format!("`{}` cannot be written: {error}", file.display()))
}

fn output_error(error: io::Error) -> String {
    format!("the output cannot be written: {error}")
}
