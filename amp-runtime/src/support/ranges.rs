//! Sets of byte positions, as sorted lists of disjoint ranges. Set operations merge the starts and ends of
//! both sets' ranges in one pass, so they take linear time. Queries for one range use binary search.

use std::ops::Range;

use crate::support::error::{Error, Result};

/// The size in bytes of a word, the smallest unit that a device copies.
const WORD: usize = 4;

/// A set of byte positions. Invariants: no range is empty, the ranges ascend, and there is a gap between any
/// two of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<Range<usize>>);

impl Ranges {
    /// The set of one range.
    pub(crate) fn one(range: Range<usize>) -> Self {
        Ranges::from_sorted([range])
    }

    /// The union of sorted, disjoint ranges. They may be adjacent or empty.
    pub(crate) fn from_sorted(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Ranges::push_sorted(Vec::new(), ranges)
    }

    /// Like `from_sorted`, for `count` ranges. Returns an error if the host has too little memory for them.
    pub(crate) fn try_from_sorted(
        count: usize,
        ranges: impl IntoIterator<Item = Range<usize>>,
    ) -> Result<Self> {
        let mut set = Vec::new();
        let missing = || Error::out_of_host_memory(count.saturating_mul(size_of::<Range<usize>>()));
        set.try_reserve_exact(count).map_err(|_| missing())?;
        Ok(Ranges::push_sorted(set, ranges))
    }

