//! Arrays as views, whole or in part, and on the host.

use super::Array;
use crate::accelerator::Accelerator;
use crate::completion::CompletionFuture;
use crate::element::{Element, GpuType};
use crate::error::Result;
use crate::extent::Extent;
use crate::index::Index;
use crate::view::{ArrayView, ArrayViewMut, ReadGuard, WriteGuard, recast};

impl<T: Element, const N: usize> Array<T, N> {
    /// A copy of the elements, row by row, after all launches so far.
    ///
    /// # Errors
    /// What the device reports.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_out(&self.storage.all())
    }

    /// Begins to copy the elements, as they are after all launches so far.
    pub fn to_vec_async(&self) -> CompletionFuture<'static, Vec<T>> {
        self.storage.copy_out_later(Ok(self.storage.all()))
    }

    /// The elements on the host, fetched if they are not there.
    ///
    /// # Errors
    /// What the device reports.
    pub fn read(&self) -> Result<ReadGuard<'_, T, N>> {
        // SAFETY: nobody writes to the storage while `self` is borrowed: that would take a `&mut` of it.
        unsafe { ReadGuard::of(&self.storage, self.shape) }
    }

    /// Begins to fetch the elements to the host. See [`read`](Self::read).
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
        let later = self.storage.settle_later(&cpu, Ok(all));
        later.and_then(move |result| CompletionFuture::ready(result.and_then(|()| self.read())))
    }

    /// Begins to fetch the elements to the host, to be changed. See [`write`](Self::write).
    pub fn write_async(&mut self) -> CompletionFuture<'_, WriteGuard<'_, T, N>> {
        let (cpu, storage) = (Accelerator::cpu().default_view(), self.storage.clone());
        let all = storage.all();
        let later = storage.settle_later(&cpu, Ok(all));
        later.and_then(move |result| CompletionFuture::ready(result.and_then(|()| self.write())))
    }

    /// The elements on the host, to be changed; the next launch has them back where the array lives.
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
    /// What the device reports.
    pub fn write(&mut self) -> Result<WriteGuard<'_, T, N>> {
        // SAFETY: `self` is borrowed mutably, which excludes all other access.
        unsafe { WriteGuard::of(&self.storage, self.shape) }
    }

    /// Says that the present elements do not matter. See [`ArrayViewMut::discard_data`].
    pub fn discard_data(&mut self) {
        self.storage.discard(&self.storage.all());
    }

    /// The array as a view to be read, on any accelerator.
    #[must_use]
    pub fn as_view(&self) -> ArrayView<'_, T, N> {
        ArrayView::of(self.storage.clone(), self.shape)
    }

    /// The part of it that starts at `origin`, to be read.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the part leaves the array.
    pub fn section(
        &self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayView<'_, T, N>> {
        self.as_view().section(origin, extent)
    }

    /// The elements, row by row, in another extent, to be read. See [`ArrayView::view_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the array.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<ArrayView<'_, T, M>> {
        self.as_view().view_as(extent)
    }

    /// The same memory as elements of another type, to be read. See [`ArrayView::reinterpret_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the memory does not divide into whole elements.
    pub fn reinterpret_as<U: Element>(&self) -> Result<ArrayView<'_, U, 1>> {
        self.as_view().reinterpret_as()
    }
}

impl<T: GpuType, const N: usize> Array<T, N> {
    /// The array as a view to be written, on any accelerator.
    #[must_use]
    pub fn as_view_mut(&mut self) -> ArrayViewMut<'_, T, N> {
        ArrayViewMut::of(self.storage.clone(), self.shape)
    }

    /// The part of it that starts at `origin`, to be written.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if the part leaves the array.
    pub fn section_mut(
        &mut self,
        origin: impl Into<Index<N>>,
        extent: impl Into<Extent<N>>,
    ) -> Result<ArrayViewMut<'_, T, N>> {
        let shape = self.shape.section(origin.into().0, extent.into().0)?;
        Ok(ArrayViewMut::of(self.storage.clone(), shape))
    }

    /// The elements, row by row, in another extent, to be written. See [`ArrayView::view_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the extent has more elements than the array.
    pub fn view_as_mut<const M: usize>(
        &mut self,
        extent: impl Into<Extent<M>>,
    ) -> Result<ArrayViewMut<'_, T, M>> {
        Ok(ArrayViewMut::of(self.storage.clone(), self.shape.view_as(extent.into())?))
    }

    /// The same memory as elements of another type, to be written. See [`ArrayView::reinterpret_as`].
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
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the memory does not divide into whole elements.
    pub fn reinterpret_as_mut<U: GpuType>(&mut self) -> Result<ArrayViewMut<'_, U, 1>> {
        let shape = recast::<T, U, N>(&self.storage, &self.shape)?;
        Ok(ArrayViewMut::of(self.storage.clone(), shape))
    }
}

macro_rules! project {
    ($($n:literal $m:literal)*) => {$(
        impl<T: Element> Array<T, $n> {
            /// The slice at one index of dimension 0, to be read.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if there is no such slice.
            pub fn project(&self, index: usize) -> Result<ArrayView<'_, T, $m>> {
                self.as_view().project(index)
            }
        }

        impl<T: GpuType> Array<T, $n> {
            /// The slice at one index of dimension 0, to be written.
            ///
            /// # Errors
            /// [`Error::OutOfBounds`](crate::Error::OutOfBounds) if there is no such slice.
            pub fn project_mut(&mut self, index: usize) -> Result<ArrayViewMut<'_, T, $m>> {
                Ok(ArrayViewMut::of(self.storage.clone(), self.shape.project(index)?))
            }
        }
    )*};
}

project!(2 1 3 2 4 3 5 4 6 5 7 6 8 7);
