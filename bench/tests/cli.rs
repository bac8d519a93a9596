//! The benchmark from outside: that it is right, not how fast it is.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_bench")).args(line.split_whitespace()).output();
    output.expect("the benchmark starts")
}

#[test]
fn all_contestants_are_right() {
    let output = run("--quick saxpy copy");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.matches("  ok").count(), 5, "{text}");
}

#[test]
fn what_makes_no_sense_ends_with_2() {
    for line in ["sort", "--slow", "saxpy --quick=3"] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--help"), "{line}");
    }
}
