//! The command line, read into what to do.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use super::{Problem, Program, Runs};

/// What the user asks for.
#[derive(Debug)]
pub struct Arguments {
    /// What to do.
    pub command: Command,
    /// Whether to print JSON lines.
    pub json: bool,
}

/// What to do.
#[derive(Debug)]
pub enum Command {
    /// Print how to use this.
    Help,
    /// Print the version.
    Version,
    /// Print what each program shows.
    List,
    /// Print what each accelerator can do.
    Devices,
    /// Run programs.
    Run(Request),
}

/// What to run, and how.
#[derive(Debug)]
pub struct Request {
    /// The programs, in this order.
    pub programs: Vec<&'static Program>,
    /// The size, if it is not the usual one.
    pub size: Option<Vec<usize>>,
    /// Whether small sizes will do.
    pub quick: bool,
    /// How often.
    pub runs: Runs,
    /// Where to write pictures, if they are wanted.
    pub pictures: Option<PathBuf>,
    /// The only variant, if not all are wanted.
    pub variant: Option<String>,
    /// The accelerators' names, if not all are wanted.
    pub accelerators: Vec<String>,
}

/// Options as they were given.
#[derive(Default)]
struct Given {
    words: Vec<String>,
    json: bool,
    quick: bool,
    size: Option<String>,
    runs: Option<Runs>,
    pictures: Option<OsString>,
    variant: Option<String>,
    accelerators: Vec<String>,
}

