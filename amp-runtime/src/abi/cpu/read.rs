//! `ReadAccess`: a captured view that a kernel only reads.
//!
//! The launch holds a shared borrow of the view for as long as the `ReadAccess` exists. So no thread writes
//! the memory, and plain loads are sound. Rows are slices, which LLVM loads by vector instructions.

use std::ptr::NonNull;

use super::hoisted_view::HoistedView;
use super::memory::Memory;
use super::row::Locate;
use crate::types::Element;
use crate::types::extent::Extent;

/// A view that no thread writes during the launch.
pub struct ReadAccess<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: no thread writes to the memory during the launch, and `T: Sync`.
unsafe impl<T: Element, const N: usize> Sync for ReadAccess<T, N> {}

impl<T: Element, const N: usize> ReadAccess<T, N> {
    /// # Safety
    /// The caller must ensure that no thread writes to the memory while this value exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        ReadAccess(memory)
    }

    /// A local copy of this view; see `HoistedView`.
    #[inline(always)]
    pub fn at_hand(&self) -> HoistedView<'_, Self> {
        HoistedView::new(ReadAccess(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// Whether the elements along the last dimension are contiguous, so that [`row`](Self::row) may be used.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    /// The element at an index. A fault reports the work-item `lane` of `row`.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> T {
        // SAFETY: `at` returns a valid element, and no thread writes to it.
        unsafe { self.0.at(row, lane, index).read() }
    }

    /// The `count` elements along the last dimension, from an index on.
    #[inline(always)]
    #[track_caller]
    pub fn run(&self, row: &impl Locate, count: usize, index: [usize; N]) -> &[T] {
        let first = self.0.run(row, index, count);
        // SAFETY: `run` returns the first of `count` elements, and no thread writes to them while `self` is
        // borrowed.
        unsafe { NonNull::slice_from_raw_parts(first, count).as_ref() }
    }

    /// The `L` elements along the last dimension, from an index on.
    #[inline(always)]
    #[track_caller]
    pub fn row<const L: usize>(&self, row: &impl Locate, index: [usize; N]) -> &[T; L] {
        let first = self.0.run(row, index, L);
        // SAFETY: `run` returns the first of `L` elements, and no thread writes to them while `self` is
        // borrowed.
        unsafe { first.cast::<[T; L]>().as_ref() }
    }

    /// The `L` elements along the last dimension, from an index on. `None` if one of them is out of bounds, or
    /// if they are not contiguous.
    #[inline(always)]
    pub(crate) fn row_in_bounds<const L: usize>(&self, index: [usize; N]) -> Option<&[T; L]> {
        let first = self.0.run_in_bounds(index, L)?;
        // SAFETY: `run_in_bounds` returns the first of `L` elements, and no thread writes to them while `self`
        // is borrowed.
        Some(unsafe { first.cast::<[T; L]>().as_ref() })
    }
}
