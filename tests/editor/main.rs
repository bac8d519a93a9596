//! Kernels in an editor: rust-analyzer completes, explains, finds and renames names in kernels and device
//! functions. The code is complete, unfinished, or rejected by amp.

mod language_server;
#[allow(unused, missing_docs, reason = "only rust-analyzer uses the program")]
mod sample;

use language_server::{LanguageServer, offset, position};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const SAMPLE: &str = include_str!("sample.rs");

/// Completions: the comment in the sample that a statement replaces, the expression before the cursor, and names
/// that rust-analyzer must offer after it.
const COMPLETIONS: &[(&str, &str, &[&str])] = &[
    ("in a method", "self", &["position", "velocity", "energy", "doubled"]),
    ("in a method", "half", &["sqrt", "max"]),
    ("in a default method", "self", &["area", "doubled"]),
    ("in a device function", "value", &["sqrt", "max"]),
    ("in a kernel", "particle", &["position", "velocity", "energy", "doubled"]),
    ("in a kernel", "other", &["position", "velocity", "energy", "doubled"]),
    ("in a kernel", "source", &["extent", "section"]),
    ("in a kernel", "target", &["extent", "section_mut"]),
    ("in a kernel", "source[i]", &["position", "energy"]),
    ("in a kernel", "scaled(weight, 2.0)", &["sqrt", "max"]),
    ("in a kernel", "weight", &["sqrt", "max"]),
    ("in a kernel", "i", &["offset"]),
    ("in a generic kernel", "shape", &["area", "doubled"]),
    ("in a tiled kernel", "t", &["global", "local", "tile", "tile_origin", "barrier"]),
    ("in a tiled kernel", "t.barrier", &["wait"]),
    ("in a tiled kernel", "mine", &["sqrt", "max"]),
    ("in a closure", "nearest", &["position", "velocity", "energy", "doubled"]),
    ("in a closure", "moving", &["extent", "section"]),
    ("in a closure", "factor", &["sqrt", "max"]),
    ("in a closure", "at", &["offset"]),
    ("in a tiled closure", "tiled", &["global", "local", "tile", "tile_origin", "barrier"]),
    ("in a tiled closure", "start", &["offset"]),
];

/// The states of the code in which names are completed: a name of the state, and the inserted statement. `{}`
/// stands for an expression of `COMPLETIONS`, and `$0` for the cursor.
const STATES: &[(&str, &str)] = &[
    ("with a name", "let found = {}.$0name;"),
    ("a name is missing", "{}.$0;"),
    ("the statement has no end", "let found = {}.$0"),
    ("a condition has no block", "if {}.$0"),
    ("a loop has no block", "for step in 0..{}.$0"),
    ("an argument is missing", "scaled({}.$0"),
    ("a match is empty", "match {}.$0 {}"),
    ("rejected", "let refused = vec![1]; let found = {}.$0name;"),
    ("rejected and unfinished", "let refused = vec![1]; {}.$0"),
];

/// The states of the code in which names are explained, found and renamed: a name of the state, and the statement
/// that replaces each comment of `COMPLETIONS`.
const STATEMENTS: &[(&str, &str)] = &[
    ("complete", ""),
    ("unfinished", "let found = TILE.;"),
    ("without a semicolon", "let found = TILE"),
    ("rejected", "let refused = vec![1];"),
];

/// A position in the sample, and parts of the text that the editor shows when the pointer hovers there. `$0` marks
/// the position in a piece of the sample's text.
const HOVERS: &[(&str, &[&str])] = &[
    ("half * sel$0f.velocity", &["self: Particle"]),
    ("2.0 * sing$0le", &["let single: f32"]),
    ("= valu$0e * ratio", &["value: f32"]),
    ("let prod$0uct", &["let product: f32"]),
    ("= sou$0rce[i]", &["source: &ArrayView<'_, Particle>"]),
    ("weight * parti$0cle.energy", &["let particle: Particle"]),
    ("weight * particle.ener$0gy", &["pub(crate) fn energy(self) -> f32"]),
    ("+= sca$0led(product", &["fn scaled(value: f32, ratio: f32) -> f32"]),
    ("= sha$0pes[i]", &["shapes: &ArrayView<'_, S>"]),
    ("let mi$0ne", &["let mine: f32"]),
    ("t.glo$0bal]", &["pub global: Index<N>"]),
    (
        "extent(), accu$0mulate(",
        &["fn accumulate(weight: f32", "impl ::amp::Kernel", "Documentation of the kernel."],
    ),
    ("= mov$0ing[at]", &["let moving: ArrayView<'_, Particle>"]),
    ("let near$0est", &["let nearest: Particle"]),
    ("nearest.posi$0tion +", &["position: f32"]),
    ("position + fac$0tor", &["let factor: f32"]),
    ("= tile$0d.tile_origin", &["tiled: TiledIndex<1>"]),
    ("#[kernel(tile = [TI$0LE", &["const TILE: usize = 16"]),
    ("amp!(tile = [TI$0LE", &["const TILE: usize = 16"]),
];

