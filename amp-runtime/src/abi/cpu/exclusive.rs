//! `ExclusiveAccess`: a written view in which each work-item accesses only the element at its own index.
//!
//! `amp-lower` chooses this access if the kernel accesses the view only at the work-item's own index. If that
//! choice were wrong, the generated code would not compile, or would panic. It could not cause a data race,
//! because no method takes an index.

use std::cell::Cell;
use std::ptr::NonNull;

use super::hoisted_view::HoistedView;
use super::lane_range::LaneRange;
use super::memory::Memory;
use super::row::{LANES, Row, RowRun, Tile, WorkItems};
use crate::types::GpuType;
use crate::types::extent::Extent;

/// A written view with the rank of the domain. Each work-item may access the element at its own index.
///
/// A [`Row`] is the permission to access the elements of its own work-items. These facts make the permission
/// exclusive:
///
/// - Rows of a launch are disjoint, except the rows of one row run or tile, which stay on one thread.
/// - A row of another launch is rejected, and a row cannot leave its thread.
/// - A view never has the same element at two indices.
/// - The launch holds the view's `&mut`, so no other code uses it.
///
/// So at most one thread accesses an element, and a `Cell` suffices instead of an atomic.
pub struct ExclusiveAccess<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: only one thread accesses an element (see the type), and `T: Send`.
unsafe impl<T: GpuType, const N: usize> Sync for ExclusiveAccess<T, N> {}

impl<T: GpuType, const N: usize> ExclusiveAccess<T, N> {
    /// # Safety
    /// The caller must ensure that no other code uses the memory while this value exists, and that rows of
    /// the launch which run on different threads are disjoint.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        ExclusiveAccess(memory)
    }

    /// A local copy of this view; see `HoistedView`.
    #[inline(always)]
    pub fn at_hand(&self) -> HoistedView<'_, Self> {
        HoistedView::new(ExclusiveAccess(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// Restricts a range of lanes to the work-items that have an element in this view. If the view's rows are
    /// not contiguous, the range becomes empty.
    #[inline(always)]
    pub fn keep_covered(&self, line: &RowRun<'_, N>, span: &mut LaneRange) {
        let (base, extent) = (line.base(), self.0.extent);
        span.keep_if(self.0.has_rows() && (0..N - 1).all(|d| base[d] < extent[d]));
        if !span.is_empty() {
            span.keep_below(base[N - 1] + span.first(), extent[N - 1]);
        }
    }

    /// The number of lanes before the first element that starts a cache line. From this lane on, a vector of
    /// 64 bytes lies in one cache line instead of two. Returns 0 if no element starts a cache line, or if the
    /// row run is so short that the alignment does not matter.
    #[inline(always)]
    pub fn lanes_to_boundary(&self, line: &RowRun<'_, N>) -> usize {
        const CACHE_LINE: usize = 64;
        let size = size_of::<T>();
        if line.len() < 16 * LANES || !CACHE_LINE.is_multiple_of(size) {
            return 0;
        }
        let before = self.0.address(line.base()) % CACHE_LINE;
        if before.is_multiple_of(size) { (CACHE_LINE - before) % CACHE_LINE / size } else { 0 }
    }

    /// Whether all work-items of a tile have an element, and the elements of each row are contiguous.
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
        // The elements after the row's end belong to another row, which may run on another thread.
        assert!(L == row.len(), "internal error: a row of another length");
        self.check(row);
        let first = self.0.run(row, row.base(), L);
        // SAFETY: `run` returns the first of `L` elements, which only this thread accesses (see the type). A
        // `Cell` has the layout of its content and allows any number of references on one thread, and these
        // references cannot leave the thread.
        unsafe { first.cast::<[Cell<T>; L]>().as_ref() }
    }

    /// The elements of a row's work-items, for a row of any length.
    #[inline(always)]
    #[track_caller]
    pub fn cells(&self, row: &Row<N>) -> &[Cell<T>] {
        self.check(row);
        let first = self.0.run(row, row.base(), row.len());
        // SAFETY: `run` returns the first of the row's elements, which only this thread accesses, as in
        // `row`.
        unsafe { NonNull::slice_from_raw_parts(first.cast::<Cell<T>>(), row.len()).as_ref() }
    }

    /// The element of a work-item.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl WorkItems<N>, lane: usize) -> T {
        self.cell(row, lane).get()
    }

    /// Replaces the element of a work-item.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, row: &impl WorkItems<N>, lane: usize, value: T) {
        self.cell(row, lane).set(value);
    }

    /// Rejects a row of another launch. Two launches may run rows with the same indices on different threads.
    /// So a row permits no access to the views of another launch.
    #[inline(always)]
    fn check(&self, row: &impl WorkItems<N>) {
        assert!(row.launch() == self.0.launch, "internal error: a row of another launch");
    }

    #[inline(always)]
    #[track_caller]
    fn cell(&self, row: &impl WorkItems<N>, lane: usize) -> &Cell<T> {
        // The elements after the row's end belong to another row, which may run on another thread.
        assert!(lane < row.count(), "internal error: a lane outside its row");
        self.check(row);
        let element = self.0.at(row, lane, row.index(lane));
        // SAFETY: `at` returns a valid element, which only this thread accesses (see the type). A `Cell`
        // allows any number of references on one thread.
        unsafe { element.cast::<Cell<T>>().as_ref() }
    }
}
