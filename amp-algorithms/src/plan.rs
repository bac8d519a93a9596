//! The choice of kernels and sizes for an accelerator.
//!
//! A GPU hides latency with many work-items, which share tile memory. A core of a CPU runs a serial loop over
//! consecutive elements fast. So scans, selections and sorts have two families of kernels: *tiles*, and *chunks*, where
//! one work-item loops over a chunk of many elements.

use std::cell::Cell;
use std::sync::OnceLock;

use amp::prelude::*;

/// A family of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// Kernels for GPUs: work-items of a tile share tile memory.
    Tiles,
    /// Kernels for CPUs: each work-item loops over a chunk of elements.
    Chunks,
}

/// The number of work-items in a tile.
pub(crate) const TILE: usize = 256;
/// The number of consecutive elements that a work-item of a tile handles.
pub(crate) const ITEMS: usize = 8;
/// The number of elements that a tile handles.
pub(crate) const BLOCK: usize = TILE * ITEMS;

/// The number of consecutive items that a work-item of a chunk loads at a time, by [`amp::rows`].
pub(crate) const ROW: usize = 64;

/// The smallest chunk.
const LEAST_CHUNK: usize = 4096;
/// The number of chunks for each thread, so that uneven work balances.
const CHUNKS_PER_THREAD: usize = 16;
/// The greatest number of tiles of a reduction. Afterwards, one tile reduces the results of all tiles.
pub(crate) const MOST_TILES: usize = 1024;
/// The number of elements that each work-item of a reduction handles, unless there are `MOST_TILES` tiles.
pub(crate) const REDUCED_ITEMS: usize = 16;

thread_local! {
    static FORCED: Cell<Option<Kernels>> = const { Cell::new(None) };
}

/// Runs `run` with one family of kernels on all accelerators. For tests: both families are correct everywhere.
#[doc(hidden)]
pub fn with_kernels<R>(kernels: Kernels, run: impl FnOnce() -> R) -> R {
    let outer = FORCED.replace(Some(kernels));
    let result = run();
    FORCED.set(outer);
    result
}

/// The family of kernels for a queue.
pub(crate) fn kernels(queue: &AcceleratorView) -> Kernels {
    let chosen = || match queue.accelerator().device_path().starts_with("cpu") {
        true => Kernels::Chunks,
        false => Kernels::Tiles,
    };
    FORCED.get().unwrap_or_else(chosen)
}

/// Whether the CPU has vectors of 512 bits. False inside of [`with_kernels`], so that tests reach the kernels for narrow
/// vectors on every processor.
pub(crate) fn has_wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    return FORCED.get().is_none() && std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The number of tiles of a reduction.
pub(crate) fn reduction_tiles(n: usize) -> usize {
    n.div_ceil(TILE * REDUCED_ITEMS).clamp(1, MOST_TILES)
}

/// The number of threads of the CPU.
fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The least number of keys for which a sort by chunks first distributes the keys to buckets. It is lower inside of
/// [`with_kernels`], so that tests reach the buckets with few keys.
pub(crate) fn least_for_buckets() -> usize {
    if FORCED.get().is_some() { 2000 } else { 1 << 16 }
}

/// The least number of work-items for an indirect dispatch. It is lower inside of [`with_kernels`], so that tests have
/// indirect dispatches.
pub(crate) fn least_for_indirect() -> usize {
    if FORCED.get().is_some() { 200 } else { 1 << 18 }
}

/// The greatest number of keys of a bucket. One thread sorts a bucket, so with a larger one the other threads would be
/// idle.
pub(crate) fn most_in_bucket(n: usize) -> usize {
    n / (2 * threads()).max(4)
}

/// The bytes of a core and its share of the common cache, on usual processors.
const CACHE_BYTES: usize = 4 << 20;

/// The number of items that the caches of all cores hold. It is low inside of [`with_kernels`], so that tests reach
/// several waves with few items.
pub(crate) fn cached_items<T>() -> usize {
    if FORCED.get().is_some() { 10_000 } else { threads() * CACHE_BYTES / size_of::<T>().max(1) }
}

/// Chunks of consecutive elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunks {
    /// The number of elements of a chunk. The last one may be shorter.
    pub(crate) size: usize,
    /// The number of chunks.
    pub(crate) count: usize,
}

impl Chunks {
    /// The chunks of `n` elements: a few for each thread.
    pub(crate) fn of(n: usize) -> Self {
        let count = n.div_ceil(LEAST_CHUNK).clamp(1, threads() * CHUNKS_PER_THREAD);
        let size = n.div_ceil(count).max(1);
        Chunks { size, count: n.div_ceil(size) }
    }

    /// The domain with one work-item for each chunk. Each one is a row of its own, which a thread runs alone.
    ///
    /// The CPU code of a kernel has several lane loops if its loops are uniform for the row, and an array that lives across
    /// them has a slot for each of 64 lanes. So kernels with arrays have one loop around their code, `for _ in i[1]..1`, which
    /// the compiler takes as divergent. It runs once, because `i[1]` is zero.
    pub(crate) fn domain(self) -> Extent<2> {
        Extent::new([self.count, 1])
    }
}

/// The domain of `count` tiles.
pub(crate) fn tiles(count: usize) -> amp::Result<TiledExtent<1>> {
    Extent::new([count * TILE]).tile([TILE])
}
