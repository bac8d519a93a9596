//! Random choices. A seed gives the same choices in every run with the same version of `fastrand`, which Cargo.lock pins.

/// A generator of random choices.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    /// The generator of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// An integer below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.usize(..count.max(1))
    }

    /// True with a probability of `cases` in a hundred.
    pub(crate) fn percent(&mut self, cases: usize) -> bool {
        self.below(100) < cases
    }

    /// An item of a list that is not empty.
    pub(crate) fn one<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}
