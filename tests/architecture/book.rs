//! The book: `docs/SUMMARY.md` lists every page, each link and anchor exists, and each Rust example is a documentation test.
//!
//! The package `amp-book` in `tests/book` compiles and runs the examples. These tests find pages that it does not include.

mod markdown;

use std::collections::HashSet;

use crate::repository::{files, path, read};

/// The root of the package that runs the examples.
const EXAMPLES: &str = "tests/book/lib.rs";

/// Generated pages, each with the tests that compile its examples. So the examples need no documentation tests.
const GENERATED: &[(&str, &str)] = &[
    ("docs/diagnostics.md", "tests/ui.rs and tests/ui_ok.rs"),
    ("docs/language.md", "tests/it/language_page and tests/ui; the beginning is docs/language.head.md"),
];

#[test]
fn summary_lists_every_page_once() {
    let listed: Vec<_> =
        links("docs/SUMMARY.md").into_iter().map(|(_, target)| in_folder("docs", &target)).collect();
    let mut seen = HashSet::new();
    for page in &listed {
        assert!(seen.insert(page), "`docs/SUMMARY.md` lists `{page}` twice");
    }
    for page in pages() {
        assert!(seen.contains(&page), "`docs/SUMMARY.md` does not list `{page}`");
    }
    assert_eq!(listed.len(), pages().len(), "`docs/SUMMARY.md` lists a page outside of `docs`");
}

#[test]
fn links_and_anchors_exist() {
    let mut dead = Vec::new();
    for file in files("", ".md") {
        // The beginning of a generated page is checked as a part of that page.
        if file.ends_with(".head.md") {
            continue;
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (line, target) in links(&file) {
            if target.starts_with("https://") {
                continue;
            }
            let (to, anchor) =
                target.split_once('#').map_or((&*target, None), |(to, anchor)| (to, Some(anchor)));
            let to = if to.is_empty() { file.clone() } else { in_folder(folder, to) };
            if !path(&to).exists() {
                dead.push(format!("{file}:{line}: `{target}`: there is no `{to}`"));
            } else if file.starts_with("docs/") && !to.starts_with("docs/") {
                dead.push(format!("{file}:{line}: `{target}` leaves the book: write the path as code"));
            } else if file.starts_with("docs/") && file != "docs/SUMMARY.md" && to.ends_with("/README.md") {
                dead.push(format!(
                    "{file}:{line}: `{target}`: mdbook writes `README.md` to `index.html`; link another page"
                ));
            } else if let Some(anchor) = anchor
                && !markdown::anchors(&read(&to)).iter().any(|found| found == anchor)
            {
                dead.push(format!("{file}:{line}: `{target}`: `{to}` has no heading with this anchor"));
            }
        }
    }
    assert!(dead.is_empty(), "{} dead links:\n{}", dead.len(), dead.join("\n"));
}

#[test]
fn rust_examples_are_documentation_tests() {
    let tested = tested();
    let mut found = Vec::new();
    for page in pages().into_iter().chain(["README.md".to_owned()]) {
        if GENERATED.iter().any(|(generated, _)| *generated == page) {
            continue;
        }
        for (line, info) in markdown::fences(&read(&page)).iter().filter(|(_, info)| info.starts_with("rust"))
        {
            if !tested.contains(&page) {
                found.push(format!("{page}:{line}: add the page to `{EXAMPLES}`"));
            }
            // A reader expects an example to work, so each one runs. Pages must not use `no_run` or `ignore`;
            // documentation of items may.
            if !["rust", "rust,should_panic", "rust,compile_fail"].contains(&&**info) {
                found.push(format!("{page}:{line}: an example is `rust`, without `{info}`"));
            }
        }
    }
    assert!(found.is_empty(), "examples without a test:\n{}", found.join("\n"));
}

#[test]
fn pages_with_tests_have_examples() {
    for page in tested() {
        let has_example = markdown::fences(&read(&page)).iter().any(|(_, info)| info.starts_with("rust"));
        assert!(has_example, "`{page}` has no Rust example: remove it from `{EXAMPLES}`");
    }
}

#[test]
fn pages_of_the_guide_have_a_complete_program() {
    for page in pages() {
        let is_guide =
            ["docs/start/", "docs/guide/", "docs/porting/"].iter().any(|folder| page.starts_with(folder));
        let is_complete = read(&page).contains("\nfn main() ");
        assert!(!is_guide || is_complete, "`{page}` has no program with `fn main`");
    }
}

#[test]
fn pictures_have_a_description() {
    for file in pages().into_iter().chain(["README.md".to_owned()]) {
        let text = read(&file);
        assert!(!text.contains("![]("), "`{file}` has a picture without a description in its brackets");
    }
}

/// An SVG file in a page does not inherit the colours of the page. So it must contain colours for light and for
/// dark pages.
#[test]
fn drawings_have_colours_for_light_and_dark_pages() {
    let drawings = files("docs", ".svg");
    assert!(!drawings.is_empty(), "the book has no drawings");
    for file in drawings {
        let text = read(&file);
        assert!(text.contains("prefers-color-scheme: dark"), "`{file}` has no colours for dark pages");
        assert!(text.contains("<title>"), "`{file}` has no title for screen readers");
        let is_used = pages().iter().any(|page| {
            let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
            links(page).iter().any(|(_, target)| in_folder(folder, target) == file)
        });
        assert!(is_used, "no page shows `{file}`");
    }
}

#[test]
fn errors_page_lists_every_error() {
    let source = read("amp-runtime/src/support/error.rs");
    let declaration = source.split_once("pub enum Error {").expect("the enum exists").1;
    let declaration = declaration.split_once("\n}").expect("the enum ends").0;
    let variants = declaration.lines().filter_map(|line| line.strip_prefix("    "));
    let variants = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    let page = read("docs/reference/errors.md");
    for variant in variants.map(|line| line.trim_end_matches([' ', '{', ','])) {
        assert!(
            page.contains(&format!("| `{variant}` |")),
            "`docs/reference/errors.md` does not list `{variant}`"
        );
    }
}

/// The pages of the book: all files in `docs` except `SUMMARY.md` and the hand-written beginnings of generated
/// pages.
fn pages() -> Vec<String> {
    let is_page = |file: &String| file != "docs/SUMMARY.md" && !file.ends_with(".head.md");
    files("docs", ".md").into_iter().filter(is_page).collect()
}

/// The pages whose examples are documentation tests.
fn tested() -> HashSet<String> {
    let quoted = read(EXAMPLES);
    let paths = quoted.split('"').skip(1).step_by(2).filter(|path| path.ends_with(".md"));
    paths.map(str::to_owned).collect()
}

/// The targets of the links and pictures of a page, each with its line.
fn links(file: &str) -> Vec<(usize, String)> {
    markdown::links(&read(file))
}

/// A path relative to a folder, without `..`.
fn in_folder(folder: &str, target: &str) -> String {
    let mut parts: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}
