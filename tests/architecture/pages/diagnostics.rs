//! `docs/diagnostics.md`: each diagnostic with a program that causes it, the message, and the correct counterpart.

use amp_lower::Code;

use super::fenced;
use crate::diagnostic_codes::{name, with_case};
use crate::repository::{files, header, read};

/// Mistakes that rustc reports and the macros accept, with the cause of each.
const OF_RUSTC: &[(&str, &str)] = &[
    ("unmarked_function", "A kernel calls a function without `#[device]`."),
    ("type_error", "The types differ. The expansion keeps the body as ordinary Rust, which rustc checks."),
    ("type_error_in_operator", "The types of an operator's operands differ."),
    ("captured_string", "A kernel captures a type that no device can hold."),
    (
        "captured_vec",
        "A kernel captures a `Vec` instead of a view. Write `let x = ArrayView::new(&x);` before the kernel.",
    ),
    (
        "written_vec",
        "A kernel writes to a captured `Vec`. Write `let mut y = ArrayViewMut::new(&mut y);` before the kernel.",
    ),
    ("written_array_view", "A kernel writes to a read-only view. Make it an `ArrayViewMut`."),
    (
        "written_atomic_view",
        "A kernel assigns to an element of an atomic view. Write `atomic_store(&mut counts[i], 2)`.",
    ),
    (
        "wrong_domain",
        "An untiled kernel is launched over a tiled domain, or a tiled kernel over an untiled domain.",
    ),
];

/// Further mistakes that rustc reports, with the cause of each.
const MORE_OF_RUSTC: &[(&str, &str)] = &[
    ("unmarked_method", "The `impl` block of a called method or associated function has no `#[device]`."),
    ("unmarked_impl", "A trait has `#[device]`, and one of its `impl` blocks does not."),
    ("syntax_of_rust", "The syntax is invalid. amp reports nothing else."),
    ("mismatched_call_type", "A call or an operator has another type than expected."),
    (
        "missing_operator",
        "The type lacks the operator, such as `-n` for a `usize`. Or an index is compared with a value of another type, or an array has another length.",
    ),
    ("method_as_field", "The parentheses of a method call are missing."),
    ("literal_with_a_type_parameter", "An operator combines a literal with a value of a type parameter."),
    ("unknown_field", "A field or a variant does not exist."),
    ("view_for_a_scalar", "The parameter of the device function is no view."),
    ("no_copy", "A type derives `GpuType` and is not `Copy`."),
    ("unmarked_closure", "A kernel calls a closure that is defined outside of it."),
    (
        "closure_that_changes_a_capture",
        "A closure modifies a variable, but the parameter is an `impl Fn`. Declare it as `mut f: impl FnMut(u32)`.",
    ),
    ("unmarked_swap", "A function without `#[device]` has the name of a function of the standard library."),
    ("name_of_a_builtin", "A user-defined function has the name of a built-in function."),
    ("mutual_recursion", "Two device functions call each other. The error is at the first call."),
    (
        "varying_argument",
        "A varying argument decides whether a device function reaches a barrier, or an array is too long. rustc evaluates these checks.",
    ),
    (
        "varying_receiver",
        "A varying receiver decides whether a method reaches a barrier, or a view at a varying index does.",
    ),
    (
        "immutable_receiver",
        "A collective method with `&mut self` is called on an immutable variable, or on a field behind a shared reference.",
    ),
    ("view_argument_type", "The view argument has another element type or rank than the parameter."),
    ("captured_struct", "A kernel captures a struct without `#[derive(Clone, Copy, GpuType)]`."),
    ("no_gpu_type", "A struct without it is the element of a view or the parameter of a device function."),
    ("element_without_repr", "A struct without `#[repr(C)]` is the element of a view."),
    ("refused_data", "An enum with fields is the element of a view."),
    ("enum_of_64_bits", "An enum has a discriminant that does not fit in 32 bits."),
    ("field_without_derive", "A struct has a field whose type lacks `#[derive(Clone, Copy, GpuType)]`."),
    (
        "field_without_elements",
        "A struct has a field that is an array without elements, with a length that only rustc can evaluate.",
    ),
    ("struct_with_a_gap", "A struct has padding between two fields."),
    ("dropped_value", "A closure calls a method on an element of a read-only view, and ignores the value."),
    ("literal_type", "A literal is an integer where a float is expected, or the reverse."),
    ("float_literal_without_a_point", "A float literal has no point."),
    ("rank_in_closure", "A view has fewer or more subscripts than dimensions."),
    ("type_error_in_closure", "A closure stores a value of another type than the element."),
    ("missing_values", "A branch, an arm or a `break` lacks a value."),
    (
        "own_subgroup_size",
        "A kernel calls a user-defined function by the path `subgroup::size` or `subgroup::count`.",
    ),
    (
        "forgotten_attribute",
        "Tile memory lacks `#[tile_static]`, so each work-item reads an uninitialised variable.",
    ),
    ("assigned_twice", "A variable without `mut` is assigned twice."),
    ("borrowed_twice", "A variable is used while a reference to it is in use."),
    (
        "unused_variable",
        "A variable or an import is unused. The lints are those of rustc, as in any function.",
    ),
];

