//! Selections: `select`, `copy_if`, `partition`, `stable_partition` and `unique`.
//!
//! The first pass counts the kept items of each block. A scan of the counts gives the position of each block's first kept
//! item, and the second pass moves the items. The order of the items is preserved.

use amp::prelude::*;
use amp::{Op, Result, compose, compose3, op, rows};

use crate::counted_array::CountedArray;
use crate::error;
use crate::forms::{self, Counts};
use crate::input::{Input, ItemOp};
use crate::length::{Length, launch, stays_on_device};
use crate::output::{self, Output};
use crate::plan::{self, BLOCK, Chunks, ITEMS, Kernels, ROW, TILE};
use crate::scan::scan_counts;
use crate::scratch::undefined;

/// Counts the kept items of each block. See the module `length` for `most` and `number`.
#[kernel(tile = [TILE])]
fn count_tiles(
    t: TiledIndex<1>,
    most: usize,
    number: impl Fn(usize) -> usize,
    keep: impl Fn(usize) -> bool,
    counts: &mut ArrayViewMut<u32>,
) {
    let me = t.local[0];
    let first = t.tile[0] * BLOCK;
    let n = uniform(most.min(number(most)));
    if first >= n {
        if me == 0 {
            counts[t.tile] = 0;
        }
        return;
    }
    #[tile_static]
    let mut kept: [u32; TILE];
    let mut count = 0;
    for step in 0..ITEMS {
        let k = first + step * TILE + me;
        if k < n && keep(k) {
            count += 1;
        }
    }
    kept[me] = count;
    t.barrier.wait();
    let mut half = TILE / 2;
    while half > 0 {
        if me < half {
            kept[me] += kept[me + half];
        }
        t.barrier.wait();
        half /= 2;
    }
    if me == 0 {
        counts[t.tile] = kept[0];
    }
}

/// Moves the items of each block. `ends` contains the number of kept items up to the end of each block. If `all` is true, the
/// other items follow after the kept ones. See the module `length` for `most` and `number`.
#[kernel(tile = [TILE])]
fn move_tiles<T: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    number: impl Fn(usize) -> usize,
    all: bool,
    keep: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    ends: &ArrayView<u32>,
    out: &mut ArrayViewMut<T>,
) {
    let (me, tile) = (t.local[0], t.tile[0]);
    let first = tile * BLOCK + me * ITEMS;
    let n = uniform(most.min(number(most)));
    if tile * BLOCK >= n {
        return;
    }
    #[tile_static]
    let mut kept: [u32; TILE];
    let mut count = 0;
    for k in first..n.min(first + ITEMS) {
        if keep(k) {
            count += 1;
        }
    }
    kept[me] = count;
    t.barrier.wait();
    let mut step = 1;
    while step < TILE {
        let mut sum = kept[me];
        if me >= step {
            sum += kept[me - step];
        }
        t.barrier.wait();
        kept[me] = sum;
        t.barrier.wait();
        step *= 2;
    }
    let mut next = (kept[me] - count) as usize;
    if tile > 0 {
        next += ends[tile - 1] as usize;
    }
    let total = ends[ends.extent()[0] - 1] as usize;
    for k in first..n.min(first + ITEMS) {
        if keep(k) {
            out[next] = load(k);
            next += 1;
        } else if all {
            out[total + k - next] = load(k);
        }
    }
}

/// Counts the kept items of each chunk.
#[kernel]
fn count_chunks(
    i: Index<2>,
    n: usize,
    size: usize,
    kept_rows: impl Fn(usize) -> [bool; ROW],
    keep: impl Fn(usize) -> bool,
    counts: &mut ArrayViewMut<u32>,
) {
    let mut next = i[0] * size;
    let end = n.min(next + size);
    let mut count = 0;
    while next + ROW <= end {
        let kept = kept_rows(next);
        for lane in 0..ROW {
            count += u32::from(kept[lane]);
        }
        next += ROW;
    }
    for k in next..end {
        count += u32::from(keep(k));
    }
    counts[i[0]] = count;
}

