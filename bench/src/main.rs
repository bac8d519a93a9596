//! Kernels against the same work written by hand: `cargo run --release -p bench -- all [--quick | --large]`.
//!
//! All contestants of a case take turns in one process, so that whatever else the machine does, it does to all of them.
//! Times mean little, ratios mean something. The binary needs nothing but itself and can be carried to another machine.

mod cases;
mod clock;
mod compile;
mod contest;
mod field;
mod machine;
mod peers;
mod raw;
mod report;
mod vectors;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cases::{CASES, Case};
use clock::Clock;
use contest::{Outcome, Pace, Standings};
use field::{Field, Scale};
use lexopt::{Arg, Parser, ValueExt};
use machine::Machine;

const HELP: &str = "\
Measures kernels against the same work written by hand: with rayon, and with WGSL through wgpu; and against what
libraries, memory and devices give.

cargo run --release -p bench -- all          all cases
cargo run --release -p bench -- CASE..       some of them
cargo run --release -p bench -- list         the cases
cargo run --release -p bench -- devices      the devices, the most capable one first
cargo run --release -p bench -- vectors      whether inner loops of kernels are vector code, in this program or in
                [PROGRAM]                    another one with the same kernels; fails if one is not
cargo run --release -p bench -- compile      what kernels cost at compile time; takes some minutes

      --quick            small sizes and few rounds: to see that all is right, not how fast it is
      --large            sizes that fill a large card, without the CPU
      --device NAME      only devices whose name contains this; `none` for the CPU alone
      --rounds N         rounds of each contest; by default 5 to 25
      --processor        times are those that all threads of this process had of the processor: for a device that is made
                         of threads, on a machine that does other things as well; without the cases `first` and
                         `nbody_levels`
      --alone            each line has all its rounds by itself, as programs have that run in processes of their own, and
                         not in turns with the others, who leave their own data in the caches
      --by-device        beside the times on the wall, what the kernels took by the device's own clock, where it has one;
                         with --large always
      --join FILE        results of other programs, to stand in the same tables (see bench/peers.sh)
      --markdown FILE    the tables, also to a file
      --json FILE        the results, as JSON
  -h, --help             this
";

/// How long a device works before it is timed.
const WARM_UP: Duration = Duration::from_millis(1500);

/// What the user asks for.
enum Command {
    Help,
    List,
    Devices,
    Vectors(Option<PathBuf>),
    Compile,
    Child { style: String, label: String },
    AtALevel { count: String },
    Run(Request),
}

/// What to measure.
#[derive(Default)]
struct Request {
    cases: Vec<&'static Case>,
    scale: Option<Scale>,
    device: Option<String>,
    rounds: Option<usize>,
    clock: Clock,
    alone: bool,
    by_device: bool,
    join: Option<PathBuf>,
    markdown: Option<PathBuf>,
    json: Option<PathBuf>,
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
            complain("not everything is right; see above".to_owned());
            ExitCode::FAILURE
        }
        Err(error) => {
            complain(error);
            ExitCode::FAILURE
        }
    }
}

fn parse() -> Outcome<Command> {
    let mut parser = Parser::from_env();
    let mut request = Request::default();
    let mut words: Vec<String> = Vec::new();
    let told = |error: lexopt::Error| error.to_string();
    while let Some(argument) = parser.next().map_err(told)? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            Arg::Long("quick") => request.scale = Some(Scale::Quick),
            Arg::Long("large") => request.scale = Some(Scale::Large),
            Arg::Long("device") => request.device = Some(value(&mut parser)?),
            Arg::Long("rounds") => {
                let rounds = value(&mut parser)?;
                let number = rounds.parse().ok().filter(|rounds| (1..=1000).contains(rounds));
                request.rounds = Some(number.ok_or(format!("`{rounds}` rounds are not from 1 to 1000"))?);
            }
            Arg::Long("processor") if Clock::Processor.is_there() => request.clock = Clock::Processor,
            Arg::Long("alone") => request.alone = true,
            Arg::Long("by-device") => request.by_device = true,
            Arg::Long("join") => request.join = Some(value(&mut parser)?.into()),
            Arg::Long("markdown") => request.markdown = Some(value(&mut parser)?.into()),
            Arg::Long("json") => request.json = Some(value(&mut parser)?.into()),
            Arg::Value(word) => words.push(word.string().map_err(told)?),
            Arg::Long(_) | Arg::Short(_) => return Err(argument.unexpected().to_string()),
        }
    }
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => return Ok(Command::List),
        ["devices"] => return Ok(Command::Devices),
        ["vectors"] => return Ok(Command::Vectors(None)),
        ["vectors", program] => return Ok(Command::Vectors(Some(program.into()))),
        ["compile"] => return Ok(Command::Compile),
        ["first-launch-of-a-process", style, label] => {
            return Ok(Command::Child { style: (*style).to_owned(), label: (*label).to_owned() });
        }
        [cases::AT_A_LEVEL, count] => return Ok(Command::AtALevel { count: (*count).to_owned() }),
        [] | ["all"] => request.cases = CASES.iter().collect(),
        some => {
            for word in some {
                let Some(case) = CASES.iter().find(|case| case.name == *word) else {
                    let names: Vec<_> = CASES.iter().map(|case| case.name).collect();
                    return Err(format!("there is no case `{word}`; there is `{}`", names.join("`, `")));
                };
                request.cases.push(case);
            }
        }
    }
    someone_takes_part(&request)?;
    Ok(Command::Run(request))
}

