//! Each diagnostic has a compile-fail case that shows it alone, and a correct counterpart. Codes are unique and without gaps.

use std::collections::HashSet;

use amp_lower::Code;

use crate::repository::{files, path, read};

/// The diagnostics that a user can cause. AMP099 reports an internal error of amp, so it has no case.
pub(crate) fn with_case() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| *code != Code::AMP099)
}

/// The name of a code, such as `AMP014`.
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
fn every_numbered_case_shows_only_the_diagnostic_of_its_name() {
    for code in with_case() {
        let case = code.case();
        assert!(
            case.starts_with(&format!("{}_", name(code).to_lowercase())),
            "the name of `{case}` does not begin with {code:?}"
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

/// Generated cases (`page_*`) have their counterparts in the accepted examples of `docs/language.md`.
#[test]
fn every_case_has_a_counterpart_that_runs() {
    let listed = read("tests/ui_ok.rs");
    for file in files("tests/ui", ".rs").iter().filter(|file| !file.ends_with(".ok.rs")) {
        let case = file.trim_start_matches("tests/ui/").trim_end_matches(".rs");
        if case.starts_with("page_") {
            continue;
        }
        let counterpart = format!("tests/ui/{case}.ok.rs");
        assert!(path(&counterpart).exists(), "no `{counterpart}`");
        assert!(listed.contains(&format!("mod {case};")), "`tests/ui_ok.rs` does not list `{case}`");
        assert!(read(&counterpart).contains("#[test]"), "`{counterpart}` has no test");
    }
}

#[test]
fn every_numbered_case_belongs_to_a_diagnostic() {
    let known: HashSet<_> = with_case().map(|code| format!("tests/ui/{}.rs", code.case())).collect();
    for file in files("tests/ui", ".rs").iter().filter(|file| !file.ends_with(".ok.rs")) {
        let numbered = file.starts_with("tests/ui/amp0");
        assert!(!numbered || known.contains(file), "`{file}` belongs to no diagnostic");
        assert!(path(&file.replace(".rs", ".stderr")).exists(), "`{file}` has no recorded output");
    }
}

/// The numbers of diagnostics that no longer exist.
const REMOVED: [usize; 3] = [18, 24, 25];

#[test]
fn codes_are_sorted_unique_and_without_gaps() {
    let codes: Vec<_> = Code::ALL.iter().map(|code| name(*code)).collect();
    assert!(codes.is_sorted(), "the catalogue is not sorted by code");
    let titles: HashSet<_> = Code::ALL.iter().map(|code| code.title()).collect();
    assert_eq!(titles.len(), codes.len(), "two diagnostics have the same title");
    // The numbers of removed diagnostics are not used again.
    let numbers = (0..).filter(|n| !REMOVED.contains(n));
    for (n, code) in numbers.zip(with_case()) {
        assert_eq!(name(code), format!("AMP{n:03}"), "a code is missing before {code:?}");
    }
}

#[test]
fn diagnostics_follow_the_format() {
    for code in Code::ALL {
        let (title, help, explanation) = (code.title(), code.help(), code.explanation());
        assert!(!title.ends_with('.') && !help.ends_with('.'), "{code:?} ends with a full stop");
        assert!(!title.starts_with(char::is_uppercase), "the title of {code:?} starts with a capital");
        assert!(!help.is_empty() && !explanation.trim().is_empty(), "{code:?} has no help or no explanation");
    }
}
