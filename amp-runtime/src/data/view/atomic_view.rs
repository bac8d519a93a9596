//! `AtomicView`: a shared, copyable view whose elements kernels modify by atomic operations only. It marks its storage as
//! shared, so every transfer of the data is atomic too, and launches lock the storage.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::ArrayViewMut;
use crate::data::array::Array;
use crate::data::shape::Shape;
use crate::data::storage::{Storage, Transfers};
use crate::device::queue::AcceleratorView;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::types::Atomic;
use crate::types::extent::Extent;
use crate::types::index::Index;

/// A view that kernels modify by atomic operations only, created by [`ArrayViewMut::as_atomic`] or [`Array::as_atomic`].
///
/// It is a shared handle: you may copy it, a kernel may capture several atomic views of one source, and their
/// sections may overlap. As long as it is used, the view that it was made from is borrowed. It is not a
/// target of [`copy`](crate::data::copy), because a copy is not atomic. Its element type is fixed, because
/// devices cannot access one word as two types. To change the type, call
/// [`reinterpret_as_mut`](ArrayViewMut::reinterpret_as_mut) before `as_atomic`.
///
/// Several threads may launch kernels over it at the same time, also on several accelerators; every atomic
/// operation takes effect. The data is at one location at a time. So while a kernel on the CPU uses the data,
/// a launch on another accelerator waits.
///
/// ```
/// use amp::prelude::*;
///
/// let mut counts = [1u32, 2, 3, 4, 5, 6];
/// let mut view = ArrayViewMut::with_extent([2, 3], &mut counts)?;
/// let all = view.as_atomic();
/// let (row, columns) = (all.project(1)?, all.section([0, 1], [2, 2])?); // they overlap
/// assert_eq!(row.to_vec()?, [4, 5, 6]);
/// assert_eq!(columns.to_vec()?, [2, 3, 5, 6]);
/// view.finish()?;
/// # Ok::<(), amp::Error>(())
/// ```
pub struct AtomicView<'a, T: Atomic, const N: usize = 1> {
    pub(crate) storage: &'a Arc<Storage>,
    pub(crate) shape: Shape<N>,
    /// The queue of the array, for a view of an array; otherwise `None`.
    pub(crate) queue: Option<&'a AcceleratorView>,
    source: PhantomData<&'a mut [T]>,
}

impl<'a, T: Atomic, const N: usize> AtomicView<'a, T, N> {
    /// Creates an atomic view, and marks the storage as shared. The caller must have borrowed a view of these
    /// elements mutably for `'a`.
    fn of(storage: &'a Arc<Storage>, shape: Shape<N>, queue: Option<&'a AcceleratorView>) -> Self {
        storage.share();
        AtomicView { storage, shape, queue, source: PhantomData }
    }

    fn shaped<const M: usize>(&self, shape: Shape<M>) -> AtomicView<'a, T, M> {
        AtomicView { storage: self.storage, shape, queue: self.queue, source: PhantomData }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// The section that starts at `origin`. It may overlap other sections.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the view.
    pub fn section(&self, origin: impl Into<Index<N>>, extent: impl Into<Extent<N>>) -> Result<Self> {
        Ok(self.shaped(self.shape.section(origin.into().0, extent.into().0)?))
    }

    /// The elements in row-major order with another extent. See [`ArrayView::view_as`](crate::ArrayView::view_as).
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the view, or there are
    /// gaps between its rows.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<AtomicView<'a, T, M>> {
        Ok(self.shaped(self.shape.view_as(extent.into())?))
    }

    /// Copies the data to a vector in row-major order, after all launches so far.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_to_vec(&self.bytes()?)
    }

    /// Makes the data of this view resident on an accelerator before a kernel needs it.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn synchronize_to(&self, view: &AcceleratorView) -> Result<()> {
        self.storage.make_resident(view, &self.bytes()?)
    }

    /// Counts of the transfers of the data. See [`ArrayView::transfers`](crate::ArrayView::transfers).
    #[must_use]
    pub fn transfers(&self) -> Transfers {
        self.storage.transfers()
    }

    /// The byte ranges of the view's elements in the storage.
    pub(crate) fn bytes(&self) -> Result<Ranges> {
        self.shape.bytes(size_of::<T>())
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<'a, T: Atomic> AtomicView<'a, T, $n> {
            /// The elements whose first index is `index`, as a view with one dimension less.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project(&self, index: usize) -> Result<AtomicView<'a, T, $m>> {
                Ok(self.shaped(self.shape.project(index)?))
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);

impl<T: Atomic, const N: usize> ArrayViewMut<'_, T, N> {
    /// Converts to a view that kernels modify by atomic operations only. You may copy it, and make sections
    /// of it that overlap. See [`AtomicView`].
    #[must_use]
    pub fn as_atomic(&mut self) -> AtomicView<'_, T, N> {
        AtomicView::of(&self.storage, self.shape, None)
    }
}

impl<T: Atomic, const N: usize> Array<T, N> {
    /// Converts to a view that kernels modify by atomic operations only. See [`AtomicView`].
    #[must_use]
    pub fn as_atomic(&mut self) -> AtomicView<'_, T, N> {
        AtomicView::of(&self.storage, self.shape, Some(&self.view))
    }
}

crate::support::always_copy! { [T: Atomic, const N: usize] AtomicView<'_, T, N> }

impl<T: Atomic, const N: usize> fmt::Debug for AtomicView<'_, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtomicView").field("extent", &self.shape.extent).finish_non_exhaustive()
    }
}
