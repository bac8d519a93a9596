//! A view that a kernel only reads.

use std::ptr::NonNull;

use super::here::Here;
use super::memory::Memory;
use super::row::Asker;
use crate::element::Element;
use crate::extent::Extent;

/// A view that nobody writes during the launch.
pub struct ReadTwin<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: nobody writes to the memory during the launch, and `T: Sync`.
unsafe impl<T: Element, const N: usize> Sync for ReadTwin<T, N> {}

impl<T: Element, const N: usize> ReadTwin<T, N> {
    /// # Safety
    /// Nobody writes to the memory while this exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        ReadTwin(memory)
    }

    /// The same view, known to the one who uses it here.
    #[inline(always)]
    pub fn at_hand(&self) -> Here<'_, Self> {
        Here::new(ReadTwin(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// Whether [`row`](Self::row) may be used: the elements along the last dimension follow one another.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.0.has_rows()
    }

    /// The element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl Asker, lane: usize, index: [usize; N]) -> T {
        // SAFETY: `at` gives an element, and nobody writes to it.
        unsafe { self.0.at(row, lane, index).read() }
    }

    /// Some elements from an index on, along the last dimension.
    #[inline(always)]
    #[track_caller]
    pub fn run(&self, row: &impl Asker, count: usize, index: [usize; N]) -> &[T] {
        let first = self.0.run(row, index, count);
        // SAFETY: as in `row`.
        unsafe { NonNull::slice_from_raw_parts(first, count).as_ref() }
    }

    /// The elements from an index on, along the last dimension.
    #[inline(always)]
    #[track_caller]
    pub fn row<const L: usize>(&self, row: &impl Asker, index: [usize; N]) -> &[T; L] {
        let first = self.0.run(row, index, L);
        // SAFETY: `run` gives the first of `L` elements, and nobody writes to them while `self` is borrowed.
        unsafe { first.cast::<[T; L]>().as_ref() }
    }
}
