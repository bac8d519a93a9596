//! Chooses the queue of a launch that names none. If the default queue lacks some of the data and another
//! queue has all of it, the launch runs there, so that nothing moves.

use super::{Region, Storage};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::sync::lock;

/// The residency of a launch's data, and the queue that follows from it.
pub struct QueueSelection {
    default: AcceleratorView,
    /// Whether the default queue has all of the newest data.
    is_here: bool,
    /// The queues with their own memory that have all of the newest data; `None` as long as no data was added.
    candidates: Option<Vec<AcceleratorView>>,
}

impl QueueSelection {
    pub(crate) fn new(default: AcceleratorView) -> Self {
        QueueSelection { default, is_here: true, candidates: None }
    }

    /// Adds a region that the launch uses. Regions without data have no influence.
    pub(crate) fn add(&mut self, storage: &Storage, part: &Region<'_>) {
        // A further region can only remove candidates. So once the list is empty, the choice is the default
        // queue. This is the common case, because usually no device has all of the data.
        if self.candidates.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let state = lock(&storage.state);
        if !state.coherence.has_data(&part.span) {
            return;
        }
        let has = |place: Location| {
            state.coherence.is_newest(place, &part.span) || state.contains(part, place, false)
        };
        self.is_here = self.is_here && has(self.default.location());
        let common = self.candidates.get_or_insert_with(|| {
            let views = state.buffers.iter().map(|(view, _)| view);
            views.filter(|view| !view.is_lost()).cloned().collect()
        });
        common.retain(|view| has(view.location()));
    }

    /// Returns the default queue if it has all of the newest data, or if no queue has. Otherwise returns a
    /// queue that has all of it.
    pub(crate) fn queue(self) -> AcceleratorView {
        let elsewhere = self.candidates.into_iter().flatten().next().filter(|_| !self.is_here);
        elsewhere.unwrap_or(self.default)
    }
}
