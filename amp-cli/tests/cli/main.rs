//! Runs the built program `amp`, each command with right and with wrong usage.

mod browser;
mod check;
mod commands;
mod explain;
mod new_project;
mod trace;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The program `amp`, without environment variables that change its results.
fn amp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_amp"));
    command.env_remove("AMP_ACCELERATOR").env_remove("AMP_SCHEDULE_SEED");
    command
}

/// The exit code, standard output and standard error of the program.
fn run(arguments: &[&str]) -> (i32, String, String) {
    outcome(&amp().args(arguments).output().expect("the program starts"))
}

fn outcome(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (output.status.code().expect("the program ends by itself"), text(&output.stdout), text(&output.stderr))
}

/// An empty folder for a test, in the target folder.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("amp-cli").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// A trace of `tests/traces`.
fn sample(name: &str) -> String {
    format!("{}/tests/traces/{name}", env!("CARGO_MANIFEST_DIR"))
}
