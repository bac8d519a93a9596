//! Exact shaders: runs a command with `AMP_EXPLAIN`, and reads the file with a line for each kernel that it launched.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use amp_lower::explain::Report;
use serde_json::Value;

use crate::{Failure, Result};

/// A kernel that the command launched.
pub(super) struct Launched {
    /// The file, as rustc names it.
    file: String,
    line: usize,
    pub(super) wgsl: String,
}

impl Launched {
    /// Whether this is the kernel of the report, in the file at `path`.
    pub(super) fn is_of(&self, path: &Path, report: &Report) -> bool {
        // rustc's path may begin at another folder, such as the root of the workspace.
        let (own, theirs) = (Path::new(&self.file), path);
        let is_same_file = own.ends_with(theirs) || theirs.ends_with(own);
        is_same_file && (report.lines.0..=report.lines.1).contains(&self.line)
    }
}

/// The kernels that a command launches; none if there is no command.
pub(super) fn by_command(command: &[OsString]) -> Result<Vec<Launched>> {
    let Some((program, arguments)) = command.split_first() else { return Ok(Vec::new()) };
    let file = std::env::temp_dir().join(format!("amp-explain-{}.jsonl", std::process::id()));
    // The output of the command is discarded, because it would mix with the report.
    let status = Command::new(program)
        .args(arguments)
        .env("AMP_EXPLAIN", &file)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| Failure::Input(format!("`{}` cannot be started: {error}", program.display())))?;
    let lines = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    if !status.success() {
        return Err(Failure::Check(format!("`{}` failed: {status}", program.display())));
    }
    let kernels = lines.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        Some(Launched {
            file: line["file"].as_str()?.to_owned(),
            line: usize::try_from(line["line"].as_u64()?).ok()?,
            wgsl: line["wgsl"].as_str()?.to_owned(),
        })
    });
    Ok(kernels.collect())
}
