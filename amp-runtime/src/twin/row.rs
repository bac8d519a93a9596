//! Rows and tiles of work-items.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use super::span::Span;
use super::vectors::Vectors;

/// Work-items in a full row of an untiled kernel.
pub const LANES: usize = 64;

/// Work-items of a piece of such a row.
pub const PIECE: usize = 8;

/// Work-items at most in a row of a kernel that streams: so many that memory is read from end to end, and few enough that what
/// they keep stays in the fastest cache.
pub(crate) const STRETCH: usize = 4096;

/// Work-items that go through a loop in lockstep together, of a row of so many: few enough that not many wait for the last
/// one, and enough that a turn fills a processor's vectors.
pub const fn part(width: usize) -> usize {
    const PART: usize = 32;
    if width.is_multiple_of(PART) { PART } else { width }
}

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

/// A run of work-items along the last dimension, which one thread executes. Only [`Line`] and [`Tile::row`] make one; all
/// rows of a launch are disjoint, but for those of one line or one tile, which stay on one thread.
pub struct Row<const N: usize> {
    base: [usize; N],
    len: usize,
    pub(super) launch: Launch,
    vectors: Vectors,
    /// Neither `Send` nor `Sync`: what it gives access to stays on its thread.
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Row<N> {
    #[inline(always)]
    pub(crate) fn new(launch: Launch, base: [usize; N], len: usize, vectors: Vectors) -> Self {
        Row { base, len, launch, vectors, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.base
    }

    /// The number of work-items: at least one.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.len
    }

    /// The index of a work-item.
    #[inline(always)]
    pub(super) fn item(&self, lane: usize) -> [usize; N] {
        along(self.base, lane)
    }
}

impl<const N: usize> Row<N> {
    /// The pieces of a full row of an untiled kernel.
    #[inline(always)]
    pub fn pieces(&self) -> impl Iterator<Item = Row<N>> {
        // What is left over would be nobody's.
        assert!(self.len.is_multiple_of(PIECE), "a twin took pieces of a row that is not full");
        (0..self.len).step_by(PIECE).map(|first| Row::new(self.launch, self.item(first), PIECE, self.vectors))
    }

    /// One of its work-items, at work.
    #[inline(always)]
    pub fn working(&self, lane: usize) -> Working<N> {
        Working { base: self.base, lane }
    }
}

/// A work-item at work. If it panics, this tells the executor which one it was. It costs nothing: what is not
/// forgotten at the end is only seen by who unwinds.
pub struct Working<const N: usize> {
    base: [usize; N],
    lane: usize,
}

impl<const N: usize> Working<N> {
    /// It is done.
    #[inline(always)]
    pub fn done(self) {
        std::mem::forget(self);
    }
}

impl<const N: usize> Drop for Working<N> {
    #[inline(always)]
    fn drop(&mut self) {
        stopped(self.base, self.lane);
    }
}

thread_local! {
    /// The work-item that has panicked on this thread.
    static STOPPED: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
}

#[cold]
#[inline(never)]
fn stopped<const N: usize>(base: [usize; N], lane: usize) {
    STOPPED.set(Some(along(base, lane).to_vec()));
}

/// The work-item that has panicked on this thread, if it is known. It is asked once.
pub(crate) fn who_stopped() -> Option<Vec<usize>> {
    STOPPED.take()
}

/// A row of any rank: who asks for an element.
pub trait Asker {
    /// The index of a work-item.
    #[doc(hidden)]
    fn asker(&self, lane: usize) -> Vec<usize>;

    /// The vectors that may be used by name.
    #[doc(hidden)]
    #[inline(always)]
    fn vectors(&self) -> Vectors {
        Vectors::SHORT
    }

    /// Hears of a part that is made of a view: of which, where its first element is, how large one is and how far they are apart.
    #[doc(hidden)]
    #[inline(always)]
    fn part_made(&self, _slot: usize, _first: usize, _size: usize, _stride: &[usize]) {}
}

impl<const N: usize> Asker for Row<N> {
    #[inline(always)]
    fn asker(&self, lane: usize) -> Vec<usize> {
        in_words(self.item(lane))
    }

