//! `amp check`: `cargo test` once for each accelerator, and for several orders of work-items on the checked accelerator.
//!
//! A run selects its accelerator by `AMP_ACCELERATOR` and its order by `AMP_SCHEDULE_SEED`. The counts come from the lines
//! `test result:` of the test programs.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use amp::prelude::*;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;

use crate::table::{Align, count, printable, table};
use crate::{Failure, Result};

/// Run `cargo test` on every accelerator, and on the checked accelerator with several orders of work-items.
///
/// A run selects its accelerator by the variable AMP_ACCELERATOR, so it concerns launches on the default accelerator. The
/// checked accelerator runs once for each seed, because AMP_SCHEDULE_SEED permutes its work-items. The output of a failed run
/// is printed, and kept in the folder `amp-check` of the target folder.
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// The package to test; without it, those that `cargo test` chooses
    #[arg(short, long)]
    package: Option<String>,
    /// The seeds of the checked accelerator: a range without its end, or a list
    #[arg(long, default_value = "0..6", value_parser = seeds)]
    seeds: Seeds,
    /// Arguments of `cargo test`
    #[arg(last = true, value_name = "CARGO TEST ARGS")]
    cargo: Vec<OsString>,
}

const HELP: &str = help!(
    "\
Examples:
  amp check
  amp check -p blur --seeds 0..20
  amp check --seeds 3            one order of work-items
  amp check -- --lib -- edges    only unit tests whose name contains `edges`"
);

/// The seeds of `AMP_SCHEDULE_SEED`.
#[derive(Clone)]
struct Seeds(Vec<u64>);

/// Parses `0..6`, `0..=5`, `3` or `1,5,7`.
fn seeds(text: &str) -> std::result::Result<Seeds, String> {
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("`{text}` is not a seed"));
    let seeds: Vec<u64> = match text.split_once("..") {
        Some((first, last)) => match last.strip_prefix('=') {
            Some(last) => (number(first)?..=number(last)?).take(MOST_SEEDS + 1).collect(),
            None => (number(first)?..number(last)?).take(MOST_SEEDS + 1).collect(),
        },
        None => text.split(',').map(number).collect::<std::result::Result<_, _>>()?,
    };
    match seeds.len() {
        0 => Err("the range is empty".to_owned()),
        n if n > MOST_SEEDS => Err(format!("there are more than {MOST_SEEDS} seeds")),
        _ => Ok(Seeds(seeds)),
    }
}

/// The limit for `--seeds`. Each seed is a run of all tests.
const MOST_SEEDS: usize = 10_000;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let kept = target_folder(&cargo)?.join("amp-check");
    let runs = runs(&arguments.seeds);

    // All runs share one build. Its messages go to the terminal. Documentation tests are built when they run.
    let cargo_arguments = before_dashes(&arguments.cargo);
    if !cargo_arguments.iter().any(|it| it == "--doc") {
        let mut build = command(&cargo, arguments);
        build.arg("--no-run").args(cargo_arguments).stdin(Stdio::null()).stdout(Stdio::null());
        if !build.status().map_err(|error| no_cargo(&cargo, &error))?.success() {
            return Err(Failure::Check("the tests do not build".to_owned()));
        }
    }

    let bar = progress(runs.len());
    let mut rows = Vec::new();
    let mut failed = 0;
    for run in &runs {
        bar.set_message(run.name());
        bar.tick();
        let outcome = test(&cargo, arguments, run).map_err(|error| no_cargo(&cargo, &error))?;
        bar.inc(1);
        if !outcome.success {
            failed += 1;
            bar.suspend(|| report(run, &outcome, &kept, out))?;
        }
        rows.push(row(run, &outcome));
    }
    bar.finish_and_clear();

    let columns = [
        ("accelerator", Align::Left),
        ("seed", Align::Right),
        ("passed", Align::Right),
        ("failed", Align::Right),
        ("ignored", Align::Right),
        ("seconds", Align::Right),
    ];
    writeln!(out, "{}", table(&columns, rows))?;
    if failed == 0 {
        return Ok(());
    }
    Err(Failure::Check(format!("{failed} of {} failed", count(runs.len(), "run"))))
}

/// One run of the tests: an accelerator, and a seed on the checked accelerator.
struct Run {
    description: String,
    device_path: String,
    seed: Option<u64>,
}

impl Run {
    /// The accelerator and the seed in words.
    fn name(&self) -> String {
        match self.seed {
            Some(seed) => format!("{}, seed {seed}", self.description),
            None => self.description.clone(),
        }
    }

    /// A name for the file with the output of the run.
    fn file_name(&self) -> String {
        let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let path: String = self.device_path.chars().map(safe).collect();
        match self.seed {
            Some(seed) => format!("{path}-{seed}.txt"),
            None => format!("{path}.txt"),
        }
    }
}

/// All runs: the CPU, which is fast, then the GPUs, then the checked accelerator with each seed.
fn runs(seeds: &Seeds) -> Vec<Run> {
    let mut all = Accelerator::all();
    all.retain(|it| *it != Accelerator::cpu_checked());
    all.sort_by_key(|it| *it != Accelerator::cpu());
    let plain = all.iter().map(|it| (it.clone(), None));
    let checked = seeds.0.iter().map(|seed| (Accelerator::cpu_checked(), Some(*seed)));
    let run = |(it, seed): (Accelerator, Option<u64>)| Run {
        description: it.description(),
        device_path: it.device_path(),
        seed,
    };
    plain.chain(checked).map(run).collect()
}

