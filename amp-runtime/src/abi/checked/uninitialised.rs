//! Undefined data: bytes that `discard_data` made undefined and that were not written since.
//!
//! Between launches, the module `coherence` stores which bytes of each storage are undefined. A checked
//! launch copies this information for its views and updates it at each write of a word. After the launch, it
//! records in `coherence` which bytes are still undefined.

use std::ops::Range;
use std::sync::Arc;

use crate::data::storage::Storage;
use crate::support::ranges::Ranges;

/// The undefined bytes of the storages that a launch uses.
#[derive(Default)]
pub struct BorrowedData(Vec<(Arc<Storage>, Ranges)>);

impl BorrowedData {
    /// Adds the undefined bytes of a view. `storage` is the memory of the view, and `bytes` returns the byte
    /// ranges of the view in this memory.
    pub(crate) fn add<'b>(
        &mut self,
        storage: &Arc<Storage>,
        bytes: impl FnOnce() -> crate::support::error::Result<&'b Ranges>,
    ) {
        let undefined = storage.undefined(bytes);
        match self.0.iter_mut().find(|(known, _)| Arc::ptr_eq(known, storage)) {
            // Several captures may view one storage, so their undefined bytes are united.
            Some((_, bytes)) => *bytes = bytes.union(&undefined),
            None if undefined.is_empty() => {}
            None => self.0.push((storage.clone(), undefined)),
        }
    }

    /// Returns the undefined bytes of all storages as host addresses.
    pub(crate) fn undefined(&self) -> Undefined {
        let mut undefined = Undefined::default();
        for (storage, bytes) in &self.0 {
            undefined.add(storage.host_address(), bytes);
        }
        undefined
    }

    /// Records in each storage the bytes that are still undefined after the launch.
    pub(crate) fn record_remaining(&self, rest: &Undefined) {
        for (storage, _) in &self.0 {
            storage.mark_undefined(&rest.of(storage.host_address()));
        }
    }
}

/// The words of host memory whose content is undefined.
#[derive(Default)]
pub(crate) struct Undefined(Vec<Block>);

struct Block {
    /// The host address at which the storage of this block starts.
    base: usize,
    /// The host addresses of the block's bytes.
    bytes: Range<usize>,
    /// For each word of the block, whether the word is undefined.
    undefined: Vec<bool>,
}

const WORD: usize = 4;

impl Undefined {
    /// Adds bytes of a storage that starts at address `base`.
    pub(crate) fn add(&mut self, base: usize, bytes: &Ranges) {
        for range in bytes.iter() {
            let undefined = vec![true; range.len().div_ceil(WORD)];
            self.0.push(Block { base, bytes: base + range.start..base + range.end, undefined });
        }
        self.0.sort_by_key(|block| block.bytes.start);
    }

    /// The bytes that are still undefined in the storage at address `base`.
    fn of(&self, base: usize) -> Ranges {
        let blocks = self.0.iter().filter(|block| block.base == base);
        Ranges::from_sorted(blocks.flat_map(|block| {
            let words = block.undefined.iter().enumerate().filter(|(_, undefined)| **undefined);
            words.map(|(n, _)| {
                let start = block.bytes.start + n * WORD;
                start - base..block.bytes.end.min(start + WORD) - base
            })
        }))
    }

    /// Whether some of these bytes are undefined.
    pub(super) fn overlaps(&self, bytes: Range<usize>) -> bool {
        self.words(bytes).any(|(block, words)| self.0[block].undefined[words].contains(&true))
    }

    /// Marks these bytes as written.
    pub(super) fn written(&mut self, bytes: Range<usize>) {
        if !self.0.is_empty() {
            for (block, words) in self.words(bytes).collect::<Vec<_>>() {
                self.0[block].undefined[words].fill(false);
            }
        }
    }

    /// The index of each block that overlaps these bytes, with the overlapping words of the block.
    fn words(&self, bytes: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let first = self.0.partition_point(|block| block.bytes.end <= bytes.start);
        let inside = self.0[first..].iter().take_while({
            let end = bytes.end;
            move |block| block.bytes.start < end
        });
        inside.enumerate().map(move |(n, block)| {
            let start = bytes.start.max(block.bytes.start) - block.bytes.start;
            let end = bytes.end.min(block.bytes.end) - block.bytes.start;
            (first + n, start / WORD..end.div_ceil(WORD))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_are_defined() {
        let mut undefined = Undefined::default();
        assert!(!undefined.overlaps(0..1000));
        undefined.add(100, &Ranges::from_sorted([0..8, 16..32]));
        assert!(
            undefined.overlaps(104..108) && !undefined.overlaps(108..116) && undefined.overlaps(128..200)
        );
        undefined.written(104..124);
        assert!(!undefined.overlaps(104..124) && undefined.overlaps(100..104));
        assert_eq!(undefined.of(100), Ranges::from_sorted([0..4, 24..32]));
        assert!(undefined.of(0).is_empty());
    }
}
