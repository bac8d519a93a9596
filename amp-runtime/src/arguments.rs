//! The captures of a kernel as a heterogeneous list, `(first, (second, ()))`. A list instead of tuples, so that two impls
//! suffice and a kernel may capture any number of variables. `DynCaptures` is the part that does not depend on types; the
//! launch uses it behind `dyn`.

use crate::accelerator_view::AcceleratorView;
use crate::capture::{Argument, Prepared};
use crate::checked::Lent;
use crate::coherence::Place;
use crate::error::Result;
use crate::gpu::Binding;
use crate::storage::{Shared, Whereabouts};
use crate::twin::Launch;

/// The bound captures of a kernel: `()`, or `(first, rest)`.
pub trait Arguments: Given {
    /// The list of capture types.
    type Keys: 'static;
    /// The list of values that the CPU code receives.
    type Twins: Sync;

    /// Downloads the data and returns what the CPU code receives.
    ///
    /// # Safety
    /// The result is used only while these captures exist, and only by the rows of this launch.
    unsafe fn twins(&self, slot: usize, launch: Launch) -> Result<Self::Twins>;

    /// Whether the views with these capture indices are contiguous and have this extent.
    fn are_flat(twins: &Self::Twins, slot: usize, which: &[usize], extent: &[usize]) -> bool;

    /// Collapses those views to one row.
    fn flatten(twins: &mut Self::Twins, slot: usize, which: &[usize]);
}

/// Captures behind `dyn`, for the code of a launch that is compiled once for all kernels.
pub trait Given {
    /// Calls `look` with each capture that must be used on its own queue.
    fn homes(&self, slot: usize, look: &mut dyn FnMut(usize, &AcceleratorView));

    /// Adds the residency of the views' data.
    fn whereabouts(&self, into: &mut Whereabouts);

    /// Makes data resident on the queue and returns the bindings of the captures.
    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()>;

    /// Adds what a launch needs of each capture before its data exists, to compile the kernel.
    fn prepare(&self, prepared: &mut Vec<Prepared>);

    /// Records that a launch has written to the written views.
    fn written(&self, place: Place);

    /// Adds the storages that other threads may use at the same time.
    fn shared(&self, into: &mut Shared);

    /// Adds the borrowed data, for the checked accelerator.
    fn lent(&self, into: &mut Lent);
}

impl Arguments for () {
    type Keys = ();
    type Twins = ();

    unsafe fn twins(&self, _: usize, _: Launch) -> Result<()> {
        Ok(())
    }

    fn are_flat(_: &(), _: usize, _: &[usize], _: &[usize]) -> bool {
        true
    }

    fn flatten(_: &mut (), _: usize, _: &[usize]) {}
}

impl Given for () {
    fn homes(&self, _: usize, _: &mut dyn FnMut(usize, &AcceleratorView)) {}

    fn whereabouts(&self, _: &mut Whereabouts) {}

    fn bind(&self, _: &AcceleratorView, _: &mut Vec<Binding>) -> Result<()> {
        Ok(())
    }

    fn prepare(&self, _: &mut Vec<Prepared>) {}

    fn written(&self, _: Place) {}

    fn shared(&self, _: &mut Shared) {}

    fn lent(&self, _: &mut Lent) {}
}

impl<A: Argument, R: Arguments> Arguments for (A, R) {
    type Keys = (A::Key, R::Keys);
    type Twins = (A::Twin, R::Twins);

    unsafe fn twins(&self, slot: usize, launch: Launch) -> Result<Self::Twins> {
        // SAFETY: the caller guarantees it.
        unsafe { Ok((self.0.twin(slot, launch)?, self.1.twins(slot + 1, launch)?)) }
    }

    fn are_flat(twins: &Self::Twins, slot: usize, which: &[usize], extent: &[usize]) -> bool {
        (!which.contains(&slot) || A::is_flat(&twins.0, extent))
            && R::are_flat(&twins.1, slot + 1, which, extent)
    }

    fn flatten(twins: &mut Self::Twins, slot: usize, which: &[usize]) {
        if which.contains(&slot) {
            A::flatten(&mut twins.0);
        }
        R::flatten(&mut twins.1, slot + 1, which);
    }
}

impl<A: Argument, R: Given> Given for (A, R) {
    fn homes(&self, slot: usize, look: &mut dyn FnMut(usize, &AcceleratorView)) {
        if let Some(view) = self.0.home() {
            look(slot, view);
        }
        self.1.homes(slot + 1, look);
    }

    fn whereabouts(&self, into: &mut Whereabouts) {
        self.0.whereabouts(into);
        self.1.whereabouts(into);
    }

    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()> {
        bindings.push(self.0.bind(view)?);
        self.1.bind(view, bindings)
    }

    fn prepare(&self, prepared: &mut Vec<Prepared>) {
        prepared.push(self.0.prepare());
        self.1.prepare(prepared);
    }

    fn written(&self, place: Place) {
        self.0.written(place);
        self.1.written(place);
    }

    fn shared(&self, into: &mut Shared) {
        self.0.shared(into);
        self.1.shared(into);
    }

    fn lent(&self, into: &mut Lent) {
        self.0.lent(into);
        self.1.lent(into);
    }
}
