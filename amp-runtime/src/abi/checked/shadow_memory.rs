//! Shadow memory for race detection: the relevant earlier accesses of each word.
//!
//! Two accesses of one word by different work-items race if one of them is a plain write and no barrier
//! orders them. No barrier orders them if they are in different tiles, or in the same phase of one tile. A
//! phase is the code between two barriers.
//!
//! For each word, a `Cell` stores only a few earlier accesses. They suffice to find whether the next access
//! races with any earlier one; the fields of `Cell` state why. A test verifies this by a comparison of all
//! pairs of accesses. If the data has components smaller than 32 bits, a byte takes the place of a word.

use std::collections::HashMap;
use std::panic::Location;

use crate::support::error::AccessKind;

/// The data of an access that race detection needs.
#[derive(Clone, Copy)]
pub(super) struct AccessRecord {
    /// The linear index of the work-item in the domain.
    pub(super) item: u32,
    /// The linear index of the work-item's tile.
    pub(super) tile: u32,
    /// The number of barriers that the tile had passed before the access.
    pub(super) phase: u32,
    pub(super) kind: AccessKind,
    /// The source location.
    pub(super) at: &'static Location<'static>,
}

impl AccessRecord {
    /// Whether the two accesses are by different work-items, and no barrier orders them.
    fn is_unordered(&self, other: &AccessRecord) -> bool {
        self.item != other.item && (self.tile != other.tile || self.phase == other.phase)
    }
}

/// The earlier accesses of one word with which a later access may race.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The last plain write. Earlier plain writes are not needed: each of them is ordered before this one, or
    /// the two were reported as a race.
    write: Option<AccessRecord>,
    /// Two reads or atomic operations of the current phase and tile, by different work-items. Two suffice,
    /// because a later writer is a different work-item than at least one of them.
    here: [Option<AccessRecord>; 2],
    /// A read or atomic operation of an earlier tile. One is enough, because every write in the current tile
    /// races with it.
    other_tile: Option<AccessRecord>,
    /// The last tile that wrote the word, by a plain or atomic write.
    written_in: Option<u32>,
}

impl Cell {
    /// Adds an access, and returns an earlier access that races with it.
    fn add(&mut self, touch: &AccessRecord) -> Option<AccessRecord> {
        let races = |other: &Option<AccessRecord>| other.filter(|other| other.is_unordered(touch));
        let mut found = races(&self.write);
        if touch.kind != AccessKind::Read {
            self.written_in = Some(touch.tile);
        }
        if touch.kind == AccessKind::Write {
            found = found.or_else(|| self.here.iter().chain([&self.other_tile]).find_map(races));
            self.write = Some(*touch);
            return found;
        }
        match &mut self.here {
            [Some(first), _] if first.tile != touch.tile => {
                self.other_tile = Some(*first);
                self.here = [Some(*touch), None];
            }
            [Some(first), second] if first.phase == touch.phase => {
                if second.is_none() && first.item != touch.item {
                    *second = Some(*touch);
                }
            }
            here => *here = [Some(*touch), None],
        }
        found
    }
}

const PAGE: usize = 128;

/// The cells of all words that were accessed, allocated in pages of `PAGE` cells.
#[derive(Default)]
pub(super) struct Shadow {
    pages: Vec<Box<[Cell; PAGE]>>,
    numbers: HashMap<usize, usize>,
    /// The page of the last access: its key in `numbers`, and its index in `pages`. The next access is likely
    /// to be in the same page.
    last: Option<(usize, usize)>,
}

impl Shadow {
    /// Adds an access to a word, and returns an earlier access that races with it.
    pub(super) fn add(&mut self, word: usize, touch: &AccessRecord) -> Option<AccessRecord> {
        self.cell(word).add(touch)
    }

    /// Adds an access to tile memory, and returns an earlier access that races with it. Accesses of other
    /// tiles do not count, because each tile has its own tile memory.
    pub(super) fn add_in_tile(&mut self, word: usize, touch: &AccessRecord) -> Option<AccessRecord> {
        self.tile_cell(touch.tile, word).add(touch)
    }

    /// Marks a word of tile memory as possibly written in this tile, so that later reads are not reported as
    /// undefined. A function that took the word by reference may have stored the value that the word already
    /// had. The checker cannot see such a write.
    pub(super) fn mark_possibly_written(&mut self, word: usize, tile: u32) {
        self.tile_cell(tile, word).written_in = Some(tile);
    }

