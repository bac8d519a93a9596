//! Complaints about the environment that are no errors: a line each on the standard error output.

use std::io::Write;

/// Writes a line. Not `eprintln!`, which panics where the output is closed.
pub(crate) fn complain(what: &str) {
    let _ = writeln!(std::io::stderr(), "amp: {what}");
}
