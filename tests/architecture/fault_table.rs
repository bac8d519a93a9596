//! The table of faults in `docs/reliability.md` lists exactly the tests in `amp-runtime/tests/faults`.

use crate::repository::{files, read};

/// The tests in the last column of the table, such as `loss::after_a_launch`.
fn listed() -> Vec<String> {
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

/// The tests of a file, such as `loss::after_a_launch`, without the ignored ones, which other tests start as processes.
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
fn fault_table_lists_exactly_the_fault_tests() {
    let mut listed = listed();
    let mut existing: Vec<_> =
        files("amp-runtime/tests/faults", ".rs").iter().flat_map(|file| tests(file)).collect();
    listed.sort();
    listed.dedup();
    existing.sort();
    assert!(!existing.is_empty());
    assert_eq!(listed, existing, "`docs/reliability.md` and `amp-runtime/tests/faults` differ");
}
