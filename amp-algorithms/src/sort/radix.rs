//! Radix sort of integers, least significant digit first, with or without values that follow their keys.
//!
//! Each pass sorts by one digit and keeps the order of equal digits. It counts the digits of each block, scans the counts
//! in the order of the digits and then of the blocks, and moves each key to the position that the scan gives. A tile sorts
//! by 4 bits: each work-item has counters of its own in tile memory, so equal digits keep their order without
//! comparisons. A chunk sorts by 8 bits with counters in private memory.

use amp::Result;
use amp::prelude::*;

use crate::key::Ordered;
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;

/// The digits of a pass of tiles.
const TILE_DIGITS: usize = 16;
/// The bits of such a digit.
const TILE_BITS: u32 = 4;
/// The digits of a pass of chunks.
const CHUNK_DIGITS: usize = 256;
/// The bits of such a digit.
const CHUNK_BITS: u32 = 8;

/// Counts the digits of each block: `counts[digit * blocks + block]`.
#[kernel(tile = [TILE])]
fn count_tiles<K: Ordered>(
    t: TiledIndex<1>,
    n: usize,
    blocks: usize,
    shift: u32,
    keys: &ArrayView<K>,
    counts: &mut ArrayViewMut<u32>,
) {
    let (me, block) = (t.local[0], t.tile[0]);
    #[tile_static]
    let mut digits: [u32; TILE_DIGITS];
    if me < TILE_DIGITS {
        atomic_store(&mut digits[me], 0);
    }
    t.barrier.wait();
    for step in 0..ITEMS {
        let k = block * BLOCK + step * TILE + me;
        if k < n {
            atomic_fetch_add(&mut digits[keys[k].digit(shift, 15)], 1);
        }
    }
    t.barrier.wait();
    if me < TILE_DIGITS {
        counts[me * blocks + block] = atomic_load(&digits[me]);
    }
}

/// Counts the digits of each chunk: `counts[digit * chunks + chunk]`.
#[kernel]
fn count_chunks<K: Ordered>(
    i: Index<2>,
    n: usize,
    size: usize,
    chunks: usize,
    shift: u32,
    keys: &ArrayView<K>,
    counts: &mut ArrayViewMut<u32>,
) {
    let first = i[0] * size;
    let mut digits = [0u32; CHUNK_DIGITS];
    for k in first..n.min(first + size) {
        digits[keys[k].digit(shift, 255)] += 1;
    }
    for digit in 0..CHUNK_DIGITS {
        counts[digit * chunks + i[0]] = digits[digit];
    }
}

/// Declares the kernels that move keys, and values if there are some, to their positions.
macro_rules! move_kernels {
    ($tiles:ident $chunks:ident $(, $value:ident: $values:ident $sorted_values:ident)?) => {
        /// Moves the keys of each block. `starts` contains the position of the first key for each digit and block.
        #[kernel(tile = [TILE])]
        fn $tiles<K: Ordered $(, $value: GpuType)?>(
            t: TiledIndex<1>,
            n: usize,
            blocks: usize,
            shift: u32,
            starts: &ArrayView<u32>,
            keys: &ArrayView<K>,
            sorted: &mut ArrayViewMut<K>,
            $($values: &ArrayView<$value>, $sorted_values: &mut ArrayViewMut<$value>,)?
        ) {
            let (me, block) = (t.local[0], t.tile[0]);
            let first = block * BLOCK + me * ITEMS;
            let end = n.min(first + ITEMS);
            // The counter of a work-item for a digit, in the order of the digits and then of the work-items.
            #[tile_static]
            let mut counters: [u32; TILE_DIGITS * TILE];
            #[tile_static]
            let mut sums: [u32; TILE];
            #[tile_static]
            let mut local_starts: [u32; TILE_DIGITS];
            for digit in 0..TILE_DIGITS {
                counters[digit * TILE + me] = 0;
            }
            for k in first..end {
                counters[keys[k].digit(shift, 15) * TILE + me] += 1;
            }
            t.barrier.wait();
            // Replaces the counts by their exclusive scan. Each work-item has 16 consecutive counts.
            let mut sum = 0;
            for k in 0..TILE_DIGITS {
                sum += counters[me * TILE_DIGITS + k];
            }
            sums[me] = sum;
            t.barrier.wait();
            let mut step = 1;
            while step < TILE {
                let mut scanned = sums[me];
                if me >= step {
                    scanned += sums[me - step];
                }
                t.barrier.wait();
                sums[me] = scanned;
                t.barrier.wait();
                step *= 2;
            }
            let mut before = sums[me] - sum;
            for k in 0..TILE_DIGITS {
                let count = counters[me * TILE_DIGITS + k];
                counters[me * TILE_DIGITS + k] = before;
                before += count;
            }
            t.barrier.wait();
            if me < TILE_DIGITS {
                local_starts[me] = counters[me * TILE];
            }
            t.barrier.wait();
            for k in first..end {
                let digit = keys[k].digit(shift, 15);
                let rank = counters[digit * TILE + me];
                counters[digit * TILE + me] = rank + 1;
                let at = (starts[digit * blocks + block] + rank - local_starts[digit]) as usize;
                sorted[at] = keys[k];
                $($sorted_values[at] = $values[k];)?
            }
        }

        /// Moves the keys of each chunk. `starts` contains the position of the first key for each digit and chunk.
        #[kernel]
        fn $chunks<K: Ordered $(, $value: GpuType)?>(
            i: Index<2>,
            n: usize,
            size: usize,
            chunks: usize,
            shift: u32,
            starts: &ArrayView<u32>,
            keys: &ArrayView<K>,
            sorted: &mut ArrayViewMut<K>,
            $($values: &ArrayView<$value>, $sorted_values: &mut ArrayViewMut<$value>,)?
        ) {
            let first = i[0] * size;
            let mut next = [0u32; CHUNK_DIGITS];
            for digit in 0..CHUNK_DIGITS {
                next[digit] = starts[digit * chunks + i[0]];
            }
            for k in first..n.min(first + size) {
                let digit = keys[k].digit(shift, 255);
                let at = next[digit] as usize;
                next[digit] += 1;
                sorted[at] = keys[k];
                $($sorted_values[at] = $values[k];)?
            }
        }
    };
}

