//! Every case of the conformance suites has a test that is named for it, or a reason why not.

use crate::tree::{files, read};

/// The chapters, and the number of their cases.
const CHAPTERS: &[(char, usize)] =
    &[('l', 33), ('d', 8), ('i', 14), ('a', 20), ('v', 29), ('k', 7), ('p', 10), ('x', 8)];

/// The cases that have a test, as the names of tests begin.
fn tested() -> Vec<String> {
    let mut found = Vec::new();
    for file in files("tests/conformance", ".rs") {
        let text = read(&file);
        for after in text.split("#[test]\n").skip(1) {
            let name = after.split_once("fn ").map_or("", |(_, name)| name);
            let case: String = name.chars().take(4).collect();
            // Others may stand beside them.
            if case.ends_with(|c: char| c.is_ascii_digit()) {
                found.push(case);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The cases with a row in the table, which has a reason in each.
fn excused() -> Vec<String> {
    let page = read("tests/conformance/README.md");
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
    let (tested, excused) = (tested(), excused());
    let cases: Vec<_> = CHAPTERS
        .iter()
        .flat_map(|&(chapter, count)| (1..=count).map(move |n| format!("{chapter}_{n:02}")))
        .collect();
    for case in &cases {
        match (tested.contains(case), excused.contains(case)) {
            (false, false) => panic!("`{case}` has no test in `tests/conformance`, and no row in its table"),
            (true, true) => panic!("`{case}` has a test: take it out of the table"),
            _ => {}
        }
    }
    for name in tested.iter().chain(&excused) {
        assert!(cases.contains(name), "`{name}` is no case");
    }
}