/// A position in the sample, and the position of the definition to which the editor must jump from there.
const DEFINITIONS: &[(&str, &str)] = &[
    ("half * self.velo$0city", "pub(crate) $0velocity"),
    ("ha$0lf * self", "let $0half"),
    ("2.0 * sing$0le", "let $0single"),
    ("= valu$0e * ratio", "fn scaled($0value"),
    ("weight * parti$0cle.energy", "let $0particle"),
    ("weight * particle.ener$0gy", "fn $0energy"),
    ("= wei$0ght * particle", "    $0weight: f32"),
    ("+= sca$0led(product", "fn $0scaled"),
    ("= shape.ar$0ea()", "    fn $0area(self) -> f32;"),
    ("extent(), accu$0mulate(", "fn $0accumulate"),
    ("= mi$0ne + shared", "let $0mine"),
    ("mine + shar$0ed[", "let mut $0shared"),
    ("nearest.posi$0tion +", "pub(crate) $0position"),
    ("= near$0est.position", "let $0nearest"),
    ("position + fac$0tor", "let $0factor"),
    ("= mov$0ing[at]", "let $0moving"),
    ("= moving[a$0t]", "|$0at: Index<1>|"),
    ("#[kernel(tile = [TI$0LE", "const $0TILE"),
    ("amp!(tile = [TI$0LE", "const $0TILE"),
];

/// Positions of names to rename. The sample uses each of these names for one item or variable only, so a rename
/// replaces every occurrence of the word.
const RENAMES: &[&str] = &[
    "let ha$0lf",
    "half * self.velo$0city",
    "pub(crate) posi$0tion",
    "nearest.posi$0tion +",
    "fn ener$0gy",
    "particle.ener$0gy",
    "let sing$0le",
    "fn sca$0led",
    "+= sca$0led(product",
    "= valu$0e * ratio",
    "let larg$0er",
    "let prod$0uct",
    "scaled(prod$0uct",
    "    wei$0ght: f32",
    "= wei$0ght * particle",
    "= sou$0rce[i]",
    "fn accu$0mulate",
    "extent(), accu$0mulate(",
    "let mi$0ne",
    "= mi$0ne + shared",
    "let mut shar$0ed",
    "sha$0pes[i]",
    "let fac$0tor",
    "position + fac$0tor",
    "let near$0est",
    "= near$0est.position",
    "= mov$0ing[at]",
    "let star$0t",
];

/// Reports that the test was skipped, or fails if `AMP_REQUIRE_ANALYZER=1` requires rust-analyzer. The harness
/// captures `eprintln!` of tests that pass, but not direct writes to stderr.
fn skipped(why: &str) {
    assert!(
        std::env::var_os("AMP_REQUIRE_ANALYZER").is_none_or(|value| value == "0"),
        "{why}, and AMP_REQUIRE_ANALYZER is set"
    );
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The first rust-analyzer that starts: the one of the toolchain, or the one in `PATH`. It needs the sources of
/// the standard library and a server for macros, which belong to the toolchain.
fn analyzer() -> Result<PathBuf, &'static str> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let output = output.map_err(|_| "there is no rustc in `PATH`")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let starts = |program: &PathBuf| {
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    let programs = [sysroot.join("bin/rust-analyzer"), PathBuf::from("rust-analyzer")];
    let program = programs.into_iter().find(starts).ok_or("there is no rust-analyzer on this machine")?;
    let has = |path: &str| sysroot.join(path).exists();
    if !has("lib/rustlib/src/rust/library") {
        return Err("the component `rust-src` is not installed");
    }
    if !has("libexec/rust-analyzer-proc-macro-srv") {
        return Err("the toolchain has no server for macros");
    }
    Ok(program)
}

