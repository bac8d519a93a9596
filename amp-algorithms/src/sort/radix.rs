//! Radix sort of integers, least significant digit first, with or without values that follow their keys.
//!
//! Each pass sorts by one digit and keeps the order of equal digits. It counts the digits of each block, scans the counts
//! in the order of the digits and then of the blocks, and moves each key to the position that the scan gives. A tile sorts
//! by 4 bits: each work-item has counters of its own in tile memory, so equal digits keep their order without
//! comparisons. A chunk sorts by 8 bits with counters in private memory.
//!
//! A CPU begins with the most significant digit in which keys differ. Then each of the 256 buckets fits into the cache of a
//! core, and one work-item sorts it by the other digits. If most keys are in one bucket, all passes are parallel instead,
//! from the least significant digit on.

use amp::Result;
use amp::prelude::*;

use crate::key::Ordered;
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;

/// The number of values of a digit, if tiles sort.
const TILE_DIGITS: usize = 16;
/// The number of bits of a digit, if tiles sort.
const TILE_BITS: u32 = 4;
/// The number of values of a digit, if chunks sort.
const CHUNK_DIGITS: usize = 256;
/// The number of bits of a digit, if chunks sort.
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
    // Four counters for each value of the digit. With one counter, each increment for a repeated key would have to wait for
    // the store of the increment before it.
    let mut digits = [0u32; 4 * CHUNK_DIGITS];
    for k in first..n.min(first + size) {
        digits[k % 4 * CHUNK_DIGITS + keys[k].digit(shift, 255)] += 1;
    }
    for digit in 0..CHUNK_DIGITS {
        let others = digits[CHUNK_DIGITS + digit] + digits[2 * CHUNK_DIGITS + digit];
        counts[digit * chunks + i[0]] = digits[digit] + others + digits[3 * CHUNK_DIGITS + digit];
    }
}

/// Buckets with at most so many keys are sorted by insertion.
const SMALL_BUCKET: usize = 32;

/// Declares the kernels that move keys, and values if there are some, to their positions.
macro_rules! move_kernels {
    ($tiles:ident $chunks:ident $buckets:ident $(, $value:ident: $values:ident $sorted_values:ident $other_values:ident $moved:ident)?) => {
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

        /// Sorts each bucket by the lower `bits`, digit by digit. Each digit moves the keys from one of the two views to the
        /// other. So with an odd number of digits, the result is in `other`. Bucket `b` begins at `starts[b * chunks]`.
        #[kernel]
        fn $buckets<K: Ordered $(, $value: GpuType)?>(
            i: Index<2>,
            n: usize,
            chunks: usize,
            bits: u32,
            starts: &ArrayView<u32>,
            keys: &mut ArrayViewMut<K>,
            other: &mut ArrayViewMut<K>,
            $($values: &mut ArrayViewMut<$value>, $other_values: &mut ArrayViewMut<$value>,)?
        ) {
            let first = starts[i[0] * chunks] as usize;
            let mut end = n;
            if i[0] + 1 < CHUNK_DIGITS {
                end = starts[(i[0] + 1) * chunks] as usize;
            }
            if end - first <= SMALL_BUCKET {
                for k in first + 1..end {
                    let key: K = keys[k];
                    $(let $moved = $values[k];)?
                    let mut at = k;
                    while at > first && key < keys[at - 1] {
                        keys[at] = keys[at - 1];
                        $($values[at] = $values[at - 1];)?
                        at -= 1;
                    }
                    keys[at] = key;
                    $($values[at] = $moved;)?
                }
                if bits.div_ceil(CHUNK_BITS) % 2 == 1 {
                    for k in first..end {
                        other[k] = keys[k];
                        $($other_values[k] = $values[k];)?
                    }
                }
            } else {
                let mut is_in_other = false;
                for shift in (0..bits).step_by(8) {
                    let mut next = [0u32; CHUNK_DIGITS];
                    if is_in_other {
                        for k in first..end {
                            let key: K = other[k];
                            next[key.digit(shift, 255)] += 1;
                        }
                    } else {
                        for k in first..end {
                            let key: K = keys[k];
                            next[key.digit(shift, 255)] += 1;
                        }
                    }
                    let mut before = first as u32;
                    for digit in 0..CHUNK_DIGITS {
                        let count = next[digit];
                        next[digit] = before;
                        before += count;
                    }
                    if is_in_other {
                        for k in first..end {
                            let key: K = other[k];
                            let digit = key.digit(shift, 255);
                            let at = next[digit] as usize;
                            next[digit] += 1;
                            keys[at] = key;
                            $($values[at] = $other_values[k];)?
                        }
                    } else {
                        for k in first..end {
                            let key: K = keys[k];
                            let digit = key.digit(shift, 255);
                            let at = next[digit] as usize;
                            next[digit] += 1;
                            other[at] = key;
                            $($other_values[at] = $values[k];)?
                        }
                    }
                    is_in_other = !is_in_other;
                }
            }
        }
    };
}

