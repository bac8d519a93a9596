//! Rows, row runs and tiles: the units of work-items that CPU code runs, and the lookup of a work-item that
//! panicked.
//!
//! A `RowRun` is a run of work-items along the last dimension. The scheduler assigns each row run to one
//! thread. A `Row` contains the work-items of a row run or a tile that one vector loop executes. A lane is
//! one work-item of a row.
//!
//! Row runs and rows are permissions to access memory, and they cannot leave their thread. All row runs of a
//! launch are disjoint. So rows on different threads have no common work-item.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use super::joined_row::JoinedRow;
use super::lane_range::LaneRange;
use super::relaxed_copy::Vectors;

/// The number of work-items in a full row of an untiled kernel.
pub const LANES: usize = 64;

/// The number of work-items in a strip of a full row; see [`Row::strips`].
pub const STRIP: usize = 8;

/// The largest number of work-items in a row of a kernel that has long rows; see `Program::long_rows`. A row
/// is long enough to read long contiguous pieces of memory, and short enough that a variable with one slot
/// for each lane stays in the first-level cache.
pub(crate) const LONG_ROW: usize = 4096;

/// The number of lanes that run a masked loop together, in a row of `width` work-items. The lanes wait for
/// the one with the most iterations, so the number is small. It is still large enough to fill the processor's
/// vectors.
pub const fn masked_group(width: usize) -> usize {
    const GROUP: usize = 32;
    if width.is_multiple_of(GROUP) { GROUP } else { width }
}

/// The identity of one launch on the CPU. A row of the launch is a permission for the views of the same
/// launch only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchId(u64);

