//! The rules of coherence: which copies of a storage hold its newest data, and what has to move where.
//!
//! No memory is touched here, so the rules can be read and tested by themselves. The granularity is the whole storage.

/// Where a copy of a storage may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The memory of the host, which is that of the CPU accelerator as well.
    Host,
    /// An accelerator view with memory of its own.
    View(u64),
}

/// Which places hold the newest data of one storage.
#[derive(Debug)]
pub(crate) struct Coherence {
    newest: Vec<Place>,
}

impl Coherence {
    /// The data is at one place.
    pub(crate) fn at(place: Place) -> Self {
        Coherence { newest: vec![place] }
    }

    /// There is no data yet.
    pub(crate) fn nowhere() -> Self {
        Coherence { newest: Vec::new() }
    }

    /// Whence the data has to be copied before it can be used at a place; `None` if nothing has to move.
    pub(crate) fn source_for(&self, place: Place) -> Option<Place> {
        if self.newest.contains(&place) {
            return None;
        }
        // From the host if it has it: the other way would pass through the host as well.
        let host = self.newest.contains(&Place::Host);
        if host { Some(Place::Host) } else { self.newest.first().copied() }
    }

    /// Whether there is data, and a place has the newest of it.
    pub(crate) fn is_newest(&self, place: Place) -> bool {
        self.newest.contains(&place)
    }

    /// Whether there is any data at all: not after a discard, and not before the first write.
    pub(crate) fn has_data(&self) -> bool {
        !self.newest.is_empty()
    }

    /// A copy has been made: one more place has the newest data.
    pub(crate) fn arrived(&mut self, place: Place) {
        if !self.newest.contains(&place) {
            self.newest.push(place);
        }
    }

    /// The data was written at a place: all others are stale.
    pub(crate) fn written(&mut self, place: Place) {
        self.newest.clear();
        self.newest.push(place);
    }

    /// The data is of no interest any more: nothing needs to move until it is written again.
    pub(crate) fn discarded(&mut self) {
        self.newest.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Place = Place::View(1);
    const B: Place = Place::View(2);

    #[test]
    fn reading_in_many_places_leaves_all_of_them_valid() {
        let mut it = Coherence::at(Place::Host);
        for place in [A, B] {
            assert_eq!(it.source_for(place), Some(Place::Host));
            it.arrived(place);
        }
        assert!([Place::Host, A, B].into_iter().all(|place| it.source_for(place).is_none()));
    }

    #[test]
    fn a_write_makes_all_others_stale() {
        let mut it = Coherence::at(Place::Host);
        it.arrived(A);
        it.written(A);
        assert_eq!((it.source_for(Place::Host), it.source_for(B)), (Some(A), Some(A)));
        it.arrived(Place::Host);
        assert_eq!(it.source_for(B), Some(Place::Host));
    }

    #[test]
    fn discarded_data_does_not_move_until_it_is_written() {
        let mut it = Coherence::at(A);
        it.discarded();
        assert!(!it.has_data());
        assert_eq!((it.source_for(Place::Host), it.source_for(A)), (None, None));
        it.written(B);
        assert_eq!(it.source_for(Place::Host), Some(B));
    }
}
