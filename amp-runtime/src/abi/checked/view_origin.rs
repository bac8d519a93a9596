//! Maps an element of a subview to its index in the captured view, for error messages.

use std::collections::BTreeMap;

use super::checker::Checker;

/// The layout of a captured view: the address of its first element, the size of an element in bytes, and the
/// strides in elements.
pub(super) struct ViewLayout {
    first: usize,
    size: usize,
    stride: Vec<usize>,
}

/// The layouts of captured views, by the index of the capture.
pub(super) type Views = BTreeMap<usize, ViewLayout>;

impl Checker {
    /// Records the layout of a captured view, when the kernel creates the first subview of the view.
    pub(super) fn record_view(&self, capture: usize, first: usize, size: usize, stride: &[usize]) {
        let viewed = || ViewLayout { first, size, stride: stride.to_vec() };
        self.views.borrow_mut().entry(capture).or_insert_with(viewed);
    }

    /// Converts the address of an element to the element's index in the captured view. If the kernel has
    /// created no subview of that view, `index` is already this index.
    pub(super) fn index_in_view(&self, capture: usize, index: &[usize], address: usize) -> Vec<usize> {
        let views = self.views.borrow();
        let Some(ViewLayout { first, size, stride }) = views.get(&capture) else { return index.to_vec() };
        let mut place = (address - first) / size;
        let index = stride.iter().map(|&stride| {
            let at = place / stride.max(1);
            place -= at * stride;
            at
        });
        index.collect()
    }
}
