//! Domain collapse: a launch runs its domain as one row, because short rows would not fill the processor's
//! vectors.
//!
//! This is legal if the kernel uses its index only as the complete subscript of views, and all these views
//! are contiguous and have the domain's extent. `amp-lower` checks the first condition, and
//! `abi::cpu::collapse` the second. A failure is reported with the work-item's index in the original domain.

use super::Failure;

/// Converts the index of a work-item in the collapsed row to its index in the original domain, whose size is
/// `extent`.
fn expanded_index(index: &[usize], extent: &[usize]) -> Vec<usize> {
    let mut rest = index.last().copied().unwrap_or_default();
    let mut unfolded = vec![0; extent.len()];
    for (at, size) in unfolded.iter_mut().zip(extent).rev() {
        (*at, rest) = (rest % size, rest / size);
    }
    unfolded
}

impl Failure {
    /// Replaces the index in the collapsed row by the index in the original domain.
    #[cold]
    pub(super) fn with_expanded_index(mut self, extent: &[usize]) -> Self {
        match &mut self {
            Failure::Fault(fault) => fault.item = expanded_index(&fault.item, extent),
            Failure::Panic { index, .. } => *index = expanded_index(index, extent),
            Failure::Error(_) => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::cpu::collapsed_extent;

    #[test]
    fn expanded_indices_cover_the_domain() {
        let extent = [3, 2, 5];
        assert_eq!(collapsed_extent(extent), [1, 1, 30]);
        let mut n = 0;
        for a in 0..3 {
            for b in 0..2 {
                for c in 0..5 {
                    assert_eq!(expanded_index(&[0, 0, n], &extent), [a, b, c]);
                    n += 1;
                }
            }
        }
    }
}
