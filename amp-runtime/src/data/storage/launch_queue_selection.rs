//! Chooses the queue of a launch that names none. If the default queue lacks some of the newest data, and
//! another queue has all of it, the launch runs on that queue, so that no data moves.

use super::{Region, Storage};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::sync::lock;

/// Determines the queue of a launch from the locations of the data that the launch uses.
pub struct QueueSelection {
    default: AcceleratorView,
    /// Whether the default queue has the newest data of all regions added so far.
    is_here: bool,
    /// The queues with their own memory that have the newest data of all regions added so far. Regions without
    /// data at any location do not count. `None` if all regions so far are without data.
    candidates: Option<Vec<AcceleratorView>>,
}

impl QueueSelection {
    pub(crate) fn new(default: AcceleratorView) -> Self {
        QueueSelection { default, is_here: true, candidates: None }
    }

    /// Adds a region that the launch uses. If no location has data of the region, it needs no transfer and
    /// does not affect the choice.
    pub(crate) fn add(&mut self, storage: &Storage, region: &Region<'_>) {
        // Further regions can only remove candidates. So once the list is empty, the launch runs on the
        // default queue. This is the common case, because usually no device has all data.
        if self.candidates.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let state = lock(&storage.state);
        if !state.coherence.has_data(&region.span) {
            return;
        }
        let has = |location: Location| {
            state.coherence.is_newest(location, &region.span) || state.contains(region, location, false)
        };
        self.is_here = self.is_here && has(self.default.location());
        let common = self.candidates.get_or_insert_with(|| {
            let views = state.buffers.iter().map(|(view, _)| view);
            views.filter(|view| !view.is_lost()).cloned().collect()
        });
        common.retain(|view| has(view.location()));
    }

    /// Returns the default queue if it has the newest data of all regions, or if no other queue has all of
    /// it. Otherwise returns a queue that has all of it.
    pub(crate) fn queue(self) -> AcceleratorView {
        let elsewhere = self.candidates.into_iter().flatten().next().filter(|_| !self.is_here);
        elsewhere.unwrap_or(self.default)
    }
}
