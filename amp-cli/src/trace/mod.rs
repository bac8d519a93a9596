//! `amp trace`: reads the trace of a run, prints its findings and kernels, and writes a page with a timeline.
//!
//! [`read`] parses the file, [`own_time`] corrects durations, [`summary`] makes tables of it, [`findings`] compares the tables with known problems, and
//! [`page`] writes everything as one HTML file.

mod findings;
mod intervals;
mod own_time;
mod page;
mod read;
mod summary;

pub(crate) use page::escaped;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};

use crate::table::{self, Align, printable, table};
use crate::trace::summary::Summary;
use crate::{Failure, Result};

/// Write the timeline of a run as an HTML page, and print its kernels and findings.
///
/// A program of amp writes the trace if the variable AMP_TRACE names a file. The page needs no network and no other file.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// The trace, in the Chrome trace format
    run: PathBuf,
    /// The page; without it, the path of the trace with the ending `html`
    #[arg(short, long, value_name = "OUT.html")]
    output: Option<PathBuf>,
    /// Whether to show the page in a browser; `auto` does it if the output is a terminal with a display
    #[arg(long, value_enum, default_value_t = Open::Auto)]
    open: Open,
}

const HELP: &str = help!(
    "\
Examples:
  AMP_TRACE=run.json cargo run --release
  amp trace run.json                       writes run.html, and opens it on a terminal
  amp trace run.json -o page.html --open no"
);

#[derive(Clone, Copy, ValueEnum)]
enum Open {
    Auto,
    Yes,
    No,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let input = &arguments.run;
    let text = fs::read(input)
        .map_err(|error| Failure::Input(format!("`{}` cannot be read: {error}", input.display())))?;
    let mut trace = read::trace(&text)
        .map_err(|reason| Failure::Input(format!("`{}`: {}", input.display(), printable(&reason))))?;
    own_time::compute(&mut trace);
    let summary = Summary::new(&trace);
    let findings = findings::all(&trace, &summary);

    let output = arguments.output.clone().unwrap_or_else(|| input.with_extension("html"));
    if output == *input {
        return Err(Failure::Input(format!(
            "the page would replace the trace `{}`; name another file by `-o`",
            input.display()
        )));
    }
    let title = input.file_name().unwrap_or_default().to_string_lossy();
    let page = page::page(&title, &trace, &summary, &findings);
    fs::write(&output, page)
        .map_err(|error| Failure::Input(format!("`{}` cannot be written: {error}", output.display())))?;

    writeln!(out, "{}", as_text(&trace.notes, &summary, &findings))?;
    writeln!(out, "\ntimeline: {}", output.display())?;
    let opens = match arguments.open {
        Open::Auto => io::stdout().is_terminal() && has_display(),
        Open::Yes => true,
        Open::No => false,
    };
    if opens && let Err(error) = open(&output) {
        writeln!(io::stderr(), "note: the page cannot be opened: {error}")?;
    }
    Ok(())
}

/// Whether a browser can open a window. On Linux, `xdg-open` may otherwise start a browser in the terminal.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The findings and the table of kernels for the terminal.
fn as_text(notes: &[String], summary: &Summary, findings: &[String]) -> String {
    let mut text = String::new();
    for note in notes {
        text += &format!("note: {}\n", printable(note));
    }
    text += &format!("{}\n\nFindings:\n", printable(&summary.sentence()));
    for finding in findings {
        text += &format!("- {}\n", printable(finding));
    }
    let columns = [
        ("kernel", Align::Left),
        ("accelerator", Align::Left),
        ("calls", Align::Right),
        ("total", Align::Right),
        ("mean", Align::Right),
        ("bytes", Align::Right),
        ("GB/s", Align::Right),
        ("share", Align::Right),
        ("clock", Align::Left),
    ];
    let rows = summary.kernels.iter().map(|it| {
        vec![
            it.name.clone(),
            it.accelerator.clone(),
            it.calls.to_string(),
            table::time(it.total),
            table::time(it.mean()),
            table::bytes(it.bytes),
            it.gigabytes_per_second().map_or_else(String::new, table::rate),
            table::percent(it.share),
            it.clock.clone(),
        ]
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() { text + "\nno kernel ran" } else { text + "\nKernels:\n" + &table(&columns, rows) }
}

/// Shows a file in the browser.
fn open(page: &Path) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(page);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(|_| ())
}
