//! Layers: the dependencies of each crate, the imports of each compiler stage and of each layer of the runtime, and the
//! items that expansions name.
//!
//! The lists are exact: a test fails if a listed dependency or import is no longer used.

use std::collections::HashSet;

use crate::repository::{files, path, read};

/// Each crate, with its dependencies.
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
            "rayon",
            "tracing",
            "wgpu",
        ],
    ),
    ("amp-algorithms", &["amp-runtime"]),
    (
        "amp-cli",
        &[
            "amp-lower",
            "amp-runtime",
            "clap",
            "clap_complete",
            "clap_mangen",
            "comfy-table",
            "indicatif",
            "naga",
            "rspirv",
            "serde_json",
        ],
    ),
];

/// Each stage of `amp-lower`, with the other modules of the crate that it imports. `lower`, `check` and `emit` do not import one
/// another; they share only data types and tables.
const STAGES: &[(&str, &[&str])] = &[
    ("diagnostics", &["last_resort_lint", "site"]),
    ("ir", &["site", "source"]),
    ("vocabulary", &["ir"]),
    ("parse", &["diagnostics", "ir", "site", "vocabulary"]),
    ("lower", &["diagnostics", "ir", "parse", "site", "vocabulary"]),
    ("analysis", &["ir", "site"]),
    ("check", &["analysis", "diagnostics", "ir", "site"]),
    ("emit", &["analysis", "ir", "parse", "site", "last_resort_lint", "vocabulary"]),
];

/// The layers of `amp-runtime` from the bottom up, each with the lower layers that it imports.
const LAYERS: &[(&str, &[&str])] = &[
    ("support", &[]),
    ("cpu_math", &[]),
    ("types", &["support", "cpu_math", "launch"]),
    ("device", &["support"]),
    ("data", &["support", "types", "device"]),
    ("abi", &["support", "types", "device", "data"]),
    ("launch", &["support", "types", "device", "data", "abi"]),
    ("functions", &["cpu_math", "types", "abi"]),
];

/// The one import of an upper layer: `types` imports `launch`. The associated type `Value::Captured` names a
/// capture type of `launch`. So for a type that cannot be captured, rustc reports one error and no follow-up
/// errors.
const UPWARD: (&str, &str) = ("types", "launch");

/// The items of the runtime that expansions may name: the private module, and items of the public API.
const NAMED_ITEMS: &[&str] = &[
    "__private",
    "Extent",
    "GpuType",
    "Index",
    "Kernel",
    "Op",
    "ReadableView",
    "TileBarrier",
    "Value",
    "ArrayView",
    "ArrayViewMut",
];

#[test]
fn crates_have_exactly_the_listed_dependencies() {
    for (krate, listed) in CRATES {
        let found = dependencies(&read(&format!("{krate}/Cargo.toml")));
        for dependency in &found {
            assert!(listed.contains(&&**dependency), "`{krate}` must not depend on `{dependency}`");
        }
        for dependency in *listed {
            let is_used = found.iter().any(|found| found == dependency);
            assert!(is_used, "`{krate}` does not depend on `{dependency}`: remove it from the list");
        }
    }
}

#[test]
fn stages_import_exactly_the_listed_modules() {
    imports_are_exactly("amp-lower/src", STAGES, |_| true);
}