move_kernels!(move_tiles move_chunks sort_buckets);
move_kernels!(move_pair_tiles move_pair_chunks sort_pair_buckets, V: values sorted_values other_values moved);

/// The values that all passes of a sort share.
struct Pass<'q> {
    queue: &'q AcceleratorView,
    n: usize,
    kernels: Kernels,
    chunks: Chunks,
}

/// The steps of a sort by chunks.
enum Steps {
    /// The keys are equal.
    Nothing,
    /// Move the keys to buckets by the digit that begins at bit `shift`, and then sort each bucket.
    Buckets { shift: u32, starts: ArrayViewMut<'static, u32> },
    /// Sort by each digit of the lower `bits`.
    Digits { bits: u32 },
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

    /// The number of bits that a pass sorts by.
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

    /// The greatest number of keys with the same digit. Used only by the sort for CPUs, where reading `starts` on the
    /// host copies nothing between memories.
    fn most_of_a_digit(&self, starts: &ArrayViewMut<'_, u32>) -> Result<usize> {
        let starts = starts.to_vec()?;
        let begin =
            |digit: usize| starts.get(digit * self.chunks.count).map_or(self.n, |start| *start as usize);
        Ok((0..CHUNK_DIGITS).map(|digit| begin(digit + 1) - begin(digit)).max().unwrap_or_default())
    }

    /// Chooses the steps of a sort by chunks.
    fn steps<K: Ordered>(&self, bits: u32, keys: &ArrayViewMut<'_, K>) -> Result<Steps> {
        let mut bits = bits.next_multiple_of(CHUNK_BITS);
        if self.n < plan::least_for_buckets() {
            return Ok(Steps::Digits { bits });
        }
        while bits > 0 {
            let shift = bits - CHUNK_BITS;
            let starts = self.starts(shift, keys)?;
            let most = self.most_of_a_digit(&starts)?;
            if most <= plan::most_in_bucket(self.n) || (shift == 0 && most < self.n) {
                return Ok(Steps::Buckets { shift, starts });
            }
            if most < self.n {
                return Ok(Steps::Digits { bits });
            }
            bits = shift;
        }
        Ok(Steps::Nothing)
    }

    /// The domain with one work-item for each bucket.
    fn buckets() -> Extent<2> {
        Extent::new([CHUNK_DIGITS, 1])
    }
}

/// Sorts `keys`, which must not be empty, by their lower `bits`. Returns the sorted keys.
pub(crate) fn sort_keys<K: Ordered>(
    queue: &AcceleratorView,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
) -> Result<ArrayViewMut<'static, K>> {
    let pass = Pass::new(queue, keys.len());
    let (n, blocks, size) = (pass.n, pass.blocks(), pass.chunks.size);
    let mut sorted = undefined(n)?;
    let steps = match pass.kernels {
        Kernels::Tiles => Steps::Digits { bits },
        Kernels::Chunks => pass.steps(bits, &keys)?,
    };
    let mut moves = |shift, starts: &ArrayViewMut<'_, u32>, keys: &mut ArrayViewMut<'static, K>| {
        match pass.kernels {
            Kernels::Tiles => {
                let kernel = move_tiles(n, blocks, shift, starts, keys, &mut sorted);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = move_chunks(n, size, blocks, shift, starts, keys, &mut sorted);
                queue.parallel_for_each(pass.chunks.domain(), kernel)?;
            }
        }
        std::mem::swap(keys, &mut sorted);
        Ok::<_, amp::Error>(())
    };
    match steps {
        Steps::Nothing => {}
        Steps::Digits { bits } => {
            for shift in (0..bits).step_by(pass.bits() as usize) {
                let starts = pass.starts(shift, &keys)?;
                moves(shift, &starts, &mut keys)?;
            }
        }
        Steps::Buckets { shift, starts } => {
            moves(shift, &starts, &mut keys)?;
            if shift > 0 {
                let kernel = sort_buckets(n, blocks, shift, &starts, &mut keys, &mut sorted);
                queue.parallel_for_each(Pass::buckets(), kernel)?;
                if shift / CHUNK_BITS % 2 == 1 {
                    return Ok(sorted);
                }
            }
        }
    }
    Ok(keys)
}