    #[inline(always)]
    fn vectors(&self) -> Vectors {
        self.vectors
    }
}

/// Takes the index itself: a row whose address is known somewhere else is not kept in registers.
#[cold]
#[inline(never)]
fn in_words<const N: usize>(index: [usize; N]) -> Vec<usize> {
    index.to_vec()
}

/// Many work-items along the last dimension, which one thread executes row by row. Only the executor makes one; all lines of
/// a launch are disjoint.
pub struct Line<'a, const N: usize> {
    base: [usize; N],
    len: usize,
    launch: Launch,
    vectors: Vectors,
    /// Where the executor is to look if a row does not come back.
    at: &'a Cell<[usize; N]>,
    /// Neither `Send` nor `Sync`, as rows.
    thread: PhantomData<*const ()>,
}

impl<'a, const N: usize> Line<'a, N> {
    #[inline(always)]
    pub(crate) fn new(
        launch: Launch,
        base: [usize; N],
        len: usize,
        at: &'a Cell<[usize; N]>,
        vectors: Vectors,
    ) -> Self {
        Line { base, len, launch, vectors, at, thread: PhantomData }
    }

    /// The index of the first work-item.
    #[inline(always)]
    pub fn base(&self) -> [usize; N] {
        self.base
    }

    /// All of its lanes.
    #[inline(always)]
    pub fn span(&self) -> Span {
        Span::all(self.len)
    }

    /// The lanes before some, those, and those after them, as lines; and whether it is those.
    #[inline(always)]
    pub fn parts(&self, span: Span) -> impl Iterator<Item = (Line<'a, N>, bool)> {
        let (from, to) = (span.from.min(self.len), span.to.min(self.len));
        let parts = [(0, from, false), (from, to, true), (to, self.len, false)];
        parts.into_iter().filter(|(from, to, _)| from < to).map(move |(from, to, inside)| {
            (Line::new(self.launch, along(self.base, from), to - from, self.at, self.vectors), inside)
        })
    }

    /// Its rows of [`LANES`] work-items, from a lane on.
    #[inline(always)]
    pub fn rows(&self, head: usize) -> impl Iterator<Item = Row<N>> {
        (0..self.len.saturating_sub(head) / LANES).map(move |n| self.row(head + n * LANES, LANES))
    }

    /// The work-items before a lane, and all from there on, as one row each.
    #[inline(always)]
    pub fn runs(&self, head: usize) -> impl Iterator<Item = Row<N>> {
        let head = head.min(self.len);
        let runs = [(0, head), (head, self.len - head)];
        runs.into_iter().filter(|(_, len)| *len != 0).map(|(first, len)| self.row(first, len))
    }

    /// All work-items, in as few rows of up to [`STRETCH`] as there can be, which are about as long as one another.
    #[inline(always)]
    pub fn stretches(&self) -> impl Iterator<Item = Row<N>> {
        let size = self.len.div_ceil(self.len.div_ceil(STRETCH).max(1)).next_multiple_of(LANES);
        (0..self.len).step_by(size).map(move |first| self.row(first, size.min(self.len - first)))
    }

    /// The rows of the work-items before that lane, and of those that are left over behind: none of them is as long.
    #[inline(always)]
    pub fn ends(&self, head: usize) -> impl Iterator<Item = Row<N>> {
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

    /// All rows.
    #[inline(always)]
    pub fn rows_and_rest(&self) -> impl Iterator<Item = Row<N>> {
        (0..self.len).step_by(LANES).map(|first| self.row(first, LANES.min(self.len - first)))
    }

    #[inline(always)]
    fn row(&self, first: usize, len: usize) -> Row<N> {
        let base = along(self.base, first);
        self.at.set(base);
        Row::new(self.launch, base, len, self.vectors)
    }
}

/// An index some lanes further on.
#[inline(always)]
fn along<const N: usize>(mut index: [usize; N], lanes: usize) -> [usize; N] {
    index[N - 1] = index[N - 1].wrapping_add(lanes);
    index
}

/// A tile of work-items, which one thread executes.
pub struct Tile<const N: usize> {
    origin: [usize; N],
    id: [usize; N],
    size: [usize; N],
    launch: Launch,
    vectors: Vectors,
    thread: PhantomData<*const ()>,
}

impl<const N: usize> Tile<N> {
    #[inline(always)]
    pub(crate) fn new(launch: Launch, id: [usize; N], size: [usize; N], vectors: Vectors) -> Self {
        let origin = std::array::from_fn(|d| id[d] * size[d]);
        Tile { origin, id, size, launch, vectors, thread: PhantomData }
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
        Row::new(
            self.launch,
            std::array::from_fn(|d| self.origin[d] + local[d]),
            self.size[N - 1],
            self.vectors,
        )
    }
}
