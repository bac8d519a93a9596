//! The table of faults names the tests that make them, and all of these tests are in it.

use crate::tree::{files, read};

/// `loss::after_a_launch`, as the page names it.
fn named() -> Vec<String> {
    let page = read("docs/reliability.md");
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let last = rows.filter_map(|row| row.trim_end_matches(['|', ' ']).rsplit('|').next().map(str::to_owned));
    last.flat_map(|cell| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| name.contains("::"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    })
    .collect()
}

/// The tests of a file, by its name and theirs; those that others run in a process of their own are none.
fn tests(file: &str) -> Vec<String> {
    let module = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs");
    let text = read(file);
    let bodies = text.split("#[test]\n").skip(1).filter(|body| !body.starts_with("#[ignore"));
    bodies
        .filter_map(|body| body.split_once("fn ")?.1.split_once('('))
        .map(|(name, _)| format!("{module}::{name}"))
        .collect()
}

#[test]
fn every_fault_in_the_table_has_a_test_and_every_test_is_in_the_table() {
    let mut named = named();
    let mut there: Vec<_> =
        files("amp-runtime/tests/faults", ".rs").iter().flat_map(|file| tests(file)).collect();
    named.sort();
    named.dedup();
    there.sort();
    assert!(!there.is_empty());
    assert_eq!(named, there, "`docs/reliability.md` and `amp-runtime/tests/faults` differ");
}
