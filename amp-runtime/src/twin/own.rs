//! A view of which each work-item touches only the element at its own index.

use std::cell::Cell;
use std::ptr::NonNull;

use super::here::Here;
use super::memory::Memory;
use super::row::{LANES, Line, Row, Tile};
use super::span::Span;
use crate::element::GpuType;
use crate::extent::Extent;

/// A view of the domain's rank, of which each work-item may touch the element at its own index.
///
/// Nothing here takes an index: a row is the permission to its own work-items' elements. Rows of a launch are disjoint
/// (those of one tile stay on one thread), rows of other launches are refused, a row cannot leave its thread, and a view never has one element at two
/// indices; so no two threads touch one element. The launch holds the view's `&mut`, so nobody else does either.
pub struct OwnTwin<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: see above; and `T: Send`.
unsafe impl<T: GpuType, const N: usize> Sync for OwnTwin<T, N> {}

impl<T: GpuType, const N: usize> OwnTwin<T, N> {
    /// # Safety
    /// The memory is used through nothing else while this exists, and all rows that are given out are disjoint or stay
    /// on one thread.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        OwnTwin(memory)
    }

    /// The same view, known to the one who uses it here.
    #[inline(always)]
    pub fn at_hand(&self) -> Here<'_, Self> {
        Here::new(OwnTwin(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// Keeps lanes of a line whose work-items have an element.
    #[inline(always)]
    pub fn keep_covered(&self, line: &Line<'_, N>, span: &mut Span) {
        let (base, extent) = (line.base(), self.0.extent);
        span.keep_if(self.0.has_rows() && (0..N - 1).all(|d| base[d] < extent[d]));
        if !span.is_empty() {
            span.keep_below(base[N - 1] + span.first(), extent[N - 1]);
        }
    }

    /// Lanes of a line up to one whose element starts a line of the cache, where it is worth it: vectors as long as such a
    /// line then touch one each, and not two.
    #[inline(always)]
    pub fn lanes_to_boundary(&self, line: &Line<'_, N>) -> usize {
        const CACHE_LINE: usize = 64;
        let size = size_of::<T>();
        if line.len() < 16 * LANES || !CACHE_LINE.is_multiple_of(size) {
            return 0;
        }
        let before = self.0.address(line.base()) % CACHE_LINE;
        if before.is_multiple_of(size) { (CACHE_LINE - before) % CACHE_LINE / size } else { 0 }
    }

    /// Whether all work-items of a tile have an element, and those of each row follow one another.
    #[inline(always)]
    pub fn covers_tile(&self, tile: &Tile<N>, dims: [usize; N]) -> bool {
        let mut inside = self.0.has_rows();
        for (d, &size) in dims.iter().enumerate() {
            let extent = self.0.extent[d];
            inside &= size <= extent && tile.origin()[d] <= extent - size;
        }
        inside
    }

    /// The elements of a row's work-items.
    #[inline(always)]
    #[track_caller]
    pub fn row<const L: usize>(&self, row: &Row<N>) -> &[Cell<T>; L] {
        // Beyond the row's end the elements are another row's.
        assert!(L == row.len(), "a twin took a row for one of another length");
        self.check(row);
        let first = self.0.run(row, row.base(), L);
        // SAFETY: `run` gives the first of `L` elements, which belong to this thread (see the type); a `Cell` has its
        // content's layout and lets this thread have as many references as it likes, and they cannot leave it.
        unsafe { first.cast::<[Cell<T>; L]>().as_ref() }
    }

    /// The elements of the work-items of a row of any length.
    #[inline(always)]
    #[track_caller]
    pub fn cells(&self, row: &Row<N>) -> &[Cell<T>] {
        self.check(row);
        let first = self.0.run(row, row.base(), row.len());
        // SAFETY: as in `row`.
        unsafe { NonNull::slice_from_raw_parts(first.cast::<Cell<T>>(), row.len()).as_ref() }
    }

    /// The element of a work-item.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &Row<N>, lane: usize) -> T {
        self.cell(row, lane).get()
    }

    /// Replaces the element of a work-item.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, row: &Row<N>, lane: usize, value: T) {
        self.cell(row, lane).set(value);
    }

    /// A row of another launch is no permission: this launch may have given the same indices to another thread.
    #[inline(always)]
    fn check(&self, row: &Row<N>) {
        assert!(row.launch == self.0.launch, "a twin used a row of another launch");
    }

    #[inline(always)]
    #[track_caller]
    fn cell(&self, row: &Row<N>, lane: usize) -> &Cell<T> {
        // Beyond the row's end the elements are another row's.
        assert!(lane < row.len(), "a twin used a lane that its row does not have");
        self.check(row);
        let element = self.0.at(row, lane, row.item(lane));
        // SAFETY: `at` gives an element, which belongs to this thread; as in `row`.
        unsafe { element.cast::<Cell<T>>().as_ref() }
    }
}
