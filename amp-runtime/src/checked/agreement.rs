//! Values that have to be the same for all work-items of a tile, where these come by one after another.
//!
//! Two come to a place together if they come the same way: by the same calls, in the same turns of the same loops. So each
//! work-item's way is known, as a number, and only what is said at one place on one way is compared. A loop that goes on as
//! long as something uniform says so is found by that as well: in the turn after which one of two leaves, they say two things.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;

type Place = &'static Location<'static>;

/// What the work-items of the present tile have said since the last barrier, by the place where they said it, and the way.
#[derive(Default)]
pub(super) struct Agreement(BTreeMap<(Place, u64), Together>);

/// What has been said at a place, on one way.
struct Together {
    first: Said,
    /// By the one who is there now.
    last: Said,
    /// The first one who said something else.
    other: Option<u32>,
    /// Not all have come by equally often.
    uneven: bool,
}

/// All that one work-item has said there. More than one value is said only where one place stands for several, as in what a
/// `macro_rules!` makes.
#[derive(Clone)]
struct Said {
    item: u32,
    times: usize,
    values: DefaultHasher,
}

/// Two work-items that do not agree, and where.
#[derive(Debug, PartialEq)]
pub(super) struct Disagreement {
    pub(super) place: Place,
    pub(super) items: [u32; 2],
}

impl Agreement {
    /// A work-item says a value. All that it says until the next barrier comes before anything that another one says.
    pub(super) fn take(&mut self, place: Place, way: u64, item: u32, words: &[u32]) {
        let new = Said { item, times: 0, values: DefaultHasher::new() };
        let together = self.0.entry((place, way)).or_insert_with(|| Together {
            first: new.clone(),
            last: new.clone(),
            other: None,
            uneven: false,
        });
        if together.last.item != item {
            together.left();
            together.last = new;
        }
        together.last.times += 1;
        words.hash(&mut together.last.values);
        if together.first.item == item {
            together.first = together.last.clone();
        }
    }

    /// All have come to a barrier. Where not all came by equally often, nobody can say which of the values belong together.
    pub(super) fn end(&mut self) -> Option<Disagreement> {
        std::mem::take(&mut self.0).into_iter().find_map(|((place, _), mut together)| {
            together.left();
            let other = together.other.filter(|_| !together.uneven)?;
            Some(Disagreement { place, items: [together.first.item, other] })
        })
    }
}

impl Together {
    /// The last one says nothing more.
    fn left(&mut self) {
        let Together { first, last, other, uneven } = self;
        let differs = first.values.finish() != last.values.finish();
        *uneven |= first.times != last.times;
        *other = other.or(differs.then_some(last.item));
    }
}

/// The way of the work-item that runs.
#[derive(Default)]
pub(super) struct Way(Cell<u64>);

impl Way {
    pub(super) fn get(&self) -> u64 {
        self.0.get()
    }
}

/// What lies on a work-item's way: a call, or a loop, of which each turn is another way. Behind it the way is the one before.
pub struct Inside<'c> {
    way: &'c Way,
    before: u64,
    place: Place,
    turn: Cell<u64>,
}

impl<'c> Inside<'c> {
    pub(super) fn new(way: &'c Way, place: Place) -> Self {
        let inside = Inside { way, before: way.get(), place, turn: Cell::default() };
        inside.go();
        inside
    }

    /// A turn of the loop begins.
    pub fn turn(&self) {
        self.turn.set(self.turn.get() + 1);
        self.go();
    }

    fn go(&self) {
        let mut hasher = DefaultHasher::new();
        (self.before, self.place, self.turn.get()).hash(&mut hasher);
        self.way.0.set(hasher.finish());
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.way.0.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of work-items that each say some values at one place.
    fn after(said: &[(u32, &[u32])]) -> Option<[u32; 2]> {
        let mut agreement = Agreement::default();
        for (item, values) in said {
            values.iter().for_each(|value| agreement.take(Location::caller(), 0, *item, &[*value]));
        }
        let found = agreement.end().map(|found| found.items);
        assert_eq!(agreement.end(), None, "it begins anew");
        found
    }

    #[test]
    fn those_who_say_the_same_agree() {
        assert_eq!(after(&[]), None);
        assert_eq!(after(&[(3, &[7])]), None);
        assert_eq!(after(&[(3, &[7, 8]), (4, &[7, 8]), (0, &[7, 8])]), None);
        // They went different ways.
        assert_eq!(after(&[(3, &[7, 8]), (4, &[8])]), None);
        assert_eq!(after(&[(3, &[7]), (4, &[]), (5, &[7])]), None);
    }

    #[test]
    fn two_who_do_not_are_named() {
        assert_eq!(after(&[(3, &[7]), (4, &[7]), (9, &[8]), (1, &[6])]), Some([3, 9]));
        assert_eq!(after(&[(3, &[7, 8]), (4, &[8, 7])]), Some([3, 4]));
    }

    #[test]
    fn a_way_is_made_of_calls_and_of_turns() {
        let (way, mut seen) = (Way::default(), Vec::new());
        let mut call = |loops: &[u64]| {
            let _call = Inside::new(&way, Location::caller());
            seen.push(way.get());
            for &turns in loops {
                let inside = Inside::new(&way, Location::caller());
                for _ in 0..turns {
                    inside.turn();
                    seen.push(way.get());
                }
            }
        };
        call(&[2]);
        call(&[]);
        call(&[3, 1]);
        assert_eq!(way.get(), 0, "back");
        let [a, b] = [&seen[..3], &seen[4..]];
        // In each call the same.
        assert_eq!((a[0], a[0]), (seen[3], b[0]));
        // Turns are the same in both, but each is another than the others.
        assert_eq!(a[1..], b[1..3]);
        let of_one_call: std::collections::BTreeSet<_> = b[..4].iter().collect();
        assert_eq!(of_one_call.len(), 4);
        assert_eq!(b[4], b[1], "one place, one turn");
    }
}
