//! `ArrayView`: a view that kernels read.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::ptr::NonNull;
use std::sync::Arc;

use super::{ReadGuard, debug, element, impl_index, shape_of, slice};
use crate::data::shape::Shape;
use crate::data::storage::{Storage, Transfers};
use crate::device::queue::AcceleratorView;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::types::extent::Extent;
use crate::types::index::Index;
use crate::types::{Element, verify_plain};

/// Data for kernels to read: a slice, or a section of a view. It is uploaded when a kernel first needs it, and never
/// copied back. A clone is another handle to the same data.
///
/// ```
/// use amp::prelude::*;
///
/// let values = vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let view = ArrayView::with_extent([2, 3], &values)?;
/// assert_eq!(view[[1, 2]], 6.0);
/// assert_eq!(view.project(1)?.to_vec()?, [4.0, 5.0, 6.0]);
/// # Ok::<(), amp::Error>(())
/// ```
pub struct ArrayView<'a, T, const N: usize = 1> {
    pub(crate) storage: Arc<Storage>,
    pub(crate) shape: Shape<N>,
    source: PhantomData<&'a [T]>,
}

impl<'a, T: Element> ArrayView<'a, T, 1> {
    /// A view of a slice.
    pub fn new(source: &'a [T]) -> Self {
        let shape = Shape::row_major(Extent([source.len()]));
        ArrayView::of_slice(source, shape)
    }
}

impl<'a, T: Element, const N: usize> ArrayView<'a, T, N> {
    /// A view of a slice in `N` dimensions, in row-major order.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the slice has more or fewer elements than
    /// the extent.
    pub fn with_extent(extent: impl Into<Extent<N>>, source: &'a [T]) -> Result<Self> {
        let shape = shape_of(extent.into(), source.len())?;
        Ok(ArrayView::of_slice(source, shape))
    }

    fn of_slice(source: &'a [T], shape: Shape<N>) -> Self {
        verify_plain::<T>();
        // No code writes through this pointer, because no operation of an `ArrayView` writes.
        let first = NonNull::from(source).cast::<T>();
        ArrayView::of(Storage::borrowed(first, size_of_val(source)), shape)
    }

    pub(crate) fn of(storage: Arc<Storage>, shape: Shape<N>) -> Self {
        ArrayView { storage, shape, source: PhantomData }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// The section that starts at `origin`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the view.
    pub fn section(&self, origin: impl Into<Index<N>>, extent: impl Into<Extent<N>>) -> Result<Self> {
        let shape = self.shape.section(origin.into().0, extent.into().0)?;
        Ok(ArrayView::of(self.storage.clone(), shape))
    }

    /// Downloads the data if necessary, and returns a guard for reading it on the host.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn read(&self) -> Result<ReadGuard<'_, T, N>> {
        // SAFETY: a write to these elements requires a `&mut` of a view that contains them. No such `&mut`
        // exists while `self` is borrowed.
        unsafe { ReadGuard::of(&self.storage, self.shape) }
    }

    /// Copies the data to a vector in row-major order.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_to_vec(&self.bytes()?)
    }

    /// Transfers the data of this view to an accelerator if necessary, so that a later launch there need not
    /// transfer it.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let values = [1.0f32; 100];
    /// let view = ArrayView::new(&values);
    /// view.synchronize_to(&Accelerator::default().default_view())?;
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn synchronize_to(&self, view: &AcceleratorView) -> Result<()> {
        self.storage.make_resident(view, &self.bytes()?)
    }

    /// Counts of the transfers of this view's data. The view, its clones and its sections have common counters.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let values = [1.0f32; 8];
    /// let view = ArrayView::new(&values);
    /// assert_eq!(view[3], 1.0);
    /// assert_eq!(view.transfers(), amp::Transfers::default()); // the data was on the host
    /// ```
    #[must_use]
    pub fn transfers(&self) -> Transfers {
        self.storage.transfers()
    }

    /// The byte ranges of the view's elements in the storage.
    pub(crate) fn bytes(&self) -> Result<Ranges> {
        self.shape.bytes(size_of::<T>())
    }

    fn element(&self, index: [usize; N]) -> &T {
        // SAFETY: the storage holds elements of type `T` and is not written while `self` is borrowed.
        unsafe { element(&self.storage, &self.shape, index) }
    }
}

impl<T: Element> ArrayView<'_, T, 1> {
    pub(super) fn slice(&self, positions: impl RangeBounds<usize>) -> &[T] {
        // SAFETY: the storage holds elements of type `T` and is not written while `self` is borrowed.
        unsafe { slice(&self.storage, &self.shape, positions) }
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<'a, T: Element> ArrayView<'a, T, $n> {
            /// The elements whose first index is `index`, as a view with one dimension less.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project(&self, index: usize) -> Result<ArrayView<'a, T, $m>> {
                Ok(ArrayView::of(self.storage.clone(), self.shape.project(index)?))
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);
impl_index!(ArrayView Element);

impl<T: Element, const N: usize> Clone for ArrayView<'_, T, N> {
    fn clone(&self) -> Self {
        ArrayView::of(self.storage.clone(), self.shape)
    }
}

impl<'a, T: Element> From<&'a [T]> for ArrayView<'a, T, 1> {
    fn from(source: &'a [T]) -> Self {
        ArrayView::new(source)
    }
}

impl<T: Element + fmt::Debug, const N: usize> fmt::Debug for ArrayView<'_, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, "ArrayView", self.extent(), self.read())
    }
}
