//! Prefix sums by any associative operator: `inclusive_scan` and `exclusive_scan`.
//!
//! The algorithm is reduce-then-scan: the first pass combines the items of each block, a scan of these totals gives the
//! value before each block, and the second pass scans the blocks. It needs no progress guarantee between workgroups, so
//! it is correct on every device. A scan in one pass with decoupled look-back would read the input once instead of twice,
//! but needs such a guarantee.
//!
//! Operands keep their order, so the operator need not be commutative. There is no identity: work-items without items
//! take no part.

use amp::prelude::*;
use amp::{Op, Result, op, rows};

use crate::forms::array_forms;
use crate::input::Input;
use crate::length::{Length, launch};
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, ROW, TILE};
use crate::scratch::{computed, undefined};

/// Writes the combination of the items of each block. See the module `length` for `most` and `count`.
#[kernel(tile = [TILE])]
fn total_tiles<T: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    totals: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    let begin = t.tile[0] * BLOCK;
    let n = uniform(most.min(count(most)));
    if begin >= n {
        return;
    }
    let (first, end) = (begin + me * ITEMS, n.min(begin + (me + 1) * ITEMS));
    #[tile_static]
    let mut values: [T; TILE];
    if first < end {
        let mut total = load(first);
        for k in first + 1..end {
            total = combine(total, load(k));
        }
        values[me] = total;
    }
    t.barrier.wait();
    let working = (n - begin).div_ceil(ITEMS).min(TILE);
    let mut step = 1;
    while step < TILE {
        let left = 2 * step * me;
        if left + step < working {
            values[left] = combine(values[left], values[left + step]);
        }
        t.barrier.wait();
        step *= 2;
    }
    if me == 0 {
        totals[t.tile] = values[0];
    }
}

/// Scans each block. `before[b - 1]` is the combination of all items before block `b`. See the module `length` for `most`
/// and `count`.
#[kernel(tile = [TILE])]
fn scan_tiles<T: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
    exclusive: bool,
    initial: T,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    before: &ArrayView<T>,
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
    // A work-item after the last item loads a copy of that item. Only work-items after it, which write nothing, use its
    // total.
    let mut total = load(first.min(n - 1));
    for k in first + 1..end {
        total = combine(total, load(k));
    }
    values[me] = total;
    t.barrier.wait();
    let mut step = 1;
    while step < TILE {
        let mut sum = values[me];
        if me >= step {
            sum = combine(values[me - step], sum);
        }
        t.barrier.wait();
        values[me] = sum;
        t.barrier.wait();
        step *= 2;
    }
    // The combination of everything before the first item of the work-item, if there is anything.
    let mut has_sum = exclusive;
    let mut sum = initial;
    if tile > 0 {
        sum = if has_sum { combine(sum, before[tile - 1]) } else { before[tile - 1] };
        has_sum = true;
    }
    if me > 0 {
        sum = if has_sum { combine(sum, values[me - 1]) } else { values[me - 1] };
        has_sum = true;
    }
    for k in first..end {
        let item = load(k);
        if exclusive {
            out[k] = sum;
        }
        sum = if has_sum { combine(sum, item) } else { item };
        has_sum = true;
        if !exclusive {
            out[k] = sum;
        }
    }
}

/// Writes the combination of the items of each chunk. The first chunk begins at `from`, and the last one ends at `to`.
#[kernel]
fn total_chunks<T: GpuType>(
    i: Index<2>,
    from: usize,
    to: usize,
    size: usize,
    rows: impl Fn(usize) -> [T; ROW],
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    totals: &mut ArrayViewMut<T>,
) {
    let first = from + i[0] * size;
    let end = to.min(first + size);
    let mut total = load(first);
    let mut next = first + 1;
    while next + ROW <= end {
        let items = rows(next);
        for lane in 0..ROW {
            total = combine(total, items[lane]);
        }
        next += ROW;
    }
    for k in next..end {
        total = combine(total, load(k));
    }
    totals[i[0]] = total;
}

/// Scans each chunk between `from` and `to`. `totals` contains the total of each chunk, `before` the combination of
/// everything before `from`. The last chunk writes the combination of everything before `to` to `after`.
#[kernel]
fn scan_chunks<T: GpuType>(
    i: Index<2>,
    from: usize,
    to: usize,
    size: usize,
    exclusive: bool,
    rows: impl Fn(usize) -> [T; ROW],
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    totals: &ArrayView<T>,
    before: &ArrayView<T>,
    after: &mut ArrayViewMut<T>,
    out: &mut ArrayViewMut<T>,
) {
    let first = from + i[0] * size;
    let end = to.min(first + size);
    let mut begin = 0;
    let mut sum = before[0];
    if !exclusive && from == 0 && i[0] > 0 {
        sum = totals[0];
        begin += 1;
    }
    for chunk in begin..i[0] {
        sum = combine(sum, totals[chunk]);
    }
    let mut next = first;
    if !exclusive && first == 0 {
        sum = load(first);
        out[first] = sum;
        next = first + 1;
    }
    while next + ROW <= end {
        let items = rows(next);
        for lane in 0..ROW {
            let before = sum;
            sum = combine(sum, items[lane]);
            out[next + lane] = if exclusive { before } else { sum };
        }
        next += ROW;
    }
    for k in next..end {
        let before = sum;
        sum = combine(sum, load(k));
        out[k] = if exclusive { before } else { sum };
    }
    if end == to {
        after[0] = sum;
    }
}