impl LaunchId {
    /// Returns a new identity.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        LaunchId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Work-items along the last dimension that one thread executes as one vector loop.
///
/// Only [`RowRun`] and [`Tile::row`] create rows. All rows of a launch are disjoint, except those of one row
/// run or one tile, which stay on one thread.
pub struct Row<const N: usize> {
    base: [usize; N],
    len: usize,
    pub(super) launch: LaunchId,
    vectors: Vectors,
    /// Makes the type neither `Send` nor `Sync`: elements to which a row gives access must stay on the row's
    /// thread.
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Row<N> {
    #[inline(always)]
    pub(crate) fn new(launch: LaunchId, base: [usize; N], len: usize, vectors: Vectors) -> Self {
        Row { base, len, launch, vectors, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.base
    }

    /// The number of work-items, at least one.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a row is never empty
    pub fn len(&self) -> usize {
        self.len
    }

    /// The index of the work-item `lane`.
    #[inline(always)]
    pub(super) fn item(&self, lane: usize) -> [usize; N] {
        offset_lanes(self.base, lane)
    }
}

impl<const N: usize> Row<N> {
    /// Splits a full row of an untiled kernel into rows of [`STRIP`] work-items.
    #[inline(always)]
    pub fn strips(&self) -> impl Iterator<Item = Row<N>> {
        // If the row is not full, the work-items after the last full strip would not run.
        assert!(self.len.is_multiple_of(STRIP), "internal error: strips of a row that is not full");
        (0..self.len).step_by(STRIP).map(|first| Row::new(self.launch, self.item(first), STRIP, self.vectors))
    }

    /// Marks a work-item as running, until a call of [`PanicIndex::done`].
    #[inline(always)]
    pub fn panic_index(&self, lane: usize) -> PanicIndex<N> {
        PanicIndex { base: self.base, lane }
    }
}

/// The work-item that is running. If the work-item panics, unwinding drops this value, which records the
/// work-item for the executor. Otherwise `done` forgets the value, so the record costs nothing.
pub struct PanicIndex<const N: usize> {
    pub(super) base: [usize; N],
    pub(super) lane: usize,
}

impl<const N: usize> PanicIndex<N> {
    /// Marks the work-item as finished.
    #[inline(always)]
    pub fn done(self) {
        std::mem::forget(self);
    }
}

impl<const N: usize> Drop for PanicIndex<N> {
    #[inline(always)]
    fn drop(&mut self) {
        record_panicked(self.base, self.lane);
    }
}

thread_local! {
    /// The work-item that panicked on this thread, until the executor takes it.
    static PANICKED: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
}

#[cold]
#[inline(never)]
fn record_panicked<const N: usize>(base: [usize; N], lane: usize) {
    PANICKED.set(Some(offset_lanes(base, lane).to_vec()));
}

/// Takes the work-item that panicked on this thread, if one was recorded.
pub(crate) fn panicked_work_item() -> Option<Vec<usize>> {
    PANICKED.take()
}

/// Converts a lane to the global index of its work-item, for the message of a fault. CPU code passes a row or
/// a tile as `impl Locate`, together with a lane.
pub trait Locate {
    /// The global index of a lane's work-item.
    #[doc(hidden)]
    fn work_item(&self, lane: usize) -> Vec<usize>;

    /// The length of the vectors that copies of rows use.
    #[doc(hidden)]
    #[inline(always)]
    fn vectors(&self) -> Vectors {
        Vectors::SHORT
    }

    /// Records that a kernel made a subview. The parameters describe the captured view: its index among the
    /// captures, the address of its first element, the size of an element in bytes, and its strides in
    /// elements. Only the checker overrides this method.
    #[doc(hidden)]
    #[inline(always)]
    fn subview_made(&self, _slot: usize, _first: usize, _size: usize, _stride: &[usize]) {}
}

// An op is a closure that the host passes to a kernel. The op's CPU code is compiled before the rank of the
// kernel is known, so it gets the row as `&dyn Locate`. These functions are inlined, because otherwise a call
// would get the address of the `&dyn Locate`. LLVM would then reload a view's layout in each iteration of a
// loop.
impl Locate for &dyn Locate {
    #[inline(always)]
    fn work_item(&self, lane: usize) -> Vec<usize> {
        (**self).work_item(lane)
    }

    #[inline(always)]
    fn vectors(&self) -> Vectors {
        (**self).vectors()
    }

    fn subview_made(&self, capture: usize, first: usize, size: usize, stride: &[usize]) {
        (**self).subview_made(capture, first, size, stride);
    }
}

impl<const N: usize> Locate for Row<N> {
    #[inline(always)]
    fn work_item(&self, lane: usize) -> Vec<usize> {
        index_to_vec(self.item(lane))
    }

    #[inline(always)]
    fn vectors(&self) -> Vectors {
        self.vectors
    }
}

/// The work-items of a [`Row`] or a [`JoinedRow`].
pub trait WorkItems<const N: usize>: Locate {
    /// The number of work-items.
    fn count(&self) -> usize;

    /// The identity of the launch.
    fn launch(&self) -> LaunchId;

    /// The index of the work-item `lane`.
    fn index(&self, lane: usize) -> [usize; N];
}

impl<const N: usize> WorkItems<N> for Row<N> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn launch(&self) -> LaunchId {
        self.launch
    }

    #[inline(always)]
    fn index(&self, lane: usize) -> [usize; N] {
        self.item(lane)
    }
}

/// Converts an index to a vector. The function is not inlined, so it gets the index instead of a reference to
/// the row. LLVM cannot keep a row in registers if a function call gets its address.
#[cold]
#[inline(never)]
pub(super) fn index_to_vec<const N: usize>(index: [usize; N]) -> Vec<usize> {
    index.to_vec()
}

/// Work-items along the last dimension that one thread executes row by row. Only the executor creates row
/// runs. All row runs of a launch are disjoint.
pub struct RowRun<'a, const N: usize> {
    base: [usize; N],
    len: usize,
    launch: LaunchId,
    vectors: Vectors,
    /// The index of the first work-item of the current row. The executor reads it after a panic.
    at: &'a Cell<[usize; N]>,
    /// The extent of the domain, if the run consists of joined rows.
    joined: Option<[usize; N]>,
    /// Makes the type neither `Send` nor `Sync`, like a row.
    thread: PhantomData<*const ()>,
}

impl<'a, const N: usize> RowRun<'a, N> {
    #[inline(always)]
    pub(crate) fn new(
        launch: LaunchId,
        base: [usize; N],
        len: usize,
        at: &'a Cell<[usize; N]>,
        vectors: Vectors,
    ) -> Self {
        RowRun { base, len, launch, vectors, at, joined: None, thread: PhantomData }
    }

    /// A run of joined rows: `len` consecutive work-items of the domain in row-major order.
    #[inline(always)]
    pub(crate) fn joined(
        launch: LaunchId,
        base: [usize; N],
        len: usize,
        domain: [usize; N],
        at: &'a Cell<[usize; N]>,
        vectors: Vectors,
    ) -> Self {
        RowRun { base, len, launch, vectors, at, joined: Some(domain), thread: PhantomData }
    }

    /// Whether the run consists of joined rows. Then it must be executed by [`joined_rows`](Self::joined_rows).
    #[inline(always)]
    pub fn is_joined(&self) -> bool {
        self.joined.is_some()
    }

    /// All work-items of a run of joined rows, in groups of [`LANES`]; the last group may be shorter. Empty for other
    /// runs.
    #[inline(always)]
    pub fn joined_rows(&self) -> impl Iterator<Item = JoinedRow<N>> {
        let (domain, count) = match self.joined {
            Some(domain) => (domain, self.len),
            None => ([1; N], 0),
        };
        let mut next = self.base;
        (0..count).step_by(LANES).map(move |first| {
            self.at.set(next);
            JoinedRow::new(self.launch, &mut next, LANES.min(count - first), &domain, self.vectors)
        })
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.base
    }

