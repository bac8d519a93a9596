//! Two pages of the documentation are written here, from what the sources say, and the examples of one of them as programs; what is
//! out of date fails.
//!
//! `AMP_BLESS=1` writes them anew. Their beginnings are written by hand, in `docs/*.head.md`.

mod diagnostics;
mod examples;
mod language;
mod programs;
mod vectors;

use std::fs;

use crate::tree::path;

#[test]
fn the_page_of_diagnostics_is_up_to_date() {
    compare("docs/diagnostics.md", &diagnostics::page());
}

#[test]
fn the_page_of_the_language_is_up_to_date() {
    compare("docs/language.md", &language::page());
}

/// Compares a page with what it should be, or makes it so.
fn compare(page: &str, expected: &str) {
    let place = path(page);
    if blessing() {
        fs::write(&place, expected).unwrap_or_else(|error| panic!("{page}: {error}"));
        return;
    }
    let found = fs::read_to_string(&place).unwrap_or_default().replace("\r\n", "\n");
    if found == expected {
        return;
    }
    let same = found.lines().zip(expected.lines()).take_while(|(found, expected)| found == expected).count();
    let (found, expected) = (found.lines().nth(same), expected.lines().nth(same));
    panic!(
        "`{page}` is out of date from line {} on; run `tests/bless`\n found: {}\nshould be: {}",
        same + 1,
        found.unwrap_or("(the end)"),
        expected.unwrap_or("(the end)"),
    );
}

/// Whether what is out of date is written anew.
fn blessing() -> bool {
    std::env::var_os("AMP_BLESS").is_some_and(|bless| bless != "0")
}

/// A block of code.
fn fenced(language: &str, text: &str) -> String {
    format!("```{language}\n{}\n```\n\n", text.trim_matches('\n').trim_end())
}
