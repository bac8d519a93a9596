//! Where a launch had best run that nobody has told where: where all of its data is.

use super::{Part, Storage};
use crate::accelerator_view::AcceleratorView;
use crate::coherence::Place;
use crate::sync::lock;

/// Where the data of a launch is.
pub struct Whereabouts {
    default: AcceleratorView,
    /// Whether the default view has the newest of all of it.
    is_here: bool,
    /// The views with memory of their own that have; nothing, if there is no data as yet.
    common: Option<Vec<AcceleratorView>>,
}

impl Whereabouts {
    pub(crate) fn new(default: AcceleratorView) -> Self {
        Whereabouts { default, is_here: true, common: None }
    }

    /// Adds a part that the launch uses. What is nowhere is no reason to go anywhere.
    pub(crate) fn add(&mut self, storage: &Storage, part: &Part<'_>) {
        // There is nowhere else to go: mostly because no device has any of it.
        if self.common.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let state = lock(&storage.state);
        if !state.coherence.is_anywhere(&part.span) {
            return;
        }
        let has =
            |place: Place| state.coherence.is_newest(place, &part.span) || state.knows(part, place, false);
        self.is_here = self.is_here && has(self.default.place());
        let common = self.common.get_or_insert_with(|| {
            let views = state.copies.iter().map(|(view, _)| view);
            views.filter(|view| !view.is_lost()).cloned().collect()
        });
        common.retain(|view| has(view.place()));
    }

    /// The default view if it has all data, or nobody has; else one that has.
    pub(crate) fn best(self) -> AcceleratorView {
        let elsewhere = self.common.into_iter().flatten().next().filter(|_| !self.is_here);
        elsewhere.unwrap_or(self.default)
    }
}