/// Reads the command line, of which the first word is the name of this program.
pub(super) fn parse(
    programs: &'static [Program],
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Arguments, Problem> {
    let mut parser = Parser::from_iter(arguments);
    let mut given = Given::default();
    while let Some(argument) = parser.next().map_err(unread)? {
        match argument {
            // At once, whatever else is there.
            Arg::Long("help") | Arg::Short('h') => {
                return Ok(Arguments { command: Command::Help, json: false });
            }
            Arg::Long("version") | Arg::Short('V') => {
                return Ok(Arguments { command: Command::Version, json: false });
            }
            Arg::Long("json") => given.json = true,
            Arg::Long("quick") => given.quick = true,
            Arg::Long("pictures") => given.pictures = Some(parser.value().map_err(unread)?),
            Arg::Long("size") => given.size = Some(value(&mut parser)?),
            Arg::Long("runs") => given.runs = Some(runs(&value(&mut parser)?)?),
            Arg::Long("variant") => given.variant = Some(value(&mut parser)?),
            Arg::Long("accelerator") => given.accelerators.push(value(&mut parser)?),
            Arg::Value(word) => given.words.push(word.string().map_err(unread)?),
            Arg::Long(_) | Arg::Short(_) => return Err(unread(argument.unexpected())),
        }
    }
    let json = given.json;
    let command = match given.words.first().map(String::as_str) {
        Some("help") => Command::Help,
        Some("list") => given.alone(Command::List)?,
        Some("devices") => given.alone(Command::Devices)?,
        Some(_) | None => Command::Run(given.request(programs)?),
    };
    Ok(Arguments { command, json })
}

impl Given {
    /// A command that takes nothing but `--json`.
    fn alone(self, command: Command) -> Result<Command, Problem> {
        let word = self.words.first().map_or("", String::as_str);
        let Given { words, json: _, quick, size, runs, pictures, variant, accelerators } = &self;
        let options = *quick
            || size.is_some()
            || runs.is_some()
            || pictures.is_some()
            || variant.is_some()
            || !accelerators.is_empty();
        if options || words.len() > 1 {
            return Err(Problem::Usage(format!("`{word}` stands alone, or with `--json`")));
        }
        Ok(command)
    }

    fn request(self, programs: &'static [Program]) -> Result<Request, Problem> {
        let mut chosen = Vec::new();
        let all = self.words.is_empty() || self.words == ["all"];
        for word in self.words.iter().filter(|_| !all) {
            let Some(program) = programs.iter().find(|it| it.name == word) else {
                let names: Vec<_> = programs.iter().map(|it| it.name).collect();
                let names = names.join("`, `");
                let message =
                    format!("there is no program `{word}`; say `{names}`, `list`, `devices`, or `all`");
                return Err(Problem::Usage(message));
            };
            chosen.push(program);
        }
        if all {
            chosen = programs.iter().collect();
        }
        let size = match (&self.size, &chosen[..]) {
            (None, _) => None,
            (Some(text), [program]) => Some(program.size.parse(text).map_err(Problem::Usage)?),
            (Some(_), _) => {
                return Err(Problem::Usage("`--size` needs one program to mean something".into()));
            }
        };
        match (&self.variant, &chosen[..]) {
            (None, _) => {}
            (Some(name), [program]) => {
                if !program.variants.iter().any(|variant| variant.name == name) {
                    let names: Vec<_> = program.variants.iter().map(|it| it.name).collect();
                    let (program, names) = (program.name, names.join("`, `"));
                    let message = format!("`{program}` has no variant `{name}`; it has `{names}`");
                    return Err(Problem::Usage(message));
                }
            }
            (Some(_), _) => {
                return Err(Problem::Usage("`--variant` needs one program to mean something".into()));
            }
        }
        let usual = if self.quick { Runs::Quick } else { Runs::Usual };
        let runs = self.runs.unwrap_or(usual);
        // Who runs everything did not ask for files.
        let wished = self.pictures.or_else(|| (!all).then(|| "pictures".into()));
        let pictures = wished.filter(|folder| folder != "none").map(PathBuf::from);
        let Given { quick, variant, accelerators, .. } = self;
        Ok(Request { programs: chosen, size, quick, runs, pictures, variant, accelerators })
    }
}

fn value(parser: &mut Parser) -> Result<String, Problem> {
    parser.value().and_then(ValueExt::string).map_err(unread)
}

fn runs(text: &str) -> Result<Runs, Problem> {
    if text == "once" {
        return Ok(Runs::Once);
    }
    let runs = text.parse().ok().filter(|runs| (1..=10_000).contains(runs));
    runs.map(Runs::Exactly)
        .ok_or_else(|| Problem::Usage(format!("`{text}` runs are not from 1 to 10000, nor `once`")))
}

fn unread(error: lexopt::Error) -> Problem {
    Problem::Usage(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::PROGRAMS;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words = ["amp-examples"].into_iter().chain(line.split_whitespace()).map(OsString::from);
        super::parse(PROGRAMS, words).map_err(|problem| match problem {
            Problem::Usage(message) => message,
            problem => panic!("{problem:?}"),
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
    fn nothing_means_all() {
        for line in ["", "all"] {
            let all = request(line);
            assert_eq!(all.programs.len(), PROGRAMS.len());
            assert_eq!((all.size, all.runs, all.variant), (None, Runs::Usual, None));
            assert_eq!((all.quick, all.pictures), (false, None));
        }
        assert_eq!(request("all --quick").runs, Runs::Quick);
        assert_eq!(request("all --quick --runs once").runs, Runs::Once);
    }

    #[test]
    fn who_names_a_program_gets_its_pictures() {
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
    fn other_commands_are_known() {
        assert!(matches!(parse("--help").unwrap().command, Command::Help));
        assert!(matches!(parse("nonsense -h").unwrap().command, Command::Help));
        assert!(matches!(parse("-V").unwrap().command, Command::Version));
        assert!(matches!(parse("list --json").unwrap(), Arguments { command: Command::List, json: true }));
        assert!(matches!(parse("devices").unwrap().command, Command::Devices));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            ("matmull", "`matmull`"),
            ("--size 5", "`--size` needs one program"),
            ("matmul --size 1x2", "3 numbers"),
            ("matmul --size", "size"),
            ("matmul --variant best", "`simple`"),
            ("--variant simple", "needs one program"),
            ("saxpy --runs 0", "from 1 to"),
            ("saxpy --runs many", "`many`"),
            ("list --runs 3", "`list` stands alone"),
            ("list --quick", "`list` stands alone"),
            ("all saxpy", "`all`"),
            ("devices saxpy", "`devices` stands alone"),
            ("--frobnicate", "frobnicate"),
            ("-x", "-x"),
        ] {
            let message = parse(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn words_that_are_not_unicode_are_refused() {
        #[cfg(unix)]
        {
            use std::ffi::OsStr;
            use std::os::unix::ffi::OsStrExt;
            let words = [OsStr::new("amp-examples"), OsStr::from_bytes(b"\xff")].map(OsStr::to_owned);
            assert!(super::parse(PROGRAMS, words).is_err());
        }
    }
}
