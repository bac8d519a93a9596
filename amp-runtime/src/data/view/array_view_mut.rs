//! `ArrayViewMut`: a view that kernels write. It borrows its source exclusively, and updates the source at
//! the latest when it is dropped.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::ptr::NonNull;
use std::sync::Arc;

use super::lost_data_hook::report_lost_data;
use super::{
    ArrayView, ReadGuard, WriteGuard, bytes_for, debug, element, impl_index, shape_of, slice,
    writable_element, writable_slice,
};
use crate::data::shape::Shape;
use crate::data::storage::{Storage, Transfers};
use crate::device::queue::AcceleratorView;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::types::extent::Extent;
use crate::types::index::Index;
use crate::types::{GpuType, verify_plain};

/// Data for kernels to write: a slice, an array, memory without a source, or a section of a view.
///
/// Results are downloaded when they are needed: by [`synchronize`](Self::synchronize), by reading the view, or at the
/// latest when the view is dropped. Until then, the borrow checker prevents uses of the source.
///
/// ```
/// use amp::prelude::*;
///
/// let mut values = [0u32; 6];
/// let mut view = ArrayViewMut::with_extent([2, 3], &mut values)?;
/// view[[1, 0]] = 7;
/// view.section_mut([0, 1], [2, 1])?.write()?.copy_from_slice(&[8, 9]);
/// view.finish()?;
/// assert_eq!(values, [0, 8, 0, 7, 9, 0]);
/// # Ok::<(), amp::Error>(())
/// ```
pub struct ArrayViewMut<'a, T, const N: usize = 1> {
    pub(crate) storage: Arc<Storage>,
    pub(crate) shape: Shape<N>,
    /// Whether dropping this view downloads the newest data to the source. A section leaves that to its
    /// parent.
    pub(super) updates_source: bool,
    source: PhantomData<&'a mut [T]>,
}

impl<'a, T: GpuType> ArrayViewMut<'a, T, 1> {
    /// A view of a slice.
    pub fn new(source: &'a mut [T]) -> Self {
        let shape = Shape::row_major(Extent([source.len()]));
        ArrayViewMut::of_slice(source, shape)
    }
}

impl<T: GpuType, const N: usize> ArrayViewMut<'static, T, N> {
    /// A view without a source, for data that only kernels use. Its memory is allocated on first use and starts as zeros.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the view's size exceeds the address space.
    pub fn without_source(extent: impl Into<Extent<N>>) -> Result<Self> {
        verify_plain::<T>();
        let extent = extent.into();
        let storage = Storage::empty::<T>(bytes_for::<T, N>(extent)?);
        Ok(ArrayViewMut::of(storage, Shape::row_major(extent)))
    }
}

impl<'a, T: GpuType, const N: usize> ArrayViewMut<'a, T, N> {
    /// A view of a slice in `N` dimensions, in row-major order.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the slice has more or fewer elements than
    /// the extent.
    pub fn with_extent(extent: impl Into<Extent<N>>, source: &'a mut [T]) -> Result<Self> {
        let shape = shape_of(extent.into(), source.len())?;
        Ok(ArrayViewMut::of_slice(source, shape))
    }

    fn of_slice(source: &'a mut [T], shape: Shape<N>) -> Self {
        verify_plain::<T>();
        let bytes = size_of_val(source);
        let storage = Storage::borrowed::<T>(NonNull::from(source).cast(), bytes);
        ArrayViewMut { storage, shape, updates_source: true, source: PhantomData }
    }

    pub(crate) fn of(storage: Arc<Storage>, shape: Shape<N>) -> Self {
        ArrayViewMut { storage, shape, updates_source: false, source: PhantomData }
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// A view of the same elements for reading.
    #[must_use]
    pub fn as_view(&self) -> ArrayView<'_, T, N> {
        ArrayView::of(self.storage.clone(), self.shape)
    }

    /// The section that starts at `origin`, for reading.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the view.
    pub fn section(
        &self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayView<'_, T, N>> {
        self.as_view().section(origin, extent).map(|view| ArrayView::of(view.storage, view.shape))
    }

    /// The section that starts at `origin`, for writing. It borrows this view until it is dropped, so put it in a block
    /// or call `drop`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [1, 2, 3, 4, 5, 6];
    /// let mut view = ArrayViewMut::with_extent([2, 3], &mut values)?;
    /// {
    ///     let mut right = view.section_mut([0, 1], [2, 2])?;
    ///     parallel_for_each(right.extent(), amp!(|i: Index<2>| right[i] *= 10))?;
    /// }
    /// view.finish()?;
    /// assert_eq!(values, [1, 20, 30, 4, 50, 60]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the view.
    pub fn section_mut(
        &mut self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayViewMut<'_, T, N>> {
        let shape = self.shape.section(origin.into().0, extent.into().0)?;
        Ok(ArrayViewMut::of(self.storage.clone(), shape))
    }

