//! The arrows: what each crate may depend on, and what each stage of the compiler may import.

use crate::tree::{files, read};

/// Each crate, and all that it depends on.
const CRATES: &[(&str, &[&str])] = &[
    ("amp-shader", &[]),
    ("amp-lower", &["amp-shader", "naga", "proc-macro2", "quote", "syn"]),
    ("amp-macros", &["amp-lower", "proc-macro2"]),
    (
        "amp-runtime",
        &[
            "amp-macros",
            "amp-shader",
            "bytemuck",
            "glam",
            "half",
            "ndarray",
            "pollster",
            "pulp",
            "rayon",
            "wgpu",
        ],
    ),
];

/// Each stage of `amp-lower`, and the other modules of the crate that it may import. They meet in `ir`, `site`,
/// `diagnostics`, `unsaid` and `vocabulary`; `lower`, `check` and `emit` do not know one another.
const STAGES: &[(&str, &[&str])] = &[
    ("diagnostics", &["site", "unsaid"]),
    ("ir", &["site"]),
    ("vocabulary", &["ir"]),
    ("parse", &["diagnostics", "ir", "site", "vocabulary"]),
    ("lower", &["diagnostics", "ir", "parse", "site", "vocabulary"]),
    ("analysis", &["ir", "site"]),
    ("check", &["analysis", "diagnostics", "ir", "site"]),
    // A device function is named alike where its type is asked for and where it is called; `lib.rs` hands that over.
    ("emit", &["analysis", "ir", "parse", "site", "unsaid", "vocabulary"]),
];

#[test]
fn crates_depend_to_the_right_only() {
    for (room, allowed) in CRATES {
        for dependency in dependencies(&read(&format!("{room}/Cargo.toml"))) {
            assert!(allowed.contains(&&*dependency), "{room} depends on `{dependency}`");
        }
    }
}

#[test]
fn stages_do_not_reach_back() {
    for (stage, allowed) in STAGES {
        let sources = files("amp-lower/src", ".rs");
        let folder = format!("amp-lower/src/{stage}/");
        let mine: Vec<_> = sources.iter().filter(|file| file.starts_with(&folder)).collect();
        assert!(!mine.is_empty(), "there is no stage `{stage}`");
        for file in mine {
            for module in imported(&read(file)) {
                let known = module == *stage || allowed.contains(&&*module);
                assert!(known, "`{file}` imports `crate::{module}`, which is not for `{stage}`");
            }
        }
    }
}

#[test]
fn expansions_name_only_what_is_promised() {
    // Generated code reaches the runtime by `::amp::__private`, and by the names that the user knows.
    let public = ["__private", "Extent", "GpuType", "Index", "Kernel", "TileBarrier", "#"];
    for file in files("amp-lower/src", ".rs") {
        let text = read(&file);
        for name in production(&text).split("::amp::").skip(1) {
            let promised = public.iter().any(|public| name.starts_with(public));
            assert!(promised, "`{file}` names `::amp::{}`", word(name));
        }
    }
}

#[test]
fn shaders_are_spelt_in_one_place() {
    for file in files("amp-lower/src", ".rs").iter().filter(|file| !file.contains("/emit/")) {
        for text in ["workgroupBarrier", "storageBarrier", "array<"] {
            assert!(!production(&read(file)).contains(text), "`{file}` writes WGSL: `{text}`");
        }
    }
}

/// The names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(|line| line.split([' ', '.', '=']).next().unwrap_or(line).to_owned()).collect()
}

/// The modules `m` of `crate::m` and of `use crate::{m, ..}` that are mentioned outside of tests.
fn imported(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, path) in production(source).match_indices("crate::") {
        let rest = &source[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(group_heads(group)),
            None => found.push(word(rest)),
        }
    }
    found
}

/// The first names of what is listed between braces.
fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut at_head) = (0, Vec::new(), true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => at_head = true,
            c if at_head && !c.is_whitespace() => {
                heads.push(word(&group[at..]));
                at_head = false;
            }
            _ => {}
        }
    }
    heads
}

/// A source up to its tests.
fn production(source: &str) -> &str {
    source.find("#[cfg(test)]\nmod tests").map_or(source, |end| &source[..end])
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// What follows `call("` and names something, in the files of a folder, outside of their tests.
fn named_by(call: &str, folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    for file in files(folder, ".rs") {
        let source = read(&file);
        let source = source.split("mod tests {").next().unwrap_or_default();
        names.extend(source.split(call).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
    }
    assert!(names.len() > 10, "no `{call}` in {folder}");
    names
}

#[test]
fn variables_that_lowering_makes_have_other_names_than_those_of_twins() {
    let twins = named_by("own(\"", "amp-lower/src/emit/twin");
    for name in named_by("temporary(\"", "amp-lower/src/lower") {
        assert!(
            !twins.contains(&name),
            "a twin has a `{name}` of its own, that a kernel's hides or is hidden by"
        );
    }
}
