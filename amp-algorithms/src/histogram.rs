//! Histograms: `histogram` with even bins, `histogram_edges` with given bins, and `histogram_by_index`.
//!
//! On a GPU, each tile counts in tile memory and then adds its counts to the result by atomic operations. On a CPU, each
//! chunk of items has a row of counts of its own, and a second pass adds the rows. If there are too many bins for this,
//! each item increments the result by an atomic operation.

use amp::prelude::*;
use amp::{Op, Result, compose, op, rows};

use crate::elementwise::write_each;
use crate::forms::array_forms;
use crate::input::{Input, ItemOp};
use crate::key::Key;
use crate::plan::{self, Chunks, Kernels, ROW, TILE};
use crate::scratch::undefined;
use crate::search::upper_index;

/// The most bins that fit into tile memory.
const TILE_BINS: usize = 4096;

/// Each tile counts a part of the items.
#[kernel(tile = [TILE])]
fn count_tiles(
    t: TiledIndex<1>,
    n: usize,
    part: usize,
    bins: usize,
    bin: impl Fn(usize) -> u32,
    out: &mut ArrayViewMut<u32>,
) {
    let me = t.local[0];
    #[tile_static]
    let mut counts: [u32; TILE_BINS];
    for b in (me..bins).step_by(TILE) {
        atomic_store(&mut counts[b], 0);
    }
    t.barrier.wait();
    for step in (0..part).step_by(TILE) {
        let k = t.tile[0] * part + step + me;
        if k < n {
            let b = bin(k) as usize;
            if b < bins {
                atomic_fetch_add(&mut counts[b], 1);
            }
        }
    }
    t.barrier.wait();
    for b in (me..bins).step_by(TILE) {
        let count = atomic_load(&counts[b]);
        if count > 0 {
            atomic_fetch_add(&mut out[b], count);
        }
    }
}

/// Counts each item directly in the result.
#[kernel]
fn count_each(i: Index<1>, bins: usize, bin: impl Fn(usize) -> u32, out: &mut ArrayViewMut<u32>) {
    let b = bin(i[0]) as usize;
    if b < bins {
        atomic_fetch_add(&mut out[b], 1);
    }
}

/// Counts the items of each chunk in a row of `counts`.
#[kernel]
fn count_chunks(
    i: Index<2>,
    n: usize,
    size: usize,
    bins: usize,
    bin: impl Fn(usize) -> u32,
    counts: &mut ArrayViewMut<u32>,
) {
    let row = i[0] * bins;
    for b in 0..bins {
        counts[row + b] = 0;
    }
    for k in i[0] * size..n.min((i[0] + 1) * size) {
        let b = bin(k) as usize;
        if b < bins {
            counts[row + b] += 1;
        }
    }
}

/// The most bins that a chunk counts in private memory.
const PRIVATE_BINS: usize = 1024;

/// Does the same as [`count_chunks`] for few bins, in private memory. The outer loop runs once; see [`Chunks::domain`].
#[kernel]
fn count_few_chunks(
    i: Index<2>,
    n: usize,
    size: usize,
    bins: usize,
    rows: impl Fn(usize) -> [u32; ROW],
    bin: impl Fn(usize) -> u32,
    counts: &mut ArrayViewMut<u32>,
) {
    for _ in i[1]..1 {
        let mut found = [0u32; PRIVATE_BINS];
        let mut next = i[0] * size;
        let end = n.min(next + size);
        while next + ROW <= end {
            let bins_of = rows(next);
            for lane in 0..ROW {
                let b = bins_of[lane] as usize;
                if b < PRIVATE_BINS {
                    found[b] += 1;
                }
            }
            next += ROW;
        }
        for k in next..end {
            let b = bin(k) as usize;
            if b < PRIVATE_BINS {
                found[b] += 1;
            }
        }
        for b in 0..bins {
            counts[i[0] * bins + b] = found[b];
        }
    }
}

/// Adds the rows of `counts`.
#[kernel]
fn add_rows(i: Index<1>, rows: usize, bins: usize, counts: &ArrayView<u32>, out: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    for row in 0..rows {
        sum += counts[row * bins + i[0]];
    }
    out[i] = sum;
}

