//! `amp diagnostics`: the catalogue of compiler errors, cut from the page `docs/diagnostics.md`.

use std::io::Write;

use clap::Args;

use crate::{Failure, Result};

/// Explain a diagnostic of the compiler, or list all of them.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// The number of the diagnostic, such as `AMP014` or `14`
    code: Option<String>,
}

const HELP: &str = help!(
    "\
Examples:
  amp diagnostics                the list
  amp diagnostics AMP014         the meaning of an error, a program with it, and a correct one
  amp diagnostics 14             the same"
);

/// The page that the architecture tests write from the compiler's catalogue.
const PAGE: &str = include_str!("diagnostics.md");

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let entries = entries();
    let Some(requested) = &arguments.code else {
        for entry in &entries {
            writeln!(out, "AMP{:03}  {}", entry.number, entry.title)?;
        }
        writeln!(out, "\n`amp diagnostics AMP014` explains one of them.")?;
        return Ok(());
    };
    let number = number(requested);
    match entries.iter().find(|entry| Some(entry.number) == number) {
        Some(entry) => Ok(writeln!(out, "AMP{:03}: {}\n\n{}", entry.number, entry.title, entry.text)?),
        None => Err(Failure::Input(unknown(requested, number, &entries))),
    }
}

/// A diagnostic of the page.
struct Entry {
    number: u32,
    title: String,
    text: String,
}

/// All diagnostics of the page, in its order.
fn entries() -> Vec<Entry> {
    let page = PAGE.replace("\r\n", "\n");
    let mut sections = page.split("\n## ");
    sections.next();
    sections.filter_map(entry).collect()
}

/// A section of the page, if it explains a diagnostic: its number, its title between stars, and its text.
fn entry(section: &str) -> Option<Entry> {
    let (heading, text) = section.split_once('\n')?;
    let number = heading.strip_prefix("AMP")?.parse().ok()?;
    let (title, text) = match text.trim().strip_prefix("**").and_then(|text| text.split_once("**")) {
        Some((title, text)) => (title, text),
        None => ("", text),
    };
    let mut title = title.to_owned();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    Some(Entry { number, title, text: text.trim().to_owned() })
}

/// The number in `AMP014`, `amp14` or `14`.
fn number(requested: &str) -> Option<u32> {
    let lower = requested.trim().trim_start_matches("error[").trim_matches(['[', ']', ':']).to_lowercase();
    lower.strip_prefix("amp").unwrap_or(&lower).parse().ok()
}

/// The message for a requested diagnostic that does not exist. It names those with the nearest numbers. If no number was
/// requested, it names those with the requested text in their titles.
fn unknown(requested: &str, number: Option<u32>, entries: &[Entry]) -> String {
    let mut near: Vec<&Entry> = match number {
        Some(number) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by_key(|entry| entry.number.abs_diff(number));
            sorted
        }
        None => {
            let text = requested.to_lowercase();
            entries.iter().filter(|entry| entry.title.to_lowercase().contains(&text)).collect()
        }
    };
    near.truncate(3);
    let requested = crate::table::printable(requested);
    if near.is_empty() {
        return format!("there is no diagnostic `{requested}`; `amp diagnostics` lists all of them");
    }
    near.sort_by_key(|entry| entry.number);
    let lines = near.iter().map(|entry| format!("\n  AMP{:03}  {}", entry.number, entry.title));
    format!("there is no diagnostic `{requested}`; the nearest are{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_has_a_title_and_a_text_for_each_diagnostic() {
        let entries = entries();
        let headings = PAGE.lines().filter(|line| line.starts_with("## AMP")).count();
        assert_eq!(entries.len(), headings);
        assert!(headings > 20);
        for entry in entries {
            assert!(!entry.title.is_empty() && entry.text.len() > 20, "AMP{:03}", entry.number);
        }
    }

    #[test]
    fn numbers_have_several_spellings() {
        for text in ["AMP014", "amp014", "14", "[AMP014]", "error[AMP014]:"] {
            assert_eq!(number(text), Some(14), "{text}");
        }
        assert_eq!(number("barrier"), None);
    }
}
