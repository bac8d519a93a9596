//! Errors of bad input: lengths that differ, and lengths whose indices exceed 32 bits.

use amp::{Error, Result};

/// The greatest length of an input or output. A `usize` has 32 bits on a device. The limit is below `u32::MAX`, because
/// kernels round the number of items up to whole blocks.
const GREATEST_LENGTH: usize = 0xFFFF_0000;

/// Returns a length, or an error if it is too great for a device.
pub(crate) fn length(found: usize) -> Result<usize> {
    if found <= GREATEST_LENGTH {
        return Ok(found);
    }
    let what = "the number of items of an algorithm".to_owned();
    Err(Error::LimitExceeded { what, needed: found as u64, limit: GREATEST_LENGTH as u64 })
}

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

/// Returns `limit`, or an error with both numbers if `found` is greater.
pub(crate) fn at_most(what: &str, found: usize, limit: usize) -> Result<usize> {
    if found <= limit {
        return Ok(limit);
    }
    let reason = format!("the number of {what} is {found}, but there are only {limit} elements");
    Err(Error::ExtentMismatch { reason })
}