/// Moves the items of each chunk, as [`move_tiles`] does. The items of a row are first moved within private memory,
/// without branches on `keep`, which a processor would mispredict.
#[kernel]
fn move_chunks<T: GpuType>(
    i: Index<2>,
    n: usize,
    size: usize,
    all: bool,
    kept_rows: impl Fn(usize) -> [bool; ROW],
    rows: impl Fn(usize) -> [T; ROW],
    keep: impl Fn(usize) -> bool,
    load: impl Fn(usize) -> T,
    ends: &ArrayView<u32>,
    out: &mut ArrayViewMut<T>,
) {
    let mut at = i[0] * size;
    let end = n.min(at + size);
    let mut next = 0;
    if i[0] > 0 {
        next = ends[i[0] - 1] as usize;
    }
    let total = ends[ends.extent()[0] - 1] as usize;
    while at + ROW <= end {
        let kept = kept_rows(at);
        let items = rows(at);
        let mut packed = items;
        let mut count = 0;
        for lane in 0..ROW {
            packed[count % ROW] = items[lane];
            count += usize::from(kept[lane]);
        }
        for lane in 0..count {
            out[next + lane] = packed[lane];
        }
        if all {
            let mut others = 0;
            for lane in 0..ROW {
                packed[others % ROW] = items[lane];
                others += usize::from(!kept[lane]);
            }
            for lane in 0..others {
                out[total + at - next + lane] = packed[lane];
            }
        }
        next += count;
        at += ROW;
    }
    for k in at..end {
        if keep(k) {
            out[next] = load(k);
            next += 1;
        } else if all {
            out[total + k - next] = load(k);
        }
    }
}

/// The kept items of `n` items, counted block by block.
pub(crate) struct Counted<L> {
    pub(crate) n: L,
    pub(crate) kernels: Kernels,
    pub(crate) chunks: Chunks,
    /// The number of kept items up to the end of each block.
    pub(crate) ends: ArrayViewMut<'static, u32>,
}

impl<L> Counts for Counted<L> {
    fn ends(&self) -> &ArrayViewMut<'static, u32> {
        &self.ends
    }
}

impl<L: Length> Counted<L> {
    /// Counts the items of `n` for which `keep` is true. `n` must not be 0. A length on the device may be, but only with
    /// tiles.
    pub(crate) fn new(
        queue: &AcceleratorView,
        n: L,
        keep: impl Op<fn(usize) -> bool> + Copy,
    ) -> Result<Self> {
        let (kernels, chunks) = (plan::kernels(queue), Chunks::of(n.most()));
        let blocks = match kernels {
            Kernels::Tiles => n.most().div_ceil(BLOCK),
            Kernels::Chunks => chunks.count,
        };
        let mut counts = undefined(blocks)?;
        match kernels {
            Kernels::Tiles => {
                let kernel = count_tiles(n.most(), n.count(), keep, &mut counts);
                queue.parallel_for_each(plan::tiles(blocks)?, kernel)?;
            }
            Kernels::Chunks => {
                let n = n.known()?;
                let kernel = count_chunks(n, chunks.size, rows::<bool, ROW>(keep), keep, &mut counts);
                queue.parallel_for_each(chunks.domain(), kernel)?;
            }
        }
        let mut ends = undefined(blocks)?;
        scan_counts(queue, &counts, false, &mut ends)?;
        Ok(Counted { n, kernels, chunks, ends })
    }

    /// Moves the kept items to the beginning of `out`. If `all` is true, the other items follow after them.
    pub(crate) fn move_items<T: GpuType>(
        &self,
        queue: &AcceleratorView,
        all: bool,
        keep: impl Op<fn(usize) -> bool> + Copy,
        load: impl Op<fn(usize) -> T> + Copy,
        out: &mut ArrayViewMut<'_, T>,
    ) -> Result<()> {
        let &Counted { n, kernels, chunks, ref ends } = self;
        match kernels {
            Kernels::Tiles => {
                let kernel = move_tiles(n.most(), n.count(), all, keep, load, ends, out);
                launch(queue, n, ITEMS, plan::tiles(ends.len())?, kernel)
            }
            Kernels::Chunks => {
                let n = n.known()?;
                let (kept_rows, item_rows) = (rows::<bool, ROW>(keep), rows::<T, ROW>(load));
                let kernel = move_chunks(n, chunks.size, all, kept_rows, item_rows, keep, load, ends, out);
                queue.parallel_for_each(chunks.domain(), kernel)
            }
        }
    }
}

