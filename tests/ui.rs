//! What the user sees: programs that do not compile, and rustc's words about them.
//!
//! The words are those of the toolchain in `rust-toolchain.toml`; on another one the comparison is skipped, and says so.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

#[test]
fn mistakes_are_explained() {
    let (running, recorded) = (running(), recorded());
    if running != recorded {
        // Past the harness, which shows what a test prints only when it fails.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: the messages are those of rustc {recorded}, this is {running}"
        );
        return;
    }
    trybuild::TestCases::new()
        .compile_fail(std::env::var("AMP_UI").map_or("ui/*.rs".to_owned(), |case| format!("ui/{case}.rs")));
}

/// The version of the compiler that cargo uses.
fn running() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let said = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let said = String::from_utf8_lossy(&said.stdout);
    said.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// The version whose messages are recorded.
fn recorded() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rust-toolchain.toml");
    let text = std::fs::read_to_string(file).expect("rust-toolchain.toml is there");
    let channel = text.lines().find_map(|line| line.strip_prefix("channel = "));
    channel.expect("rust-toolchain.toml names a channel").trim_matches('"').to_owned()
}
