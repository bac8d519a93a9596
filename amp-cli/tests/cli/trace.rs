//! `amp trace` on the files of `tests/traces`: the findings, the page, and malformed input.

use std::fs;

use crate::{amp, folder, outcome, run, sample};

#[test]
fn findings_and_kernels_are_printed() {
    let page = folder("trace").join("page.html");
    let (code, out, error) =
        run(&["trace", &sample("particles.json"), "-o", page.to_str().unwrap(), "--open", "no"]);
    assert_eq!((code, &*error), (0, ""));
    for part in [
        "- 64 MiB were uploaded 24 times from the same memory (kernel forces, view positions; ",
        "of the run): keep them in an `Array`, or keep the view.",
        "- 3 pipelines took 17% of the run (",
        "`warm_up`",
        "kernel      accelerator",
        "timeline: ",
    ] {
        assert!(out.contains(part), "`{part}` is missing: {out}");
    }
    assert!(!out.contains('\u{1b}'), "colours on a pipe: {out}");
}

#[test]
fn page_is_one_file_with_tables() {
    let page = folder("trace-page").join("page.html");
    assert_eq!(run(&["trace", &sample("particles.json"), "-o", page.to_str().unwrap()]).0, 0);
    let page = fs::read_to_string(page).unwrap();
    for foreign in ["http:", "https:", "src=", "<link", "@import", "url("] {
        assert!(!page.contains(foreign), "the page refers to another file: `{foreign}`");
    }
    for part in [
        "<!doctype html>",
        "default-src 'none'",
        "<th scope=\"row\">forces</th>",
        "<th scope=\"row\">kernel forces, view positions</th>",
        "keep them in an <code>Array</code>",
        "aria-label=\"Timeline\"",
        "prefers-color-scheme: dark",
    ] {
        assert!(page.contains(part), "`{part}` is missing");
    }
    assert!(!page.contains("{{"), "a mark of the frame is left");
}

#[test]
fn page_stands_beside_the_trace_by_default() {
    let at = folder("trace-default");
    fs::copy(sample("particles.json"), at.join("run.json")).unwrap();
    let (code, out, _) = outcome(&amp().args(["trace", "run.json"]).current_dir(&at).output().unwrap());
    assert_eq!(code, 0);
    assert!(out.ends_with("timeline: run.html\n") && at.join("run.html").exists(), "{out}");

    let same = amp().args(["trace", "run.json", "-o", "run.json"]).current_dir(&at).output().unwrap();
    let (code, _, error) = outcome(&same);
    assert_eq!(code, 2);
    assert!(error.contains("would replace the trace"), "{error}");
}

#[test]
fn unfinished_trace_is_read_with_a_note() {
    let page = folder("trace-unfinished").join("page.html");
    let (code, out, _) = run(&["trace", &sample("unfinished.json"), "-o", page.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(out.starts_with("note: line 8 is incomplete and was ignored\n"), "{out}");
    assert!(fs::read_to_string(page).unwrap().contains("<p class=\"note\">Note: line 8 is incomplete"));
}

#[test]
fn names_cannot_change_the_terminal_or_the_page() {
    let page = folder("trace-hostile").join("page.html");
    let (code, out, _) = run(&["trace", &sample("hostile.json"), "-o", page.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(!out.contains('\u{1b}'), "{out}");
    let page = fs::read_to_string(page).unwrap();
    assert!(!page.contains("<img") && !page.contains("<script>alert"), "a name is markup");
}

#[test]
fn malformed_trace_has_exit_code_2_with_line_and_reason() {
    let page = folder("trace-malformed").join("page.html");
    for (file, reason) in [
        ("malformed.json", "line 3, column 48: expected `,` or `}`"),
        ("without_duration.json", "line 4: `dur` is missing"),
    ] {
        let (code, out, error) = run(&["trace", &sample(file), "-o", page.to_str().unwrap()]);
        assert_eq!((code, &*out), (2, ""), "{file}: {error}");
        assert!(error.contains(file) && error.contains(reason), "{file}: {error}");
    }
    assert!(!page.exists(), "a page was written");
}