    /// Whether a word was written in this tile.
    pub(super) fn is_written(&mut self, word: usize, tile: u32) -> bool {
        self.cell(word).written_in == Some(tile)
    }

    /// The cell of a word of tile memory. The cell is cleared if another tile used it last.
    fn tile_cell(&mut self, tile: u32, word: usize) -> &mut Cell {
        let cell = self.cell(word);
        if cell.write.or(cell.here[0]).is_some_and(|last| last.tile != tile) {
            *cell = Cell::default();
        }
        cell
    }

    fn cell(&mut self, word: usize) -> &mut Cell {
        let key = word / PAGE;
        let number = match self.last {
            Some((last, number)) if last == key => number,
            _ => {
                let pages = &mut self.pages;
                *self.numbers.entry(key).or_insert_with(|| {
                    pages.push(Box::new([Cell::default(); PAGE]));
                    pages.len() - 1
                })
            }
        };
        self.last = Some((key, number));
        &mut self.pages[number][word % PAGE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work-item, tile, phase and kind of an access.
    type Step = (u32, u32, u32, AccessKind);
    use AccessKind::{Atomic, Read, Write};

    fn touch((item, tile, phase, kind): Step) -> AccessRecord {
        AccessRecord { item, tile, phase, kind, at: Location::caller() }
    }

    /// Whether the last of several accesses to a word races with an earlier one.
    fn races(steps: &[Step]) -> bool {
        let mut shadow = Shadow::default();
        let found: Vec<_> = steps.iter().map(|step| shadow.add(9000, &touch(*step)).is_some()).collect();
        found.last().copied().unwrap_or_default()
    }

    /// Like `races`, but compares all pairs of accesses.
    fn races_naively(steps: &[Step]) -> bool {
        let Some((last, before)) = steps.split_last() else { return false };
        let last = touch(*last);
        before.iter().map(|step| touch(*step)).any(|step| {
            let plain = [step.kind, last.kind].contains(&Write);
            plain && step.is_unordered(&last)
        })
    }

    #[test]
    fn barriers_order_one_tile() {
        assert!(races(&[(0, 0, 0, Write), (1, 0, 0, Read)]));
        assert!(!races(&[(0, 0, 0, Write), (1, 0, 1, Read)]));
        assert!(races(&[(0, 0, 0, Write), (1, 1, 1, Read)]));
        assert!(!races(&[(0, 0, 0, Write), (0, 0, 0, Read)]));
        assert!(!races(&[(0, 0, 0, Atomic), (1, 0, 0, Atomic)]));
        assert!(races(&[(0, 0, 0, Atomic), (1, 0, 0, Write)]));
        assert!(!races(&[(0, 0, 0, Read), (1, 0, 0, Read)]));
    }

    #[test]
    fn tiles_have_separate_memory() {
        let mut shadow = Shadow::default();
        assert!(shadow.add_in_tile(7, &touch((0, 0, 0, Write))).is_none());
        assert!(shadow.is_written(7, 0) && !shadow.is_written(7, 1) && !shadow.is_written(8, 0));
        assert!(shadow.add_in_tile(7, &touch((4, 1, 0, Write))).is_none());
        assert!(shadow.add_in_tile(7, &touch((5, 1, 0, Read))).is_some());
    }

    #[test]
    fn cells_agree_with_all_pairs() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |below: u32| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as u32 % below
        };
        let mut found = 0;
        let rounds = if cfg!(miri) { 50 } else { 50_000 };
        for _ in 0..rounds {
            // Adds random accesses in the order of a checked launch: tile by tile, and phase by phase. Stops
            // after the first race.
            let mut steps: Vec<Step> = Vec::new();
            'steps: for tile in 0..3 {
                for phase in 0..1 + random(3) {
                    for _ in 0..random(4) {
                        let kind = [Read, Read, Read, Read, Atomic, Write][random(6) as usize];
                        steps.push((tile * 3 + random(3), tile, phase, kind));
                        if races_naively(&steps) {
                            break 'steps;
                        }
                    }
                }
            }
            assert_eq!(races(&steps), races_naively(&steps), "{steps:?}");
            found += u32::from(races_naively(&steps));
        }
        assert!((rounds / 10..rounds * 9 / 10).contains(&found), "{found} races are no test");
    }
}
