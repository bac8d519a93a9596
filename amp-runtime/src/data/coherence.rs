//! The coherence protocol as a pure state machine: which bytes of a storage are newest at which location, and
//! which transfers a use requires. The state machine accesses no memory, so it can be tested separately.
//!
//! For each location, the state holds the set of bytes that are newest there. A byte may be newest at several
//! locations, which then agree about its value. It may also be newest at no location: then it is zero if it
//! was never written, and undefined after a discard. A write at one location makes the bytes stale at all
//! others.
//!
//! Two counters allow callers to cache results. `version` changes with every write or discard. A download
//! compares versions to detect data that became stale. `epoch` changes when the newest bytes of some location
//! change, or when bytes become undefined. The residency cache compares epochs. Repeated launches at one
//! location leave the epoch unchanged, so the cached entries stay valid.

use std::ops::Range;

use crate::device::queue::Location;
use crate::support::ranges::Ranges;

/// Bytes that must be copied from a location before another location can use them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PlannedTransfer {
    pub(crate) from: Location,
    pub(crate) bytes: Ranges,
}

/// Stores, for each byte of one storage, the locations that have the newest data.
#[derive(Debug)]
pub(crate) struct Coherence {
    /// The newest bytes of each location. The host is the first entry, so that it is the preferred source of
    /// transfers.
    newest: Vec<(Location, Ranges)>,
    /// Bytes that no location has read, written or discarded so far, so they still have the initial value zero.
    /// Newly allocated memory is zero too, so their first use at a location needs no transfer.
    zeros: Ranges,
    /// Bytes that were discarded and not written since. A read at a location marks such a byte as newest there.
    /// The byte stays in this set, because a read does not define its value.
    undefined: Ranges,
    /// The number of writes and discards so far.
    version: u64,
    /// Increases when the newest bytes of some location change, or when bytes become undefined.
    epoch: u64,
}

impl Coherence {
    /// The state of a storage whose data is in host memory.
    pub(crate) fn with_host_data(bytes: usize) -> Self {
        Coherence {
            newest: vec![(Location::Host, Ranges::one(0..bytes))],
            zeros: Ranges::default(),
            undefined: Ranges::default(),
            version: 0,
            epoch: 0,
        }
    }

    /// The state of a storage without data. All its bytes are zero.
    pub(crate) fn without_data(bytes: usize) -> Self {
        Coherence {
            newest: vec![(Location::Host, Ranges::default())],
            zeros: Ranges::one(0..bytes),
            undefined: Ranges::default(),
            version: 0,
            epoch: 0,
        }
    }

    /// The number of writes and discards so far. A download is stale if this number changed since it began.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// A number that increases when the newest bytes of some location change, or when bytes become undefined.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns the transfers that make the bytes `requested` newest at `location`. Prefers sources for which
    /// `near` returns true. Bytes that are newest at no location were never written, or were discarded, and
    /// need no transfer.
    pub(crate) fn required_transfers(
        &self,
        location: Location,
        requested: &Ranges,
        near: impl Fn(Location) -> bool,
    ) -> Vec<PlannedTransfer> {
        let mut rest = match self.newest_at(location) {
            Some(here) => requested.difference(here),
            None => requested.clone(),
        };
        let mut moves = Vec::new();
        for nearby in [true, false] {
            for (from, newest) in self.newest.iter().filter(|(from, _)| *from != location) {
                if rest.is_empty() {
                    return moves;
                }
                if near(*from) != nearby {
                    continue;
                }
                let bytes = rest.intersection(newest);
                if !bytes.is_empty() {
                    rest = rest.difference(&bytes);
                    moves.push(PlannedTransfer { from: *from, bytes });
                }
            }
        }
        moves
    }

    /// Whether a location has the newest data of every byte in a range.
    pub(crate) fn is_newest(&self, location: Location, range: &Range<usize>) -> bool {
        self.newest_at(location).is_some_and(|here| here.covers(range))
    }

    /// Whether some location has the newest data of some byte in a range.
    pub(crate) fn has_data(&self, range: &Range<usize>) -> bool {
        self.newest.iter().any(|(_, newest)| newest.intersects(range))
    }

    /// Whether this location has the newest data of a range, and no other location has any of it.
    pub(crate) fn is_exclusively_newest(&self, location: Location, range: &Range<usize>) -> bool {
        self.is_newest(location, range)
            && !self.newest.iter().any(|(other, newest)| *other != location && newest.intersects(range))
    }

