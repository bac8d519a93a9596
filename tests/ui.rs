//! Compile-fail tests: each `ui/CASE.rs` is compiled, and the messages are compared with `ui/CASE.stderr`.
//! `ui/CASE.ok.rs` is the correct counterpart, which `ui_ok.rs` runs.
//!
//! The recorded messages are those of the toolchain in `rust-toolchain.toml`. On another toolchain the test prints that it
//! was skipped.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

#[test]
fn compile_errors_equal_the_recorded_messages() {
    let (running, recorded) = (running(), recorded());
    if running != recorded {
        // The test harness captures `eprintln!` of tests that pass, but not direct writes to stderr.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: the messages are those of rustc {recorded}, this is {running}"
        );
        return;
    }
    let only = std::env::var("AMP_UI").ok();
    let (tests, mut found) = (trybuild::TestCases::new(), 0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    for entry in std::fs::read_dir(&folder).expect("the folder of the cases exists") {
        let file = entry
            .expect("the folder can be read")
            .file_name()
            .into_string()
            .expect("names of cases are UTF-8");
        let Some(case) = file.strip_suffix(".rs").filter(|case| !case.ends_with(".ok")) else { continue };
        if only.as_ref().is_none_or(|only| only == case) {
            // A message that quotes the standard library depends on whether the component `rust-src` is installed.
            let recorded = std::fs::read_to_string(folder.join(format!("{case}.stderr"))).unwrap_or_default();
            assert!(!recorded.contains("$RUST/"), "`{case}.stderr` quotes the standard library");
            tests.compile_fail(format!("ui/{file}"));
            found += 1;
        }
    }
    assert!(found > 0, "there is no case {only:?}");
}

/// The version of the compiler that cargo uses.
fn running() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&output.stdout);
    version.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// The version of rustc whose messages are recorded, from `rust-toolchain.toml`.
fn recorded() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rust-toolchain.toml");
    let text = std::fs::read_to_string(file).expect("rust-toolchain.toml exists");
    let channel = text.lines().find_map(|line| line.strip_prefix("channel = "));
    channel.expect("rust-toolchain.toml names a channel").trim_matches('"').to_owned()
}