move_kernels!(move_tiles move_chunks);
move_kernels!(move_pair_tiles move_pair_chunks, V: values sorted_values);

/// The blocks of a pass.
struct Pass<'q> {
    queue: &'q AcceleratorView,
    n: usize,
    kernels: Kernels,
    chunks: Chunks,
}

impl<'q> Pass<'q> {
    fn new(queue: &'q AcceleratorView, n: usize) -> Self {
        Pass { queue, n, kernels: plan::kernels(queue), chunks: Chunks::of(n) }
    }

    fn blocks(&self) -> usize {
        match self.kernels {
            Kernels::Tiles => self.n.div_ceil(BLOCK),
            Kernels::Chunks => self.chunks.count,
        }
    }

    /// The bits that a pass sorts by.
    fn bits(&self) -> u32 {
        match self.kernels {
            Kernels::Tiles => TILE_BITS,
            Kernels::Chunks => CHUNK_BITS,
        }
    }

    /// The position of the first key for each digit and block.
    fn starts<K: Ordered>(
        &self,
        shift: u32,
        keys: &ArrayViewMut<'_, K>,
    ) -> Result<ArrayViewMut<'static, u32>> {
        let (n, blocks) = (self.n, self.blocks());
        let len = blocks << self.bits();
        let mut counts = undefined(len)?;
        match self.kernels {
            Kernels::Tiles => {
                let kernel = count_tiles(n, blocks, shift, keys, &mut counts);
                self.queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = count_chunks(n, self.chunks.size, blocks, shift, keys, &mut counts);
                self.queue.parallel_for_each(self.chunks.domain(), kernel)?;
            }
        }
        let mut starts = undefined(len)?;
        scan_counts(self.queue, &counts, true, &mut starts)?;
        Ok(starts)
    }
}

/// Sorts `n` keys by their lower `bits`. Returns the sorted keys; `keys` has `n` elements, of which there is at least one.
pub(crate) fn sort_keys<K: Ordered>(
    queue: &AcceleratorView,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
) -> Result<ArrayViewMut<'static, K>> {
    let pass = Pass::new(queue, keys.len());
    let (n, blocks) = (pass.n, pass.blocks());
    let mut sorted = undefined(n)?;
    for shift in (0..bits).step_by(pass.bits() as usize) {
        let starts = pass.starts(shift, &keys)?;
        match pass.kernels {
            Kernels::Tiles => {
                let kernel = move_tiles(n, blocks, shift, &starts, &keys, &mut sorted);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = move_chunks(n, pass.chunks.size, blocks, shift, &starts, &keys, &mut sorted);
                queue.parallel_for_each(pass.chunks.domain(), kernel)?;
            }
        }
        std::mem::swap(&mut keys, &mut sorted);
    }
    Ok(keys)
}

/// Sorts keys and the values that belong to them. Returns the sorted keys and values.
pub(crate) fn sort_pairs<K: Ordered, V: GpuType>(
    queue: &AcceleratorView,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
    mut values: ArrayViewMut<'static, V>,
) -> Result<(ArrayViewMut<'static, K>, ArrayViewMut<'static, V>)> {
    let pass = Pass::new(queue, keys.len());
    let (n, blocks, size) = (pass.n, pass.blocks(), pass.chunks.size);
    let (mut sorted, mut sorted_values) = (undefined(n)?, undefined(n)?);
    for shift in (0..bits).step_by(pass.bits() as usize) {
        let starts = pass.starts(shift, &keys)?;
        match pass.kernels {
            Kernels::Tiles => {
                let kernel = move_pair_tiles(
                    n,
                    blocks,
                    shift,
                    &starts,
                    &keys,
                    &mut sorted,
                    &values,
                    &mut sorted_values,
                );
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = move_pair_chunks(
                    n,
                    size,
                    blocks,
                    shift,
                    &starts,
                    &keys,
                    &mut sorted,
                    &values,
                    &mut sorted_values,
                );
                queue.parallel_for_each(pass.chunks.domain(), kernel)?;
            }
        }
        std::mem::swap(&mut keys, &mut sorted);
        std::mem::swap(&mut values, &mut sorted_values);
    }
    Ok((keys, values))
}
