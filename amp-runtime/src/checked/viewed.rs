//! The views that parts were made of: an access to a part is told by the index in the view.

use std::collections::BTreeMap;

use super::checker::Checker;

/// Where the elements of a captured view are.
pub(super) struct Viewed {
    first: usize,
    size: usize,
    stride: Vec<usize>,
}

/// By their slots.
pub(super) type Views = BTreeMap<usize, Viewed>;

impl Checker {
    /// A part is made of a view, or of a part of one that was made before.
    pub(super) fn made_of(&self, slot: usize, first: usize, size: usize, stride: &[usize]) {
        let viewed = || Viewed { first, size, stride: stride.to_vec() };
        self.views.borrow_mut().entry(slot).or_insert_with(viewed);
    }

    /// The index in the captured view of an element that begins at an address, or in a part of it.
    pub(super) fn index_in_view(&self, slot: usize, index: &[usize], address: usize) -> Vec<usize> {
        let views = self.views.borrow();
        let Some(Viewed { first, size, stride }) = views.get(&slot) else { return index.to_vec() };
        let mut place = (address - first) / size;
        let index = stride.iter().map(|&stride| {
            let at = place / stride.max(1);
            place -= at * stride;
            at
        });
        index.collect()
    }
}