    /// Whether a new copy of the storage may be allocated without clearing: no byte still has its initial
    /// value, zero.
    pub(crate) fn may_skip_zeroing(&self) -> bool {
        self.zeros.is_empty()
    }

    /// Marks bytes as newest at this location. They stay newest at the other locations that have their newest
    /// data. The caller has copied the bytes to this location, or no location had their newest data. In the
    /// second case, the memory at this location determines their value from now on.
    pub(crate) fn mark_valid(&mut self, location: Location, bytes: &Ranges) {
        if !self.zeros.is_empty() {
            self.zeros = self.zeros.difference(bytes);
        }
        match self.newest.iter_mut().find(|(here, _)| *here == location) {
            // The bytes are already newest here, as in repeated launches at one location. So the epoch stays
            // unchanged.
            Some((_, newest)) if bytes.iter().all(|range| newest.covers(&range)) => {}
            Some((_, newest)) => {
                *newest = newest.union(bytes);
                self.epoch += 1;
            }
            None => {
                self.newest.push((location, bytes.clone()));
                self.epoch += 1;
            }
        }
    }

    /// Records a write at a location. The bytes become stale at all other locations.
    pub(crate) fn mark_written(&mut self, location: Location, bytes: &Ranges) {
        self.mark_defined(|| bytes.clone());
        self.moved_to(location, bytes);
    }

    /// Makes one location the only one with the newest data of these bytes.
    pub(crate) fn moved_to(&mut self, location: Location, bytes: &Ranges) {
        if !bytes.iter().all(|range| self.is_exclusively_newest(location, &range)) {
            self.invalidate(bytes);
            self.mark_valid(location, bytes);
        }
    }

    /// Marks bytes as undefined, and as stale at every location. No transfer moves them before the next
    /// write.
    pub(crate) fn mark_discarded(&mut self, bytes: &Ranges) {
        self.version += 1;
        self.invalidate(bytes);
        self.undefined = self.undefined.union(bytes);
    }

    /// Records that a write at `location` failed, so that each byte in its memory has the old or the new value.
    /// A byte that is also newest at another location becomes stale at `location`. A byte that is newest only
    /// at `location` stays newest. A byte that still had the initial value zero becomes newest at `location`.
    pub(crate) fn mark_write_failed(&mut self, location: Location, bytes: &Ranges) {
        self.version += 1;
        self.epoch += 1;
        let others = self.newest.iter().filter(|(other, _)| *other != location);
        let elsewhere =
            others.fold(Ranges::default(), |all, (_, newest)| all.union(&newest.intersection(bytes)));
        if let Some((_, here)) = self.newest.iter_mut().find(|(here, _)| *here == location) {
            *here = here.difference(&elsewhere);
        }
        let zeros = self.zeros.intersection(bytes);
        self.mark_valid(location, &zeros);
    }

    /// Increases the version for a write, so that pending downloads become stale. Does not change the newest
    /// bytes of any location.
    pub(crate) fn bump_version(&mut self) {
        self.version += 1;
    }

    /// Records that a user or a kernel wrote bytes, so that they are no longer undefined.
    pub(crate) fn mark_defined(&mut self, bytes: impl FnOnce() -> Ranges) {
        self.version += 1;
        if !self.undefined.is_empty() {
            self.undefined = self.undefined.difference(&bytes());
        }
    }

    /// Whether any bytes are undefined.
    pub(crate) fn has_undefined(&self) -> bool {
        !self.undefined.is_empty()
    }

    /// Records that the host wrote one element, so that its bytes are no longer undefined. If the set of
    /// undefined bytes already consists of 256 ranges or more, all bytes of `around` count as written. This
    /// keeps the set small. `around` is the block of up to 1024 elements that contains the element.
    pub(crate) fn mark_element_defined(&mut self, element: &Range<usize>, around: &Range<usize>) {
        const PIECES: usize = 256;
        let exactly = self.undefined.iter().len() < PIECES;
        self.mark_defined(|| Ranges::one(if exactly { element.clone() } else { around.clone() }));
    }

    /// Those of the given bytes that were discarded and not written since.
    pub(crate) fn undefined(&self, bytes: &Ranges) -> Ranges {
        self.undefined.intersection(bytes)
    }

    /// Marks bytes as undefined again. The runtime records all bytes of a written view as written before a
    /// launch. After a checked launch, it calls this function for the undefined bytes that no work-item wrote.
    pub(crate) fn mark_undefined(&mut self, bytes: &Ranges) {
        self.epoch += u64::from(!bytes.is_empty());
        self.undefined = self.undefined.union(bytes);
    }

