//! The residency cache for non-contiguous regions. Each row of such a region is a separate range of bytes, so
//! a query whether the region is resident takes time for each row. The cache stores the answer until the
//! coherence epoch changes, so repeated launches list no rows.

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;

use super::{State, Storage};
use crate::data::shape::ShapeKey;
use crate::device::gpu::{GpuBuffer, Staging};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::sync::lock;

/// The maximum number of cached regions of a storage.
const CAPACITY: usize = 16;

/// The elements of a storage that a launch uses.
pub(crate) struct Region<'p> {
    /// All bytes from the first to the last one, including gaps between rows.
    pub(crate) span: Range<usize>,
    /// The key in the cache; `None` if the region cannot be cached.
    pub(crate) key: Option<ShapeKey>,
    /// Computes the list of the region's byte ranges. It is called only if neither the cache nor `span` shows
    /// whether the region is resident.
    pub(crate) bytes: &'p dyn Fn() -> Result<&'p Ranges>,
    /// Whether the launch writes to the region.
    pub(crate) written: bool,
}

/// The cached residency of a storage's non-contiguous regions.
#[derive(Default)]
pub(super) struct ResidencyCache(Vec<Entry>);

/// Records that the newest data of a region is at `location`. The entry is valid while `epoch` is the epoch
/// of the storage's [`Coherence`](crate::data::coherence::Coherence).
struct Entry {
    key: ShapeKey,
    location: Location,
    epoch: u64,
    /// Whether no other location has the newest data of any byte of the region, and no byte is undefined.
    exclusive: bool,
}

impl State {
    pub(super) fn contains(&self, region: &Region<'_>, location: Location, only: bool) -> bool {
        let epoch = self.coherence.epoch();
        let fits =
            |found: &Entry| found.location == location && found.epoch == epoch && (found.exclusive || !only);
        self.residency.0.iter().any(|found| fits(found) && Some(found.key) == region.key)
    }

    fn remember(&mut self, region: &Region<'_>, location: Location, only: bool) {
        let Some(key) = region.key else { return };
        let (epoch, known) = (self.coherence.epoch(), &mut self.residency.0);
        known.retain(|found| found.epoch == epoch && (found.key, found.location) != (key, location));
        if known.len() == CAPACITY {
            known.remove(0);
        }
        known.push(Entry { key, location, epoch, exclusive: only });
    }
}

impl State {
    /// Whether a write of the region at this location would leave the residency as it is.
    fn write_changes_nothing(&self, region: &Region<'_>, location: Location) -> bool {
        let coherence = &self.coherence;
        self.contains(region, location, true)
            || coherence.is_exclusively_newest(location, &region.span) && !coherence.has_undefined()
    }

    /// Makes the region compute and store its list of bytes, if `region_written` will need the list. The
    /// allocation may fail here, and must not fail in `region_written`, which cannot return an error.
    fn list_bytes_if_needed(&self, region: &Region<'_>, location: Location) -> Result<()> {
        if region.written && !self.write_changes_nothing(region, location) {
            (region.bytes)()?;
        }
        Ok(())
    }
}

impl Storage {
    /// Downloads the newest data of a region to the host, and returns the address of the storage there.
    pub(crate) fn region_on_host(&self, region: &Region<'_>) -> Result<NonNull<u8>> {
        let mut state = self.state()?;
        state.list_bytes_if_needed(region, Location::Host)?;
        if !state.coherence.is_newest(Location::Host, &region.span)
            && !state.contains(region, Location::Host, false)
        {
            let requested = &self.widen_to_words((region.bytes)()?);
            self.download_newest(&mut state, requested)?;
            // Bytes that were never written, or were discarded, become newest on the host, as in
            // `resident_on_host`.
            state.coherence.mark_valid(Location::Host, requested);
            state.remember(region, Location::Host, false);
        }
        self.host_memory(&mut state)
    }

    /// Makes the newest data of a region resident on a queue with its own memory.
    pub(crate) fn region_on_queue(
        &self,
        view: &AcceleratorView,
        region: &Region<'_>,
    ) -> Result<Arc<GpuBuffer>> {
        let location = view.location();
        let mut state = self.state()?;
        state.list_bytes_if_needed(region, location)?;
        if (state.coherence.is_newest(location, &region.span) || state.contains(region, location, false))
            && let Some(copy) = state.buffer_at(location)
        {
            return Ok(copy);
        }
        let requested = &self.widen_to_words((region.bytes)()?);
        let copy = self.upload(&mut state, view, requested, Staging::Wait)?;
        // Bytes that were never written, or were discarded, are newest at no location and were not
        // transferred. A region with such bytes is not cached.
        if requested.iter().all(|range| state.coherence.is_newest(location, &range)) {
            state.remember(region, location, false);
        }
        Ok(copy)
    }

    /// Records that a region was, or is about to be, written at a location. The region must be resident
    /// there, and the caller must hold a `&mut` of a view that it belongs to.
    pub(crate) fn region_written(&self, location: Location, region: &Region<'_>) {
        let state = &mut *lock(&self.state);
        if state.write_changes_nothing(region, location) {
            state.coherence.bump_version();
        } else if let Ok(bytes) = (region.bytes)() {
            state.coherence.mark_written(location, &self.widen_to_words(bytes));
            state.remember(region, location, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, OnceCell};

    use super::*;
    use crate::data::shape::Shape;
    use crate::device::accelerator::Accelerator;
    use crate::types::extent::Extent;

    /// Uses the middle column of a 4 by 3 matrix at a location, as a launch does. Returns how often the list of
    /// the column's byte ranges was computed.
    fn launch(storage: &Storage, at: &AcceleratorView, written: bool) -> usize {
        let shape = Shape::row_major(Extent([4, 3])).section([0, 1], [4, 1]).expect("it is inside");
        let (listed, found) = (Cell::new(0), OnceCell::new());
        let bytes = || {
            if found.get().is_none() {
                listed.set(listed.get() + 1);
            }
            Ok(found.get_or_init(|| shape.bytes(4).expect("there is memory")))
        };
        let region = Region { span: shape.span(4), key: shape.key(4), bytes: &bytes, written };
        match at.location() {
            Location::Host => drop(storage.region_on_host(&region).expect("it is there")),
            _ => drop(storage.region_on_queue(at, &region).expect("it is there")),
        }
        if written {
            storage.region_written(at.location(), &region);
        }
        listed.get()
    }

    #[test]
    fn residency_cache_lists_rows_once_for_repeated_launches() {
        let host = Accelerator::cpu().default_view();
        for accelerator in Accelerator::all() {
            let on = accelerator.create_view(Default::default()).expect("it opens");
            for written in [true, false] {
                let storage = Storage::owned(vec![1u32; 12]);
                // Only a part of the storage is resident, so the check of the complete span, including the
                // gaps between rows, fails.
                let listed = (0..10).map(|_| launch(&storage, &on, written)).sum::<usize>();
                assert!(listed <= 2, "{listed} times on {accelerator}, written: {written}");
                // A write on the host makes the device's copy stale.
                launch(&storage, &host, true);
                let listed = (0..10).map(|_| launch(&storage, &on, written)).sum::<usize>();
                assert!(listed <= 2, "{listed} times on {accelerator}, written: {written}");
                // A discard of neighbouring bytes changes the epoch.
                storage.discard(&Ranges::one(0..4));
                assert!(launch(&storage, &on, written) <= 1);
                assert_eq!(launch(&storage, &on, written), 0);
            }
        }
    }
}
