//! Kernels that combine the items of each segment: of runs with equal keys, and of parts that offsets describe.
//!
//! The algorithm is a segmented scan. The first item of a segment is its head. Each block combines the items from its last
//! head on and counts its heads. A segmented scan of these totals gives the value that each block continues, and the second
//! pass scans the blocks. All blocks have the same size, so long and short segments take the same time.
//!
//! Item 0 is a head in all uses. So the first segment of a block either begins in the block or continues a value.

use amp::prelude::*;
use amp::{Op, Result, op};

use crate::forms::Counts;
use crate::input::Input;
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;
use crate::select::{Counted, begins_run};

/// The kinds of results of the second pass.
const INCLUSIVE: u32 = 0;
const EXCLUSIVE: u32 = 1;
/// Not a scan, but one result for each segment: the combination of its items.
const TOTALS: u32 = 2;

/// The values that the second pass writes.
#[derive(Clone, Copy)]
pub(crate) struct Written<T> {
    kind: u32,
    /// The initial value of an exclusive scan.
    initial: T,
}

impl<T: GpuType> Written<T> {
    /// An inclusive scan of each segment.
    pub(crate) const INCLUSIVE: Self = Written { kind: INCLUSIVE, initial: amp::zeroed::<T>() };
    const TOTALS: Self = Written { kind: TOTALS, initial: amp::zeroed::<T>() };

    /// An exclusive scan that begins with `initial` in each segment.
    pub(crate) fn exclusive(initial: T) -> Self {
        Written { kind: EXCLUSIVE, initial }
    }
}

/// Writes the number of heads (first items of segments) of each block. Also writes the combination of the items of the block
/// from its last head on, or of all its items if it has no head.
#[kernel(tile = [TILE])]
fn total_tiles<T: GpuType>(
    t: TiledIndex<1>,
    n: usize,
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &mut ArrayViewMut<u32>,
    totals: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    let begin = t.tile[0] * BLOCK;
    let (first, end) = (begin + me * ITEMS, n.min(begin + (me + 1) * ITEMS));
    #[tile_static]
    let mut values: [T; TILE];
    #[tile_static]
    let mut heads: [u32; TILE];
    if first < end {
        let mut total = load(first);
        let mut found = u32::from(head(first));
        for k in first + 1..end {
            if head(k) {
                total = load(k);
                found += 1;
            } else {
                total = combine(total, load(k));
            }
        }
        values[me] = total;
        heads[me] = found;
    }
    t.barrier.wait();
    // The number of work-items with items.
    let count = (n - begin).div_ceil(ITEMS).min(TILE);
    let mut step = 1;
    while step < TILE {
        let left = 2 * step * me;
        let right = left + step;
        if right < count {
            if heads[right] == 0 {
                values[left] = combine(values[left], values[right]);
            } else {
                values[left] = values[right];
            }
            heads[left] += heads[right];
        }
        t.barrier.wait();
        step *= 2;
    }
    if me == 0 {
        counts[t.tile] = heads[0];
        totals[t.tile] = values[0];
    }
}

/// Scans each block. `ends[b]` is the number of heads in the blocks up to block `b`. `carries[b]` is the combination of the
/// items from the last of these heads to the end of block `b`.
#[kernel(tile = [TILE])]
fn scan_tiles<T: GpuType>(
    t: TiledIndex<1>,
    n: usize,
    written: u32,
    initial: T,
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    ends: &ArrayView<u32>,
    carries: &ArrayView<T>,
    out: &mut ArrayViewMut<T>,
) {
    let (me, tile) = (t.local[0], t.tile[0]);
    let begin = tile * BLOCK;
    let (first, end) = (begin + me * ITEMS, n.min(begin + (me + 1) * ITEMS));
    #[tile_static]
    let mut values: [T; TILE];
    #[tile_static]
    let mut heads: [u32; TILE];
    // A work-item after the last item loads a copy of that item. Only work-items after it, which write nothing, use its
    // total.
    let mut total = load(first.min(n - 1));
    let mut found = u32::from(head(first.min(n - 1)));
    for k in first + 1..end {
        if head(k) {
            total = load(k);
            found += 1;
        } else {
            total = combine(total, load(k));
        }
    }
    values[me] = total;
    heads[me] = found;
    t.barrier.wait();
    let mut step = 1;
    while step < TILE {
        let mut sum = values[me];
        let mut count = heads[me];
        if me >= step {
            if count == 0 {
                sum = combine(values[me - step], sum);
            }
            count += heads[me - step];
        }
        t.barrier.wait();
        values[me] = sum;
        heads[me] = count;
        t.barrier.wait();
        step *= 2;
    }
    // The state before the first item of the work-item: `segment` is the number of heads so far, and `sum` is the combination
    // of the items from the last of these heads on.
    let mut sum = initial;
    let mut segment = 0;
    if tile > 0 {
        sum = carries[tile - 1];
        segment = ends[tile - 1];
    }
    if me > 0 {
        sum = if heads[me - 1] == 0 { combine(sum, values[me - 1]) } else { values[me - 1] };
        segment += heads[me - 1];
    }
    for k in first..end {
        let item = load(k);
        if head(k) {
            if written == EXCLUSIVE {
                out[k] = initial;
            }
            sum = item;
            segment += 1;
        } else {
            if written == EXCLUSIVE {
                out[k] = combine(initial, sum);
            }
            sum = combine(sum, item);
        }
        if written == INCLUSIVE {
            out[k] = sum;
        }
        if written == TOTALS && (k + 1 == n || head(k + 1)) {
            out[(segment - 1) as usize] = sum;
        }
    }
}

