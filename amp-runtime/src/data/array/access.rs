//! Access to the elements of an `Array`: copies, guards on the host, views, sections and projections.

use std::ops::{Index as IndexBy, IndexMut};

use super::Array;
use crate::data::view::{ArrayView, ArrayViewMut, ReadGuard, WriteGuard, element, recast, writable_element};
use crate::device::accelerator::Accelerator;
use crate::device::completion::CompletionFuture;
use crate::support::error::Result;
use crate::types::extent::Extent;
use crate::types::index::Index;
use crate::types::{Element, GpuType};

impl<T: Element, const N: usize> Array<T, N> {
    /// Copies the elements to a vector in row-major order, after all launches so far.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_to_vec(&self.storage.all())
    }

    /// Begins to copy the elements, as they are after all launches so far.
    pub fn to_vec_async(&self) -> CompletionFuture<'static, Vec<T>> {
        self.storage.copy_to_vec_async(Ok(self.storage.all()))
    }

    /// Downloads the elements if necessary, and returns a guard for reading them on the host.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn read(&self) -> Result<ReadGuard<'_, T, N>> {
        // SAFETY: a write to the storage requires a `&mut` of the array, which cannot exist while `self` is
        // borrowed.
        unsafe { ReadGuard::of(&self.storage, self.shape) }
    }

    /// Begins to download the elements for reading. See [`read`](Self::read).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::from_slice([3], &[1u32, 2, 3])?;
    /// array.write_async().wait()?[1] = 7; // or `.await?`
    /// assert_eq!(array.read_async().wait()?[..], [1, 7, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn read_async(&self) -> CompletionFuture<'_, ReadGuard<'_, T, N>> {
        let cpu = Accelerator::cpu().default_view();
        let all = self.storage.all();
        let later = self.storage.make_resident_async(&cpu, Ok(all));
        later.and_then(move |result| CompletionFuture::ready(result.and_then(|()| self.read())))
    }

    /// Begins to download the elements for writing. See [`write`](Self::write).
    pub fn write_async(&mut self) -> CompletionFuture<'_, WriteGuard<'_, T, N>> {
        let (cpu, storage) = (Accelerator::cpu().default_view(), self.storage.clone());
        let all = storage.all();
        let later = storage.make_resident_async(&cpu, Ok(all));
        later.and_then(move |result| CompletionFuture::ready(result.and_then(|()| self.write())))
    }

    /// Downloads the elements if necessary, and returns a guard for writing them on the host. The next launch uploads
    /// them to the array's queue.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::<u32, 2>::new([2, 2])?;
    /// array.write()?[[1, 0]] = 7;
    /// parallel_for_each(array.extent(), amp!(|i: Index<2>| array[i] += 1))?;
    /// assert_eq!(array.read()?[..], [1, 1, 8, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn write(&mut self) -> Result<WriteGuard<'_, T, N>> {
        // SAFETY: `self` is borrowed mutably, which excludes all other access.
        unsafe { WriteGuard::of(&self.storage, self.shape) }
    }

    /// Discards the elements. See [`ArrayViewMut::discard_data`].
    pub fn discard_data(&mut self) {
        self.storage.discard(&self.storage.all());
    }

    /// A view of the array for reading, on any accelerator.
    #[must_use]
    pub fn as_view(&self) -> ArrayView<'_, T, N> {
        ArrayView::of(self.storage.clone(), self.shape)
    }

    /// The section that starts at `origin`, for reading.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the array.
    pub fn section(
        &self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayView<'_, T, N>> {
        self.as_view().section(origin, extent)
    }

    /// The elements in row-major order with another extent, for reading. See [`ArrayView::view_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the array.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<ArrayView<'_, T, M>> {
        self.as_view().view_as(extent)
    }

    /// The same memory as elements of another type, for reading. See [`ArrayView::reinterpret_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the array's size in bytes is not a multiple
    /// of the size of `U`.
    pub fn reinterpret_as<U: Element>(&self) -> Result<ArrayView<'_, U, 1>> {
        self.as_view().reinterpret_as()
    }
}

