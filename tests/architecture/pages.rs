//! Generated pages: `docs/diagnostics.md`, `docs/language.md` and the list of source files; and programs from the
//! examples of `docs/language.md`.
//!
//! The tests generate each file from the sources and compare it with the file in the repository. `AMP_BLESS=1` writes the files.
//! The beginnings of the pages are hand-written, in `docs/*.head.md`.

mod diagnostics;
mod examples;
mod files;
mod glam_coverage;
mod language;
mod programs;
mod vectors;

use std::fs;

use crate::repository::path;

#[test]
fn diagnostics_page_is_up_to_date() {
    compare("docs/diagnostics.md", &diagnostics::page());
}

#[test]
fn language_page_is_up_to_date() {
    compare("docs/language.md", &language::page());
}

#[test]
fn list_of_source_files_is_up_to_date() {
    compare("docs/files.md", &files::page());
}

/// Compares a file with the expected text. With `AMP_BLESS=1`, writes the text to the file instead.
fn compare(page: &str, expected: &str) {
    let path = path(page);
    if blessing() {
        fs::write(&path, expected).unwrap_or_else(|error| panic!("{page}: {error}"));
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    if found == expected {
        return;
    }
    let same = found.lines().zip(expected.lines()).take_while(|(found, expected)| found == expected).count();
    let (found, expected) = (found.lines().nth(same), expected.lines().nth(same));
    panic!(
        "`{page}` is out of date from line {} on; run `tests/bless`\n   found: {}\nexpected: {}",
        same + 1,
        found.unwrap_or("(the end)"),
        expected.unwrap_or("(the end)"),
    );
}

/// Whether outdated files are rewritten instead of reported.
fn blessing() -> bool {
    std::env::var_os("AMP_BLESS").is_some_and(|bless| bless != "0")
}

/// A fenced block of code.
fn fenced(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n\n", text.trim_matches('\n').trim_end())
}
