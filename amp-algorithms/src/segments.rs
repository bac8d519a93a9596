//! Kernels that combine the items of each segment: of runs with equal keys, and of parts that offsets describe.
//!
//! The algorithm is a segmented scan. The first item of a segment is its head. Each block combines the items from its last
//! head on and counts its heads. A segmented scan of these totals gives the value that each block continues, and the second
//! pass scans the blocks. All blocks have the same size, so long and short segments take the same time.
//!
//! Item 0 is a head in all uses. So the first segment of a block either begins in the block or continues a value.

use amp::prelude::*;
use amp::{Op, Result, compose, compose3, op, rows};

use crate::forms::Counts;
use crate::input::Input;
use crate::length::{Length, launch, stays_on_device};
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, ROW, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;
use crate::select::{Counted, begins_run};

/// The kinds of results of the second pass.
const INCLUSIVE: u32 = 0;
const EXCLUSIVE: u32 = 1;
/// The combination of each segment, at the segment's number. Chunks write these by `write_run_chunks`.
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
/// from its last head on, or of all its items if it has no head. See the module `length` for `most` and `count`.
#[kernel(tile = [TILE])]
fn total_tiles<T: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &mut ArrayViewMut<u32>,
    totals: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    let begin = t.tile[0] * BLOCK;
    let n = uniform(most.min(count(most)));
    if begin >= n {
        if me == 0 {
            counts[t.tile] = 0;
        }
        return;
    }
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
    let working = (n - begin).div_ceil(ITEMS).min(TILE);
    let mut step = 1;
    while step < TILE {
        let left = 2 * step * me;
        let right = left + step;
        if right < working {
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
/// items from the last of these heads to the end of block `b`. See the module `length` for `most` and `count`.
#[kernel(tile = [TILE])]
fn scan_tiles<T: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
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
    let n = uniform(most.min(count(most)));
    if begin >= n {
        return;
    }
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
        let mut begun = heads[me];
        if me >= step {
            if begun == 0 {
                sum = combine(values[me - step], sum);
            }
            begun += heads[me - step];
        }
        t.barrier.wait();
        values[me] = sum;
        heads[me] = begun;
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
    head_rows: impl Fn(usize) -> [bool; ROW],
    head: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    counts: &mut ArrayViewMut<u32>,
    totals: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    let end = n.min(first + size);
    let mut found = 0;
    let mut next = first;
    while next + ROW <= end {
        let heads = head_rows(next);
        for lane in 0..ROW {
            found += u32::from(heads[lane]);
        }
        next += ROW;
    }
    for k in next..end {
        found += u32::from(head(k));
    }
    let mut last = end - 1;
    while last > first && !head(last) {
        last -= 1;
    }
    let mut total = load(last);
    for k in last + 1..end {
        total = combine(total, load(k));
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
    let mut sum = initial;
    for chunk in 0..i[0] {
        sum = if counts[chunk] == 0 { combine(sum, totals[chunk]) } else { totals[chunk] };
    }
    for k in first..n.min(first + size) {
        let item = load(k);
        if head(k) {
            if written == EXCLUSIVE {
                out[k] = initial;
            }
            sum = item;
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
}

/// Writes the key of each run that begins in a chunk, and the total of each run that ends there. `counts` and `totals` are
/// those of [`total_chunks`]. The results of a row are first moved within private memory, without branches on the heads,
/// which a processor would mispredict.
#[kernel]
fn write_run_chunks<K: GpuType, T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    head_rows: impl Fn(usize) -> [bool; ROW],
    key_rows: impl Fn(usize) -> [K; ROW],
    rows: impl Fn(usize) -> [T; ROW],
    head: impl Fn(usize) -> bool,
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
    let mut sum = load(first);
    // The number of runs that began so far.
    let mut run = 0;
    for chunk in 0..i[0] {
        run += counts[chunk] as usize;
    }
    if head(first) {
        out_keys[run] = key(first);
        run += 1;
    } else {
        // The run continues from the chunks before.
        let mut carry = totals[0];
        for chunk in 1..i[0] {
            carry = if counts[chunk] == 0 { combine(carry, totals[chunk]) } else { totals[chunk] };
        }
        sum = combine(carry, sum);
    }
    let mut next = first + 1;
    while next + ROW <= end {
        let heads = head_rows(next);
        let keys = key_rows(next);
        let items = rows(next);
        let mut found_keys = keys;
        let mut sums = items;
        let mut count = 0;
        for lane in 0..ROW {
            found_keys[count % ROW] = keys[lane];
            sums[count % ROW] = sum;
            count += usize::from(heads[lane]);
            let more = combine(sum, items[lane]);
            sum = if heads[lane] { items[lane] } else { more };
        }
        for lane in 0..count {
            out_keys[run + lane] = found_keys[lane];
            out[run + lane - 1] = sums[lane];
        }
        run += count;
        next += ROW;
    }
    for k in next..end {
        if head(k) {
            out_keys[run] = key(k);
            out[run - 1] = sum;
            run += 1;
            sum = load(k);
        } else {
            sum = combine(sum, load(k));
        }
    }
    if end == n || head(end) {
        out[run - 1] = sum;
    }
}

/// The op that returns whether a run begins, for the items of a row. See [`begins_run`].
fn run_heads<I: Input<Item = K>, K: GpuType + PartialEq>(
    keys: I,
) -> impl Op<fn(usize) -> [bool; ROW]> + Copy {
    let differs = op!(|row: [K; ROW], before: K, first: bool| {
        let mut heads = [false; ROW];
        heads[0] = first || row[0] != before;
        for lane in 1..ROW {
            heads[lane] = row[lane] != row[lane - 1];
        }
        heads
    });
    let before = op!(|k: usize| if k == 0 { k } else { k - 1 });
    compose3(differs, rows::<K, ROW>(keys.load()), compose(keys.load(), before), op!(|k: usize| k == 0))
}

/// The totals of the blocks of `n` items.
pub(crate) struct Blocks<L, T: GpuType> {
    counted: Counted<L>,
    counts: ArrayViewMut<'static, u32>,
    totals: ArrayViewMut<'static, T>,
}

impl<L, T: GpuType> Counts for Blocks<L, T> {
    fn ends(&self) -> &ArrayViewMut<'static, u32> {
        &self.counted.ends
    }
}

impl<L: Length, T: GpuType> Blocks<L, T> {
    /// Combines the items of each block. There is at least one item, and item 0 is a head. A length on the device may be 0, but
    /// only with tiles.
    pub(crate) fn new(
        queue: &AcceleratorView,
        n: L,
        head: impl Op<fn(usize) -> bool> + Copy,
        head_rows: impl Op<fn(usize) -> [bool; ROW]> + Copy,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> Result<Self> {
        let (kernels, chunks) = (plan::kernels(queue), Chunks::of(n.most()));
        let blocks = match kernels {
            Kernels::Tiles => n.most().div_ceil(BLOCK),
            Kernels::Chunks => chunks.count,
        };
        let (mut counts, mut totals) = (undefined(blocks)?, undefined(blocks)?);
        match kernels {
            Kernels::Tiles => {
                let kernel = total_tiles(n.most(), n.count(), head, load, combine, &mut counts, &mut totals);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let (n, size) = (n.known()?, chunks.size);
                let kernel = total_chunks(n, size, head_rows, head, load, combine, &mut counts, &mut totals);
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
        n: L,
        keys: impl Input<Item = K>,
        load: impl Op<fn(usize) -> T> + Copy,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> Result<Self> {
        Self::new(queue, n, begins_run(keys), run_heads(keys), load, combine)
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
        let head = begins_run(keys);
        if counted.kernels == Kernels::Tiles {
            self.write(queue, Written::TOTALS, head, load, combine, out)?;
            return counted.move_items(queue, false, head, keys.load(), out_keys);
        }
        let (n, size) = (counted.n.known()?, counted.chunks.size);
        let (heads, key) = (run_heads(keys), keys.load());
        let (key_rows, item_rows) = (rows::<K, ROW>(key), rows::<T, ROW>(load));
        let kernel = write_run_chunks(
            n, size, heads, key_rows, item_rows, head, key, load, combine, counts, totals, out_keys, out,
        );
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
                    carry(queue, n.blocks(BLOCK), counts, totals, combine, &mut carries)?;
                }
                let (most, count) = (n.most(), n.count());
                let kernel = scan_tiles(most, count, kind, initial, head, load, combine, ends, &carries, out);
                launch(queue, n, ITEMS, plan::tiles(ends.len())?, kernel)
            }
            Kernels::Chunks => {
                let n = n.known()?;
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
    blocks: impl Length,
    counts: &ArrayViewMut<'_, u32>,
    totals: &ArrayViewMut<'_, T>,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let head = op!(|block: usize| block == 0 || counts[block] > 0);
    scan_segments(queue, blocks, Written::INCLUSIVE, head, totals.load(), combine, out)
}

/// Scans each segment of `n` items, of which there may be at least one.
pub(crate) fn scan_segments<T: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    written: Written<T>,
    head: impl Op<fn(usize) -> bool> + Copy,
    load: impl Op<fn(usize) -> T> + Copy,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let head_rows = rows::<bool, ROW>(head);
    if stays_on_device(queue) {
        let blocks = Blocks::new(queue, n, head, head_rows, load, combine)?;
        return blocks.write(queue, written, head, load, combine, out);
    }
    match n.known()? {
        0 => Ok(()),
        n => {
            let blocks = Blocks::new(queue, n, head, head_rows, load, combine)?;
            blocks.write(queue, written, head, load, combine, out)
        }
    }
}
