//! Rows and tiles of work-items.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// Work-items in a full row of an untiled kernel.
pub const LANES: usize = 64;

/// One launch on the CPU: its rows are permissions for its own views, and not for those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch(u64);

impl Launch {
    /// One more.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Launch(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A run of work-items along the last dimension, which one thread executes. Only the executor and [`Tile::row`] make one;
/// all rows of a launch are disjoint, but for those of one tile, which stay on one thread.
pub struct Row<const N: usize> {
    base: [usize; N],
    len: usize,
    pub(super) launch: Launch,
    /// Neither `Send` nor `Sync`: what it gives access to stays on its thread.
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Row<N> {
    #[inline(always)]
    pub(crate) fn new(launch: Launch, base: [usize; N], len: usize) -> Self {
        Row { base, len, launch, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.base
    }

    /// The number of work-items: at least one, and at most [`LANES`] in an untiled kernel.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.len
    }

    /// The index of a work-item.
    #[inline(always)]
    pub(super) fn item(&self, lane: usize) -> [usize; N] {
        let mut item = self.base;
        item[N - 1] = item[N - 1].wrapping_add(lane);
        item
    }
}

/// A row of any rank: who asks for an element.
pub trait Asker {
    /// The index of a work-item.
    #[doc(hidden)]
    fn asker(&self, lane: usize) -> Vec<usize>;
}

impl<const N: usize> Asker for Row<N> {
    #[cold]
    fn asker(&self, lane: usize) -> Vec<usize> {
        self.item(lane).to_vec()
    }
}

/// A tile of work-items, which one thread executes.
pub struct Tile<const N: usize> {
    origin: [usize; N],
    id: [usize; N],
    size: [usize; N],
    launch: Launch,
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Tile<N> {
    #[inline(always)]
    pub(crate) fn new(launch: Launch, id: [usize; N], size: [usize; N]) -> Self {
        Tile { origin: std::array::from_fn(|d| id[d] * size[d]), id, size, launch, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn origin(&self) -> [usize; N] {
        self.origin
    }

    /// The place of the tile among the tiles.
    #[inline(always)]
    pub fn id(&self) -> [usize; N] {
        self.id
    }

    /// Its work-items in each dimension.
    pub(crate) fn size(&self) -> [usize; N] {
        self.size
    }

    /// The row that starts at a place in the tile. The last component is 0: a row is as long as the tile.
    #[inline(always)]
    pub fn row(&self, local: [usize; N]) -> Row<N> {
        // Another tile's rows may be on another thread.
        let inside = local[N - 1] == 0 && (0..N).all(|d| local[d] < self.size[d]);
        assert!(inside, "a row outside its tile");
        Row::new(self.launch, std::array::from_fn(|d| self.origin[d] + local[d]), self.size[N - 1])
    }
}
