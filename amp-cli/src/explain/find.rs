//! The source files of packages, from the targets that `cargo metadata` lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Failure, Result};

/// The files of the named package, or of the packages of the current folder.
pub(super) fn sources(package: Option<&str>) -> Result<Vec<PathBuf>> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().map_or(&[][..], |packages| packages);
    let chosen: Vec<&Value> = match package {
        Some(name) => {
            let found: Vec<_> = packages.iter().filter(|package| package["name"] == name).collect();
            if found.is_empty() {
                let name = crate::table::printable(name);
                return Err(Failure::Input(format!("there is no package `{name}` in this workspace")));
            }
            found
        }
        None => own_packages(packages),
    };
    let mut files = BTreeSet::new();
    for target in chosen.iter().flat_map(|package| package["targets"].as_array().into_iter().flatten()) {
        let Some(root) = target["src_path"].as_str().map(PathBuf::from) else { continue };
        match root.parent().filter(|_| root.file_name().is_some_and(|name| name != "build.rs")) {
            Some(folder) => rust_files(folder, &mut files),
            None => {
                files.insert(root);
            }
        }
    }
    let here = std::env::current_dir().unwrap_or_default();
    Ok(files.into_iter().map(|file| file.strip_prefix(&here).map_or(file.clone(), Path::to_owned)).collect())
}

/// The package whose folder contains the current folder. In the root of a workspace, all packages.
fn own_packages(packages: &[Value]) -> Vec<&Value> {
    let here = std::env::current_dir().unwrap_or_default();
    let folder = |package: &Value| {
        Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent().map(Path::to_owned)
    };
    let around: Vec<_> = packages
        .iter()
        .filter(|package| folder(package).is_some_and(|folder| here.starts_with(folder)))
        .collect();
    // Packages may be nested. The innermost one is meant.
    let innermost =
        around.into_iter().max_by_key(|package| folder(package).map_or(0, |it| it.components().count()));
    innermost.map_or_else(|| packages.iter().collect(), |package| vec![package])
}

fn rust_files(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        // A folder with a manifest is another package.
        if path.is_dir() && !path.join("Cargo.toml").exists() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(path);
        }
    }
}

fn metadata() -> Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .map_err(|error| Failure::Input(format!("`{}` cannot be started: {error}", cargo.display())))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let message = message.trim().trim_start_matches("error: ");
        return Err(Failure::Input(format!("this folder has no package: {message}")));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| Failure::Input(format!("`cargo metadata` printed invalid JSON: {error}")))
}