/// Asserts that the page contains each compile-fail case without a diagnostic of amp.
fn assert_all_rustc_cases_listed() {
    let listed: Vec<_> = OF_RUSTC.iter().chain(MORE_OF_RUSTC).map(|(case, _)| *case).collect();
    for file in files("tests/ui", ".stderr") {
        let case = file.trim_start_matches("tests/ui/").trim_end_matches(".stderr");
        let is_of_rustc = !read(&file).lines().any(|line| line.starts_with("error: [AMP"));
        assert_eq!(
            is_of_rustc,
            listed.contains(&case),
            "`{case}`: the lists of this file contain exactly the cases that rustc alone reports"
        );
    }
}

/// The first error that rustc reports for a compile-fail case, such as `E0308: mismatched types`.
fn first_error(case: &str) -> String {
    let messages = read(&format!("tests/ui/{case}.stderr"));
    let line = messages.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    line.replace("error[", "").replacen("]: ", ": ", 1).replace("error: ", "").replace('|', "\\|")
}

pub(super) fn page() -> String {
    assert_all_rustc_cases_listed();
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
        let right = read(&format!("tests/ui/{case}.ok.rs"));
        page += &format!("Instead: {}\n\n", header(&right).trim());
        page += &fenced("rust", &program(&right));
    }
    let own = Code::AMP099;
    page += &format!("## {own:?}\n\n**{}**\n\n{}\n", sentence(own.title()), paragraph(own));
    page += "## Errors of rustc\n\n";
    for (case, cause) in OF_RUSTC {
        page += &format!("{cause}\n\n");
        page += &fenced("rust", &program(&read(&format!("tests/ui/{case}.rs"))));
        page += &fenced("text", &read(&format!("tests/ui/{case}.stderr")));
    }
    page += "Less frequent errors:\n\n| message of rustc | cause | instead |\n|---|---|---|\n";
    for (case, cause) in MORE_OF_RUSTC {
        let right = header(&read(&format!("tests/ui/{case}.ok.rs")));
        page += &format!("| {} | {cause} | {} |\n", first_error(case), right.trim());
    }
    page.trim_end().to_owned() + "\n"
}

/// The explanation of a diagnostic, without the space at the beginning of each line.
fn paragraph(code: Code) -> String {
    code.explanation().lines().map(|line| format!("{}\n", line.trim())).collect()
}

fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// A program without its header, its tests and an empty `main`.
fn program(source: &str) -> String {
    let kept = source.find("\n#[test]").map_or(source, |test| &source[..test]);
    let lines = kept.lines().filter(|line| !line.starts_with("//!") && *line != "fn main() {}");
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
