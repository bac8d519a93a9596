//! `docs/diagnostics.md`: each diagnostic with a program that causes it, what the user sees then, and what to write instead.

use amp_lower::Code;

use super::fenced;
use crate::codes::{name, with_case};
use crate::tree::{header, read};

/// Mistakes that rustc finds, in programs that the macros have nothing against.
const OF_RUSTC: &[(&str, &str)] = &[
    ("unmarked_function", "A function is called that is no `#[device]` function."),
    (
        "type_error",
        "The types do not fit. The kernel stays in the program as ordinary Rust, and rustc checks it.",
    ),
    ("type_error_in_operator", "The same, of an operator."),
    ("captured_string", "Something is captured that no device can hold."),
    ("captured_vec", "A `Vec` is captured, not a view of it: write `let x = ArrayView::new(&x);` before."),
    (
        "written_vec",
        "The same, for a `Vec` that is written: write `let mut y = ArrayViewMut::new(&mut y);` before.",
    ),
    ("written_array_view", "The same, for a view that is there to be read: make it an `ArrayViewMut`."),
    (
        "written_atomic_view",
        "What launches share is written by atomic operations: `atomic_store(&mut counts[i], 2)`.",
    ),
    (
        "small_in_closure",
        "A closure, whose captures only rustc knows, computes with elements of less than 32 bits; see [AMP024](#amp024).",
    ),
    ("wrong_domain", "An untiled kernel is launched over tiles, or the other way round."),
];

pub(super) fn page() -> String {
    let mut page = read("docs/diagnostics.head.md");
    page += "\n";
    for code in with_case() {
        let anchor = name(code).to_lowercase();
        page += &format!("- [{code:?}](#{anchor}): {}\n", code.title());
    }
    page += "\n";
    for code in with_case() {
        page += &format!("## {code:?}\n\n**{}**\n\n{}\n", sentence(code.title()), paragraph(code));
        let case = code.case();
        page += &fenced("rust", &program(&read(&format!("tests/ui/{case}.rs"))));
        page += &fenced("text", &read(&format!("tests/ui/{case}.stderr")));
        let right = read(&format!("tests/ui_pass/{case}.rs"));
        page += &format!("Instead: {}\n\n", header(&right).trim());
        page += &fenced("rust", &program(&right));
    }
    let own = Code::AMP099;
    page += &format!("## {own:?}\n\n**{}**\n\n{}\n", sentence(own.title()), paragraph(own));
    page += "## What rustc says\n\n";
    for (case, what) in OF_RUSTC {
        page += &format!("{what}\n\n");
        page += &fenced("rust", &program(&read(&format!("tests/ui/{case}.rs"))));
        page += &fenced("text", &read(&format!("tests/ui/{case}.stderr")));
    }
    page.trim_end().to_owned() + "\n"
}

/// Why it is so. Lines of a documentation comment start with a space.
fn paragraph(code: Code) -> String {
    code.explanation().lines().map(|line| format!("{}\n", line.trim())).collect()
}

fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// A program without what only the tests need.
fn program(source: &str) -> String {
    let kept = source.find("\n#[test]").map_or(source, |test| &source[..test]);
    let lines = kept.lines().filter(|line| !line.starts_with("//!") && *line != "fn main() {}");
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