/// Writes the sample as a package of its own. Its dependencies and its profile are those of the workspace, so that
/// cargo reuses the crates that it has built.
fn package() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runtime = workspace.join("amp-runtime").canonicalize().expect("the runtime is beside the tests");
    let manifest = format!(
        "[package]\nname = \"sample\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\namp-runtime = {{ path = {runtime:?} }}\n\n\
         [workspace]\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n[profile.dev.package.\"*\"]\ndebug = false\n"
    );
    std::fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace is locked");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("the target folder is writable");
    std::fs::write(folder.join("src/lib.rs"), SAMPLE).expect("the target folder is writable");
    folder
}

/// Finds the words of `marked` in the text, and returns the offset that `$0` has there.
fn cursor(text: &str, marked: &str) -> usize {
    let words = marked.replace("$0", "");
    let found = text.find(&words).unwrap_or_else(|| panic!("the sample does not contain `{words}`"));
    found + marked.find("$0").expect("the position contains `$0`")
}

/// The sample with a statement in place of this comment. After an incomplete statement, the rest of the body
/// follows, as in an editor while the user types.
fn insert(text: &str, comment: &str, statement: &str) -> String {
    let comment = format!("// {comment}\n");
    assert_eq!(text.matches(&comment).count(), 1, "the sample contains `{comment}` once");
    text.replace(&comment, &format!("{statement}\n"))
}

/// Whether the byte can be part of a name.
fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The name at the offset.
fn name_at(text: &str, offset: usize) -> &str {
    let bytes = text.as_bytes();
    let start = (0..offset).rev().take_while(|&at| in_name(bytes[at])).last().unwrap_or(offset);
    let length = bytes[start..].iter().take_while(|&&byte| in_name(byte)).count();
    &text[start..start + length]
}

/// The text with a new name in place of each occurrence of the old one.
fn with_name(text: &str, old: &str, new: &str) -> String {
    let (mut result, mut rest, mut before) = (String::new(), text, b' ');
    while let Some(at) = rest.find(old) {
        let after = rest.as_bytes().get(at + old.len()).copied().unwrap_or(b' ');
        let previous = if at > 0 { rest.as_bytes()[at - 1] } else { before };
        result.push_str(&rest[..at]);
        result.push_str(if in_name(previous) || in_name(after) { old } else { new });
        before = rest.as_bytes()[at + old.len() - 1];
        rest = &rest[at + old.len()..];
    }
    result + rest
}

/// Applies the edits that rust-analyzer returns for a rename.
fn edited(text: &str, renamed: &Value) -> Result<String, String> {
    let changes = renamed["changes"].as_object().map(|files| files.values().collect::<Vec<_>>());
    let changes = changes.or_else(|| {
        Some(renamed["documentChanges"].as_array()?.iter().map(|change| &change["edits"]).collect())
    });
    let [edits] = &changes.ok_or_else(|| renamed.to_string())?[..] else {
        return Err(format!("not one file: {renamed}"));
    };
    let edits = edits.as_array().ok_or_else(|| renamed.to_string())?.iter();
    let mut edits: Vec<_> = edits
        .map(|edit| {
            let at = |end: &str| offset(text, &edit["range"][end]);
            (at("start")..at("end"), edit["newText"].as_str().unwrap_or_default())
        })
        .collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut result = text.to_owned();
    edits.into_iter().for_each(|(range, new)| result.replace_range(range, new));
    Ok(result)
}

/// The results of one kind of request, such as hover, in one state of the code: the number of checks, and the
/// failures.
struct Results {
    title: String,
    checks: usize,
    failures: Vec<String>,
}

impl Results {
    fn new(request: &str, state: &str) -> Self {
        Results { title: format!("{request}, {state}"), checks: 0, failures: Vec::new() }
    }

    fn check(&mut self, place: &str, result: Result<(), String>) {
        self.checks += 1;
        self.failures.extend(result.err().map(|why| format!("{place}: {why}")));
    }
}

fn completions(server: &mut LanguageServer, state: &str, statement: &str) -> Results {
    let mut results = Results::new("completion", state);
    for (comment, expression, expected) in COMPLETIONS {
        let marked = insert(SAMPLE, comment, &statement.replace("{}", expression));
        let at = marked.find("$0").expect("the statement contains the cursor");
        let text = marked.replace("$0", "");
        server.change(&text);
        let listed = server.at("completion", &position(&text, at), None);
        let items = listed["items"].as_array().or(listed.as_array()).cloned().unwrap_or_default();
        let label = |item: &Value| item["label"].as_str().unwrap_or_default().to_owned();
        let names = items.iter().map(|item| {
            let label = label(item);
            label.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default().to_owned()
        });
        let names: Vec<_> = names.collect();
        let missing: Vec<_> = expected.iter().filter(|name| !names.iter().any(|it| it == *name)).collect();
        let internal = items
            .iter()
            .filter(|item| label(item).starts_with("amp_") || item.to_string().contains("__private"))
            .map(label);
        let internal: Vec<_> = internal.collect();
        let right = missing.is_empty() && internal.is_empty();
        let result = if right { Ok(()) } else { Err(format!("missing {missing:?}, internal {internal:?}")) };
        results.check(&format!("`{expression}.` {comment}"), result);
    }
    results
}

