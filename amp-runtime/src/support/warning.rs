//! Warnings about environment variables: each is one line on the standard error output.

use std::io::Write;

/// Prints a warning. Does not use `eprintln!`, which panics if the standard error output is closed.
pub(crate) fn complain(what: &str) {
    let _ = writeln!(std::io::stderr(), "amp: {what}");
}
