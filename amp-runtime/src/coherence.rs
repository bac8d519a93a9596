//! The rules of coherence: which bytes of a storage are newest where, and what has to move.
//!
//! No memory is touched here, so the rules can be read and tested by themselves. For each place there is the set of bytes
//! of which it has the newest data. A byte may be newest in several places, which then agree about it, or in none: it is
//! zero if nobody ever wrote it, and may be anything after a discard.

use std::ops::Range;

use crate::ranges::Ranges;

/// Where a copy of a storage may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The memory of the host, which is that of the CPU accelerator as well.
    Host,
    /// An accelerator view with memory of its own.
    View(u64),
}

/// Bytes that have to be copied from a place before another one can use them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: Place,
    pub(crate) bytes: Ranges,
}

/// Which places hold the newest data of one storage.
#[derive(Debug)]
pub(crate) struct Coherence {
    /// The host comes first, if it is there: copies are made from it if it can be.
    newest: Vec<(Place, Ranges)>,
    /// What nobody wrote or gave up yet: zeros, in whichever fresh memory.
    zeros: Ranges,
    /// What was given up, and not written since. It has contents all the same, once somebody has looked.
    undefined: Ranges,
    /// How often data has been written or given up.
    version: u64,
    /// How often it has changed what is newest where.
    epoch: u64,
}

impl Coherence {
    /// All data is in the host's memory.
    pub(crate) fn on_host(bytes: usize) -> Self {
        Coherence {
            newest: vec![(Place::Host, Ranges::one(0..bytes))],
            zeros: Ranges::default(),
            undefined: Ranges::default(),
            version: 0,
            epoch: 0,
        }
    }

    /// There is no data yet.
    pub(crate) fn nowhere(bytes: usize) -> Self {
        Coherence {
            newest: vec![(Place::Host, Ranges::default())],
            zeros: Ranges::one(0..bytes),
            undefined: Ranges::default(),
            version: 0,
            epoch: 0,
        }
    }

    /// It is another one whenever data has been written, or given up: what was fetched before may be old then.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// It is another one whenever something else is newest somewhere: launch after launch at one place it stays the same.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// What has to be copied, and whence, before `wanted` can be used at a place; from places that are `near` if it can be.
    /// What is nowhere does not move.
    pub(crate) fn moves(&self, place: Place, wanted: &Ranges, near: impl Fn(Place) -> bool) -> Vec<Move> {
        let mut rest = match self.newest_at(place) {
            Some(here) => wanted.difference(here),
            None => wanted.clone(),
        };
        let mut moves = Vec::new();
        for nearby in [true, false] {
            for (from, newest) in self.newest.iter().filter(|(from, _)| *from != place) {
                if rest.is_empty() {
                    return moves;
                }
                if near(*from) != nearby {
                    continue;
                }
                let bytes = rest.intersection(newest);
                if !bytes.is_empty() {
                    rest = rest.difference(&bytes);
                    moves.push(Move { from: *from, bytes });
                }
            }
        }
        moves
    }

    /// Whether a place has the newest data of all of a range.
    pub(crate) fn is_newest(&self, place: Place, range: &Range<usize>) -> bool {
        self.newest_at(place).is_some_and(|here| here.covers(range))
    }

    /// Whether any place has the newest data of any of a range.
    pub(crate) fn is_anywhere(&self, range: &Range<usize>) -> bool {
        self.newest.iter().any(|(_, newest)| newest.touches(range))
    }

    /// Whether a place, and no other, has the newest data of all of a range.
    pub(crate) fn is_newest_only(&self, place: Place, range: &Range<usize>) -> bool {
        self.is_newest(place, range)
            && !self.newest.iter().any(|(other, newest)| *other != place && newest.touches(range))
    }

    /// Whether memory of any contents will do for a new copy, because nothing in the storage is zero by nature.
    pub(crate) fn has_no_zeros(&self) -> bool {
        self.zeros.is_empty()
    }

