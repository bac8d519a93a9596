//! The examples of the language's page as programs: what is accepted runs (`tests/kernels/page`), what is refused is a compile-fail
//! case (`tests/ui/page_*.rs`) that shows the codes of the page and nothing else.

use super::examples::{Example, constructs, matching, of_construct};
use super::{blessing, compare};
use crate::tree::read;

const RUN: &str = "tests/kernels/page/examples.rs";

/// The groups of the page.
fn groups() -> [(&'static str, Vec<String>); 3] {
    [("statements", constructs("stmt")), ("expressions", constructs("expr")), ("matching", matching())]
}

#[test]
fn what_the_page_accepts_runs() {
    let mut text =
        "//! What `docs/language.md` accepts, each as a test. Written by `tests/laws`.\n".to_owned();
    text += "\nuse amp::prelude::*;\n\nuse super::page;\nuse super::words::*;\n";
    for file in groups().iter().flat_map(|(_, files)| files) {
        for example in of_construct(file) {
            let Example::Becomes { name, kernel, .. } = example else { continue };
            text += &format!("\npage! {{ {name}(x, y, z, b, h, a, n):\n{}}}\n", indented(&kernel, 1));
        }
    }
    compare(RUN, &text);
}

#[test]
fn what_the_page_refuses_does_not_compile() {
    for (group, files) in groups() {
        let (file, stderr) = (format!("tests/ui/page_{group}.rs"), format!("tests/ui/page_{group}.stderr"));
        let (text, cases) = refused(group, &files);
        compare(&file, &text);
        // rustc's words about it are recorded next.
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

/// A case: its name, its lines, and its codes.
type Case = (String, std::ops::Range<usize>, Vec<String>);

/// The cases of a group, and their file.
fn refused(group: &str, files: &[String]) -> (String, Vec<Case>) {
    let mut text = format!("//! What `docs/language.md` refuses: {group}. Written by `tests/laws`.\n");
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

/// The errors that a recorded output shows: the line and the code, or what it is instead.
fn shown(stderr: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = stderr.lines();
    while let Some(line) = lines.next() {
        let Some(error) = line.strip_prefix("error") else { continue };
        let code = error.split(['[', ']']).nth(1).unwrap_or(error).to_owned();
        let place = lines.by_ref().find_map(|line| line.trim().strip_prefix("--> "));
        let at = place.and_then(|place| place.split(':').nth(1)?.parse().ok());
        found.push((at.expect("an error stands somewhere"), code));
    }
    found
}

/// Lines further to the right.
fn indented(text: &str, depth: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", "    ".repeat(depth))).collect()
}
