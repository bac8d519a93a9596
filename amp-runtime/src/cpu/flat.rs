//! Launches whose domain is run as one row, whatever its dimensions: short rows would cost more than what is done in them.

use super::Failure;

/// An extent of as many, all in the last dimension.
pub(crate) fn in_a_row<const N: usize>(extent: [usize; N]) -> [usize; N] {
    let mut row = [1; N];
    row[N - 1] = extent.iter().product();
    row
}

/// Where the one in the row is that has this index.
fn unfolded(index: &[usize], extent: &[usize]) -> Vec<usize> {
    let mut rest = index.last().copied().unwrap_or_default();
    let mut unfolded = vec![0; extent.len()];
    for (at, size) in unfolded.iter_mut().zip(extent).rev() {
        (*at, rest) = (rest % size, rest / size);
    }
    unfolded
}

impl Failure {
    /// What went wrong in the row, as it is in its domain.
    #[cold]
    pub(super) fn unfolded(mut self, extent: &[usize]) -> Self {
        match &mut self {
            Failure::Fault(fault) => fault.item = unfolded(&fault.item, extent),
            Failure::Panic { index, .. } => *index = unfolded(index, extent),
            Failure::Found(_) => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_place() {
        let extent = [3, 2, 5];
        assert_eq!(in_a_row(extent), [1, 1, 30]);
        let mut n = 0;
        for a in 0..3 {
            for b in 0..2 {
                for c in 0..5 {
                    assert_eq!(unfolded(&[0, 0, n], &extent), [a, b, c]);
                    n += 1;
                }
            }
        }
    }
}
