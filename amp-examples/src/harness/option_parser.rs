//! Declarative command-line options: one table gives both the parser and the text of `--help`.
//!
//! `lexopt` splits the arguments. clap would add ten crates to the first build, and its help would say no more.

use std::ffi::OsString;

use lexopt::{Arg, Parser, ValueExt};

/// One option of a program whose settings are a `T`.
pub struct Flag<T> {
    /// The long name, without dashes.
    pub name: &'static str,
    /// The short name, if there is one.
    pub short: Option<char>,
    /// The placeholder of the value in the help; empty for a switch.
    pub value: &'static str,
    /// The description, in one or more lines.
    pub help: &'static str,
    /// Stores the value; that of a switch is empty.
    pub set: fn(&mut T, OsString) -> Result<(), String>,
}

/// The words that are not options, and the names of the options that were given.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The words, in order.
    pub words: Vec<String>,
    /// The long names of the options, in order.
    pub given: Vec<&'static str>,
}

/// Reads arguments into `settings`. The first argument is the name of the program.
///
/// # Errors
/// A message about the first argument that is wrong.
pub fn parse<T>(
    flags: &[Flag<T>],
    arguments: impl IntoIterator<Item = OsString>,
    settings: &mut T,
) -> Result<Parsed, String> {
    let text = |error: lexopt::Error| error.to_string();
    let mut parser = Parser::from_iter(arguments);
    let mut parsed = Parsed::default();
    while let Some(argument) = parser.next().map_err(text)? {
        let flag = match &argument {
            Arg::Long(name) => flags.iter().find(|flag| flag.name == *name),
            Arg::Short(name) => flags.iter().find(|flag| flag.short == Some(*name)),
            Arg::Value(word) => {
                parsed.words.push(word.clone().string().map_err(text)?);
                continue;
            }
        };
        let Some(flag) = flag else { return Err(argument.unexpected().to_string()) };
        let value = if flag.value.is_empty() { OsString::new() } else { parser.value().map_err(text)? };
        (flag.set)(settings, value)?;
        parsed.given.push(flag.name);
        // These two win over everything that follows.
        if matches!(flag.name, "help" | "version") {
            break;
        }
    }
    Ok(parsed)
}

/// A value as text.
///
/// # Errors
/// The value is not Unicode.
pub fn text(value: OsString) -> Result<String, String> {
    value.into_string().map_err(|value| format!("{value:?} is not Unicode"))
}

/// The help of all options, one paragraph each, in two columns.
#[must_use]
pub fn help<T>(flags: &[Flag<T>]) -> String {
    let heads = flags.iter().map(|flag| {
        let short = flag.short.map_or("    ".to_owned(), |short| format!("-{short}, "));
        format!("  {short}--{} {}", flag.name, flag.value).trim_end().to_owned()
    });
    let heads: Vec<_> = heads.collect();
    let width = heads.iter().map(String::len).max().unwrap_or(0) + 3;
    let lines = heads.iter().zip(flags).flat_map(|(head, flag)| {
        let mut head = head.as_str();
        flag.help.lines().map(move |line| format!("{:width$}{line}\n", std::mem::take(&mut head)))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: &[Flag<Vec<OsString>>] = &[
        Flag { name: "size", short: None, value: "N", help: "a size\nof work", set: push },
        Flag { name: "help", short: Some('h'), value: "", help: "this text", set: push },
    ];

    fn push(values: &mut Vec<OsString>, value: OsString) -> Result<(), String> {
        values.push(value);
        Ok(())
    }

    fn parse(line: &str) -> Result<(Parsed, Vec<OsString>), String> {
        let mut values = Vec::new();
        let words = ["program"].into_iter().chain(line.split_whitespace()).map(OsString::from);
        super::parse(FLAGS, words, &mut values).map(|parsed| (parsed, values))
    }

    #[test]
    fn words_and_options_may_be_mixed() {
        let (parsed, values) = parse("a --size=5 b --size 6").unwrap();
        assert_eq!(parsed.words, ["a", "b"]);
        assert_eq!((parsed.given, values), (vec!["size", "size"], vec!["5".into(), "6".into()]));
    }

    #[test]
    fn help_wins_over_later_mistakes() {
        assert_eq!(parse("-h --unknown").unwrap().0.given, ["help"]);
        assert!(parse("--unknown -h").unwrap_err().contains("unknown"));
        assert!(parse("--size").unwrap_err().contains("size"));
    }

    #[test]
    fn help_has_two_columns() {
        assert_eq!(
            help(FLAGS),
            "      --size N   a size\n                 of work\n  -h, --help     this text\n"
        );
    }
}
