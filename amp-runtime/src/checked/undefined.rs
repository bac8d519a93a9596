//! Data that has been given up: discarded, and not written since.

use std::ops::Range;
use std::sync::Arc;

use crate::arguments::Given;
use crate::ranges::Ranges;
use crate::storage::Storage;

/// What of the data that a launch uses is undefined: the storages, and their bytes.
#[derive(Default)]
pub struct Lent(Vec<(Arc<Storage>, Ranges)>);

impl Lent {
    /// That of a launch. Its data is on the host, and not yet said to be written.
    pub(crate) fn new(arguments: &dyn Given) -> Self {
        let mut lent = Lent::default();
        arguments.lent(&mut lent);
        lent
    }

    /// Adds what is undefined of some bytes of a storage.
    pub(crate) fn add<'b>(
        &mut self,
        storage: &Arc<Storage>,
        bytes: impl FnOnce() -> crate::error::Result<&'b Ranges>,
    ) {
        let undefined = storage.undefined(bytes);
        match self.0.iter_mut().find(|(known, _)| Arc::ptr_eq(known, storage)) {
            // Atomic views may overlap.
            Some((_, bytes)) => *bytes = bytes.union(&undefined),
            None if undefined.is_empty() => {}
            None => self.0.push((storage.clone(), undefined)),
        }
    }

    /// What is undefined of them.
    pub(crate) fn undefined(&self) -> Undefined {
        let mut undefined = Undefined::default();
        for (storage, bytes) in &self.0 {
            undefined.add(storage.address(), bytes);
        }
        undefined
    }

    /// Says what still is after the launch.
    pub(crate) fn settle(&self, rest: &Undefined) {
        for (storage, _) in &self.0 {
            storage.still_undefined(&rest.of(storage.address()));
        }
    }
}

/// The words of the host's memory whose contents mean nothing.
#[derive(Default)]
pub(crate) struct Undefined(Vec<Block>);

struct Block {
    /// The address of the storage.
    base: usize,
    /// The addresses, in bytes.
    bytes: Range<usize>,
    /// One for each word from the first on.
    undefined: Vec<bool>,
}

const WORD: usize = 4;

impl Undefined {
    /// Adds bytes of a storage that starts at an address.
    pub(crate) fn add(&mut self, base: usize, bytes: &Ranges) {
        for range in bytes.iter() {
            let undefined = vec![true; range.len().div_ceil(WORD)];
            self.0.push(Block { base, bytes: base + range.start..base + range.end, undefined });
        }
        self.0.sort_by_key(|block| block.bytes.start);
    }

    /// What is still undefined of the storage at an address, as bytes of it.
    fn of(&self, base: usize) -> Ranges {
        let blocks = self.0.iter().filter(|block| block.base == base);
        Ranges::of_sorted(blocks.flat_map(|block| {
            let words = block.undefined.iter().enumerate().filter(|(_, undefined)| **undefined);
            words.map(|(n, _)| {
                let start = block.bytes.start + n * WORD;
                start - base..block.bytes.end.min(start + WORD) - base
            })
        }))
    }

    /// Whether some of these bytes are undefined.
    pub(super) fn touches(&self, bytes: Range<usize>) -> bool {
        self.words(bytes).any(|(block, words)| self.0[block].undefined[words].contains(&true))
    }

    /// These bytes have been written.
    pub(super) fn written(&mut self, bytes: Range<usize>) {
        if !self.0.is_empty() {
            for (block, words) in self.words(bytes).collect::<Vec<_>>() {
                self.0[block].undefined[words].fill(false);
            }
        }
    }

    /// The words of each block that some bytes lie in.
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
    fn what_is_written_is_defined() {
        let mut undefined = Undefined::default();
        assert!(!undefined.touches(0..1000));
        undefined.add(100, &Ranges::of_sorted([0..8, 16..32]));
        assert!(undefined.touches(104..108) && !undefined.touches(108..116) && undefined.touches(128..200));
        undefined.written(104..124);
        assert!(!undefined.touches(104..124) && undefined.touches(100..104));
        assert_eq!(undefined.of(100), Ranges::of_sorted([0..4, 24..32]));
        assert!(undefined.of(0).is_empty());
    }
}
