//! Errors of bad input: lengths that differ.

use amp::{Error, Result};

/// Returns the common length of two inputs, or an error with both lengths.
pub(crate) fn common_length(what: &str, [a, b]: [usize; 2]) -> Result<usize> {
    if a == b {
        return Ok(a);
    }
    Err(Error::ExtentMismatch { reason: format!("{what} have different lengths: {a} and {b}") })
}

/// Returns an error if an output does not have `needed` elements.
pub(crate) fn output_length(found: usize, needed: usize) -> Result<()> {
    if found == needed {
        return Ok(());
    }
    let reason = format!("the output has {found} elements, but the result has {needed}");
    Err(Error::ExtentMismatch { reason })
}

/// Returns an error if an output has fewer elements than an algorithm may write.
pub(crate) fn output_capacity(found: usize, needed: usize) -> Result<()> {
    if found >= needed {
        return Ok(());
    }
    let reason = format!("the output has {found} elements, but the algorithm may write {needed}");
    Err(Error::ExtentMismatch { reason })
}