/// The result of a run.
#[derive(Default)]
struct Outcome {
    success: bool,
    passed: u64,
    failed: u64,
    ignored: u64,
    duration: Duration,
    output: Vec<u8>,
}

/// Runs the tests once.
fn test(cargo: &OsString, arguments: &Arguments, run: &Run) -> std::io::Result<Outcome> {
    let mut command = command(cargo, arguments);
    // All test programs run, so that the counts are complete.
    if !before_dashes(&arguments.cargo).iter().any(|it| it == "--no-fail-fast") {
        command.arg("--no-fail-fast");
    }
    command.args(&arguments.cargo).stdin(Stdio::null());
    command.env("AMP_ACCELERATOR", &run.device_path).env_remove("AMP_SCHEDULE_SEED");
    if let Some(seed) = run.seed {
        command.env("AMP_SCHEDULE_SEED", seed.to_string());
    }
    command.env("CARGO_TERM_COLOR", "never");
    let start = Instant::now();
    let output = command.output()?;
    let mut outcome =
        Outcome { success: output.status.success(), duration: start.elapsed(), ..Outcome::default() };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(counts) = line.strip_prefix("test result: ") {
            outcome.passed += counted(counts, "passed");
            outcome.failed += counted(counts, "failed");
            outcome.ignored += counted(counts, "ignored");
        }
    }
    outcome.output = output.stdout;
    outcome.output.extend(output.stderr);
    Ok(outcome)
}

/// The number before a word in `ok. 5 passed; 0 failed; 1 ignored; ..`.
fn counted(counts: &str, word: &str) -> u64 {
    let before = counts.split([';', '.']).find_map(|part| part.trim().strip_suffix(word));
    before.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// Prints the output of a failed run, and writes it to a file.
fn report(run: &Run, outcome: &Outcome, kept: &Path, out: &mut dyn Write) -> Result {
    let file = kept.join(run.file_name());
    let written = fs::create_dir_all(kept).and_then(|()| fs::write(&file, &outcome.output));
    writeln!(out, "==> failed on {}", printable(&run.name()))?;
    out.write_all(&outcome.output)?;
    match written {
        Ok(()) => writeln!(out, "<== kept in {}\n", file.display())?,
        Err(error) => writeln!(out, "<== not kept in {}: {error}\n", file.display())?,
    }
    Ok(())
}

fn row(run: &Run, outcome: &Outcome) -> Vec<String> {
    // Without a count, a test program has crashed or has no harness.
    let failed = match outcome.failed {
        0 if !outcome.success => "run failed".to_owned(),
        failed => failed.to_string(),
    };
    vec![
        run.description.clone(),
        run.seed.map_or_else(String::new, |seed| seed.to_string()),
        outcome.passed.to_string(),
        failed,
        outcome.ignored.to_string(),
        format!("{:.1}", outcome.duration.as_secs_f64()),
    ]
}

/// `cargo test` for the package.
fn command(cargo: &OsString, arguments: &Arguments) -> Command {
    let mut command = Command::new(cargo);
    command.arg("test");
    if let Some(package) = &arguments.package {
        command.args(["--package", package]);
    }
    command
}

/// The arguments of cargo itself, without those of the test programs.
fn before_dashes(arguments: &[OsString]) -> &[OsString] {
    let end = arguments.iter().position(|it| it == "--").unwrap_or(arguments.len());
    &arguments[..end]
}

/// The target folder of the project in the current folder.
fn target_folder(cargo: &OsString) -> Result<PathBuf> {
    let mut metadata = Command::new(cargo);
    metadata.args(["metadata", "--format-version", "1", "--no-deps"]);
    let output = metadata.output().map_err(|error| no_cargo(cargo, &error))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let message = message.trim().trim_start_matches("error: ");
        return Err(Failure::Input(format!("this folder has no project that cargo can test: {message}")));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Failure::Input(format!("`cargo metadata` printed invalid JSON: {error}")))?;
    Ok(PathBuf::from(metadata["target_directory"].as_str().unwrap_or("target")))
}

fn no_cargo(cargo: &OsString, error: &std::io::Error) -> Failure {
    Failure::Input(format!("`{}` cannot be started: {error}", cargo.display()))
}

/// A progress bar on standard error, which is hidden if that is no terminal.
fn progress(runs: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(runs as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:20} {pos}/{len} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        let list = |text: &str| seeds(text).ok().map(|seeds| seeds.0);
        assert_eq!(list("0..3"), Some(vec![0, 1, 2]));
        assert_eq!(list("4..=5"), Some(vec![4, 5]));
        assert_eq!(list("7"), Some(vec![7]));
        assert_eq!(list("1, 9"), Some(vec![1, 9]));
        for wrong in ["", "3..3", "a..b", "-1", "0..99999999999", "1,,2"] {
            assert_eq!(list(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn counts_come_from_the_result_line() {
        let line = "FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.25s";
        assert_eq!(["passed", "failed", "ignored"].map(|word| counted(line, word)), [12, 3, 1]);
        assert_eq!(counted("", "passed"), 0);
    }
}