/// Writes the number of heads (first items of segments) of each chunk. Also writes the combination of the items of the chunk
/// from its last head on, or of all its items if it has no head.
#[kernel]
fn total_chunks<T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &mut ArrayViewMut<u32>,
    totals: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    let mut total = load(first);
    let mut found = u32::from(head(first));
    for k in first + 1..n.min(first + size) {
        let item = load(k);
        if head(k) {
            total = item;
            found += 1;
        } else {
            total = combine(total, item);
        }
    }
    counts[i[0]] = found;
    totals[i[0]] = total;
}

/// Scans each chunk. `counts` and `totals` are those of [`total_chunks`].
#[kernel]
fn scan_chunks<T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    written: u32,
    initial: T,
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &ArrayView<u32>,
    totals: &ArrayView<T>,
    out: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    let end = n.min(first + size);
    let mut sum = initial;
    let mut segment = 0;
    for chunk in 0..i[0] {
        sum = if counts[chunk] == 0 { combine(sum, totals[chunk]) } else { totals[chunk] };
        segment += counts[chunk];
    }
    for k in first..end {
        let item = load(k);
        if head(k) {
            if written == EXCLUSIVE {
                out[k] = initial;
            }
            if written == TOTALS && k > first {
                out[(segment - 1) as usize] = sum;
            }
            sum = item;
            segment += 1;
        } else {
            if written == EXCLUSIVE {
                out[k] = combine(initial, sum);
            }
            sum = combine(sum, item);
        }
        if written == INCLUSIVE {
            out[k] = sum;
        }
    }
    if written == TOTALS && (end == n || head(end)) {
        out[(segment - 1) as usize] = sum;
    }
}

/// Does the same as [`total_chunks`] for runs of equal keys: an item is a head if its key differs from the key before it.
#[kernel]
fn total_run_chunks<K: GpuType, T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    equal: impl Fn(K, K) -> bool,
    key: impl Fn(usize) -> K,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &mut ArrayViewMut<u32>,
    totals: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    let mut before = key(first);
    let mut total = load(first);
    let mut found = 1;
    if first > 0 && equal(key(first - 1), before) {
        found = 0;
    }
    for k in first + 1..n.min(first + size) {
        let next = key(k);
        let item = load(k);
        if equal(next, before) {
            total = combine(total, item);
        } else {
            total = item;
            found += 1;
        }
        before = next;
    }
    counts[i[0]] = found;
    totals[i[0]] = total;
}

/// Writes the key and the total of each run that ends in a chunk. `counts` and `totals` are those of [`total_run_chunks`].
#[kernel]
fn write_run_chunks<K: GpuType, T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    equal: impl Fn(K, K) -> bool,
    key: impl Fn(usize) -> K,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &ArrayView<u32>,
    totals: &ArrayView<T>,
    out_keys: &mut ArrayViewMut<K>,
    out: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    let end = n.min(first + size);
    let mut before = key(first);
    let mut sum = load(first);
    let mut run = 0;
    for chunk in 0..i[0] {
        run += counts[chunk] as usize;
    }
    if first == 0 || !equal(key(first - 1), before) {
        run += 1;
    } else {
        // The run continues from the chunks before.
        let mut carry = totals[0];
        for chunk in 1..i[0] {
            carry = if counts[chunk] == 0 { combine(carry, totals[chunk]) } else { totals[chunk] };
        }
        sum = combine(carry, sum);
    }
    for k in first + 1..end {
        let next = key(k);
        let item = load(k);
        if equal(next, before) {
            sum = combine(sum, item);
        } else {
            out_keys[run - 1] = before;
            out[run - 1] = sum;
            run += 1;
            sum = item;
        }
        before = next;
    }
    if end == n || !equal(key(end), before) {
        out_keys[run - 1] = before;
        out[run - 1] = sum;
    }
}

/// The op that compares keys.
fn equal<K: GpuType + PartialEq>() -> impl Op<fn(K, K) -> bool> + Copy {
    op!(|a: K, b: K| a == b)
}

/// The totals of the blocks of `n` items.
pub(crate) struct Blocks<T: GpuType> {
    counted: Counted,
    counts: ArrayViewMut<'static, u32>,
    totals: ArrayViewMut<'static, T>,
}

impl<T: GpuType> Counts for Blocks<T> {
    fn ends(&self) -> &ArrayViewMut<'static, u32> {
        &self.counted.ends
    }
}

