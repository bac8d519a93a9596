//! Verifies that the work-items of a tile assert equal values by `uniform(x)`, although they run one after
//! another.
//!
//! Two executions of an assertion `uniform(x)` are comparable if they have the same call path: the same
//! calls, in the same iterations of the same loops. In the checked version of a kernel, each call, loop and
//! assertion has a static id. The hash of the ids along a call path identifies the path. At a barrier, the
//! checker compares the values that were asserted on the same call path since the previous barrier. The check
//! also finds a loop `while uniform(c)` that only some work-items leave: in one iteration, the work-items
//! assert different values of `c`.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;

use super::order::mixed;

type SourceLocation = &'static Location<'static>;

/// The largest number of assertions that are recorded between two barriers. The limit bounds the memory by
/// about 64 MiB.
const MAX_ASSERTIONS: usize = 1 << 20;

/// The values that work-items of the current tile have asserted since the last barrier.
#[derive(Default)]
pub(super) struct UniformityChecker {
    /// One entry for each call path on which a work-item made an assertion, in the order of the first
    /// assertions.
    assertions: Vec<Assertion>,
    /// The index in `assertions` for each call path.
    paths: HashMap<u64, u32>,
}

/// The recorded value of an assertion on one call path. `words` is the hash of the value's words.
struct Assertion {
    place: SourceLocation,
    words: u64,
    /// The first and the last work-item that recorded a value on this call path.
    items: [u32; 2],
    /// The first work-item that recorded a different value.
    other: Option<u32>,
}

/// Two work-items with different values of one assertion, and the source location of the assertion.
#[derive(Debug, PartialEq)]
pub(super) struct Disagreement {
    pub(super) place: SourceLocation,
    pub(super) items: [u32; 2],
}

impl UniformityChecker {
    /// Records the value that a work-item asserts on the call path `way`. A work-item reaches each call path
    /// at most once between two barriers.
    pub(super) fn record(&mut self, place: SourceLocation, way: u64, item: u32, words: &[u32]) {
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        let words = hasher.finish();
        let Some(&known) = self.paths.get(&way) else {
            if self.assertions.len() < MAX_ASSERTIONS {
                self.paths.insert(way, self.assertions.len() as u32);
                self.assertions.push(Assertion { place, words, items: [item; 2], other: None });
            }
            return;
        };
        let assertion = &mut self.assertions[known as usize];
        if assertion.items[1] != item && assertion.words != words {
            assertion.other.get_or_insert(item);
        }
        assertion.items[1] = item;
    }

    /// Returns the first assertion for which two work-items recorded different values, and removes all
    /// records. Must be called when all work-items have reached a barrier.
    pub(super) fn end(&mut self) -> Option<Disagreement> {
        self.paths.clear();
        let found = self
            .assertions
            .drain(..)
            .find_map(|assertion| Some((assertion.place, [assertion.items[0], assertion.other?])));
        found.map(|(place, items)| Disagreement { place, items })
    }
}

/// The call path of the running work-item.
#[derive(Default)]
pub(super) struct CallPath(Cell<u64>);

impl CallPath {
    /// Returns the path to the call, loop or assertion with the id `number` in the current scope.
    pub(super) fn to(&self, number: u32) -> u64 {
        extended(self.0.get(), u64::from(number))
    }
}

/// Extends a call path by the id of a call, loop or assertion, or by an iteration count.
fn extended(way: u64, number: u64) -> u64 {
    mixed(mixed(way).wrapping_add(number))
}

/// A scope on a call path: a call, or a loop whose iterations are separate paths. Dropping the scope restores
/// the call path that was current when the scope began.
pub struct CallScope<'c> {
    way: &'c CallPath,
    before: u64,
    start: u64,
    next_iteration: Cell<u64>,
}

impl<'c> CallScope<'c> {
    pub(super) fn new(way: &'c CallPath, number: u32) -> Self {
        let (before, start) = (way.0.get(), way.to(number));
        way.0.set(start);
        CallScope { way, before, start, next_iteration: Cell::default() }
    }

    /// Starts an iteration of the loop.
    pub fn iteration(&self) {
        self.way.0.set(extended(self.start, self.next_iteration.get()));
        self.next_iteration.set(self.next_iteration.get() + 1);
    }
}

impl Drop for CallScope<'_> {
    fn drop(&mut self) {
        self.way.0.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records the values that each work-item asserts on call paths, and returns the two work-items of the
    /// reported disagreement.
    fn after(asserted: &[(u32, &[(u64, u32)])]) -> Option<[u32; 2]> {
        let mut agreement = UniformityChecker::default();
        for (item, values) in asserted {
            values.iter().for_each(|(way, value)| {
                agreement.record(Location::caller(), *way, *item, &[*value]);
            });
        }
        let found = agreement.end().map(|found| found.items);
        assert_eq!(agreement.end(), None, "it begins anew");
        found
    }

    #[test]
    fn equal_values_agree() {
        assert_eq!(after(&[]), None);
        assert_eq!(after(&[(3, &[(0, 7)])]), None);
        assert_eq!(after(&[(3, &[(0, 7), (1, 8)]), (4, &[(0, 7), (1, 8)]), (0, &[(1, 8)])]), None);
        // Values on different call paths are not compared.
        assert_eq!(after(&[(3, &[(0, 7), (1, 8)]), (4, &[(2, 8)]), (5, &[])]), None);
    }

    #[test]
    fn disagreement_names_two_work_items() {
        let differ = [(3, &[(0, 7)]), (4, &[(0, 7)]), (9, &[(0, 8)]), (1, &[(0, 6)])];
        assert_eq!(after(&differ.map(|(item, asserted)| (item, &asserted[..]))), Some([3, 9]));
        // The call path that was recorded first is reported, although the other one has a smaller id.
        assert_eq!(after(&[(3, &[(5, 7), (2, 8)]), (4, &[(2, 7)]), (6, &[(5, 8)])]), Some([3, 6]));
    }

    #[test]
    fn memory_is_limited() {
        let mut agreement = UniformityChecker::default();
        for item in 0..2 {
            (0..MAX_ASSERTIONS as u64 + 9)
                .for_each(|way| agreement.record(Location::caller(), way, item, &[item]));
        }
        assert_eq!(agreement.assertions.len(), MAX_ASSERTIONS);
        assert_eq!(agreement.end().map(|found| found.items), Some([0, 1]));
    }

    #[test]
    fn call_path_contains_calls_and_iterations() {
        let way = CallPath::default();
        let call = |number, loops: &[(u32, u64)]| {
            let _call = CallScope::new(&way, number);
            let mut seen = vec![way.to(0)];
            for &(number, turns) in loops {
                let inside = CallScope::new(&way, number);
                seen.push(way.to(0));
                for _ in 0..turns {
                    inside.iteration();
                    seen.push(way.to(0));
                }
            }
            seen
        };
        let all = call(1, &[(1, 2), (2, 1)]);
        assert_eq!(way.0.get(), 0, "back");
        assert_eq!(all, call(1, &[(1, 2), (2, 1)]), "the same way once more");
        assert_eq!(call(1, &[(1, 1)])[..], all[..3], "a turn less");
        let others = [call(2, &[(1, 2), (2, 1)]), call(1, &[(3, 2), (4, 1)])[1..].to_vec()];
        let different: std::collections::HashSet<_> = all.iter().chain(others.iter().flatten()).collect();
        assert_eq!(different.len(), 2 * all.len() + all.len() - 1);
    }
}