/// Scans `n` items, of which there may be at least one. With an initial value, the scan is exclusive.
pub(crate) fn scan_to<T: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    initial: Option<T>,
    load: impl Op<fn(usize) -> T> + Copy,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let exclusive = initial.is_some();
    let initial = initial.unwrap_or(amp::zeroed::<T>());
    match plan::kernels(queue) {
        Kernels::Tiles => {
            let (blocks, most, count) = (n.blocks(BLOCK), n.most(), n.count());
            let tiles = plan::tiles(blocks.most())?;
            let mut before = undefined(blocks.most())?;
            if blocks.most() > 1 {
                let mut totals = undefined(blocks.most())?;
                launch(queue, n, ITEMS, tiles, total_tiles(most, count, load, combine, &mut totals))?;
                scan_totals(queue, blocks, &totals, combine, &mut before)?;
            }
            let kernel = scan_tiles(most, count, exclusive, initial, load, combine, &before, out);
            launch(queue, n, ITEMS, tiles, kernel)
        }
        Kernels::Chunks => {
            let n = n.known()?;
            if n == 0 {
                return Ok(());
            }
            let rows_of = rows::<T, ROW>(load);
            // The second pass over a wave finds the items in the caches.
            let size = plan::cached_items::<T>();
            let mut before = computed(queue, 1, op!(|_k: usize| initial))?;
            let mut after = undefined(1)?;
            for from in (0..n).step_by(size) {
                let to = n.min(from + size);
                let chunks = Chunks::of(to - from);
                let mut totals = undefined(chunks.count)?;
                if chunks.count > 1 {
                    let kernel = total_chunks(from, to, chunks.size, rows_of, load, combine, &mut totals);
                    queue.parallel_for_each(chunks.domain(), kernel)?;
                }
                let size = chunks.size;
                let kernel = scan_chunks(
                    from, to, size, exclusive, rows_of, load, combine, &totals, &before, &mut after, out,
                );
                queue.parallel_for_each(chunks.domain(), kernel)?;
                std::mem::swap(&mut before, &mut after);
            }
            Ok(())
        }
    }
}

/// Scans the totals of the blocks. [`scan_to`] and this function call each other. The input of the inner scans always has
/// the type of `totals.load()`, so rustc instantiates a finite number of generic functions.
fn scan_totals<T: GpuType>(
    queue: &AcceleratorView,
    blocks: impl Length,
    totals: &ArrayViewMut<'_, T>,
    combine: impl Op<fn(T, T) -> T> + Copy,
    before: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    scan_to(queue, blocks, None, totals.load(), combine, before)
}

/// Scans counts by addition. Element `k` of the result is the sum of the counts 0 to `k`, without count `k` if `exclusive` is
/// true.
///
/// This function is not generic, so it is compiled once for all callers.
pub(crate) fn scan_counts(
    queue: &AcceleratorView,
    counts: &ArrayViewMut<'_, u32>,
    exclusive: bool,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let plus = op!(|a: u32, b: u32| a.wrapping_add(b));
    scan_to(queue, counts.len(), exclusive.then_some(0), counts.load(), plus, out)
}

array_forms! {
    /// Element `k` of the result is the combination of the items 0 to `k`.
    ///
    /// The operator must be associative. It need not be commutative: `combine(a, b)` gets operands in the order of the
    /// items.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[3, 1, 4, 1]);
    /// assert_eq!(alg::inclusive_scan(&x, op!(|a, b| a + b))?.to_vec()?, [3, 4, 8, 9]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    inclusive_scan inclusive_scan_on inclusive_scan_into [I: Input<Item = T>, T: GpuType] (
        input: I,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T as I::Length {
        op: input.load(),
        len: input.length()?,
        run: |queue, n, out| scan_to(queue, n, None, input.load(), combine, out),
    }

    /// Element `k` of the result is the combination of `initial` and the items before item `k`.
    ///
    /// The operator must be associative. It need not be commutative.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[3, 1, 4, 1]);
    /// assert_eq!(alg::exclusive_scan(&x, 10, op!(|a, b| a + b))?.to_vec()?, [10, 13, 14, 18]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    exclusive_scan exclusive_scan_on exclusive_scan_into [I: Input<Item = T>, T: GpuType] (
        input: I,
        initial: T,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T as I::Length {
        op: input.load(),
        len: input.length()?,
        run: |queue, n, out| scan_to(queue, n, Some(initial), input.load(), combine, out),
    }
}