impl<T: GpuType> Blocks<T> {
    /// Combines the items of each block. There is at least one item, and item 0 is a head.
    pub(crate) fn new(
        queue: &AcceleratorView,
        n: usize,
        head: impl Op<fn(usize) -> bool> + Copy,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> Result<Self> {
        let (kernels, chunks) = (plan::kernels(queue), Chunks::of(n));
        let blocks = match kernels {
            Kernels::Tiles => n.div_ceil(BLOCK),
            Kernels::Chunks => chunks.count,
        };
        let (mut counts, mut totals) = (undefined(blocks)?, undefined(blocks)?);
        match kernels {
            Kernels::Tiles => {
                let kernel = total_tiles(n, head, load, combine, &mut counts, &mut totals);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let kernel = total_chunks(n, chunks.size, head, load, combine, &mut counts, &mut totals);
                queue.parallel_for_each(chunks.domain(), kernel)?;
            }
        }
        let mut ends = undefined(blocks)?;
        scan_counts(queue, &counts, false, &mut ends)?;
        Ok(Blocks { counted: Counted { n, kernels, chunks, ends }, counts, totals })
    }

    /// Combines the items of each block, for runs of equal keys.
    pub(crate) fn of_runs<K: GpuType + PartialEq>(
        queue: &AcceleratorView,
        n: usize,
        keys: impl Input<Item = K>,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> Result<Self> {
        let (kernels, chunks) = (plan::kernels(queue), Chunks::of(n));
        if kernels == Kernels::Tiles {
            return Self::new(queue, n, begins_run(keys), load, combine);
        }
        let (mut counts, mut totals) = (undefined(chunks.count)?, undefined(chunks.count)?);
        let kernel =
            total_run_chunks(n, chunks.size, equal(), keys.load(), load, combine, &mut counts, &mut totals);
        queue.parallel_for_each(chunks.domain(), kernel)?;
        let mut ends = undefined(chunks.count)?;
        scan_counts(queue, &counts, false, &mut ends)?;
        Ok(Blocks { counted: Counted { n, kernels, chunks, ends }, counts, totals })
    }

    /// Writes the key and the total of each run of equal keys.
    pub(crate) fn write_runs<K: GpuType + PartialEq>(
        &self,
        queue: &AcceleratorView,
        keys: impl Input<Item = K>,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
        out_keys: &mut ArrayViewMut<'_, K>,
        out: &mut ArrayViewMut<'_, T>,
    ) -> Result<()> {
        let Blocks { counted, counts, totals } = self;
        if counted.kernels == Kernels::Tiles {
            let head = begins_run(keys);
            self.write(queue, Written::TOTALS, head, load, combine, out)?;
            return counted.move_items(queue, false, head, keys.load(), out_keys);
        }
        let (n, size) = (counted.n, counted.chunks.size);
        let kernel =
            write_run_chunks(n, size, equal(), keys.load(), load, combine, counts, totals, out_keys, out);
        queue.parallel_for_each(counted.chunks.domain(), kernel)
    }

    fn write(
        &self,
        queue: &AcceleratorView,
        written: Written<T>,
        head: impl Op<fn(usize) -> bool> + Copy,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
        out: &mut ArrayViewMut<'_, T>,
    ) -> Result<()> {
        let Written { kind, initial } = written;
        let Blocks { counted, counts, totals } = self;
        let &Counted { n, kernels, chunks, ref ends } = counted;
        match kernels {
            Kernels::Tiles => {
                let mut carries = undefined(totals.len())?;
                if totals.len() > 1 {
                    carry(queue, counts, totals, combine, &mut carries)?;
                }
                let kernel = scan_tiles(n, kind, initial, head, load, combine, ends, &carries, out);
                queue.parallel_for_each(plan::tiles(ends.len())?, kernel)
            }
            Kernels::Chunks => {
                let kernel =
                    scan_chunks(n, chunks.size, kind, initial, head, load, combine, counts, totals, out);
                queue.parallel_for_each(chunks.domain(), kernel)
            }
        }
    }
}

/// Scans the totals of the blocks. [`scan_segments`] and this function call each other. The inner scans always have the ops
/// of this function, so rustc instantiates a finite number of generic functions.
fn carry<T: GpuType>(
    queue: &AcceleratorView,
    counts: &ArrayViewMut<'_, u32>,
    totals: &ArrayViewMut<'_, T>,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let head = op!(|block: usize| block == 0 || counts[block] > 0);
    scan_segments(queue, totals.len(), Written::INCLUSIVE, head, totals.load(), combine, out)
}

/// Scans each segment of `n` items. `n` must not be 0.
pub(crate) fn scan_segments<T: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    written: Written<T>,
    head: impl Op<fn(usize) -> bool> + Copy,
    load: impl Op<fn(usize) -> T> + Copy,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    Blocks::new(queue, n, head, load, combine)?.write(queue, written, head, load, combine, out)
}
