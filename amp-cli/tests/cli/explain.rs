//! `amp explain`: the report as text, JSON and a page, and exact shaders from a run.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{folder, run};

const SOURCE: &str = "\
use amp::prelude::*;

const HALF: f32 = 0.5;

#[kernel]
fn halve(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = HALF * x[i];
}

fn other() {
    let kernel = amp!(|i: Index<1>| y[i] = vec![1.0]);
}
";

fn source(test: &str) -> String {
    let file = folder(test).join("kernels.rs");
    fs::write(&file, SOURCE).expect("the file can be written");
    file.display().to_string()
}

#[test]
fn report_lists_facts_and_the_shader() {
    let file = source("explain-text");
    let (code, out, errors) = run(&["explain", "halve", "--file", &file]);
    assert_eq!((code, &*errors), (0, ""));
    for part in [
        "halve,",
        "A domain of 1 dimension, without tiles.",
        "y      written view   f32    each work-item accesses only its own element",
        "None if y.extent()[0] >= domain[0] and x.extent()[0] >= domain[0]. A launch tests this.",
        "WGSL, with stand-ins for what only rustc knows",
        "@compute",
    ] {
        assert!(out.contains(part), "no {part:?} in\n{out}");
    }
    let (code, out, _) = run(&["explain", "--file", &file]);
    assert_eq!(code, 0);
    assert!(out.contains("rejected: closure in other, line 11"), "{out}");
}

#[test]
fn json_has_the_same_facts() {
    let file = source("explain-json");
    let (code, out, _) = run(&["explain", "halve", "--json", "--language", "msl", "--file", &file]);
    assert_eq!(code, 0);
    let document: Value = serde_json::from_str(&out).expect("the output is JSON");
    let kernel = &document["kernels"][0];
    assert_eq!((&kernel["name"], &kernel["lines"]), (&"halve".into(), &serde_json::json!([5, 8])));
    assert_eq!(kernel["work"][0]["float_operations"], 1);
    assert_eq!(kernel["shader"]["language"], "MSL");
}

#[test]
fn page_has_all_languages_and_escapes_the_source() {
    let file = source("explain-page");
    let page = PathBuf::from(&file).with_extension("html");
    let (code, out, _) = run(&["explain", "halve", "--html", &page.display().to_string(), "--file", &file]);
    assert_eq!(code, 0);
    assert!(out.ends_with(": 1 kernel\n"), "{out}");
    let page = fs::read_to_string(page).expect("the page was written");
    for part in ["<h2 id=\"title0\">halve</h2>", ">WGSL</label>", ">HLSL</label>", "Index&lt;1&gt;"] {
        assert!(page.contains(part), "no {part:?}");
    }
    assert!(!page.contains("Index<1>"));
}

#[test]
fn run_gives_the_exact_shader() {
    // Instead of a program with kernels, a shell script writes the line that a launch of `halve` would write to
    // the file `AMP_EXPLAIN`.
    let file = source("explain-run");
    let line =
        format!("{{\"kernel\":\"halve\",\"file\":\"{file}\",\"line\":5,\"wgsl\":\"// the exact shader\"}}");
    let script = format!("echo '{line}' > \"$AMP_EXPLAIN\"");
    let arguments = ["explain", "halve", "--file", &file, "--", "sh", "-c", &script];
    let (code, out, errors) = run(&arguments);
    assert_eq!((code, &*errors), (0, ""));
    assert!(out.ends_with("\nWGSL\n\n// the exact shader\n\n"), "{out}");
    let (code, _, errors) = run(&["explain", "--file", &file, "--", "sh", "-c", "exit 3"]);
    assert_eq!(code, 1, "{errors}");
}

#[test]
fn wrong_input_is_an_error() {
    let file = source("explain-wrong");
    for arguments in [
        &["explain", "nothing", "--file", &file][..],
        &["explain", "--file", "no-such-file.rs"],
        &["explain", "-p", "no-such-package"],
        &["explain", "--language", "ptx", "--file", &file],
    ] {
        let (code, _, errors) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
    }
}
