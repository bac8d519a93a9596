//! Faults: the panics by which CPU code stops when a work-item accesses an index outside a view or fails an
//! assertion.
//!
//! A fault unwinds to the executor as a payload of type `Fault`, without the panic hook. The executor adds
//! the names of the kernel and the view, and returns the fault as `Error::KernelPanicked`.

use std::panic::Location;

/// A failure of a work-item: an access outside a view, or another failure such as a failed assertion.
pub(crate) struct Fault {
    /// The index of the view among the captures.
    pub(crate) capture: usize,
    /// The work-item's global index.
    pub(crate) item: Vec<usize>,
    /// The index at which the kernel accessed the view.
    pub(crate) index: Vec<usize>,
    /// The view's extent.
    pub(crate) extent: Vec<usize>,
    /// The source location, if it is known.
    pub(crate) location: Option<&'static Location<'static>>,
    /// The error message for a failure other than an access. Empty for an access outside a view, whose
    /// message is made from the view, the index and the extent.
    message: String,
}

impl Fault {
    /// Stops the kernel by unwinding to the executor. The panic hook does not run, because the launch returns
    /// the fault to the user as an error.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise(
        capture: usize,
        item: Vec<usize>,
        index: &[usize],
        extent: &[usize],
        at: &'static Location<'static>,
    ) -> ! {
        std::panic::resume_unwind(Box::new(Fault {
            capture,
            item,
            index: index.to_vec(),
            extent: extent.to_vec(),
            location: Some(at),
            message: String::new(),
        }))
    }

    /// Stops the kernel with a message, and with a source location if it is known.
    pub(crate) fn raise_message(
        item: Vec<usize>,
        text: String,
        place: Option<&'static Location<'static>>,
    ) -> ! {
        let (index, extent) = (Vec::new(), Vec::new());
        std::panic::resume_unwind(Box::new(Fault {
            capture: usize::MAX,
            item,
            index,
            extent,
            location: place,
            message: text,
        }))
    }

    /// The message of the error. `view` is the name of the captured view.
    pub(crate) fn message(&self, view: &str) -> String {
        let Fault { index, extent, message: text, .. } = self;
        if !text.is_empty() {
            return text.clone();
        }
        // A component that wrapped around below zero is shown as a negative number.
        let index: Vec<_> = index.iter().map(|at| at.cast_signed()).collect();
        format!("index {index:?} is out of range for `{view}` of extent {extent:?}")
    }
}
