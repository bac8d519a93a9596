//! Counts the errors for single mistakes. Each program in `*.txt` has one mistake. The compiler must report one
//! error at the marked line, and its message must not name amp's internal items.
//!
//! A program begins with `//# NAME` and ends at the next one. `//~ CODE` marks the line that is wrong and names the code
//! of its error; `//~ CODE CODE` records a mistake that still has two errors.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines that precede each program.
const PRELUDE: &str = "#![allow(warnings)]\nuse amp::prelude::*;\n";

/// `(all, least)`: there are at least `all` mistakes. Of every `all` mistakes, at least `least` have exactly one
/// error.
const SINGLE_ERRORS: (usize, usize) = (140, 130);

#[test]
fn a_mistake_has_one_error_at_its_line() {
    let programs = programs();
    let folder = written(&programs);
    let errors = reported(&folder, &programs);
    let (mut faults, mut single) = (String::new(), 0);
    for (name, program) in &programs {
        let errors = errors.get(name).map_or(&[][..], |errors| errors);
        let found: Vec<_> = errors.iter().map(|error| (error.line, error.code.as_str())).collect();
        let expected: Vec<_> = program.codes.iter().map(|code| (program.line, code.as_str())).collect();
        single += usize::from(expected.len() == 1);
        let internal: Vec<_> = errors.iter().flat_map(|error| internal_items(&error.rendered)).collect();
        if found != expected || !internal.is_empty() {
            let _ =
                write!(faults, "\n{name}: expected {expected:?}, found {found:?}, internal: {internal:?}\n");
            errors.iter().for_each(|error| faults.push_str(&error.rendered));
        }
    }
    assert!(faults.is_empty(), "{faults}");
    let (all, least) = SINGLE_ERRORS;
    assert!(programs.len() >= all, "there are {} mistakes", programs.len());
    assert!(single * all >= least * programs.len(), "{single} of {} mistakes have one error", programs.len());
    assert!(programs.values().all(|program| program.codes.len() <= 2), "a mistake has more than two errors");
}

/// A program with one mistake.
struct Program {
    /// Its source, without the prelude.
    source: String,
    /// The marked line, counted from 1 in the complete program.
    line: u64,
    /// The codes of the expected errors.
    codes: Vec<String>,
}

/// An error of the compiler.
struct Reported {
    /// The line of the first primary span.
    line: u64,
    /// `E0308` of rustc, `AMP014` of amp, or `syntax`.
    code: String,
    /// The complete message.
    rendered: String,
}

/// All programs, by name.
fn programs() -> BTreeMap<String, Program> {
    let mut programs = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes");
    for entry in std::fs::read_dir(folder).expect("the folder of the test exists") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for section in text.split("//# ").skip(1) {
            let (name, source) = section.split_once('\n').expect("a program follows its name");
            let earlier = programs.insert(name.to_owned(), program(name, source));
            assert!(earlier.is_none(), "two programs are called {name}");
        }
    }
    programs
}

fn program(name: &str, source: &str) -> Program {
    let mut marks = source.lines().enumerate().filter_map(|(n, line)| Some((n, line.split_once("//~ ")?.1)));
    let (n, codes) = marks.next().unwrap_or_else(|| panic!("{name} marks no line"));
    assert!(marks.next().is_none(), "{name} marks two lines");
    let source =
        if source.contains("fn main()") { source.to_owned() } else { format!("{source}fn main() {{}}\n") };
    let line = (n + 1 + PRELUDE.lines().count()) as u64;
    Program { source, line, codes: codes.split_whitespace().map(str::to_owned).collect() }
}

/// Writes the programs as the binaries of a package, and returns its folder. Its dependencies and its profile are those of
/// the sample of `editor`, and its target folder is that of the tests, so that cargo checks the dependencies once.
fn written(programs: &BTreeMap<String, Program>) -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a folder");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    let binaries = folder.join("src/bin");
    // Removes the programs of earlier runs, which cargo would compile too.
    let _ = std::fs::remove_dir_all(&binaries);
    std::fs::create_dir_all(&binaries).expect("the folder of the target can be written");
    let manifest = format!(
        "[package]\nname = \"mistakes\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         amp-runtime = {{ path = {:?} }}\n\n[workspace]\n\n\
         [profile.dev]\ndebug = \"line-tables-only\"\n\n[profile.dev.package.\"*\"]\ndebug = false\n",
        workspace.join("amp-runtime")
    );
    let write = |path: PathBuf, text: &str| std::fs::write(path, text).expect("the folder can be written");
    write(folder.join("Cargo.toml"), &manifest);
    for (name, program) in programs {
        write(binaries.join(format!("{name}.rs")), &format!("{PRELUDE}{}", program.source));
    }
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))
        .expect("the workspace has a lock file");
    folder
}

/// The errors of each program.
fn reported(folder: &Path, programs: &BTreeMap<String, Program>) -> BTreeMap<String, Vec<Reported>> {
    let output = Command::new(env!("CARGO"))
        .current_dir(folder)
        .args(["check", "--bins", "--keep-going", "--offline", "--message-format=json"])
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder is in the target folder"))
        // Incremental, as a user builds by default. Without it, rustc merges equal errors of different function
        // bodies.
        .env("CARGO_INCREMENTAL", "1")
        .output()
        .expect("cargo runs");
    let mut errors: BTreeMap<String, Vec<Reported>> = BTreeMap::new();
    let mut finished = false;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect("cargo prints JSON");
        finished |= message["reason"] == "build-finished";
        let target = message["target"]["name"].as_str().unwrap_or_default();
        if message["reason"] != "compiler-message" || !programs.contains_key(target) {
            continue;
        }
        if let Some(error) = error(&message["message"]) {
            errors.entry(target.to_owned()).or_default().push(error);
        }
    }
    assert!(finished, "cargo check failed:\n{}", String::from_utf8_lossy(&output.stderr));
    errors
}

/// The error in a message of rustc. `None` for warnings and for the last line, "aborting due to ..".
fn error(message: &serde_json::Value) -> Option<Reported> {
    let text = message["message"].as_str()?;
    if message["level"] != "error" || text.starts_with("aborting due to") {
        return None;
    }
    let primary = message["spans"].as_array()?.iter().find(|span| span["is_primary"] == true);
    let code = message["code"]["code"].as_str();
    let amp = text
        .split("AMP")
        .nth(1)
        .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    let code = match (code, amp) {
        (Some(code), _) => code.to_owned(),
        (None, Some(number)) if !number.is_empty() => format!("AMP{number}"),
        (None, _) => "syntax".to_owned(),
    };
    // Line 0 stands for an error without a position. No program marks it, so the error counts as misplaced.
    let line = primary.and_then(|span| span["line_start"].as_u64()).unwrap_or(0);
    Some(Reported { line, code, rendered: message["rendered"].as_str()?.to_owned() })
}

/// The internal items that a message names: items of the private module, and names that only expansions contain.
fn internal_items(rendered: &str) -> BTreeSet<String> {
    let words = rendered.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let is_internal =
        |word: &&str| *word == "__private" || ["amp_", "Amp"].iter().any(|start| word.starts_with(start));
    words.filter(is_internal).map(str::to_owned).collect()
}
