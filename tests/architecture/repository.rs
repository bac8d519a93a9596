//! Access to the files of the repository, for the other architecture tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A path in the repository.
pub(crate) fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(relative)
}

/// The text of a file in the repository.
pub(crate) fn read(relative: &str) -> String {
    let text = fs::read_to_string(path(relative));
    text.unwrap_or_else(|error| panic!("{relative}: {error}")).replace("\r\n", "\n")
}

/// All files below a folder with this ending, as paths in the repository, sorted.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(path(&folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        for entry in entries {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let inside = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let kind = entry.file_type().expect("the file has a type");
            if kind.is_dir() && name != "target" && !name.starts_with('.') {
                open.push(inside);
            } else if kind.is_file() && name.ends_with(ending) {
                found.push(inside);
            }
        }
    }
    found.sort();
    found
}

/// All Rust sources except the compile-fail cases, whose contents are deliberate mistakes.
pub(crate) fn sources() -> Vec<String> {
    let mut all = files("", ".rs");
    all.retain(|file| !file.starts_with("tests/ui/") || file.ends_with(".ok.rs"));
    all
}

/// The `//!` lines at the beginning of a source, without the `//!`.
pub(crate) fn header(source: &str) -> String {
    let lines = source.lines().skip_while(|line| line.starts_with("#![") || line.is_empty());
    let lines: Vec<_> = lines.map_while(|line| line.strip_prefix("//!")).collect();
    lines.iter().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}