impl<T: GpuType, const N: usize> Array<T, N> {
    /// A view of the array for writing, on any accelerator.
    #[must_use]
    pub fn as_view_mut(&mut self) -> ArrayViewMut<'_, T, N> {
        ArrayViewMut::of(self.storage.clone(), self.shape)
    }

    /// The section that starts at `origin`, for writing.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the section exceeds the array.
    pub fn section_mut(
        &mut self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayViewMut<'_, T, N>> {
        let shape = self.shape.section(origin.into().0, extent.into().0)?;
        Ok(ArrayViewMut::of(self.storage.clone(), shape))
    }

    /// The elements in row-major order with another extent, for writing. See [`ArrayView::view_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the array.
    pub fn view_as_mut<const M: usize>(
        &mut self,
        extent: impl Into<Extent<M>>,
    ) -> Result<ArrayViewMut<'_, T, M>> {
        Ok(ArrayViewMut::of(self.storage.clone(), self.shape.view_as(extent.into())?))
    }

    /// The same memory as elements of another type, for writing. See [`ArrayView::reinterpret_as`].
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::from_slice([2], &[1.0f32, 2.0])?;
    /// let mut bits = array.reinterpret_as_mut::<u32>()?;
    /// parallel_for_each(2, amp!(|i: Index<1>| bits[i] |= 1 << 31))?; // the sign
    /// drop(bits);
    /// assert_eq!(array.to_vec()?, [-1.0, -2.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the array's size in bytes is not a multiple
    /// of the size of `U`.
    pub fn reinterpret_as_mut<U: GpuType>(&mut self) -> Result<ArrayViewMut<'_, U, 1>> {
        let shape = recast::<T, U, N>(&self.storage, &self.shape)?;
        Ok(ArrayViewMut::of(self.storage.clone(), shape))
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<T: Element> Array<T, $n> {
            /// The projection at one index of dimension 0, for reading.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project(&self, index: usize) -> Result<ArrayView<'_, T, $m>> {
                self.as_view().project(index)
            }
        }

        impl<T: GpuType> Array<T, $n> {
            /// The projection at one index of dimension 0, for writing.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the index is out of bounds.
            pub fn project_mut(&mut self, index: usize) -> Result<ArrayViewMut<'_, T, $m>> {
                Ok(ArrayViewMut::of(self.storage.clone(), self.shape.project(index)?))
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);

/// An element on the host. The first access downloads the array if its newest data is on a device. Panics if the index is
/// out of bounds or the download fails; [`read`](Array::read) returns an error instead.
///
/// ```
/// use amp::prelude::*;
///
/// let mut array = Array::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?;
/// array[[0, 1]] += 5.0;
/// assert_eq!((array[[0, 1]], array[[1, 0]]), (7.0, 3.0));
/// # Ok::<(), amp::Error>(())
/// ```
impl<T: Element, const N: usize> IndexBy<[usize; N]> for Array<T, N> {
    type Output = T;

    fn index(&self, index: [usize; N]) -> &T {
        // SAFETY: the storage holds elements of type `T`. A write requires a `&mut` of the array, which cannot exist while
        // `self` is borrowed.
        unsafe { element(&self.storage, &self.shape, index) }
    }
}

impl<T: Element, const N: usize> IndexBy<Index<N>> for Array<T, N> {
    type Output = T;

    fn index(&self, index: Index<N>) -> &T {
        &self[<[usize; N]>::from(index)]
    }
}

impl<T: Element> IndexBy<usize> for Array<T, 1> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self[[index]]
    }
}

impl<T: Element, const N: usize> IndexMut<[usize; N]> for Array<T, N> {
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        // SAFETY: the storage holds elements of type `T`; `self` is borrowed mutably.
        unsafe { writable_element(&self.storage, &self.shape, index).as_mut() }
    }
}

impl<T: Element, const N: usize> IndexMut<Index<N>> for Array<T, N> {
    fn index_mut(&mut self, index: Index<N>) -> &mut T {
        &mut self[<[usize; N]>::from(index)]
    }
}

impl<T: Element> IndexMut<usize> for Array<T, 1> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self[[index]]
    }
}
