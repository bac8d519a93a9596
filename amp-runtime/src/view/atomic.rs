//! `AtomicView`: data that many kernels, and many work-items of one, change by atomic operations.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::ArrayViewMut;
use crate::accelerator_view::AcceleratorView;
use crate::array::Array;
use crate::element::Atomic;
use crate::error::Result;
use crate::extent::Extent;
use crate::index::Index;
use crate::ranges::Ranges;
use crate::shape::Shape;
use crate::storage::{Storage, Transfers};

/// Data that kernels change by atomic operations only, made by [`ArrayViewMut::as_atomic`] or [`Array::as_atomic`].
///
/// It is a shared handle: it can be copied, a kernel may capture several of one source, and their sections may overlap.
/// As long as one is in use the view that it was made from is not. Nobody copies to it, since that would be no atomic operation; and it
/// has one type, since devices cannot change one place as two: copy and [`reinterpret_as_mut`](ArrayViewMut::reinterpret_as_mut) first.
///
/// Several threads may launch kernels over it at once, also on several accelerators: nothing that one counts is lost. Data is
/// at one place at a time, so a launch on another accelerator waits until a kernel on the CPU is done with it.
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
    /// Where the data lives, if it is an array's.
    pub(crate) home: Option<&'a AcceleratorView>,
    source: PhantomData<&'a mut [T]>,
}

impl<'a, T: Atomic, const N: usize> AtomicView<'a, T, N> {
    /// The caller has borrowed a view of these elements mutably for `'a`.
    fn of(storage: &'a Arc<Storage>, shape: Shape<N>, home: Option<&'a AcceleratorView>) -> Self {
        storage.share();
        AtomicView { storage, shape, home, source: PhantomData }
    }

    fn shaped<const M: usize>(&self, shape: Shape<M>) -> AtomicView<'a, T, M> {
        AtomicView { storage: self.storage, shape, home: self.home, source: PhantomData }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// The part of this view that starts at `origin`. It may overlap others.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the part leaves the view.
    pub fn section(&self, origin: impl Into<Index<N>>, extent: impl Into<Extent<N>>) -> Result<Self> {
        Ok(self.shaped(self.shape.section(origin.into().0, extent.into().0)?))
    }

    /// The elements, row by row, in another extent. See [`ArrayView::view_as`](crate::ArrayView::view_as).
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the view, or there are
    /// gaps between its rows.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<AtomicView<'a, T, M>> {
        Ok(self.shaped(self.shape.view_as(extent.into())?))
    }

    /// A copy of the data, row by row, after all launches so far.
    ///
    /// # Errors
    /// What the device reports.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_out(&self.bytes()?)
    }

    /// Brings the data of this view to an accelerator before a kernel asks for it.
    ///
    /// # Errors
    /// What the device reports.
    pub fn synchronize_to(&self, view: &AcceleratorView) -> Result<()> {
        self.storage.settle(view, &self.bytes()?)
    }

    /// How often the data has moved, and how much of it. See [`ArrayView::transfers`](crate::ArrayView::transfers).
    #[must_use]
    pub fn transfers(&self) -> Transfers {
        self.storage.transfers()
    }

    /// The bytes of its elements in the storage.
    pub(crate) fn bytes(&self) -> Result<Ranges> {
        self.shape.bytes(size_of::<T>())
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<'a, T: Atomic> AtomicView<'a, T, $n> {
            /// The slice at one index of dimension 0.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if there is no such slice.
            pub fn project(&self, index: usize) -> Result<AtomicView<'a, T, $m>> {
                Ok(self.shaped(self.shape.project(index)?))
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);

impl<T: Atomic, const N: usize> ArrayViewMut<'_, T, N> {
    /// This view, for kernels that change it by atomic operations only: any number of handles, also to parts that overlap.
    /// See [`AtomicView`].
    #[must_use]
    pub fn as_atomic(&mut self) -> AtomicView<'_, T, N> {
        AtomicView::of(&self.storage, self.shape, None)
    }
}

impl<T: Atomic, const N: usize> Array<T, N> {
    /// The array, for kernels that change it by atomic operations only. See [`AtomicView`].
    #[must_use]
    pub fn as_atomic(&mut self) -> AtomicView<'_, T, N> {
        AtomicView::of(&self.storage, self.shape, Some(&self.view))
    }
}

impl<T: Atomic, const N: usize> Clone for AtomicView<'_, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Atomic, const N: usize> Copy for AtomicView<'_, T, N> {}

impl<T: Atomic, const N: usize> fmt::Debug for AtomicView<'_, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtomicView").field("extent", &self.shape.extent).finish_non_exhaustive()
    }
}
