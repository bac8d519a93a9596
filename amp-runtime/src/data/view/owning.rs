//! Views that own their elements. They borrow nothing, so they may be returned and stored.

use super::{ArrayView, ArrayViewMut, shape_of};
use crate::data::storage::Storage;
use crate::support::error::Result;
use crate::types::extent::Extent;
use crate::types::{Element, GpuType};

impl<T: Element, const N: usize> ArrayView<'static, T, N> {
    /// A view in `N` dimensions that takes ownership of a vector of elements in row-major order. Its clones share the
    /// elements.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// fn table() -> amp::Result<ArrayView<'static, u32, 2>> {
    ///     ArrayView::from_vec([2, 3], (0..6).collect())
    /// }
    /// assert_eq!(table()?[[1, 2]], 5);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the vector has more or fewer elements than
    /// the extent.
    pub fn from_vec(extent: impl Into<Extent<N>>, elements: Vec<T>) -> Result<Self> {
        let shape = shape_of(extent.into(), elements.len())?;
        Ok(ArrayView::of(Storage::owned(elements), shape))
    }
}

impl<T: GpuType, const N: usize> ArrayViewMut<'static, T, N> {
    /// A view in `N` dimensions that takes ownership of a vector of elements in row-major order.
    /// [`into_vec`](Self::into_vec) returns the vector.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut view = ArrayViewMut::from_vec([2, 2], vec![1.0f32; 4])?;
    /// parallel_for_each(view.extent(), amp!(|i: Index<2>| view[i] *= 2.0))?;
    /// assert_eq!(view.into_vec()?, [2.0; 4]); // the same memory
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](crate::Error::ExtentMismatch) if the vector has more or fewer elements than
    /// the extent.
    pub fn from_vec(extent: impl Into<Extent<N>>, elements: Vec<T>) -> Result<Self> {
        let shape = shape_of(extent.into(), elements.len())?;
        Ok(ArrayViewMut::of(Storage::owned(elements), shape))
    }

    /// Downloads and returns the elements. If the view was made from a vector, and no other view shares that
    /// vector, the result is that vector. Otherwise the result is a copy.
    ///
    /// # Errors
    /// Errors of the device; then the vector is lost. To keep the vector, call
    /// [`synchronize`](Self::synchronize) first. If that fails, call [`discard_data`](Self::discard_data), so
    /// that `into_vec` has nothing to download.
    pub fn into_vec(self) -> Result<Vec<T>> {
        let bytes = self.bytes()?;
        if bytes != self.storage.all() {
            return self.to_vec();
        }
        let storage = self.storage.clone();
        drop(self);
        match storage.try_into_vec()? {
            Ok(elements) => Ok(elements),
            Err(storage) => storage.copy_to_vec(&bytes),
        }
    }
}