/// The kept items in an array of their own. A GPU keeps their number. On a CPU, the array has the exact length.
fn select_to_array<T: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    keep: impl Op<fn(usize) -> bool> + Copy,
    load: impl Op<fn(usize) -> T> + Copy,
) -> Result<CountedArray<T>> {
    if n.most() > 0 && stays_on_device(queue) {
        let (mut out, mut count) = (Array::new_on(queue, n.most())?, Array::new_on(queue, 1)?);
        select_to_view(queue, n, keep, load, &mut out, &mut count)?;
        return Ok(CountedArray::new(out, count));
    }
    let n = n.known()?;
    if n == 0 {
        return CountedArray::full(queue, Array::new_on(queue, 0)?);
    }
    let counted = Counted::new(queue, n, keep)?;
    let mut out = Array::new_on(queue, forms::total(&counted)?)?;
    if !out.is_empty() {
        let mut elements = out.as_view_mut();
        elements.discard_data();
        counted.move_items(queue, false, keep, load, &mut elements)?;
    }
    CountedArray::full(queue, out)
}

/// The kept items at the beginning of `out`, and their number in `count`. Nothing is downloaded.
fn select_to_view<T: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    keep: impl Op<fn(usize) -> bool> + Copy,
    load: impl Op<fn(usize) -> T> + Copy,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let mut out = out.elements();
    error::output_capacity(out.len(), n.most())?;
    if n.most() > 0 && stays_on_device(queue) {
        let counted = Counted::new(queue, n, keep)?;
        counted.move_items(queue, false, keep, load, &mut out)?;
        return forms::write_total(queue, &counted, count);
    }
    let n = n.known()?;
    if n == 0 {
        return crate::fill_on(queue, count, 0);
    }
    let counted = Counted::new(queue, n, keep)?;
    counted.move_items(queue, false, keep, load, &mut out)?;
    forms::write_total(queue, &counted, count)
}

/// The elements for which the predicate is true, in their order, in an array of their own.
///
/// Their number stays on the device: see [`CountedArray`].
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (x, limit) = (ArrayView::new(&[5, 1, 7, 3]), 2);
/// assert_eq!(alg::select(&x, op!(|v| v > limit))?.to_vec()?, [5, 7, 3]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn select<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<CountedArray<T>> {
    select_on(&amp::queue_of(predicate.of(input))?, input, predicate)
}

/// [`select`] on the given queue.
///
/// # Errors
/// Errors of the launches.
pub fn select_on<I: Input<Item = T>, T: GpuType>(
    queue: &AcceleratorView,
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<CountedArray<T>> {
    select_to_array(queue, input.length()?, predicate.of(input), input.load())
}

/// [`select`] into the first elements of `out`, which is as long as the input or longer. The number of elements is written
/// to `count`. Nothing is downloaded. The elements of `out` after the selected ones are unchanged.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = ArrayView::new(&[5, 1, 7, 3]);
/// let (mut kept, mut count) = (Array::zeros(4)?, Array::zeros(1)?);
/// alg::select_into(&x, op!(|v| v > 2), &mut kept, &mut count)?;
/// assert_eq!((kept.to_vec()?, count.to_vec()?), (vec![5, 7, 3, 0], vec![3]));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if `out` is shorter than the input; errors of the launches.
pub fn select_into<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let keep = predicate.of(input);
    let queue = output::queue_for(out, keep)?;
    select_to_view(&queue, input.length()?, keep, input.load(), out, count)
}

/// Copies the elements for which the predicate is true to the first elements of `out`, in their order. Returns their number.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = ArrayView::new(&[5, 1, 7, 3]);
/// let mut out = Array::zeros(3)?;
/// assert_eq!(alg::copy_if(&x, op!(|v| v > 2), &mut out)?, 3);
/// assert_eq!(out.to_vec()?, [5, 7, 3]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if `out` is too short for the elements, which are then not
/// copied; errors of the launches.
pub fn copy_if<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
    out: &mut impl Output<T>,
) -> Result<usize> {
    copy_if_on(&output::queue_for(out, predicate.of(input))?, input, predicate, out)
}

/// [`copy_if`] on the given queue.
///
/// # Errors
/// The errors of [`copy_if`].
pub fn copy_if_on<I: Input<Item = T>, T: GpuType>(
    queue: &AcceleratorView,
    input: I,
    predicate: impl ItemOp<I, bool>,
    out: &mut impl Output<T>,
) -> Result<usize> {
    let (n, keep) = (input.count()?, predicate.of(input));
    if n == 0 {
        return Ok(0);
    }
    let counted = Counted::new(queue, n, keep)?;
    let total = forms::total(&counted)?;
    let mut out = out.elements();
    error::output_capacity(out.len(), total)?;
    if total > 0 {
        counted.move_items(queue, false, keep, input.load(), &mut out)?;
    }
    Ok(total)
}

