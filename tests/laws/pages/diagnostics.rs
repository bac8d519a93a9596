//! `docs/diagnostics.md`: each diagnostic with a program that causes it, what the user sees then, and what to write instead.

use amp_lower::Code;

use super::fenced;
use crate::codes::{name, with_case};
use crate::tree::{files, header, read};

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

/// What else rustc says of a kernel, and what has happened there.
const MORE_OF_RUSTC: &[(&str, &str)] = &[
    (
        "unmarked_method",
        "A method or an associated function is called whose `impl` block has no `#[device]`.",
    ),
    ("unmarked_impl", "A trait has `#[device]`, and an `impl` of it has not."),
    ("syntax_of_rust", "What is written is no Rust: amp says nothing more."),
    ("fits_no_place", "What a call or an operator gives is not what is wanted there."),
    (
        "operator_of_another_kind",
        "An operator is not one of numbers of that kind, `-n` of a `usize`; a work-item's place is compared with a number of another type; an array is of another length.",
    ),
    ("method_as_field", "A method is written without the parentheses of its call."),
    ("number_of_any_type", "A number is written beside a value whose type parameter may be any number."),
    ("unknown_field", "A field, or a variant of an enum, is not there."),
    ("view_as_number", "A view is passed to a device function that takes no view there."),
    ("no_copy", "A type is a `GpuType` without being `Copy`."),
    ("unmarked_closure", "A kernel calls a closure that stands outside of it."),
    ("unmarked_swap", "A function of the standard library is called by its name alone."),
    ("named_alike", "A function has the name of one that amp knows."),
    ("mutual_recursion", "Two device functions call one another. It is told at the first call."),
    (
        "decided_by_an_argument",
        "An argument decides whether a device function reaches a barrier, and is not the same for all; a constant makes an array too long. What only rustc can add up is told while it checks the kernel.",
    ),
    (
        "decided_by_a_receiver",
        "What a method is called on decides whether it reaches a barrier, and is not the same for all; or a view does, by an index that varies.",
    ),
    (
        "nothing_to_change",
        "A method that waits takes `&mut self`, and is called on what nobody may change: a variable that is not `mut`, a part of what is only lent.",
    ),
    (
        "lent_types",
        "A device function is lent what it does not take: a view of other elements or another rank, say.",
    ),
    ("captured_struct", "A struct without `#[derive(Clone, Copy, GpuType)]` is captured."),
    ("no_gpu_type", "A struct without it lies in a view, or is a device function's parameter."),
    ("half_in_struct", "A field is an `f16`."),
    ("struct_with_a_gap", "Between two fields of a struct are bytes that belong to none."),
    (
        "dropped_value",
        "A closure calls a method on an element of a view, drops the value, and has the view only to read.",
    ),
    ("number_of_another_kind", "A number is an integer where a float is wanted, or the other way around."),
    ("number_without_a_point", "A float is to come of a number that is written without a point."),
    ("small_written_view", "A kernel would write elements of less than 32 bits."),
    ("small_written_in_closure", "The same, in a closure."),
    ("rank_in_closure", "A view is indexed by fewer numbers, or by more, than it has dimensions."),
    ("type_error_in_closure", "What a closure stores has another type than the element."),
    ("missing_values", "A branch, an arm or a `break` has no value where one is wanted."),
    ("constant_of_a_vector", "A constant is no number, but what it is computed with would take one."),
    (
        "own_subgroup_size",
        "A function of one's own is called by the path `subgroup::size` or `subgroup::count`.",
    ),
    (
        "forgotten_attribute",
        "Tile memory has no `#[tile_static]`: each work-item has a variable that nobody has written.",
    ),
    ("assigned_twice", "A variable without `mut` is assigned again."),
    ("borrowed_twice", "A place is used while a reference to it is."),
    (
        "unused_variable",
        "A variable is never read, or an import not used: the lints are rustc's own, as in any function.",
    ),
];

/// The programs that are refused, and of which rustc alone says why: all stand on the page.
fn all_of_rustc_are_told() {
    let told: Vec<_> = OF_RUSTC.iter().chain(MORE_OF_RUSTC).map(|(case, _)| *case).collect();
    for file in files("tests/ui", ".stderr") {
        let case = file.trim_start_matches("tests/ui/").trim_end_matches(".stderr");
        let is_of_rustc = !read(&file).lines().any(|line| line.starts_with("error: [AMP"));
        assert_eq!(is_of_rustc, told.contains(&case), "`{case}`: what rustc alone says is told on the page");
    }
}

/// The first line of what rustc says.
fn first_error(case: &str) -> String {
    let said = read(&format!("tests/ui/{case}.stderr"));
    let line = said.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    line.replace("error[", "").replacen("]: ", ": ", 1).replace("error: ", "").replace('|', "\\|")
}

pub(super) fn page() -> String {
    all_of_rustc_are_told();
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
    page += "And less often:\n\n| rustc | what has happened | instead |\n|---|---|---|\n";
    for (case, what) in MORE_OF_RUSTC {
        let right = header(&read(&format!("tests/ui_pass/{case}.rs")));
        page += &format!("| {} | {what} | {} |\n", first_error(case), right.trim());
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