    /// The range of all lanes.
    #[inline(always)]
    pub fn span(&self) -> LaneRange {
        LaneRange::all(self.len)
    }

    /// Splits the row run into the lanes before `span`, the lanes of `span`, and the lanes after `span`.
    /// Omits empty row runs. The `bool` is true for the row run that contains the lanes of `span`.
    #[inline(always)]
    pub fn split_at(&self, span: LaneRange) -> impl Iterator<Item = (RowRun<'a, N>, bool)> {
        let (from, to) = (span.from.min(self.len), span.to.min(self.len));
        let parts = [(0, from, false), (from, to, true), (to, self.len, false)];
        parts.into_iter().filter(|(from, to, _)| from < to).map(move |(from, to, inside)| {
            (
                RowRun::new(self.launch, offset_lanes(self.base, from), to - from, self.at, self.vectors),
                inside,
            )
        })
    }

    /// The full rows of [`LANES`] work-items, from lane `head` on.
    #[inline(always)]
    pub fn rows(&self, head: usize) -> impl Iterator<Item = Row<N>> {
        (0..self.len.saturating_sub(head) / LANES).map(move |n| self.row(head + n * LANES, LANES))
    }

    /// Two rows: the work-items before lane `head`, and those from `head` on. Omits an empty row.
    #[inline(always)]
    pub fn head_and_tail(&self, head: usize) -> impl Iterator<Item = Row<N>> {
        let head = head.min(self.len);
        let runs = [(0, head), (head, self.len - head)];
        runs.into_iter().filter(|(_, len)| *len != 0).map(|(first, len)| self.row(first, len))
    }

    /// Splits the work-items into as few rows of at most `LONG_ROW` as possible, all of about equal length.
    #[inline(always)]
    pub fn long_rows(&self) -> impl Iterator<Item = Row<N>> {
        let size = self.len.div_ceil(self.len.div_ceil(LONG_ROW).max(1)).next_multiple_of(LANES);
        (0..self.len).step_by(size).map(move |first| self.row(first, size.min(self.len - first)))
    }

    /// The rows shorter than [`LANES`]: the work-items before lane `head`, and the remainder after the last
    /// full row.
    #[inline(always)]
    pub fn partial_rows(&self, head: usize) -> impl Iterator<Item = Row<N>> {
        let head = head.min(self.len);
        let rest = (self.len - head) % LANES;
        let ends = [(0, head), (self.len - rest, rest)];
        ends.into_iter().filter(|(_, len)| *len != 0).map(|(first, len)| self.row(first, len))
    }

    /// The number of work-items.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All work-items in rows of [`LANES`]; the last row may be shorter.
    #[inline(always)]
    pub fn all_rows(&self) -> impl Iterator<Item = Row<N>> {
        (0..self.len).step_by(LANES).map(|first| self.row(first, LANES.min(self.len - first)))
    }

    #[inline(always)]
    fn row(&self, first: usize, len: usize) -> Row<N> {
        let base = offset_lanes(self.base, first);
        self.at.set(base);
        Row::new(self.launch, base, len, self.vectors)
    }
}

/// The index that is `lanes` work-items further along the last dimension.
#[inline(always)]
fn offset_lanes<const N: usize>(mut index: [usize; N], lanes: usize) -> [usize; N] {
    index[N - 1] = index[N - 1].wrapping_add(lanes);
    index
}

/// A tile of work-items, which one thread executes.
pub struct Tile<const N: usize> {
    origin: [usize; N],
    id: [usize; N],
    size: [usize; N],
    launch: LaunchId,
    vectors: Vectors,
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Tile<N> {
    #[inline(always)]
    pub(crate) fn new(launch: LaunchId, id: [usize; N], size: [usize; N], vectors: Vectors) -> Self {
        let origin = std::array::from_fn(|d| id[d] * size[d]);
        Tile { origin, id, size, launch, vectors, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn origin(&self) -> [usize; N] {
        self.origin
    }

    /// The index of the tile among the tiles of the launch.
    #[inline(always)]
    pub fn id(&self) -> [usize; N] {
        self.id
    }

    /// The tile's extent.
    pub(crate) fn size(&self) -> [usize; N] {
        self.size
    }

    /// The row of the tile that starts at the local index `local`. The last component of `local` must be 0,
    /// because a row spans the last dimension of the tile.
    #[inline(always)]
    pub fn row(&self, local: [usize; N]) -> Row<N> {
        // A row that is not in this tile might belong to a tile on another thread.
        let inside = local[N - 1] == 0 && (0..N).all(|d| local[d] < self.size[d]);
        assert!(inside, "internal error: a row outside its tile");
        Row::new(
            self.launch,
            std::array::from_fn(|d| self.origin[d] + local[d]),
            self.size[N - 1],
            self.vectors,
        )
    }
}
