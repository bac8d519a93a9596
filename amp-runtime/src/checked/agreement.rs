//! Values that have to be the same for all work-items of a tile, where these come by one after another.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::Location;

/// What the work-items of the present tile have said since the last barrier, by the place where they said it.
#[derive(Default)]
pub(super) struct Agreement(BTreeMap<&'static Location<'static>, Vec<Said>>);

/// All that one work-item has said at a place.
struct Said {
    item: u32,
    /// How often.
    times: usize,
    values: DefaultHasher,
}

/// Two work-items that do not agree, and where.
#[derive(Debug, PartialEq)]
pub(super) struct Disagreement {
    pub(super) place: &'static Location<'static>,
    pub(super) items: [u32; 2],
}

impl Agreement {
    /// A work-item says a value. All that it says until the next barrier comes before anything that another one says.
    pub(super) fn take(&mut self, place: &'static Location<'static>, item: u32, words: &[u32]) {
        let all = self.0.entry(place).or_default();
        if all.last().is_none_or(|said| said.item != item) {
            all.push(Said { item, times: 0, values: DefaultHasher::new() });
        }
        if let Some(said) = all.last_mut() {
            said.times += 1;
            words.hash(&mut said.values);
        }
    }

    /// All have come to a barrier. Two that came by equally often have said the same. Where not all who came by at all came
    /// equally often, they went different ways, and nobody can say which of the values belong together.
    pub(super) fn end(&mut self) -> Option<Disagreement> {
        std::mem::take(&mut self.0).into_iter().find_map(|(place, all)| {
            let first = all.first()?;
            if all.iter().any(|said| said.times != first.times) {
                return None;
            }
            let other = all.iter().find(|said| said.values.finish() != first.values.finish())?;
            Some(Disagreement { place, items: [first.item, other.item] })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of work-items that each say some values at one place.
    fn after(said: &[(u32, &[u32])]) -> Option<[u32; 2]> {
        let mut agreement = Agreement::default();
        for (item, values) in said {
            values.iter().for_each(|value| agreement.take(Location::caller(), *item, &[*value]));
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
}