#[test]
fn layers_import_exactly_the_listed_lower_layers() {
    let names: Vec<_> = LAYERS.iter().map(|(layer, _)| *layer).collect();
    for (position, (layer, listed)) in LAYERS.iter().enumerate() {
        let is_lower = |module: &str| names[..position].contains(&module) || (*layer, module) == UPWARD;
        assert!(listed.iter().all(|module| is_lower(module)), "`{layer}` must import lower layers only");
    }
    // The path of an exported macro is `crate::__name`, which does not show its module. So names that begin with
    // `__` are not checked.
    imports_are_exactly("amp-runtime/src", LAYERS, |module| !module.starts_with("__"));
    for entry in std::fs::read_dir(path("amp-runtime/src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_facade = ["lib.rs", "prelude.rs", "traits.rs", "__private.rs"].contains(&&*name);
        assert!(is_facade || names.contains(&&*name), "`amp-runtime/src/{name}` is in no layer");
    }
}

/// Asserts that the files of each folder import the listed modules of their crate, and no others.
fn imports_are_exactly(sources: &str, folders: &[(&str, &[&str])], counts: impl Fn(&str) -> bool) {
    let all = files(sources, ".rs");
    for (folder, listed) in folders {
        let inside: Vec<_> =
            all.iter().filter(|file| file.starts_with(&format!("{sources}/{folder}/"))).collect();
        assert!(!inside.is_empty(), "`{sources}/{folder}` does not exist");
        let mut found = HashSet::new();
        for file in inside {
            for module in
                imported(&read(file)).into_iter().filter(|module| module != folder && counts(module))
            {
                assert!(listed.contains(&&*module), "`{file}` must not import `crate::{module}`");
                found.insert(module);
            }
        }
        for module in *listed {
            assert!(
                found.contains(*module),
                "`{folder}` does not import `{module}`: remove it from the list"
            );
        }
    }
}

#[test]
fn expansions_name_exactly_the_listed_items() {
    let mut found = HashSet::new();
    for file in files("amp-lower/src", ".rs") {
        for name in production(&read(&file)).split("::amp::").skip(1) {
            // In `::amp::#name`, `quote!` inserts the name, so the source does not show it.
            if name.starts_with('#') {
                continue;
            }
            let item = word(name);
            assert!(NAMED_ITEMS.contains(&&*item), "`{file}` must not name `::amp::{item}`");
            found.insert(item);
        }
    }
    for item in NAMED_ITEMS {
        assert!(found.contains(*item), "no expansion names `::amp::{item}`: remove it from the list");
    }
}

#[test]
fn only_the_back_ends_print_wgsl() {
    for file in files("amp-lower/src", ".rs").iter().filter(|file| !file.contains("/emit/")) {
        for text in ["workgroupBarrier", "storageBarrier", "array<"] {
            assert!(!production(&read(file)).contains(text), "`{file}` contains WGSL: `{text}`");
        }
    }
}

/// The IR holds names, types and items of the user as `Source`s, whose tokens only the printers of Rust code read.
#[test]
fn the_ir_names_no_syntax_nodes_and_no_tokens() {
    for file in files("amp-lower/src/ir", ".rs") {
        let source = read(&file);
        for name in ["syn", "quote", "ToTokens", "TokenStream", "TokenTree"] {
            let is_named = source.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(!is_named, "`{file}` names `{name}`");
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

/// The modules `m` of `crate::m` and `use crate::{m, ..}` outside of unit tests.
fn imported(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = production(source).lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(group_heads(group)),
            None => found.push(word(rest)),
        }
    }
    found
}

/// The first name of each item between the braces of an import.
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

/// A source without its unit tests.
fn production(source: &str) -> &str {
    source.find("#[cfg(test)]\nmod tests {").map_or(source, |end| &source[..end])
}

/// The identifier at the beginning of a text.
fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The string literals that are the first argument of `call`, in the files of a folder, outside of unit tests.
fn named_by(call: &str, folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    for file in files(folder, ".rs") {
        let source = read(&file);
        let source = source.split("mod tests {").next().unwrap_or_default();
        names.extend(source.split(call).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
    }
    assert!(names.len() > 5, "no `{call}` in {folder}");
    names
}

/// A variable of the kernel and a variable that the CPU back end declares must not shadow each other.
#[test]
fn lowering_and_the_cpu_back_end_use_different_variable_names() {
    let back_end = named_by("own(\"", "amp-lower/src/emit/cpu");
    let lowering = ["temporary(\"", "variable(cx, \""].map(|call| named_by(call, "amp-lower/src/lower"));
    for name in lowering.concat() {
        assert!(!back_end.contains(&name), "lowering and the CPU back end both declare a variable `{name}`");
    }
}
