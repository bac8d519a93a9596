//! Radix sort of integers, least significant digit first, with or without values that follow their keys.
//!
//! Each pass sorts by one digit and keeps the order of equal digits. It counts the digits of each block, scans the counts
//! in the order of the digits and then of the blocks, and moves each key to the position that the scan gives. A tile sorts
//! by 4 bits: each work-item has counters of its own in tile memory, so equal digits keep their order without
//! comparisons. A CPU sorts by chunks: see the module `chunks`.

use amp::prelude::*;
use amp::{Result, op};

use super::chunks::{self, Keys, Pairs};
use crate::key::Ordered;
use crate::length::{Length, launch};
use crate::plan::{self, BLOCK, ITEMS, Kernels, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;

/// The number of values of a digit, if tiles sort.
const TILE_DIGITS: usize = 16;
/// The number of bits of a digit, if tiles sort.
const TILE_BITS: u32 = 4;

/// Counts the digits of each block: `counts[digit * blocks + block]`. See the module `length` for `most` and `number`.
#[kernel(tile = [TILE])]
fn count_tiles<K: Ordered>(
    t: TiledIndex<1>,
    most: usize,
    number: impl Fn(usize) -> usize,
    blocks: usize,
    shift: u32,
    keys: &ArrayView<K>,
    counts: &mut ArrayViewMut<u32>,
) {
    let (me, block) = (t.local[0], t.tile[0]);
    let n = uniform(most.min(number(most)));
    if block * BLOCK >= n {
        if me < TILE_DIGITS {
            counts[me * blocks + block] = 0;
        }
        return;
    }
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

/// Declares the kernel that moves keys, and values if there are some, to their positions, and the sort by tiles.
macro_rules! sort_by_tiles {
    ($tiles:ident $sort:ident $(, $value:ident: $values:ident $sorted_values:ident)?) => {
        /// Moves the keys of each block. `starts` contains the position of the first key for each digit and block.
        #[kernel(tile = [TILE])]
        fn $tiles<K: Ordered $(, $value: GpuType)?>(
            t: TiledIndex<1>,
            most: usize,
            number: impl Fn(usize) -> usize,
            blocks: usize,
            shift: u32,
            starts: &ArrayView<u32>,
            keys: &ArrayView<K>,
            sorted: &mut ArrayViewMut<K>,
            $($values: &ArrayView<$value>, $sorted_values: &mut ArrayViewMut<$value>,)?
        ) {
            let (me, block) = (t.local[0], t.tile[0]);
            let n = uniform(most.min(number(most)));
            if block * BLOCK >= n {
                return;
            }
            let first = block * BLOCK + me * ITEMS;
            let end = n.min(first + ITEMS);
            // `counters[digit * TILE + me]` is the number of keys with this digit that work-item `me` moves.
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

        /// Sorts by each digit of the lower `bits`.
        fn $sort<K: Ordered $(, $value: GpuType)?>(
            queue: &AcceleratorView,
            n: impl Length,
            bits: u32,
            keys: &mut ArrayViewMut<'static, K>,
            $($values: &mut ArrayViewMut<'static, $value>,)?
        ) -> Result<()> {
            let (most, number, blocks) = (n.most(), n.count(), n.most().div_ceil(BLOCK));
            let mut sorted = undefined(most)?;
            $(let mut $sorted_values = undefined(most)?;)?
            let (mut counts, mut starts) = (undefined(blocks * TILE_DIGITS)?, undefined(blocks * TILE_DIGITS)?);
            for shift in (0..bits).step_by(TILE_BITS as usize) {
                let kernel = count_tiles(most, number, blocks, shift, keys, &mut counts);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
                scan_counts(queue, &counts, true, &mut starts)?;
                let kernel =
                    $tiles(most, number, blocks, shift, &starts, keys, &mut sorted, $($values, &mut $sorted_values)?);
                launch(queue, n, ITEMS, plan::tiles(blocks)?, kernel)?;
                std::mem::swap(keys, &mut sorted);
                $(std::mem::swap($values, &mut $sorted_values);)?
            }
            Ok(())
        }
    };
}

sort_by_tiles!(move_tiles sort_key_tiles);
sort_by_tiles!(move_pair_tiles sort_pair_tiles, V: values sorted_values);

/// Sorts the first `n` keys by their lower `bits`, of which there may be at least one. Returns the sorted keys.
pub(crate) fn sort_keys<K: Ordered>(
    queue: &AcceleratorView,
    n: impl Length,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
) -> Result<ArrayViewMut<'static, K>> {
    match plan::kernels(queue) {
        Kernels::Tiles => sort_key_tiles(queue, n, bits, &mut keys)?,
        Kernels::Chunks => {
            let n = n.known()?;
            let mut scratch = undefined(n)?;
            chunks::sort(queue, bits, op!(|key: K| key), Keys::new(n, &mut keys, &mut scratch)?)?;
        }
    }
    Ok(keys)
}

/// Does the same as [`sort_keys`], and moves each value with its key. Returns the sorted keys and the values.
pub(crate) fn sort_pairs<K: Ordered, V: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
    mut values: ArrayViewMut<'static, V>,
) -> Result<(ArrayViewMut<'static, K>, ArrayViewMut<'static, V>)> {
    match plan::kernels(queue) {
        Kernels::Tiles => sort_pair_tiles(queue, n, bits, &mut keys, &mut values)?,
        Kernels::Chunks => {
            let n = n.known()?;
            let (mut scratch, mut other) = (undefined(n)?, undefined(n)?);
            let pairs =
                Pairs::new(Keys::new(n, &mut keys, &mut scratch)?, Keys::new(n, &mut values, &mut other)?);
            chunks::sort(queue, bits, op!(|key: K| key), pairs)?;
        }
    }
    Ok((keys, values))
}