/// Checks that the editor shows exactly these errors. Each item of `expected` is a part of a message.
fn errors(server: &mut LanguageServer, state: &str, expected: &[&str]) -> Results {
    let mut results = Results::new("errors", state);
    let shown = server.about("diagnostic");
    let shown = shown["items"].as_array().cloned().unwrap_or_default().into_iter();
    let shown = shown.filter_map(|item| Some(item["message"].as_str()?.to_owned()));
    let shown: Vec<_> = shown.collect();
    let right = shown.len() == expected.len() && shown.iter().zip(expected).all(|(one, it)| one.contains(it));
    results.check("sample", if right { Ok(()) } else { Err(format!("shown {shown:?}")) });
    results
}

fn hovers(server: &mut LanguageServer, state: &str, text: &str) -> Results {
    let mut results = Results::new("hover", state);
    for (marked, expected) in HOVERS {
        let shown = server.at("hover", &position(text, cursor(text, marked)), None);
        let shown = shown["contents"]["value"].as_str().unwrap_or_default();
        let right = expected.iter().all(|part| shown.contains(part)) && !shown.contains("__private");
        results.check(marked, if right { Ok(()) } else { Err(format!("shown {shown:?}")) });
    }
    results
}

fn definitions(server: &mut LanguageServer, state: &str, text: &str) -> Results {
    let mut results = Results::new("definition", state);
    for (marked, expected) in DEFINITIONS {
        let found = server.at("definition", &position(text, cursor(text, marked)), None);
        let list = found.as_array().cloned().unwrap_or_default();
        let at = position(text, cursor(text, expected));
        let right = matches!(&list[..], [one] if one["range"]["start"] == at);
        results.check(marked, if right { Ok(()) } else { Err(format!("found {found}")) });
    }
    results
}

fn renames(server: &mut LanguageServer, state: &str, text: &str) -> Results {
    let mut results = Results::new("rename", state);
    for marked in RENAMES {
        let at = cursor(text, marked);
        let renamed = server.at("rename", &position(text, at), Some(("newName", "other_name")));
        let expected = with_name(text, name_at(text, at), "other_name");
        let result = edited(text, &renamed).and_then(|edited| match edited == expected {
            true => Ok(()),
            false => Err(format!("edits {renamed}")),
        });
        results.check(marked, result);
    }
    results
}

#[test]
fn rust_analyzer_understands_kernels() {
    let program = match analyzer() {
        Ok(program) => program,
        Err(why) => return skipped(why),
    };
    let folder = package();
    let mut server = match LanguageServer::start(&program, &folder, &folder.join("src/lib.rs"), SAMPLE) {
        Ok(server) => server,
        Err(why) => return skipped(&why),
    };
    let mut all = Vec::new();
    for (state, statement) in STATES {
        all.push(completions(&mut server, state, statement));
    }
    for (state, statement) in STATEMENTS {
        let mut text = SAMPLE.to_owned();
        let mut places: Vec<_> = COMPLETIONS.iter().map(|(comment, ..)| comment).collect();
        places.dedup();
        for comment in &places {
            text = insert(&text, comment, statement);
        }
        server.change(&text);
        let expected = match *state {
            "complete" => Some(0),
            "rejected" => Some(places.len()),
            // For an unfinished statement, rust-analyzer reports errors of its own, which the test does not
            // compare.
            _ => None,
        };
        all.extend(expected.map(|count| errors(&mut server, state, &vec!["[AMP017]"; count])));
        all.push(hovers(&mut server, state, &text));
        all.push(definitions(&mut server, state, &text));
        all.push(renames(&mut server, state, &text));
    }
    let mut report = String::new();
    for Results { title, checks, failures } in &all {
        let _ = writeln!(report, "{title}: {} of {checks}", checks - failures.len());
        for failure in failures {
            let _ = writeln!(report, "    {failure}");
        }
    }
    println!("{report}");
    assert!(all.iter().all(|results| results.failures.is_empty()), "wrong answers:\n{report}");
}