/// The elements for which the predicate is true, followed by the others, and the number of the former. Both groups keep
/// their order.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = ArrayView::new(&[5, 1, 7, 3]);
/// let (parts, count) = alg::stable_partition(&x, op!(|v| v > 4))?;
/// assert_eq!((parts.to_vec()?, count), (vec![5, 7, 1, 3], 2));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn stable_partition<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<(Array<T>, usize)> {
    stable_partition_on(&amp::queue_of(predicate.of(input))?, input, predicate)
}

/// [`stable_partition`] on the given queue.
///
/// # Errors
/// Errors of the launches.
pub fn stable_partition_on<I: Input<Item = T>, T: GpuType>(
    queue: &AcceleratorView,
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<(Array<T>, usize)> {
    let mut out = Array::new_on(queue, input.count()?)?;
    let mut count = Array::new_on(queue, 1)?;
    stable_partition_into(input, predicate, &mut out, &mut count)?;
    let count = count.to_vec()?;
    Ok((out, count.first().copied().unwrap_or_default() as usize))
}

/// [`stable_partition`] into `out`, which has as many elements as the input. The number of elements for which the
/// predicate is true is written to `count`. Nothing is downloaded.
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if the lengths differ; errors of the launches.
pub fn stable_partition_into<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let (n, keep) = (input.count()?, predicate.of(input));
    let queue = output::queue_for(out, keep)?;
    let mut out = output::exactly(out, n)?;
    if n == 0 {
        return crate::fill_on(&queue, count, 0);
    }
    out.discard_data();
    let counted = Counted::new(&queue, n, keep)?;
    counted.move_items(&queue, true, keep, input.load(), &mut out)?;
    forms::write_total(&queue, &counted, count)
}

/// The elements for which the predicate is true, followed by the others, and the number of the former. The order within
/// the groups is unspecified; at present it is that of [`stable_partition`].
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (parts, count) = alg::partition(&ArrayView::new(&[5, 1, 7]), op!(|v| v < 4))?;
/// assert_eq!((parts.to_vec()?[0], count), (1, 1));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn partition<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<(Array<T>, usize)> {
    stable_partition(input, predicate)
}

/// [`partition`] on the given queue.
///
/// # Errors
/// Errors of the launches.
pub fn partition_on<I: Input<Item = T>, T: GpuType>(
    queue: &AcceleratorView,
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<(Array<T>, usize)> {
    stable_partition_on(queue, input, predicate)
}

/// [`partition`] into `out`. See [`stable_partition_into`].
///
/// # Errors
/// The errors of [`stable_partition_into`].
pub fn partition_into<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    stable_partition_into(input, predicate, out, count)
}

/// The op that returns whether a run begins at element `k`: it is element 0 or differs from the element before it.
pub(crate) fn begins_run<I: Input<Item = T>, T: GpuType + PartialEq>(
    input: I,
) -> impl Op<fn(usize) -> bool> + Copy {
    let differs = op!(|v: T, before: T, first: bool| first || v != before);
    let before = op!(|k: usize| if k == 0 { k } else { k - 1 });
    compose3(differs, input.load(), compose(input.load(), before), op!(|k: usize| k == 0))
}

/// The first element of each run of equal elements. To get each value once, sort the elements first.
///
/// Their number stays on the device: see [`CountedArray`].
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = ArrayView::new(&[1, 1, 2, 2, 2, 1]);
/// assert_eq!(alg::unique(&x)?.to_vec()?, [1, 2, 1]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn unique<I: Input<Item = T>, T: GpuType + PartialEq>(input: I) -> Result<CountedArray<T>> {
    unique_on(&amp::queue_of(input.load())?, input)
}

/// [`unique`] on the given queue.
///
/// # Errors
/// Errors of the launches.
pub fn unique_on<I: Input<Item = T>, T: GpuType + PartialEq>(
    queue: &AcceleratorView,
    input: I,
) -> Result<CountedArray<T>> {
    select_to_array(queue, input.length()?, begins_run(input), input.load())
}

/// [`unique`] into the first elements of `out`, and the number of elements into `count`. See [`select_into`].
///
/// # Errors
/// The errors of [`select_into`].
pub fn unique_into<I: Input<Item = T>, T: GpuType + PartialEq>(
    input: I,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let queue = output::queue_for(out, input.load())?;
    select_to_view(&queue, input.length()?, begins_run(input), input.load(), out, count)
}