/// A device whose name is not there would be missed at the end of a long run only.
fn someone_takes_part(request: &Request) -> Outcome<()> {
    let labels: Vec<_> = raw::adapters().iter().map(|adapter| raw::label(&adapter.get_info())).collect();
    let wish = request.device.as_deref().unwrap_or_default();
    let wanted = labels.iter().any(|label| label.to_lowercase().contains(&wish.to_lowercase()));
    let found = if labels.is_empty() {
        "there is none".to_owned()
    } else {
        format!("there is `{}`", labels.join("`, `"))
    };
    match (wish, request.scale) {
        ("none", Some(Scale::Large)) => Err("`--large` is without the CPU, and needs a device".to_owned()),
        ("none", _) => Ok(()),
        _ if wanted => Ok(()),
        ("", Some(Scale::Large)) => Err(format!("`--large` is without the CPU, and needs a device; {found}")),
        ("", _) => Ok(()),
        _ => Err(format!("no device is called `{wish}`; {found}")),
    }
}

fn value(parser: &mut Parser) -> Outcome<String> {
    parser.value().and_then(ValueExt::string).map_err(|error| error.to_string())
}

/// Does it. Says whether all results are right.
fn run(command: Command, out: &mut dyn Write) -> Outcome<bool> {
    match command {
        Command::Help => out.write_all(HELP.as_bytes()).map_err(unwritten)?,
        Command::List => {
            for case in CASES {
                writeln!(out, "{:14} {}", case.name, case.about).map_err(unwritten)?;
            }
        }
        Command::Devices => {
            for device in &Field::open(Scale::Quick, None)?.devices {
                writeln!(out, "{}", device.label).map_err(unwritten)?;
            }
        }
        Command::Vectors(program) => return vectors::look(program.as_deref(), out),
        Command::Compile => return compile::measure(out),
        Command::Child { style, label } => cases::child(&style, &label)?,
        Command::AtALevel { count } => cases::at_a_level(&count)?,
        Command::Run(request) => return measure(&request, out),
    }
    Ok(true)
}

fn measure(request: &Request, out: &mut dyn Write) -> Outcome<bool> {
    let scale = request.scale.unwrap_or(Scale::Usual);
    // Better now than after ten minutes.
    for file in request.markdown.iter().chain(&request.json) {
        kept(file, b"")?;
    }
    let others = request.join.as_ref().map_or(Ok(Vec::new()), |file| peers::read(file))?;
    let mut markdown = Vec::new();
    let field = Field::open(scale, request.device.as_deref())?;
    let machine = Machine::look(&field);
    report::head(&mut markdown, &machine, scale, request.clock, request.alone).map_err(unwritten)?;
    let (mut printed, mut complete) = (0, true);
    let mut all: Vec<Standings> = Vec::new();
    let cases = request.cases.iter().filter(|case| request.clock == Clock::Wall || !case.elsewhere);
    for case in cases {
        let (rounds, long) = match (scale, request.rounds) {
            (_, Some(rounds)) => ([rounds; 2], Duration::MAX),
            (Scale::Quick, None) => ([5; 2], Duration::ZERO),
            (Scale::Usual | Scale::Large, None) => ([5, 25], Duration::from_secs(10)),
        };
        let by_device = request.by_device || scale == Scale::Large;
        let warm_up = if scale == Scale::Quick { Duration::ZERO } else { WARM_UP };
        let pace = Pace { rounds, long, clock: request.clock, alone: request.alone, by_device, warm_up };
        let mut held = Vec::new();
        // A contest that cannot be held, as where a device has not so much memory, costs nobody the others.
        let ended = (case.hold)(&field, &mut |contest| held.push(contest.hold(pace)));
        for mut standings in held {
            peers::join(&mut standings, &others);
            report::standings(&mut markdown, case.about, &standings).map_err(unwritten)?;
            all.push(standings);
        }
        if let Err(why) = ended {
            writeln!(markdown, "\n### {}: could not be held: {why}", case.name).map_err(unwritten)?;
            complete = false;
        }
        out.write_all(&markdown[printed..]).map_err(unwritten)?;
        out.flush().map_err(unwritten)?;
        printed = markdown.len();
        // What ends the process costs only what was not measured yet.
        keep(request, &markdown, &machine, &all)?;
    }
    report::summary(&mut markdown, &all).map_err(unwritten)?;
    out.write_all(&markdown[printed..]).map_err(unwritten)?;
    keep(request, &markdown, &machine, &all)?;
    // A large size may be too large for a device; the others are for all.
    Ok(complete && all.iter().all(|standings| standings.all_right(scale != Scale::Large)))
}

/// Writes the files that are asked for: both, whatever becomes of one of them.
fn keep(request: &Request, markdown: &[u8], machine: &Machine, all: &[Standings]) -> Outcome<()> {
    let keep = |file: &Option<PathBuf>, text: &[u8]| file.as_ref().map_or(Ok(()), |file| kept(file, text));
    let kept =
        [keep(&request.markdown, markdown), keep(&request.json, report::json(machine, all).as_bytes())];
    kept.into_iter().collect()
}

fn kept(file: &Path, text: &[u8]) -> Outcome<()> {
    std::fs::write(file, text).map_err(|error| format!("`{}` cannot be written: {error}", file.display()))
}

fn unwritten(error: io::Error) -> String {
    format!("the output cannot be written: {error}")
}