    /// Copies have been made, or what was nowhere is settled by what lies at the place: one more place has the newest.
    pub(crate) fn arrived(&mut self, place: Place, bytes: &Ranges) {
        if !self.zeros.is_empty() {
            self.zeros = self.zeros.difference(bytes);
        }
        match self.newest.iter_mut().find(|(here, _)| *here == place) {
            // Launch after launch at one place, nothing changes.
            Some((_, newest)) if bytes.iter().all(|range| newest.covers(&range)) => {}
            Some((_, newest)) => {
                *newest = newest.union(bytes);
                self.epoch += 1;
            }
            None => {
                self.newest.push((place, bytes.clone()));
                self.epoch += 1;
            }
        }
    }

    /// The bytes were written at a place: all others are stale there.
    pub(crate) fn written(&mut self, place: Place, bytes: &Ranges) {
        self.defined(|| bytes.clone());
        self.taken_to(place, bytes);
    }

    /// What there is of the bytes at a place is the newest: all others are stale there.
    pub(crate) fn taken_to(&mut self, place: Place, bytes: &Ranges) {
        if !bytes.iter().all(|range| self.is_newest_only(place, &range)) {
            self.stale_everywhere(bytes);
            self.arrived(place, bytes);
        }
    }

    /// The bytes are of no interest any more: none of them moves until it is written again.
    pub(crate) fn discarded(&mut self, bytes: &Ranges) {
        self.version += 1;
        self.stale_everywhere(bytes);
        self.undefined = self.undefined.union(bytes);
    }

    /// Writing the bytes at a place has failed, on the way or behind it: each is old or new there, and nobody knows which. So the
    /// others have the newest, where there are others; elsewhere what lies there is the newest, whatever it is.
    pub(crate) fn disturbed(&mut self, place: Place, bytes: &Ranges) {
        self.version += 1;
        self.epoch += 1;
        let others = self.newest.iter().filter(|(other, _)| *other != place);
        let elsewhere =
            others.fold(Ranges::default(), |all, (_, newest)| all.union(&newest.intersection(bytes)));
        if let Some((_, here)) = self.newest.iter_mut().find(|(here, _)| *here == place) {
            *here = here.difference(&elsewhere);
        }
        let zeros = self.zeros.intersection(bytes);
        self.arrived(place, &zeros);
    }

    /// Data has been written, or is about to be, and that changes nothing else.
    pub(crate) fn rewritten(&mut self) {
        self.version += 1;
    }

    /// The bytes have been written by somebody.
    pub(crate) fn defined(&mut self, bytes: impl FnOnce() -> Ranges) {
        self.version += 1;
        if !self.undefined.is_empty() {
            self.undefined = self.undefined.difference(&bytes());
        }
    }

    /// Whether anything has been given up, and not written since.
    pub(crate) fn has_undefined(&self) -> bool {
        !self.undefined.is_empty()
    }

    /// An element has been written by somebody who writes one after another. What is left is known exactly, until it is so many
    /// pieces that it would take long to keep them; then what lies around the element counts as written.
    pub(crate) fn element_defined(&mut self, element: &Range<usize>, around: &Range<usize>) {
        const PIECES: usize = 256;
        let exactly = self.undefined.iter().len() < PIECES;
        self.defined(|| Ranges::one(if exactly { element.clone() } else { around.clone() }));
    }

    /// Which of these bytes have been given up, and not written since.
    pub(crate) fn undefined(&self, bytes: &Ranges) -> Ranges {
        self.undefined.intersection(bytes)
    }

    /// A launch that was taken to write some bytes has left these as they were.
    pub(crate) fn still_undefined(&mut self, bytes: &Ranges) {
        self.epoch += u64::from(!bytes.is_empty());
        self.undefined = self.undefined.union(bytes);
    }

    fn stale_everywhere(&mut self, bytes: &Ranges) {
        self.epoch += 1;
        self.zeros = self.zeros.difference(bytes);
        for (_, newest) in &mut self.newest {
            *newest = newest.difference(bytes);
        }
    }

