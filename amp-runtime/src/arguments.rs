//! All that a kernel captures, as a list.

use crate::accelerator_view::AcceleratorView;
use crate::capture::{Argument, Prepared};
use crate::checked::Lent;
use crate::coherence::Place;
use crate::error::Result;
use crate::gpu::Binding;
use crate::storage::{Shared, Whereabouts};
use crate::twin::Launch;

/// The arguments of a kernel: `()`, or `(first, rest)`.
pub trait Arguments: Given {
    /// What sorts of things they are.
    type Keys: 'static;
    /// What the native twin gets.
    type Twins: Sync;

    /// What the native twin gets: data is brought to the host.
    ///
    /// # Safety
    /// The twins are used only while these arguments exist, by the rows of this launch.
    unsafe fn twins(&self, slot: usize, launch: Launch) -> Result<Self::Twins>;

    /// Whether those of some slots have this extent, and nothing lies between their elements.
    fn are_flat(twins: &Self::Twins, slot: usize, which: &[usize], extent: &[usize]) -> bool;

    /// Makes one row of each of those.
    fn flatten(twins: &mut Self::Twins, slot: usize, which: &[usize]);
}

/// Arguments, whatever their types: what is compiled once for all kernels deals with these.
pub trait Given {
    /// Looks at each argument that has to be used where it is.
    fn homes(&self, slot: usize, look: &mut dyn FnMut(usize, &AcceleratorView));

    /// Adds where the data of the views is.
    fn whereabouts(&self, into: &mut Whereabouts);

    /// What a device gets: data is brought to the view.
    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()>;

    /// What a device gets of them before a launch: memory, but no data.
    fn prepare(&self, prepared: &mut Vec<Prepared>);

    /// Says that a launch has written to those that it writes.
    fn written(&self, place: Place);

    /// Adds the storages that other threads may use meanwhile.
    fn shared(&self, into: &mut Shared);

    /// The data that they lend.
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
        // SAFETY: the caller's promise.
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
