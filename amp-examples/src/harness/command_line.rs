//! The command line of the example programs.

use std::ffi::OsString;
use std::path::PathBuf;

use super::option_parser::{self, Flag};
use super::{Program, RunError, Runs};

/// A parsed command line.
#[derive(Debug)]
pub struct Arguments {
    /// The command.
    pub command: Command,
    /// Whether to print JSON lines.
    pub json: bool,
}

/// A command.
#[derive(Debug)]
pub enum Command {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print all programs with their variants.
    List,
    /// Print the properties of all accelerators.
    Devices,
    /// Run programs.
    Run(Request),
}

/// The programs to run, and how to run them.
#[derive(Debug)]
pub struct Request {
    /// The programs, in this order.
    pub programs: Vec<&'static Program>,
    /// Whether to run only the variants of [`Program::overview`] and to print one table for all programs.
    pub overview: bool,
    /// A size other than the default.
    pub size: Option<Vec<usize>>,
    /// Whether to use small sizes.
    pub quick: bool,
    /// How often to run each variant.
    pub runs: Runs,
    /// The folder for pictures and plots; none if they are not wanted.
    pub pictures: Option<PathBuf>,
    /// The only variant to run beside the serial one; none for all variants.
    pub variant: Option<String>,
    /// The names of the accelerators to use; empty for the default selection.
    pub accelerators: Vec<String>,
}

/// The options of a command line.
#[derive(Default)]
struct Settings {
    help: bool,
    version: bool,
    json: bool,
    quick: bool,
    size: Option<String>,
    runs: Option<Runs>,
    pictures: Option<OsString>,
    variant: Option<String>,
    accelerators: Vec<String>,
}

const fn flag(
    name: &'static str,
    value: &'static str,
    help: &'static str,
    set: fn(&mut Settings, OsString) -> Result<(), String>,
) -> Flag<Settings> {
    Flag { name, short: None, value, help, set }
}

