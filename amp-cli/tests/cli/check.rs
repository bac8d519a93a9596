//! `amp check` on a small project, whose tests read the environment variables that `amp check` sets.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{amp, folder, outcome};

const LIBRARY: &str = r#"//! Fails with the seed of the variable `FAILS_WITH`.

#[test]
fn seed_is_allowed() {
    let seed = std::env::var("AMP_SCHEDULE_SEED").unwrap_or_default();
    println!("accelerator {}", std::env::var("AMP_ACCELERATOR").unwrap());
    assert_ne!(seed, std::env::var("FAILS_WITH").unwrap_or("none".to_owned()), "the planted failure");
}

#[test]
fn second() {}

#[test]
#[ignore]
fn third() {}
"#;

/// Writes a Cargo project with the tests of `LIBRARY`.
fn project(name: &str) -> PathBuf {
    let at = folder(name);
    let manifest = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(at.join("Cargo.toml"), manifest).unwrap();
    fs::create_dir(at.join("src")).unwrap();
    fs::write(at.join("src/lib.rs"), LIBRARY).unwrap();
    at
}

fn check(at: &Path, arguments: &[&str], fails_with: &str) -> (i32, String, String) {
    let mut command = amp();
    command.arg("check").args(arguments).current_dir(at).env("FAILS_WITH", fails_with);
    outcome(&command.env("CARGO_TARGET_DIR", at.join("target")).output().unwrap())
}

/// The rows of the table that `amp check` prints, each as a list of cells.
fn rows(out: &str) -> Vec<Vec<&str>> {
    let table = out.lines().skip_while(|line| !line.starts_with('─')).skip(1);
    table.map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()).collect()
}

#[test]
fn check_runs_the_tests_on_each_accelerator_and_seed() {
    let at = project("check");
    let (code, out, error) = check(&at, &["--seeds", "0..3"], "none");
    assert_eq!(code, 0, "{out}{error}");
    let rows = rows(&out);
    let others = amp::Accelerator::all().len() - 1;
    assert_eq!(rows.len(), others + 3, "{out}");
    assert_eq!(rows[0][..4], ["CPU", "2", "0", "1"], "{out}");
    for (seed, row) in rows[others..].iter().enumerate() {
        assert_eq!(row[..5], ["CPU, checked", &seed.to_string(), "2", "0", "1"], "{out}");
    }
    let (code, out, error) = check(&at, &["--seeds", "4", "--", "--doc"], "none");
    assert_eq!(code, 0, "{out}{error}");
}

#[test]
fn failed_run_has_exit_code_1_and_its_output_is_kept() {
    let at = project("check-failure");
    let (code, out, error) =
        check(&at, &["-p", "sample", "--seeds", "0..4", "--", "--lib", "--", "seed"], "2");
    assert_eq!(code, 1, "{out}{error}");
    assert!(error.ends_with(" failed\n") && error.contains("error: 1 of "), "{error}");
    assert!(out.contains("==> failed on CPU, checked, seed 2\n"), "{out}");
    assert!(out.contains("the planted failure") && out.contains("accelerator cpu-checked"), "{out}");
    let failed = ["CPU, checked", "2", "0", "1", "0"];
    assert!(rows(&out).iter().any(|row| row[..5] == failed), "{out}");
    let kept = fs::read_to_string(at.join("target/amp-check/cpu-checked-2.txt")).unwrap();
    assert!(kept.contains("the planted failure"), "{kept}");
}

#[test]
fn tests_that_do_not_build_have_exit_code_1() {
    let at = project("check-build");
    fs::write(at.join("src/lib.rs"), "fn unfinished(").unwrap();
    let (code, out, error) = check(&at, &[], "none");
    assert_eq!((code, &*out), (1, ""));
    assert!(error.ends_with("error: the tests do not build\n"), "{error}");
}

#[test]
fn folder_without_a_project_has_exit_code_2() {
    // This test needs a folder that is not inside of a Cargo project. The target folder is inside of amp's own
    // project.
    let at = std::env::temp_dir();
    if at.ancestors().any(|folder| folder.join("Cargo.toml").exists()) {
        eprintln!("skipped: the folder for temporary files is in a project");
        return;
    }
    let (code, out, error) = outcome(&amp().arg("check").current_dir(at).output().unwrap());
    assert_eq!((code, &*out), (2, ""));
    assert!(error.contains("no project") && error.contains("Cargo.toml"), "{error}");
}