    fn invalidate(&mut self, bytes: &Ranges) {
        self.epoch += 1;
        self.zeros = self.zeros.difference(bytes);
        for (_, newest) in &mut self.newest {
            *newest = newest.difference(bytes);
        }
    }

    /// The newest bytes of a location, or `None` if the location was never used.
    pub(crate) fn newest_at(&self, location: Location) -> Option<&Ranges> {
        self.newest.iter().find(|(here, _)| *here == location).map(|(_, newest)| newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Location = Location::Queue(1);
    const B: Location = Location::Queue(2);

    fn all() -> Ranges {
        Ranges::one(0..100)
    }

    fn moves(it: &Coherence, location: Location, requested: &Ranges) -> Vec<PlannedTransfer> {
        it.required_transfers(location, requested, |_| false)
    }

    fn moved(from: Location, range: Range<usize>) -> PlannedTransfer {
        PlannedTransfer { from, bytes: Ranges::one(range) }
    }

    #[test]
    fn reads_at_several_locations_keep_all_of_them_valid() {
        let mut it = Coherence::with_host_data(100);
        for location in [A, B] {
            assert_eq!(moves(&it, location, &all()), [moved(Location::Host, 0..100)]);
            it.mark_valid(location, &all());
        }
        assert!([Location::Host, A, B].into_iter().all(|location| moves(&it, location, &all()).is_empty()));
    }

    #[test]
    fn write_makes_other_locations_stale() {
        let mut it = Coherence::with_host_data(100);
        it.mark_valid(A, &all());
        it.mark_written(A, &Ranges::one(20..30));
        assert_eq!(moves(&it, Location::Host, &all()), [moved(A, 20..30)]);
        assert!(moves(&it, Location::Host, &Ranges::one(30..100)).is_empty());
        let both = [moved(Location::Host, 10..20), moved(A, 20..25)];
        assert_eq!(moves(&it, B, &Ranges::one(10..25)), both);
        it.mark_written(Location::Host, &Ranges::one(0..22));
        assert_eq!(moves(&it, Location::Host, &all()), [moved(A, 22..30)]);
        assert_eq!(moves(&it, A, &all()), [moved(Location::Host, 0..22)]);
    }

    #[test]
    fn discarded_data_does_not_move_before_the_next_write() {
        let mut it = Coherence::with_host_data(100);
        it.mark_written(A, &all());
        it.mark_discarded(&Ranges::one(40..60));
        let rest = Ranges::from_sorted([0..40, 60..100]);
        assert_eq!(moves(&it, Location::Host, &all()), [PlannedTransfer { from: A, bytes: rest }]);
        assert!(moves(&it, B, &Ranges::one(40..60)).is_empty() && it.may_skip_zeroing());
        it.mark_written(B, &Ranges::one(50..60));
        assert_eq!(moves(&it, Location::Host, &Ranges::one(40..60)), [moved(B, 50..60)]);
    }

    #[test]
    fn failed_write_leaves_other_locations_newest() {
        let mut it = Coherence::with_host_data(100);
        it.mark_valid(A, &all());
        it.mark_written(A, &Ranges::one(20..30));
        it.mark_write_failed(A, &Ranges::one(10..40));
        assert_eq!(moves(&it, Location::Host, &all()), [moved(A, 20..30)]);
        let stale = Ranges::from_sorted([10..20, 30..40]);
        assert_eq!(moves(&it, A, &all()), [PlannedTransfer { from: Location::Host, bytes: stale }]);
    }

    #[test]
    fn failed_write_to_zeros_defines_them() {
        let mut it = Coherence::without_data(100);
        it.mark_write_failed(A, &Ranges::one(10..40));
        assert_eq!(moves(&it, Location::Host, &all()), [moved(A, 10..40)]);
        assert!(moves(&it, A, &all()).is_empty());
        it.mark_discarded(&all());
        it.mark_write_failed(A, &all());
        assert!(moves(&it, Location::Host, &all()).is_empty());
    }

    #[test]
    fn transfers_prefer_near_locations() {
        let mut it = Coherence::with_host_data(100);
        it.mark_valid(A, &Ranges::one(0..60));
        it.mark_written(A, &Ranges::one(0..20));
        let near = |location| location == A;
        assert_eq!(it.required_transfers(B, &all(), near), [moved(A, 0..60), moved(Location::Host, 60..100)]);
        assert_eq!(
            it.required_transfers(B, &all(), |_| false),
            [moved(Location::Host, 20..100), moved(A, 0..20)]
        );
    }
}
