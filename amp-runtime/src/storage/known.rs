//! Parts with gaps that launches use again and again. Each of their rows is a range of bytes, and to ask where the newest of
//! all of these is takes time for each row; so what was found is remembered for as long as nothing becomes newest elsewhere.

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;

use super::{State, Storage};
use crate::accelerator_view::AcceleratorView;
use crate::coherence::Place;
use crate::error::Result;
use crate::gpu::{GpuBuffer, Staging};
use crate::ranges::Ranges;
use crate::shape::Key;
use crate::sync::lock;

/// Parts of a storage that are remembered at most.
const KEPT: usize = 16;

/// The elements that a launch uses of a storage.
pub(crate) struct Part<'p> {
    /// From the first byte to the last one, with all that lies between.
    pub(crate) span: Range<usize>,
    /// What it is known by.
    pub(crate) key: Option<Key>,
    /// Its bytes, which are listed only where it matters which they are.
    pub(crate) bytes: &'p dyn Fn() -> Result<&'p Ranges>,
    /// Whether the launch writes to it.
    pub(crate) written: bool,
}

/// What was found.
#[derive(Default)]
pub(super) struct Known(Vec<Found>);

/// A part of which all is newest at a place, as long as the epoch is this one.
struct Found {
    key: Key,
    place: Place,
    epoch: u64,
    /// Whether no other place has the newest of any of it, and nothing of it is undefined.
    only: bool,
}

impl State {
    pub(super) fn knows(&self, part: &Part<'_>, place: Place, only: bool) -> bool {
        let epoch = self.coherence.epoch();
        let fits = |found: &Found| found.place == place && found.epoch == epoch && (found.only || !only);
        self.known.0.iter().any(|found| fits(found) && Some(found.key) == part.key)
    }

    fn remember(&mut self, part: &Part<'_>, place: Place, only: bool) {
        let Some(key) = part.key else { return };
        let (epoch, known) = (self.coherence.epoch(), &mut self.known.0);
        known.retain(|found| found.epoch == epoch && (found.key, found.place) != (key, place));
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push(Found { key, place, epoch, only });
    }
}

impl State {
    /// Whether nothing changes when a part is written at a place.
    fn is_settled(&self, part: &Part<'_>, place: Place) -> bool {
        let coherence = &self.coherence;
        self.knows(part, place, true)
            || coherence.is_newest_only(place, &part.span) && !coherence.has_undefined()
    }

    /// Lists the bytes of a part that will be written, so that nothing can fail then.
    fn prepare(&self, part: &Part<'_>, place: Place) -> Result<()> {
        if part.written && !self.is_settled(part, place) {
            (part.bytes)()?;
        }
        Ok(())
    }
}

impl Storage {
    /// Brings the newest of a part to the host, and says where the storage starts there.
    pub(crate) fn part_on_host(&self, part: &Part<'_>) -> Result<NonNull<u8>> {
        let mut state = self.state()?;
        state.prepare(part, Place::Host)?;
        if !state.coherence.is_newest(Place::Host, &part.span) && !state.knows(part, Place::Host, false) {
            let wanted = &self.words((part.bytes)()?);
            self.bring_home(&mut state, wanted)?;
            // As in `on_host`.
            state.coherence.arrived(Place::Host, wanted);
            state.remember(part, Place::Host, false);
        }
        self.host_memory(&mut state)
    }

    /// Brings the newest of a part to a view with memory of its own.
    pub(crate) fn part_on_view(&self, view: &AcceleratorView, part: &Part<'_>) -> Result<Arc<GpuBuffer>> {
        let place = view.place();
        let mut state = self.state()?;
        state.prepare(part, place)?;
        if (state.coherence.is_newest(place, &part.span) || state.knows(part, place, false))
            && let Some(copy) = state.copy(place)
        {
            return Ok(copy);
        }
        let wanted = &self.words((part.bytes)()?);
        let copy = self.send(&mut state, view, wanted, Staging::Awaited)?;
        // What is nowhere does not move.
        if wanted.iter().all(|range| state.coherence.is_newest(place, &range)) {
            state.remember(part, place, false);
        }
        Ok(copy)
    }

    /// A part was, or is about to be, written at a place where it was asked for before. The caller holds a `&mut` of a view that
    /// it belongs to.
    pub(crate) fn part_written(&self, place: Place, part: &Part<'_>) {
        let state = &mut *lock(&self.state);
        if state.is_settled(part, place) {
            state.coherence.rewritten();
        } else if let Ok(bytes) = (part.bytes)() {
            state.coherence.written(place, bytes);
            state.remember(part, place, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, OnceCell};

    use super::*;
    use crate::accelerator::Accelerator;
    use crate::extent::Extent;
    use crate::shape::Shape;

    /// Uses the left column of a table at a place as a launch does; says how often its rows were listed.
    fn launch(storage: &Storage, at: &AcceleratorView, written: bool) -> usize {
        let shape = Shape::row_major(Extent([4, 3])).section([0, 1], [4, 1]).expect("it is inside");
        let (listed, found) = (Cell::new(0), OnceCell::new());
        let bytes = || {
            if found.get().is_none() {
                listed.set(listed.get() + 1);
            }
            Ok(found.get_or_init(|| shape.bytes(4).expect("there is memory")))
        };
        let part = Part { span: shape.span(4), key: shape.key(4), bytes: &bytes, written };
        match at.place() {
            Place::Host => drop(storage.part_on_host(&part).expect("it is there")),
            _ => drop(storage.part_on_view(at, &part).expect("it is there")),
        }
        if written {
            storage.part_written(at.place(), &part);
        }
        listed.get()
    }

    #[test]
    fn rows_are_listed_once_for_many_launches() {
        let host = Accelerator::cpu().default_view();
        for accelerator in Accelerator::all() {
            let on = accelerator.create_view(Default::default()).expect("it opens");
            for written in [true, false] {
                let storage = Storage::kept(vec![1u32; 12]);
                // Only a part of the storage is there, so that its span is not.
                let listed = (0..10).map(|_| launch(&storage, &on, written)).sum::<usize>();
                assert!(listed <= 2, "{listed} times on {accelerator}, written: {written}");
                // Elsewhere, and back.
                launch(&storage, &host, true);
                let listed = (0..10).map(|_| launch(&storage, &on, written)).sum::<usize>();
                assert!(listed <= 2, "{listed} times on {accelerator}, written: {written}");
                // Who discards what lies beside it, changes what is known.
                storage.discard(&Ranges::one(0..4));
                assert!(launch(&storage, &on, written) <= 1);
                assert_eq!(launch(&storage, &on, written), 0);
            }
        }
    }
}