    fn push_sorted(mut set: Vec<Range<usize>>, ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            match set.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => set.push(range),
            }
        }
        Ranges(set)
    }

    /// Widens each range to complete words. The last word is cut off at `end`, the size of the storage.
    pub(crate) fn widen_to_words(&self, end: usize) -> Ranges {
        if self.are_words(end) {
            return self.clone();
        }
        let mut set: Vec<Range<usize>> = Vec::new();
        for range in &self.0 {
            let (first, last) = (range.start / WORD * WORD, range.end.next_multiple_of(WORD).min(end));
            match set.last_mut() {
                Some(before) if first <= before.end => before.end = last,
                _ => set.push(first..last),
            }
        }
        Ranges(set)
    }

    /// The complete words that lie in the ranges. If the storage ends at `end` within a word, the remaining
    /// bytes count as a complete word.
    pub(crate) fn shrink_to_words(&self, end: usize) -> Ranges {
        if self.are_words(end) {
            return self.clone();
        }
        let words = self.0.iter().map(|range| {
            let last = if range.end == end { end } else { range.end / WORD * WORD };
            range.start.next_multiple_of(WORD)..last
        });
        Ranges(words.filter(|range| range.start < range.end).collect())
    }

    /// Whether the ranges consist of complete words. If the storage ends at `end` within a word, the
    /// remaining bytes count as a complete word.
    pub(crate) fn are_words(&self, end: usize) -> bool {
        let ends = |at: usize| at.is_multiple_of(WORD) || at == end;
        self.0.iter().all(|range| range.start.is_multiple_of(WORD) && ends(range.end))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of positions.
    pub(crate) fn size(&self) -> usize {
        self.0.iter().map(Range::len).sum()
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        self.0.iter().cloned()
    }

    /// The positions that are in this set, in the other set, or in both sets.
    pub(crate) fn union(&self, other: &Ranges) -> Ranges {
        self.combine(other, |a, b| a || b)
    }

    /// The positions in both sets.
    pub(crate) fn intersection(&self, other: &Ranges) -> Ranges {
        self.combine(other, |a, b| a && b)
    }

    /// The positions in this set that are not in the other set.
    pub(crate) fn difference(&self, other: &Ranges) -> Ranges {
        self.combine(other, |a, b| a && !b)
    }

    /// Whether the set contains all positions of a range.
    pub(crate) fn covers(&self, range: &Range<usize>) -> bool {
        let at = self.0.partition_point(|it| it.end <= range.start);
        range.is_empty() || self.0.get(at).is_some_and(|it| it.start <= range.start && range.end <= it.end)
    }

    /// Whether the set contains any position of a range.
    pub(crate) fn intersects(&self, range: &Range<usize>) -> bool {
        let at = self.0.partition_point(|it| it.end <= range.start);
        !range.is_empty() && self.0.get(at).is_some_and(|it| it.start < range.end)
    }

    /// Yields each range of `parts`, with the number of positions in this set that precede the range. `parts`
    /// must be a subset of this set.
    pub(crate) fn with_offsets<'a>(
        &'a self,
        parts: &'a Ranges,
    ) -> impl Iterator<Item = (Range<usize>, usize)> + 'a {
        let (mut at, mut before) = (0, 0);
        parts.iter().map(move |range| {
            while self.0[at].end <= range.start {
                before += self.0[at].len();
                at += 1;
            }
            let offset = before + (range.start - self.0[at].start);
            (range, offset)
        })
    }

    /// Splits `bytes` into one piece for each range. `bytes` contains one byte for each position of the set,
    /// in ascending order. Each piece comes with the position of its first byte.
    pub(crate) fn split<'b>(&self, mut bytes: &'b mut [u8]) -> Vec<(usize, &'b mut [u8])> {
        let mut pieces = Vec::with_capacity(self.0.len());
        for range in &self.0 {
            let (piece, rest) = std::mem::take(&mut bytes).split_at_mut(range.len());
            pieces.push((range.start, piece));
            bytes = rest;
        }
        pieces
    }

    /// Copies `bytes` into pieces of memory. `bytes` contains one byte for each position of the set, in
    /// ascending order. Each piece comes with the position of its first byte. The pieces ascend, and each
    /// lies in one range.
    pub(crate) fn copy_to_pieces(&self, bytes: &[u8], pieces: Vec<(usize, &mut [u8])>) {
        let (mut at, mut before) = (0, 0);
        for (start, piece) in pieces.into_iter().filter(|(_, piece)| !piece.is_empty()) {
            while self.0[at].end <= start {
                before += self.0[at].len();
                at += 1;
            }
            let from = before + start - self.0[at].start;
            piece.copy_from_slice(&bytes[from..from + piece.len()]);
        }
    }

    /// Cuts pieces of memory at the starts and ends of the ranges. Returns the pieces inside the set, and
    /// those outside. Each piece comes with the position of its first byte, and the positions ascend.
    pub(crate) fn divide<'b>(&self, pieces: Vec<(usize, &'b mut [u8])>) -> [Vec<(usize, &'b mut [u8])>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        let mut at = 0;
        for (mut start, mut piece) in pieces {
            while !piece.is_empty() {
                while self.0.get(at).is_some_and(|range| range.end <= start) {
                    at += 1;
                }
                let end = start + piece.len();
                let (outside, cut) = match self.0.get(at) {
                    Some(range) if range.start <= start => (0, range.end.min(end)),
                    Some(range) => (1, range.start.min(end)),
                    None => (1, end),
                };
                let (head, rest) = piece.split_at_mut(cut - start);
                parts[outside].push((start, head));
                (start, piece) = (cut, rest);
            }
        }
        parts
    }

    /// Returns the positions for which `keep(in_self, in_other)` holds. Visits the starts and ends of both
    /// sets' ranges in ascending order. `keep(false, false)` must be false.
    fn combine(&self, other: &Ranges, keep: impl Fn(bool, bool) -> bool) -> Ranges {
        let end = |set: &Ranges, at: usize| {
            let range = set.0.get(at / 2)?;
            Some(if at.is_multiple_of(2) { range.start } else { range.end })
        };
        let (mut a, mut b) = (0, 0);
        let mut kept = Vec::new();
        let mut open = None;
        loop {
            let next = match (end(self, a), end(other, b)) {
                (Some(x), Some(y)) => x.min(y),
                (Some(x), None) | (None, Some(x)) => x,
                (None, None) => return Ranges(kept),
            };
            a += usize::from(end(self, a) == Some(next));
            b += usize::from(end(other, b) == Some(next));
            let inside = keep(!a.is_multiple_of(2), !b.is_multiple_of(2));
            match (open, inside) {
                (None, true) => open = Some(next),
                (Some(start), false) => {
                    kept.push(start..next);
                    open = None;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 24;

    /// A pseudorandom number (xorshift).
    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    fn bits(set: &Ranges) -> [bool; SIZE] {
        std::array::from_fn(|at| set.0.iter().any(|range| range.contains(&at)))
    }

    fn from_bits(bits: &[bool]) -> Ranges {
        Ranges::from_sorted((0..bits.len()).filter(|&at| bits[at]).map(|at| at..at + 1))
    }

    #[test]
    fn ranges_grow_and_shrink_to_words() {
        let bytes = Ranges::from_sorted([1..9, 11..13]);
        assert_eq!(bytes.widen_to_words(13), Ranges::one(0..13));
        assert_eq!(bytes.shrink_to_words(13), Ranges::from_sorted([4..8, 12..13]));
        assert_eq!(Ranges::from_sorted([0..4, 12..13]).shrink_to_words(13).size(), 5);
        assert!(Ranges::from_sorted([1..3, 6..9]).shrink_to_words(13).is_empty());
    }

    #[test]
    fn operations_agree_with_a_bitmap() {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..if cfg!(miri) { 50 } else { 20_000 } {
            // The sets are sparse, medium or dense, so that ranges of all lengths occur.
            let mut set = || {
                let (a, b) = (random(&mut state), random(&mut state));
                let mask = [a, a & b, a | b][(b >> 60) as usize % 3];
                std::array::from_fn::<bool, SIZE, _>(|at| mask >> (at + 8) & 1 == 1)
            };
            let (x, y) = (set(), set());
            let (a, b) = (from_bits(&x), from_bits(&y));
            assert_eq!((bits(&a), bits(&b)), (x, y));
            let each = |f: fn(bool, bool) -> bool| std::array::from_fn::<bool, SIZE, _>(|at| f(x[at], y[at]));
            for (found, wanted) in [
                (a.union(&b), each(|a, b| a | b)),
                (a.intersection(&b), each(|a, b| a & b)),
                (a.difference(&b), each(|a, b| a & !b)),
            ] {
                assert_eq!(found, from_bits(&wanted), "{a:?} and {b:?}");
                assert!(found.0.windows(2).all(|pair| pair[0].end < pair[1].start));
            }
            let range = {
                let (s, e) = (random(&mut state) as usize % SIZE, random(&mut state) as usize % SIZE);
                s.min(e)..s.max(e)
            };
            assert_eq!(a.covers(&range), range.clone().all(|at| x[at]), "{a:?} {range:?}");
            assert_eq!(a.intersects(&range), range.clone().any(|at| x[at]), "{a:?} {range:?}");
            assert_eq!(a.size(), x.iter().filter(|&&bit| bit).count());
            let overlap = a.intersection(&b);
            for (range, offset) in a.with_offsets(&overlap) {
                assert_eq!(offset, x[..range.start].iter().filter(|&&bit| bit).count(), "{a:?} {overlap:?}");
            }
            let mut bytes = vec![0; a.size()];
            let [inside, outside] = b.divide(a.split(&mut bytes));
            let positions = |pieces: Vec<(usize, &mut [u8])>| {
                Ranges::from_sorted(pieces.iter().map(|(start, piece)| *start..start + piece.len()))
            };
            assert_eq!((positions(inside), positions(outside)), (overlap, a.difference(&b)));
        }
    }
}
