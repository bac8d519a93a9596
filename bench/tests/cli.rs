//! Tests of the command line: the results are correct, whatever the times are.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_bench")).args(line.split_whitespace()).output();
    output.expect("the benchmark starts")
}

#[test]
fn all_candidates_are_correct() {
    let folder = std::env::temp_dir().join(format!("amp-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (joined, json, markdown) = (folder.join("peers"), folder.join("json"), folder.join("markdown"));
    std::fs::write(&joined, "saxpy\t262144\tCPU\tA peer\t2.5\t2\t11\tok\n").unwrap();
    let paths =
        format!("--join {} --json {} --markdown {}", joined.display(), json.display(), markdown.display());
    let output = run(&format!("all --quick --rounds 1 --by-device {paths}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("skipped") && !text.contains("WRONG"), "{text}");
    assert!(text.contains("| A peer (its own process) | CPU | 2.50 ms | 2.00 ms |"), "{text}");
    assert_eq!(std::fs::read_to_string(&markdown).unwrap(), text);
    let json = std::fs::read_to_string(&json).unwrap();
    assert!(json.starts_with("{\"machine\":[[") && json.ends_with("]}\n"), "{json}");
    assert!(
        json.contains("\"case\":\"saxpy\",\"size\":\"262144\",\"name\":\"amp\",\"on\":\"CPU\""),
        "{json}"
    );
    let _ = std::fs::remove_dir_all(folder);
}

/// The inner loops of saxpy, n-body and the tiled product are vector code in an ordinary release build. Run with
/// `cargo test --release -p bench`. `.ci/run` checks the release build of the example programs in the same way.
#[test]
fn inner_loops_are_vector_code() {
    if cfg!(debug_assertions) {
        return eprintln!("skipped: a build without optimisations has no vector code");
    }
    let output = run("vectors");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let loops = ["saxpy", "n-body", "matrix product in tiles"];
    let found = loops.iter().filter(|name| text.contains(&format!("{name:<26} vector code: "))).count();
    assert!(found == loops.len() || text.starts_with("skipped: "), "{text}");
}

/// A program without kernels, or a file that is no program, must not pass.
#[test]
fn program_without_kernels_fails_the_vector_check() {
    for program in ["Cargo.toml", "/nowhere/at/all"] {
        let output = run(&format!("vectors {program}"));
        assert_eq!(output.status.code(), Some(1), "{program}: {output:?}");
    }
}

#[test]
fn list_names_the_cases() {
    let output = run("list");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("matmul_tiled") && text.contains("launch"), "{text}");
}

#[test]
fn wrong_command_lines_end_with_status_2() {
    for line in ["sort", "--slow", "saxpy --quick=3", "saxpy --rounds 0", "all saxpy", "--join"] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--help"), "{line}");
    }
}

/// The output files are checked before the first measurement.
#[test]
fn unwritable_output_file_is_refused() {
    for option in ["--json", "--markdown"] {
        let output = run(&format!("saxpy --quick --rounds 1 {option} /dev/null/x"));
        assert_eq!(output.status.code(), Some(1), "{option}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("`/dev/null/x` cannot be written"));
        assert!(output.stdout.is_empty(), "{option}: {output:?}");
    }
}

/// The device name is checked before the first measurement.
#[test]
fn unknown_device_is_refused() {
    for line in
        ["saxpy --quick --device abacus", "saxpy --large --device abacus", "saxpy --large --device none"]
    {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{line}: {output:?}");
    }
}
