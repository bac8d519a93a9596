//! The examples of `docs/language.md` as programs. Accepted examples run (`tests/it/language_page`). Rejected examples are
//! compile-fail cases (`tests/ui/page_*.rs`) that report exactly the codes of the page.

use super::examples::{Example, constructs, matching, of_construct};
use super::{blessing, compare};
use crate::repository::read;

const RUN: &str = "tests/it/language_page/examples.rs";

/// The groups of constructs in `docs/language.md`, each with its files.
fn groups() -> [(&'static str, Vec<String>); 3] {
    [("statements", constructs("stmt")), ("expressions", constructs("expr")), ("matching", matching())]
}

#[test]
fn accepted_examples_are_up_to_date() {
    let mut text =
        "//! The accepted examples of `docs/language.md`, each as a test. Written by `tests/architecture`.\n"
            .to_owned();
    text += "\nuse amp::prelude::*;\n\nuse super::items::*;\nuse super::page;\n";
    for file in groups().iter().flat_map(|(_, files)| files) {
        for example in of_construct(file) {
            let Example::Becomes { name, kernel, .. } = example else { continue };
            text += &format!("\npage! {{ {name}(x, y, z, b, h, a, n):\n{}}}\n", indented(&kernel, 1));
        }
    }
    compare(RUN, &text);
}

#[test]
fn rejected_examples_report_the_codes_of_the_page() {
    for (group, files) in groups() {
        let (file, stderr) = (format!("tests/ui/page_{group}.rs"), format!("tests/ui/page_{group}.stderr"));
        let (text, cases) = refused(group, &files);
        compare(&file, &text);
        // With `AMP_BLESS=1`, the program has just changed. Its recorded messages are out of date until
        // `tests/bless` records them.
        if blessing() {
            continue;
        }
        let shown = shown(&read(&stderr));
        for (name, lines, codes) in cases {
            let mut found: Vec<_> = shown.iter().filter(|(at, _)| lines.contains(at)).collect();
            found.sort();
            let (mut found, mut codes): (Vec<_>, _) = (found.iter().map(|(_, code)| code).collect(), codes);
            found.sort();
            codes.sort();
            assert_eq!(found, codes.iter().collect::<Vec<_>>(), "`{name}` in `{stderr}`; run `tests/bless`");
        }
    }
}

/// A rejected example: its name, its lines in the file, and the codes that it must report.
type Case = (String, std::ops::Range<usize>, Vec<String>);

/// The source of the compile-fail case of a group, and the examples that it contains.
fn refused(group: &str, files: &[String]) -> (String, Vec<Case>) {
    let mut text = format!(
        "//! The rejected examples of `docs/language.md`: {group}. Written by `tests/architecture`.\n"
    );
    text += "\nuse amp::prelude::*;\n";
    let mut cases = Vec::new();
    for example in files.iter().flat_map(|file| of_construct(file)) {
        let Example::Refused { name, kernel, codes } = example else { continue };
        if codes.is_empty() {
            continue;
        }
        let first = text.lines().count() + 1;
        text += &format!("\nfn {name}() {{\n    let _ = amp!(\n{}    );\n}}\n", indented(&kernel, 2));
        cases.push((name, first..text.lines().count() + 1, codes));
    }
    (text + "\nfn main() {}\n", cases)
}

/// The errors of a recorded output: the line, and the code or, without a code, the message.
fn shown(stderr: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = stderr.lines();
    while let Some(line) = lines.next() {
        let Some(error) = line.strip_prefix("error") else { continue };
        let code = error.split(['[', ']']).nth(1).unwrap_or(error).to_owned();
        let position = lines.by_ref().find_map(|line| line.trim().strip_prefix("--> "));
        let at = position.and_then(|position| position.split(':').nth(1)?.parse().ok());
        found.push((at.expect("an error has a position"), code));
    }
    found
}

/// Indents each line.
fn indented(text: &str, depth: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", "    ".repeat(depth))).collect()
}