const FLAGS: &[Flag<Settings>] = &[
    flag("quick", "", "use small sizes and one run each, to check the results and not the speed", |it, _| {
        it.quick = true;
        Ok(())
    }),
    flag("size", "SIZE", "size of one program, such as 4194304, 2^22 or 480x640x960", |it, value| {
        it.size = Some(option_parser::text(value)?);
        Ok(())
    }),
    flag("variant", "NAME", "run only this variant of one program, and the serial one", |it, value| {
        it.variant = Some(option_parser::text(value)?);
        Ok(())
    }),
    flag(
        "runs",
        "N",
        "timed runs of each variant, after a warm-up; 9 by default, fewer for slow ones;\n\
         `once` runs each variant once without a warm-up",
        |it, value| {
            it.runs = Some(runs(&option_parser::text(value)?)?);
            Ok(())
        },
    ),
    flag(
        "accelerator",
        "NAME",
        "`cpu`, `cpu-checked`, `gpu` or part of a name; may be repeated",
        |it, value| {
            it.accelerators.push(option_parser::text(value)?);
            Ok(())
        },
    ),
    flag(
        "pictures",
        "DIR",
        "folder for pictures and plots; `none` writes none; the default is `pictures` for programs\n\
         that you name, and `none` otherwise",
        |it, value| {
            it.pictures = Some(value);
            Ok(())
        },
    ),
    flag("json", "", "print one JSON object a line instead of tables", |it, _| {
        it.json = true;
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
    Flag {
        name: "version",
        short: Some('V'),
        value: "",
        help: "print the version",
        set: |it, _| {
            it.version = true;
            Ok(())
        },
    },
];

/// The text of `--help`.
pub(super) fn help() -> String {
    format!(
        "\
Runs example programs on every accelerator, checks each result against serial Rust, and prints times.

Usage: cargo run --release                    a selection of programs, in one table
       cargo run --release -- all             all programs with all variants (about 90 seconds)
       cargo run --release -- PROGRAM..       some programs with all variants
       cargo run --release -- list            the programs, their variants and their sizes
       cargo run --release -- devices         the accelerators and their properties

Options:
{}
Environment:
  AMP_ACCELERATOR   selects one accelerator, for this program and for every program that uses amp

Exit status:
  0   every result is correct
  1   a result is wrong, an accelerator failed, or output or a picture could not be written
  2   the command line is wrong
",
        option_parser::help(FLAGS)
    )
}

/// Parses the command line. The first argument is the name of this program.
pub(super) fn parse(
    programs: &'static [Program],
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Arguments, RunError> {
    let mut settings = Settings::default();
    let parsed = option_parser::parse(FLAGS, arguments, &mut settings).map_err(RunError::Usage)?;
    let json = settings.json;
    let command = match parsed.words.first().map(String::as_str) {
        _ if settings.help => Command::Help,
        _ if settings.version => Command::Version,
        Some("help") => Command::Help,
        Some(word @ ("list" | "devices")) => {
            if parsed.words.len() > 1 || parsed.given.iter().any(|name| *name != "json") {
                return Err(RunError::Usage(format!("`{word}` takes no arguments except `--json`")));
            }
            if word == "list" { Command::List } else { Command::Devices }
        }
        Some(_) | None => Command::Run(settings.request(programs, &parsed.words)?),
    };
    Ok(Arguments { command, json })
}

impl Settings {
    fn request(self, programs: &'static [Program], words: &[String]) -> Result<Request, RunError> {
        let (overview, all) = (words.is_empty(), words == ["all"]);
        let selected: Result<Vec<_>, _> = match words {
            [] => Ok(programs.iter().filter(|it| it.overview.is_some()).collect()),
            _ if all => Ok(programs.iter().collect()),
            words => {
                words.iter().map(|word| programs.iter().find(|it| it.name == word).ok_or(word)).collect()
            }
        };
        let selected = selected.map_err(|word| {
            let names = list(programs.iter().map(|it| it.name));
            RunError::Usage(format!(
                "no program `{word}`; the programs are {names}; try also `list` or `all`"
            ))
        })?;
        // The two options that only make sense for one program.
        let one = |option| match (overview, &selected[..]) {
            (false, [program]) => Ok(*program),
            _ => Err(RunError::Usage(format!("`{option}` needs the name of one program"))),
        };
        let size = match &self.size {
            Some(text) => Some(one("--size")?.size.parse(text).map_err(RunError::Usage)?),
            None => None,
        };
        if let Some(name) = &self.variant {
            let program = one("--variant")?;
            if !program.variants.iter().any(|variant| variant.name == name) {
                let (names, program) = (list(program.variants.iter().map(|it| it.name)), program.name);
                let message = format!("`{program}` has no variant `{name}`; its variants are {names}");
                return Err(RunError::Usage(message));
            }
        }
        let default = match (self.quick, overview) {
            (true, _) => Runs::Quick,
            (false, true) => Runs::Brief,
            (false, false) => Runs::Adaptive,
        };
        let folder = self.pictures.or_else(|| (!all && !overview).then(|| "pictures".into()));
        Ok(Request {
            programs: selected,
            overview,
            size,
            quick: self.quick,
            runs: self.runs.unwrap_or(default),
            pictures: folder.filter(|folder| folder != "none").map(PathBuf::from),
            variant: self.variant,
            accelerators: self.accelerators,
        })
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn runs(text: &str) -> Result<Runs, String> {
    if text == "once" {
        return Ok(Runs::Once);
    }
    let runs = text.parse().ok().filter(|runs| (1..=10_000).contains(runs));
    runs.map(Runs::Exactly).ok_or_else(|| format!("`--runs {text}` is neither from 1 to 10000 nor `once`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::PROGRAMS;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words = ["amp-examples"].into_iter().chain(line.split_whitespace()).map(OsString::from);
        super::parse(PROGRAMS, words).map_err(|error| match error {
            RunError::Usage(message) => message,
            error => panic!("{error:?}"),
        })
    }

    fn request(line: &str) -> Request {
        match parse(line).unwrap().command {
            Command::Run(request) => request,
            command @ (Command::Help | Command::Version | Command::List | Command::Devices) => {
                panic!("{command:?}")
            }
        }
    }

    #[test]
    fn all_runs_every_program() {
        let all = request("all");
        assert_eq!((all.programs.len(), all.overview), (PROGRAMS.len(), false));
        assert_eq!((all.size, all.runs, all.variant), (None, Runs::Adaptive, None));
        assert_eq!((all.quick, all.pictures), (false, None));
        assert_eq!(request("all --quick").runs, Runs::Quick);
        assert_eq!(request("all --quick --runs once").runs, Runs::Once);
    }

    #[test]
    fn no_arguments_run_the_overview() {
        let overview = request("");
        assert!(overview.overview && (5..PROGRAMS.len()).contains(&overview.programs.len()));
        assert_eq!((overview.runs, overview.pictures), (Runs::Brief, None));
        assert!(request("--accelerator cpu --quick").overview);
        for program in overview.programs {
            let selected = program.overview.as_ref().expect("a part for the overview");
            let has = |name: &&str| program.variants.iter().any(|variant| variant.name == *name);
            assert!(selected.variants.iter().all(|name| *name != "serial" && has(name)), "{}", program.name);
            assert_eq!(selected.size.len(), program.size.names.len(), "{}", program.name);
        }
    }

    #[test]
    fn named_programs_write_pictures() {
        assert_eq!(request("matmul").pictures, Some(PathBuf::from("pictures")));
        assert_eq!(request("matmul --pictures p/q").pictures, Some(PathBuf::from("p/q")));
        assert_eq!(request("all --pictures p").pictures, Some(PathBuf::from("p")));
        assert_eq!(request("matmul --pictures none").pictures, None);
    }

    #[test]
    fn options_stand_before_and_after_the_program() {
        let one =
            request("--runs 7 matmul --size=16x32x48 --variant simple --accelerator cpu --accelerator=nv");
        assert_eq!((one.size, one.runs), (Some(vec![16, 32, 48]), Runs::Exactly(7)));
        assert_eq!((one.variant.as_deref(), one.accelerators.len()), (Some("simple"), 2));
    }

    #[test]
    fn commands_are_recognised() {
        assert!(matches!(parse("--help").unwrap().command, Command::Help));
        assert!(matches!(parse("nonsense -h").unwrap().command, Command::Help));
        assert!(matches!(parse("-V").unwrap().command, Command::Version));
        assert!(matches!(parse("list --json").unwrap(), Arguments { command: Command::List, json: true }));
        assert!(matches!(parse("devices").unwrap().command, Command::Devices));
    }

    #[test]
    fn usage_errors_name_the_argument() {
        for (line, part) in [
            ("matmull", "`matmull`"),
            ("--size 5", "`--size` needs the name of one program"),
            ("matmul --size 1x2", "3 numbers"),
            ("matmul --size", "size"),
            ("matmul --variant best", "`simple`"),
            ("--variant simple", "needs the name of one program"),
            ("saxpy --runs 0", "from 1 to"),
            ("saxpy --runs many", "`--runs many`"),
            ("list --runs 3", "`list` takes no arguments"),
            ("list --quick", "`list` takes no arguments"),
            ("all saxpy", "`all`"),
            ("devices saxpy", "`devices` takes no arguments"),
            ("--frobnicate", "frobnicate"),
            ("-x", "-x"),
        ] {
            let message = parse(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn help_lists_every_option() {
        let help = help();
        assert!(FLAGS.iter().all(|flag| help.contains(&format!("--{}", flag.name))));
        assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
    }

    #[cfg(unix)]
    #[test]
    fn words_that_are_not_unicode_are_refused() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let words = [OsStr::new("amp-examples"), OsStr::from_bytes(b"\xff")].map(OsStr::to_owned);
        assert!(super::parse(PROGRAMS, words).is_err());
    }
}