    /// The bytes of which a place has the newest data, if it was ever used.
    pub(crate) fn newest_at(&self, place: Place) -> Option<&Ranges> {
        self.newest.iter().find(|(here, _)| *here == place).map(|(_, newest)| newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Place = Place::View(1);
    const B: Place = Place::View(2);

    fn all() -> Ranges {
        Ranges::one(0..100)
    }

    fn moves(it: &Coherence, place: Place, wanted: &Ranges) -> Vec<Move> {
        it.moves(place, wanted, |_| false)
    }

    fn moved(from: Place, range: Range<usize>) -> Move {
        Move { from, bytes: Ranges::one(range) }
    }

    #[test]
    fn reading_in_many_places_leaves_all_of_them_valid() {
        let mut it = Coherence::on_host(100);
        for place in [A, B] {
            assert_eq!(moves(&it, place, &all()), [moved(Place::Host, 0..100)]);
            it.arrived(place, &all());
        }
        assert!([Place::Host, A, B].into_iter().all(|place| moves(&it, place, &all()).is_empty()));
    }

    #[test]
    fn a_write_makes_all_others_stale_where_it_was_made() {
        let mut it = Coherence::on_host(100);
        it.arrived(A, &all());
        it.written(A, &Ranges::one(20..30));
        assert_eq!(moves(&it, Place::Host, &all()), [moved(A, 20..30)]);
        assert!(moves(&it, Place::Host, &Ranges::one(30..100)).is_empty());
        let both = [moved(Place::Host, 10..20), moved(A, 20..25)];
        assert_eq!(moves(&it, B, &Ranges::one(10..25)), both);
        it.written(Place::Host, &Ranges::one(0..22));
        assert_eq!(moves(&it, Place::Host, &all()), [moved(A, 22..30)]);
        assert_eq!(moves(&it, A, &all()), [moved(Place::Host, 0..22)]);
    }

    #[test]
    fn discarded_data_does_not_move_until_it_is_written() {
        let mut it = Coherence::on_host(100);
        it.written(A, &all());
        it.discarded(&Ranges::one(40..60));
        let rest = Ranges::of_sorted([0..40, 60..100]);
        assert_eq!(moves(&it, Place::Host, &all()), [Move { from: A, bytes: rest }]);
        assert!(moves(&it, B, &Ranges::one(40..60)).is_empty() && it.has_no_zeros());
        it.written(B, &Ranges::one(50..60));
        assert_eq!(moves(&it, Place::Host, &Ranges::one(40..60)), [moved(B, 50..60)]);
    }

    #[test]
    fn what_a_failed_write_left_is_not_taken_for_what_others_have() {
        let mut it = Coherence::on_host(100);
        it.arrived(A, &all());
        it.written(A, &Ranges::one(20..30));
        it.disturbed(A, &Ranges::one(10..40));
        assert_eq!(moves(&it, Place::Host, &all()), [moved(A, 20..30)]);
        let stale = Ranges::of_sorted([10..20, 30..40]);
        assert_eq!(moves(&it, A, &all()), [Move { from: Place::Host, bytes: stale }]);
    }

    #[test]
    fn what_a_failed_write_left_of_zeros_is_what_there_is() {
        let mut it = Coherence::nowhere(100);
        it.disturbed(A, &Ranges::one(10..40));
        assert_eq!(moves(&it, Place::Host, &all()), [moved(A, 10..40)]);
        assert!(moves(&it, A, &all()).is_empty());
        it.discarded(&all());
        it.disturbed(A, &all());
        assert!(moves(&it, Place::Host, &all()).is_empty());
    }

    #[test]
    fn data_comes_from_nearby_if_it_can() {
        let mut it = Coherence::on_host(100);
        it.arrived(A, &Ranges::one(0..60));
        it.written(A, &Ranges::one(0..20));
        let near = |place| place == A;
        assert_eq!(it.moves(B, &all(), near), [moved(A, 0..60), moved(Place::Host, 60..100)]);
        assert_eq!(it.moves(B, &all(), |_| false), [moved(Place::Host, 20..100), moved(A, 0..20)]);
    }
}