/// Does the same as [`sort_keys`], and moves each value with its key. Returns the sorted keys and the values.
pub(crate) fn sort_pairs<K: Ordered, V: GpuType>(
    queue: &AcceleratorView,
    bits: u32,
    mut keys: ArrayViewMut<'static, K>,
    mut values: ArrayViewMut<'static, V>,
) -> Result<(ArrayViewMut<'static, K>, ArrayViewMut<'static, V>)> {
    let pass = Pass::new(queue, keys.len());
    let (n, blocks, size) = (pass.n, pass.blocks(), pass.chunks.size);
    let (mut sorted, mut sorted_values) = (undefined(n)?, undefined(n)?);
    let steps = match pass.kernels {
        Kernels::Tiles => Steps::Digits { bits },
        Kernels::Chunks => pass.steps(bits, &keys)?,
    };
    let mut moves = |shift,
                     starts: &ArrayViewMut<'_, u32>,
                     keys: &mut ArrayViewMut<'static, K>,
                     values: &mut ArrayViewMut<'static, V>| {
        match pass.kernels {
            Kernels::Tiles => {
                let kernel =
                    move_pair_tiles(n, blocks, shift, starts, keys, &mut sorted, values, &mut sorted_values);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = move_pair_chunks(
                    n,
                    size,
                    blocks,
                    shift,
                    starts,
                    keys,
                    &mut sorted,
                    values,
                    &mut sorted_values,
                );
                queue.parallel_for_each(pass.chunks.domain(), kernel)?;
            }
        }
        std::mem::swap(keys, &mut sorted);
        std::mem::swap(values, &mut sorted_values);
        Ok::<_, amp::Error>(())
    };
    match steps {
        Steps::Nothing => {}
        Steps::Digits { bits } => {
            for shift in (0..bits).step_by(pass.bits() as usize) {
                let starts = pass.starts(shift, &keys)?;
                moves(shift, &starts, &mut keys, &mut values)?;
            }
        }
        Steps::Buckets { shift, starts } => {
            moves(shift, &starts, &mut keys, &mut values)?;
            if shift > 0 {
                let kernel = sort_pair_buckets(
                    n,
                    blocks,
                    shift,
                    &starts,
                    &mut keys,
                    &mut sorted,
                    &mut values,
                    &mut sorted_values,
                );
                queue.parallel_for_each(Pass::buckets(), kernel)?;
                if shift / CHUNK_BITS % 2 == 1 {
                    return Ok((sorted, sorted_values));
                }
            }
        }
    }
    Ok((keys, values))
}