/// Counts `n` items by their bin. An item whose bin does not exist is not counted. There is at least one bin.
pub(crate) fn count_to(
    queue: &AcceleratorView,
    n: usize,
    bin: impl Op<fn(usize) -> u32> + Copy,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let (bins, chunks, kernels) = (out.len(), Chunks::of(n), plan::kernels(queue));
    // If all rows together have more counts than there are items, adding the rows takes longer than an atomic operation for
    // each item. Up to `TILE_BINS` counts are always few enough.
    if n > 0 && kernels == Kernels::Chunks && chunks.count * bins <= n.max(TILE_BINS) {
        let mut counts = undefined(chunks.count * bins)?;
        if bins <= PRIVATE_BINS {
            let kernel = count_few_chunks(n, chunks.size, bins, rows::<u32, ROW>(bin), bin, &mut counts);
            queue.parallel_for_each(chunks.domain(), kernel)?;
        } else {
            queue.parallel_for_each(chunks.domain(), count_chunks(n, chunks.size, bins, bin, &mut counts))?;
        }
        return queue.parallel_for_each(bins, add_rows(chunks.count, bins, &counts, out));
    }
    write_each(queue, op!(|_k: usize| 0u32), out)?;
    if n == 0 {
        return Ok(());
    }
    if kernels == Kernels::Tiles && bins <= TILE_BINS {
        let count = plan::reduction_tiles(n);
        let part = n.div_ceil(count * TILE) * TILE;
        return queue.parallel_for_each(plan::tiles(count)?, count_tiles(n, part, bins, bin, out));
    }
    queue.parallel_for_each(n, count_each(bins, bin, out))
}

/// A float that a histogram with even bins counts.
#[device]
pub trait Binned: Scalar {
    /// The bin of this float, or `u32::MAX` if the float is outside of the range from `low` to `high`. `scale` is the
    /// result of [`scale_of`](Binned::scale_of).
    fn bin_in(self, low: Self, high: Self, scale: Self, bins: u32) -> u32;
    /// The number of bins divided by the length of their range: `bins / (high - low)`.
    fn scale_of(low: Self, high: Self, bins: u32) -> Self;
}

macro_rules! binned {
    ($($float:ident)*) => {$(
        #[device]
        impl Binned for $float {
            fn bin_in(self, low: $float, high: $float, scale: $float, bins: u32) -> u32 {
                if self >= low && self < high {
                    // The product may round up to `bins`, which is no valid bin.
                    (((self - low) * scale) as u32).min(bins - 1)
                } else {
                    0xFFFF_FFFF
                }
            }
            fn scale_of(low: $float, high: $float, bins: u32) -> $float {
                bins as $float / (high - low)
            }
        }
    )*};
}

binned! { f32 f64 }

array_forms! {
    /// Counts the elements in `bins` bins of equal width from `low` to `high`. Elements below `low`, NaN, and elements
    /// from `high` upwards are not counted.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[0.1, 0.2, 0.9, 0.5, 1.0]);
    /// assert_eq!(alg::histogram(&x, 2, 0.0, 1.0)?.to_vec()?, [2, 2]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    histogram histogram_on histogram_into [I: Input<Item = T>, T: Binned] (input: I, bins: usize, low: T, high: T) -> u32 {
        op: input.load(),
        len: bins,
        run: |queue, bins, out| {
            let count = bins as u32;
            let scale = T::scale_of(low, high, count);
            let bin = compose(op!(|v: T| v.bin_in(low, high, scale, count)), input.load());
            count_to(queue, input.count()?, bin, out)
        },
    }

    /// Counts the elements between edges: bin `k` is from `edges[k]` up to and excluding `edges[k + 1]`. The edges must
    /// be sorted. There is one bin less than there are edges. Floats have the order of `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, edges) = (ArrayView::new(&[1, 5, 12, 70]), ArrayView::new(&[0, 10, 50]));
    /// assert_eq!(alg::histogram_edges(&x, &edges)?.to_vec()?, [2, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    histogram_edges histogram_edges_on histogram_edges_into [I: Input<Item = K>, E: Input<Item = K>, K: Key] (
        input: I,
        edges: E,
    ) -> u32 {
        op: input.load(),
        len: edges.count()?.saturating_sub(1),
        run: |queue, bins, out| {
            // The bin of an element is its upper index minus 1. For an element before all edges, `0 - 1` wraps to
            // `u32::MAX`, a bin that does not exist.
            let mut bins_of = undefined(input.count()?.max(1))?;
            let n = input.count()?;
            if n > 0 {
                upper_index(queue, edges, bins + 1, input, &mut bins_of)?;
            }
            let bin = compose(op!(|upper: u32| upper.wrapping_sub(1)), (&bins_of).load());
            count_to(queue, n, bin, out)
        },
    }

    /// Counts the items by the bin that an op returns. Items with a bin from `bins` upwards are not counted.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[3u32, 8, 5, 4]);
    /// assert_eq!(alg::histogram_by_index(&x, 2, op!(|v| v % 2))?.to_vec()?, [2, 2]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    histogram_by_index histogram_by_index_on histogram_by_index_into [I: Input] (
        input: I,
        bins: usize,
        bin: impl ItemOp<I, u32>,
    ) -> u32 {
        op: bin.of(input),
        len: bins,
        run: |queue, _bins, out| count_to(queue, input.count()?, bin.of(input), out),
    }
}
