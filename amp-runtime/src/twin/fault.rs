//! Faults: how a twin stops when a work-item leaves a view.

use std::panic::Location;

/// What a work-item did. It unwinds to the executor, which knows the kernel's and the views' names.
pub(crate) struct Fault {
    /// The captured view.
    pub(crate) slot: usize,
    /// The work-item's global index.
    pub(crate) item: Vec<usize>,
    /// The index that it used.
    pub(crate) index: Vec<usize>,
    /// The view's extent.
    pub(crate) extent: Vec<usize>,
    /// Where in the source, if that is known.
    pub(crate) place: Option<&'static Location<'static>>,
    /// What happened, in place of view, index and extent.
    said: String,
}

impl Fault {
    /// Stops the twin. No panic hook runs: the error that the launch returns says it all.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise(
        slot: usize,
        item: Vec<usize>,
        index: &[usize],
        extent: &[usize],
        at: &'static Location<'static>,
    ) -> ! {
        std::panic::resume_unwind(Box::new(Fault {
            slot,
            item,
            index: index.to_vec(),
            extent: extent.to_vec(),
            place: Some(at),
            said: String::new(),
        }))
    }

    /// Stops the twin, with a message that says all but who it was, and where, if that is known.
    pub(crate) fn raise_saying(
        item: Vec<usize>,
        said: String,
        place: Option<&'static Location<'static>>,
    ) -> ! {
        let (index, extent) = (Vec::new(), Vec::new());
        std::panic::resume_unwind(Box::new(Fault { slot: usize::MAX, item, index, extent, place, said }))
    }

    /// What happened, with the view's name.
    pub(crate) fn message(&self, view: &str) -> String {
        let Fault { index, extent, said, .. } = self;
        if !said.is_empty() {
            return said.clone();
        }
        // What wrapped around below zero is shown as it was meant.
        let index: Vec<_> = index.iter().map(|at| at.cast_signed()).collect();
        format!("index {index:?} is out of range for `{view}` of extent {extent:?}")
    }
}
