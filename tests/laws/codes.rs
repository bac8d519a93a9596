//! Every diagnostic has a case that shows it and a program that does it right; no number is given twice.

use std::collections::HashSet;

use amp_lower::Code;

use crate::tree::{files, path, read};

/// The diagnostics that a user can cause. The one without a case is amp's own fault.
pub(crate) fn with_case() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| *code != Code::AMP099)
}

/// `AMP014`
pub(crate) fn name(code: Code) -> String {
    format!("{code:?}")
}

#[test]
fn every_diagnostic_has_a_case_that_shows_it() {
    for code in with_case() {
        let case = code.case();
        assert!(path(&format!("tests/ui/{case}.rs")).exists(), "{code:?} has no case `tests/ui/{case}.rs`");
        let shown = read(&format!("tests/ui/{case}.stderr"));
        let message = format!("[{code:?}] {}", code.title());
        assert!(shown.contains(&message), "`tests/ui/{case}.stderr` does not show {code:?}");
    }
}

#[test]
fn every_case_shows_one_diagnostic_in_its_name() {
    for code in with_case() {
        let case = code.case();
        assert!(
            case.starts_with(&format!("{}_", name(code).to_lowercase())),
            "`{case}` is not named for {code:?}"
        );
        let shown = read(&format!("tests/ui/{case}.stderr"));
        for other in Code::ALL.iter().filter(|other| **other != code) {
            assert!(
                !shown.contains(&format!("[{other:?}]")),
                "`tests/ui/{case}.stderr` shows {other:?} as well"
            );
        }
        let errors = shown.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, 1, "`tests/ui/{case}.stderr` shows more than one error");
    }
}

#[test]
fn every_diagnostic_has_a_program_that_does_it_right() {
    let listed = read("tests/ui_pass/main.rs");
    for code in with_case() {
        let case = code.case();
        assert!(path(&format!("tests/ui_pass/{case}.rs")).exists(), "no `tests/ui_pass/{case}.rs`");
        assert!(listed.contains(&format!("mod {case};")), "`tests/ui_pass/main.rs` does not list `{case}`");
    }
}

/// Beside what does not compile stands what does, and is run. The pages have both in `docs/language.md`.
#[test]
fn every_refusal_has_its_twin() {
    let listed = read("tests/ui_pass/main.rs");
    for entry in std::fs::read_dir(path("tests/ui")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(case) = file.strip_suffix(".rs").filter(|case| !case.starts_with("page_")) else { continue };
        assert!(path(&format!("tests/ui_pass/{case}.rs")).exists(), "no `tests/ui_pass/{case}.rs`");
        assert!(listed.contains(&format!("mod {case};")), "`tests/ui_pass/main.rs` does not list `{case}`");
        let runs = read(&format!("tests/ui_pass/{case}.rs")).contains("#[test]");
        assert!(runs, "`tests/ui_pass/{case}.rs` tests nothing");
    }
}

#[test]
fn every_case_belongs_to_a_diagnostic() {
    let known: HashSet<_> = with_case().map(|code| format!("tests/ui/{}.rs", code.case())).collect();
    for file in files("tests/ui", ".rs") {
        let numbered = file.starts_with("tests/ui/amp0");
        assert!(!numbered || known.contains(&file), "`{file}` is the case of no diagnostic");
        assert!(path(&file.replace(".rs", ".stderr")).exists(), "`{file}` has no recorded output");
    }
}

#[test]
fn numbers_are_given_in_order_and_once() {
    let numbers: Vec<_> = Code::ALL.iter().map(|code| name(*code)).collect();
    assert!(numbers.is_sorted(), "the catalogue is not in the order of the numbers");
    let titles: HashSet<_> = Code::ALL.iter().map(|code| code.title()).collect();
    assert_eq!(titles.len(), numbers.len(), "two diagnostics have one title");
    // A gap would be a number that was taken back. The last one is amp's own.
    for (n, code) in with_case().enumerate() {
        assert_eq!(name(code), format!("AMP{n:03}"), "a number is missing before {code:?}");
    }
}

#[test]
fn diagnostics_are_worded_alike() {
    for code in Code::ALL {
        let (title, help, explanation) = (code.title(), code.help(), code.explanation());
        assert!(!title.ends_with('.') && !help.ends_with('.'), "{code:?} ends with a full stop");
        assert!(!title.starts_with(char::is_uppercase), "the title of {code:?} starts with a capital");
        assert!(!help.is_empty() && !explanation.trim().is_empty(), "{code:?} has nothing to say");
    }
}
