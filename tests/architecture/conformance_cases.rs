//! Each case of the conformance suites has a test whose name begins with it, or a row with a reason in
//! `tests/it/conformance/README.md`.

use crate::repository::{files, read};

/// The chapters of the conformance suites by their letters, with the number of cases of each.
const CHAPTERS: &[(char, usize)] =
    &[('l', 33), ('d', 8), ('i', 14), ('a', 20), ('v', 29), ('k', 7), ('p', 10), ('x', 8)];

/// The cases with a test, from the beginnings of the tests' names.
fn tested() -> Vec<String> {
    let mut found = Vec::new();
    for file in files("tests/it/conformance", ".rs") {
        let text = read(&file);
        for after in text.split("#[test]\n").skip(1) {
            let name = after.split_once("fn ").map_or("", |(_, name)| name);
            let case: String = name.chars().take(4).collect();
            // The name of a test of another property does not begin with a case such as `l07`.
            if case.ends_with(|c: char| c.is_ascii_digit()) {
                found.push(case);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The cases with a row in the table. Asserts that each row has a reason.
fn listed() -> Vec<String> {
    let page = read("tests/it/conformance/README.md");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert!(cells.len() == 5 && !cells[3].is_empty(), "a row without a reason: {row}");
        cells[1].to_lowercase().replace('-', "_")
    })
    .collect()
}

#[test]
fn every_case_has_a_test_or_a_reason() {
    let (tested, listed) = (tested(), listed());
    let cases: Vec<_> = CHAPTERS
        .iter()
        .flat_map(|&(chapter, count)| (1..=count).map(move |n| format!("{chapter}_{n:02}")))
        .collect();
    for case in &cases {
        match (tested.contains(case), listed.contains(case)) {
            (false, false) => {
                panic!("`{case}` has no test in `tests/it/conformance`, and no row in the table")
            }
            (true, true) => panic!("`{case}` has a test: remove it from the table"),
            _ => {}
        }
    }
    for name in tested.iter().chain(&listed) {
        assert!(cases.contains(name), "the suites have no case `{name}`");
    }
}
