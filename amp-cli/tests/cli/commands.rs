//! `amp devices`, `amp diagnostics`, `amp completions`, `amp man`, help, and wrong usage.

use serde_json::Value;

use crate::{amp, outcome, run};

const COMMANDS: [&str; 7] = ["devices", "diagnostics", "check", "new", "trace", "completions", "man"];

#[test]
fn help_has_examples_and_exit_codes() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, 0);
    for command in COMMANDS {
        assert!(help.contains(&format!("  {command} ")), "{help}");
        let (code, help, _) = run(&[command, "--help"]);
        assert_eq!(code, 0);
        for part in ["Usage: amp ", "Examples:\n  ", "Exit codes:\n  0  success\n  1  ", "\n  2  wrong usage"]
        {
            assert!(help.contains(part), "{command}: {help}");
        }
        assert!(!help.contains('\u{1b}'), "colours on a pipe: {help}");
    }
    assert_eq!(run(&["--version"]), (0, format!("amp {}\n", env!("CARGO_PKG_VERSION")), String::new()));
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let wrong: &[&[&str]] = &[
        &[],
        &["unknown"],
        &["devices", "--unknown"],
        &["check", "--seeds", "6..0"],
        &["check", "--seeds", "many"],
        &["new"],
        &["trace"],
        &["trace", "missing.json"],
        &["completions", "unknown"],
        &["man", "unknown"],
        &["diagnostics", "AMP001", "AMP002"],
    ];
    for arguments in wrong {
        let (code, out, error) = run(arguments);
        assert_eq!((code, &*out), (2, ""), "{arguments:?}: {error}");
        assert!(!error.is_empty() && !error.contains('\u{1b}'), "{arguments:?}: {error}");
    }
}

#[test]
fn devices_table_lists_every_accelerator() {
    let (code, out, _) = run(&["devices"]);
    assert_eq!(code, 0);
    for accelerator in amp::Accelerator::all() {
        assert!(out.contains(&accelerator.device_path()), "{accelerator}: {out}");
    }
    assert!(out.contains("default: "), "{out}");
    assert!(!out.contains('\u{1b}'), "colours on a pipe: {out}");
}

#[test]
fn devices_json_has_the_properties_of_the_library() {
    let (code, out, _) =
        outcome(&amp().args(["devices", "--json"]).env("AMP_ACCELERATOR", "cpu").output().unwrap());
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&out).expect("the output is JSON");
    assert_eq!(json["default"], "cpu");
    let found = json["accelerators"].as_array().expect("a list");
    let all = amp::Accelerator::all();
    assert_eq!(found.len(), all.len());
    for (json, accelerator) in found.iter().zip(&all) {
        assert_eq!(json["description"], accelerator.description());
        assert_eq!(json["f64"], accelerator.supports_f64());
        assert_eq!(json["limits"]["views"], accelerator.limits().views);
        assert_eq!(json["measured"], Value::Null);
    }
    let kinds: Vec<_> = found.iter().rev().take(2).map(|json| &json["kind"]).collect();
    assert_eq!(kinds, ["checked", "CPU"]);
}

#[test]
fn devices_measures_speeds_on_request() {
    let (code, out, error) = run(&["devices", "--json", "--measure"]);
    assert_eq!(code, 0, "{error}");
    let json: Value = serde_json::from_str(&out).expect("the output is JSON");
    for accelerator in json["accelerators"].as_array().expect("a list") {
        for speed in ["copy_bytes_per_second", "f32_operations_per_second"] {
            let speed = accelerator["measured"][speed].as_f64().expect("a number");
            assert!((1e5..1e16).contains(&speed), "{accelerator}");
        }
    }
    // Standard error is no terminal here, so there is no progress bar, whose label would be `multiply-add`.
    assert!(!error.contains("multiply-add"), "{error}");
}

#[test]
fn diagnostics_explains_codes_of_the_catalogue() {
    let (code, list, _) = run(&["diagnostics"]);
    assert_eq!(code, 0);
    assert!(list.starts_with("AMP000  syntax error\n"), "{list}");
    for line in list.lines().take_while(|line| line.starts_with("AMP")) {
        let (number, title) = line.split_once("  ").expect("a number and a title");
        let (code, text, _) = run(&["diagnostics", number]);
        assert_eq!(code, 0);
        assert!(text.starts_with(&format!("{number}: {title}\n\n")), "{text}");
    }
    let page = run(&["diagnostics", "AMP014"]);
    assert!(page.1.contains("error: [AMP014]") && !page.1.contains("AMP015"), "{}", page.1);
    assert_eq!(run(&["diagnostics", "amp14"]), page);
}

#[test]
fn unknown_diagnostic_names_the_nearest_codes() {
    // The code of a removed diagnostic. It is built from its number, because a literal code must exist in the
    // catalogue.
    let retired = format!("AMP{:03}", 18);
    let (code, out, error) = run(&["diagnostics", &retired]);
    assert_eq!((code, &*out), (2, ""));
    assert!(
        error.contains(&format!("no diagnostic `{retired}`"))
            && error.contains("AMP017")
            && error.contains("AMP019"),
        "{error}"
    );
    let (code, _, error) = run(&["diagnostics", "barrier"]);
    assert_eq!(code, 2);
    assert!(error.contains("AMP013") && error.contains("AMP014"), "{error}");
    let (code, _, error) = run(&["diagnostics", "E0308"]);
    assert_eq!(code, 2);
    assert!(error.contains("`amp diagnostics` lists"), "{error}");
}

#[test]
fn completions_and_manual_name_the_commands() {
    for shell in ["bash", "fish", "zsh", "powershell", "elvish"] {
        let (code, out, error) = run(&["completions", shell]);
        assert_eq!((code, &*error), (0, ""));
        for command in COMMANDS {
            assert!(out.contains(command), "{shell}: {command}");
        }
    }
    let (code, out, _) = run(&["man"]);
    assert_eq!(code, 0);
    assert!(out.contains(".TH amp 1") && out.contains("amp\\-trace"), "{out}");
    let (code, out, _) = run(&["man", "trace"]);
    assert_eq!(code, 0);
    assert!(
        out.contains(".TH amp-trace 1") && out.contains("OUT.html") && out.contains("Examples:"),
        "{out}"
    );
}

#[test]
#[cfg(unix)]
fn closed_pipe_ends_the_program_without_a_message() {
    let mut child = amp()
        .args(["completions", "bash"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}
