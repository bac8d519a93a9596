//! `amp new` writes a project. Another test target of this package, `template`, compiles and tests the `main.rs`
//! that the project gets.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{amp, folder, outcome};

/// The repository.
fn root() -> String {
    format!("{}/..", env!("CARGO_MANIFEST_DIR"))
}

fn new(at: &Path, arguments: &[&str]) -> (i32, String, String) {
    outcome(&amp().arg("new").args(arguments).current_dir(at).output().unwrap())
}

#[test]
fn new_writes_a_project_that_cargo_accepts() {
    let at = folder("new");
    let (code, out, error) = new(&at, &["work/blur", "--path", &root()]);
    assert_eq!((code, &*error), (0, ""), "{out}");
    assert!(out.contains("cd work/blur\n  cargo test\n"), "{out}");

    let project = at.join("work/blur");
    let template =
        fs::read_to_string(format!("{}/template/src/main.rs", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert_eq!(fs::read_to_string(project.join("src/main.rs")).unwrap(), template);
    assert_eq!(fs::read_to_string(project.join(".gitignore")).unwrap(), "/target\n");

    // The lock file of the repository selects versions that cargo has downloaded already, so `--offline` succeeds.
    fs::copy(format!("{}/Cargo.lock", root()), project.join("Cargo.lock")).unwrap();
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--depth", "1"]).current_dir(&project);
    let (code, tree, error) = outcome(&tree.output().unwrap());
    assert_eq!(code, 0, "{error}");
    assert!(tree.starts_with("blur v0.1.0 ") && tree.contains("amp-runtime v"), "{tree}");
}

#[test]
fn path_of_the_tool_is_the_default() {
    let at = folder("new-default");
    assert_eq!(new(&at, &["blur"]).0, 0);
    let manifest = fs::read_to_string(at.join("blur/Cargo.toml")).unwrap();
    let path = manifest.split('"').find(|text| text.ends_with("amp-runtime")).expect("a path");
    assert!(Path::new(path).join("Cargo.toml").exists(), "{manifest}");
}

#[test]
fn existing_folder_is_refused_and_unchanged() {
    let at = folder("new-existing");
    fs::create_dir(at.join("blur")).unwrap();
    let (code, _, error) = new(&at, &["blur", "--path", &root()]);
    assert_eq!(code, 2);
    assert!(error.contains("`blur` exists"), "{error}");
    assert_eq!(fs::read_dir(at.join("blur")).unwrap().count(), 0);
}

#[test]
fn wrong_names_and_paths_are_refused() {
    let at = folder("new-wrong");
    for name in ["9lives", "a b", "self", "amp", "größe", "a/..", "test"] {
        let (code, _, error) = new(&at, &[name, "--path", &root()]);
        assert_eq!(code, 2, "{name}");
        assert!(error.starts_with("error: `"), "{name}: {error}");
    }
    let (code, _, error) = new(&at, &["blur", "--path", "."]);
    assert_eq!(code, 2);
    assert!(error.contains("no folder `amp-runtime`"), "{error}");
    assert_eq!(fs::read_dir(&at).unwrap().count(), 0, "a refused command writes nothing");
}