    /// Discards the contents: they are not uploaded for the next kernel, and not downloaded. Until the next
    /// write they are undefined. If this view is a section, the elements outside it stay as they are.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [1u32; 4];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// view.section_mut([1], [2])?.discard_data();
    /// parallel_for_each([2], amp!(|i: Index<1>| view[i + 1] = 7))?;
    /// view.finish()?;
    /// assert_eq!(values, [1, 7, 7, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn discard_data(&mut self) {
        // If host memory is too small for the list of rows, the contents are not discarded. That is allowed,
        // because a discard permits any contents.
        if let Ok(bytes) = self.bytes() {
            self.storage.discard(&bytes);
        }
    }

    /// Brings the source of this view up to date. You may keep using the view.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn synchronize(&self) -> Result<()> {
        self.update_source()
    }

    /// Brings the source up to date and ends the view. Dropping the view does the same, but can only print an error.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn finish(mut self) -> Result<()> {
        self.updates_source = false;
        self.synchronize()
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

    /// Downloads the data if necessary, and returns a guard for writing it on the host.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn write(&mut self) -> Result<WriteGuard<'_, T, N>> {
        // SAFETY: `self` is borrowed mutably, which excludes all other access.
        unsafe { WriteGuard::of(&self.storage, self.shape) }
    }

    /// Copies the data to a vector in row-major order. Does not bring the source up to date.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.as_view().to_vec()
    }

    /// Transfers the data of this view to an accelerator if necessary, so that a later launch there need not
    /// transfer it.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [1.0f32; 100];
    /// let view = ArrayViewMut::new(&mut values);
    /// view.synchronize_to(&Accelerator::default().default_view())?;
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn synchronize_to(&self, view: &AcceleratorView) -> Result<()> {
        self.storage.make_resident(view, &self.bytes()?)
    }

    /// Counts of the transfers of this view's data. The view and its sections have common counters. See
    /// [`ArrayView::transfers`].
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

    fn element_mut(&mut self, index: [usize; N]) -> &mut T {
        // SAFETY: the storage holds elements of type `T`; `self` is borrowed mutably.
        unsafe { writable_element(&self.storage, &self.shape, index).as_mut() }
    }
}

impl<T: GpuType> ArrayViewMut<'_, T, 1> {
    pub(super) fn slice(&self, positions: impl RangeBounds<usize>) -> &[T] {
        // SAFETY: the storage holds elements of type `T` and is not written while `self` is borrowed.
        unsafe { slice(&self.storage, &self.shape, positions) }
    }

    pub(super) fn slice_mut(&mut self, positions: impl RangeBounds<usize>) -> &mut [T] {
        // SAFETY: the storage holds elements of type `T`; `self` is borrowed mutably.
        unsafe { writable_slice(&self.storage, &self.shape, positions).as_mut() }
    }
}

impl<T, const N: usize> ArrayViewMut<'_, T, N> {
    /// Downloads the newest data to the source.
    fn update_source(&self) -> Result<()> {
        self.storage.synchronize(&self.shape.bytes(size_of::<T>())?)
    }
}

impl<T, const N: usize> Drop for ArrayViewMut<'_, T, N> {
    fn drop(&mut self) {
        if self.updates_source
            && let Err(error) = self.update_source()
        {
            report_lost_data(&error);
        }
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<T: GpuType> ArrayViewMut<'_, T, $n> {
            /// The elements whose first index is `index`, as a view with one dimension less, for reading.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project(&self, index: usize) -> Result<ArrayView<'_, T, $m>> {
                Ok(ArrayView::of(self.storage.clone(), self.shape.project(index)?))
            }

            /// The elements whose first index is `index`, as a view with one dimension less, for writing.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project_mut(&mut self, index: usize) -> Result<ArrayViewMut<'_, T, $m>> {
                Ok(ArrayViewMut::of(self.storage.clone(), self.shape.project(index)?))
            }
        }

        impl<T: GpuType> ArrayViewMut<'_, T, $m> {
            /// The same elements as a view with a first dimension of size 1, for writing. It is the opposite of
            /// `project_mut(0)`.
            ///
            /// ```
            /// use amp::prelude::*;
            ///
            /// let mut row = [1, 2, 3];
            /// let mut row = ArrayViewMut::new(&mut row);
            /// let mut matrix = row.add_dimension_mut();
            /// parallel_for_each(matrix.extent(), amp!(|i: Index<2>| matrix[i] += i[1] as i32))?;
            /// drop(matrix);
            /// assert_eq!(row.to_vec()?, [1, 3, 5]);
            /// # Ok::<(), amp::Error>(())
            /// ```
            pub fn add_dimension_mut(&mut self) -> ArrayViewMut<'_, T, $n> {
                ArrayViewMut::of(self.storage.clone(), self.shape.add_dimension())
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);
impl_index!(ArrayViewMut GpuType);

impl<T: GpuType, const N: usize> std::ops::IndexMut<[usize; N]> for ArrayViewMut<'_, T, N> {
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        self.element_mut(index)
    }
}

impl<T: GpuType, const N: usize> std::ops::IndexMut<Index<N>> for ArrayViewMut<'_, T, N> {
    fn index_mut(&mut self, index: Index<N>) -> &mut T {
        self.element_mut(index.into())
    }
}

impl<T: GpuType> std::ops::IndexMut<usize> for ArrayViewMut<'_, T, 1> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.element_mut([index])
    }
}

impl<'a, T: GpuType> From<&'a mut [T]> for ArrayViewMut<'a, T, 1> {
    fn from(source: &'a mut [T]) -> Self {
        ArrayViewMut::new(source)
    }
}

impl<T: GpuType + fmt::Debug, const N: usize> fmt::Debug for ArrayViewMut<'_, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, "ArrayViewMut", self.extent(), self.read())
    }
}
