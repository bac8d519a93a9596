//! The command line from outside: what it prints, and how it ends.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_amp-examples"))
        .args(line.split_whitespace())
        .env_remove("AMP_ACCELERATOR")
        .output()
        .expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The rows of the table of the only program.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let table = text.lines().skip_while(|line| !line.starts_with("  variant")).skip(1);
    table.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn every_program_is_right_at_every_kind_of_size() {
    for line in [
        "saxpy --size 1",
        "saxpy --size 1000",
        "saxpy --size 70001",
        "matmul --size 1",
        "matmul --size 64x48x32",
        "matmul --size 17x5x70",
        "reduce --size 1",
        "reduce --size 2",
        "reduce --size 257",
        "reduce --size 100000",
    ] {
        let output = run(&format!("{line} --runs 1"));
        let text = out(&output);
        assert_eq!(output.status.code(), Some(0), "{line}: {text}{}", error(&output));
        assert!(text.contains(" ok") && !text.contains("WRONG"), "{line}: {text}");
    }
}

#[test]
fn every_variant_that_is_listed_has_a_row() {
    for program in amp_examples::programs::PROGRAMS {
        let output = run(&format!("{} --size 16 --runs 1 --accelerator cpu", program.name));
        let text = out(&output);
        let shown: Vec<_> = rows(&text).into_iter().map(|cells| cells[0]).collect();
        let listed: Vec<_> = program.variants.iter().map(|variant| variant.name).collect();
        assert_eq!(shown, listed, "{text}");
    }
}

#[test]
fn tiles_that_do_not_divide_are_skipped_and_padded_is_not() {
    let output = run("matmul --size 17x16x16 --runs 1 --accelerator cpu");
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0));
    let result = |name: &str| rows(&text).iter().find(|row| row[0] == name).map(|row| row.join(" "));
    assert!(result("tiled").is_some_and(|row| row.contains("skipped 16 does not divide 17")), "{text}");
    assert!(result("padded").is_some_and(|row| row.ends_with("ok")), "{text}");
}

#[test]
fn one_variant_runs_beside_the_serial_one() {
    let output = run("matmul --size 16 --runs 2 --variant simple --accelerator cpu");
    let text = out(&output);
    let shown: Vec<_> = rows(&text).into_iter().map(|cells| cells[0]).collect();
    assert_eq!(shown, ["serial", "simple"]);
}

#[test]
fn an_accelerator_is_chosen_by_argument_or_by_environment() {
    let output = run("saxpy --size 64 --runs 1 --accelerator CPU --json");
    assert_eq!(out(&output).matches("\"type\":\"accelerator\"").count(), 1);

    let output = Command::new(env!("CARGO_BIN_EXE_amp-examples"))
        .args(["saxpy", "--size", "64", "--runs", "1", "--json"])
        .env("AMP_ACCELERATOR", "cpu")
        .output()
        .expect("the program starts");
    let text = out(&output);
    assert_eq!(text.matches("\"type\":\"accelerator\"").count(), 1, "{text}");
    assert!(text.contains("\"accelerator\":\"CPU\""), "{text}");
}

#[test]
fn json_is_a_line_for_each_row() {
    let output = run("matmul --size 16x32x17 --runs 3 --accelerator cpu --json");
    let text = out(&output);
    assert!(text.lines().all(|line| line.starts_with("{\"type\":\"") && line.ends_with('}')), "{text}");
    let simple = text.lines().find(|line| line.contains("\"variant\":\"simple\"")).expect("a row");
    for part in
        ["\"program\":\"matmul\"", "\"size\":[16,32,17]", "\"runs\":3", "\"result\":\"ok\"", "\"why\":null"]
    {
        assert!(simple.contains(part), "{part}: {simple}");
    }
}

#[test]
fn commands_without_work_succeed() {
    for (line, part) in [
        ("--help", "--accelerator NAME"),
        ("--version", "amp-examples "),
        ("list", "--size MxWxN, by default 480x640x960"),
        ("list --json", "\"variants\":[\"serial\",\"simple\""),
        ("devices", "tile memory"),
        ("devices --json", "\"tile_static_bytes\":"),
    ] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(out(&output).contains(part), "{line}: {}", out(&output));
    }
}

#[test]
fn what_makes_no_sense_ends_with_2_and_a_reason() {
    for (line, part) in [
        ("matmull", "no program `matmull`"),
        ("matmul --size 480x640", "3 numbers are wanted"),
        ("saxpy --size 0", "nothing to do"),
        ("saxpy --size 2^40", "too many"),
        ("matmul --size 2^20", "too many"),
        ("saxpy --runs 0", "runs"),
        ("saxpy --variant fast", "no variant `fast`"),
        ("saxpy --accelerator abacus", "there is"),
        ("--size", "size"),
        ("--quick", "quick"),
    ] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let message = error(&output);
        assert!(message.contains(part) && message.contains("--help"), "{line}: {message}");
        assert!(!message.contains("panicked"), "{line}: {message}");
    }
}
