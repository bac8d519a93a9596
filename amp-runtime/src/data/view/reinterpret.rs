//! Reinterpreting views: the same memory with another extent, or as elements of another type. Only the shape
//! changes, and no data moves.

use std::sync::Arc;

use super::{ArrayView, ArrayViewMut};
use crate::data::shape::Shape;
use crate::data::storage::Storage;
use crate::support::error::{Error, Result};
use crate::types::extent::Extent;
use crate::types::{Element, GpuType};

impl<'a, T: Element, const N: usize> ArrayView<'a, T, N> {
    /// The elements in row-major order as a view with another extent. If the extent has fewer elements than
    /// this view, the result has the first ones.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let values = [1, 2, 3, 4, 5, 6];
    /// let table = ArrayView::new(&values).view_as([2, 3])?;
    /// assert_eq!(table[[1, 0]], 4);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the extent has more elements than the view, or there are gaps between its rows.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<ArrayView<'a, T, M>> {
        Ok(ArrayView::of(self.storage.clone(), self.shape.view_as(extent.into())?))
    }

    /// The same memory as elements of another type.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let values = [1.0f32, -2.0];
    /// let view = ArrayView::new(&values);
    /// assert_eq!(view.reinterpret_as::<u32>()?[1], (-2.0f32).to_bits());
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the view's start or size in bytes is not a multiple of the size of `U`,
    /// if the source is not aligned for `U`, or if there are gaps between the view's rows.
    pub fn reinterpret_as<U: Element>(&self) -> Result<ArrayView<'a, U, 1>> {
        Ok(ArrayView::of(self.storage.clone(), recast::<T, U, N>(&self.storage, &self.shape)?))
    }
}

impl<T: GpuType, const N: usize> ArrayViewMut<'_, T, N> {
    /// The elements in row-major order with another extent, for reading. See [`ArrayView::view_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the extent has more elements than the view, or there are gaps between its rows.
    pub fn view_as<const M: usize>(&self, extent: impl Into<Extent<M>>) -> Result<ArrayView<'_, T, M>> {
        Ok(ArrayView::of(self.storage.clone(), self.shape.view_as(extent.into())?))
    }

    /// The elements in row-major order with another extent, for writing.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [0; 6];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// view.view_as_mut([2, 3])?[[1, 2]] = 7;
    /// assert_eq!(view[5], 7);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the extent has more elements than the view, or there are gaps between its rows.
    pub fn view_as_mut<const M: usize>(
        &mut self,
        extent: impl Into<Extent<M>>,
    ) -> Result<ArrayViewMut<'_, T, M>> {
        Ok(ArrayViewMut::of(self.storage.clone(), self.shape.view_as(extent.into())?))
    }

    /// The same memory as elements of another type, for reading. See [`ArrayView::reinterpret_as`].
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the view's start or size in bytes is not a multiple of the size of `U`,
    /// if the source is not aligned for `U`, or if there are gaps between the view's rows.
    pub fn reinterpret_as<U: Element>(&self) -> Result<ArrayView<'_, U, 1>> {
        Ok(ArrayView::of(self.storage.clone(), recast::<T, U, N>(&self.storage, &self.shape)?))
    }

    /// The same memory as elements of another type, for writing.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut values = [1.0f32, 2.0];
    /// let mut view = ArrayViewMut::new(&mut values);
    /// view.reinterpret_as_mut::<u32>()?[0] |= 1 << 31; // the sign
    /// assert_eq!(view[0], -1.0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the view's start or size in bytes is not a multiple of the size of `U`,
    /// if the source is not aligned for `U`, or if there are gaps between the view's rows.
    pub fn reinterpret_as_mut<U: GpuType>(&mut self) -> Result<ArrayViewMut<'_, U, 1>> {
        Ok(ArrayViewMut::of(self.storage.clone(), recast::<T, U, N>(&self.storage, &self.shape)?))
    }
}

/// Returns the shape of the same memory, divided into elements of type `U`. A view of that shape is sound,
/// because each bit pattern is a value of both types. The assertion excludes types with enums, for which that
/// is false.
pub(crate) fn recast<T: Element, U: Element, const N: usize>(
    storage: &Arc<Storage>,
    shape: &Shape<N>,
) -> Result<Shape<1>> {
    const {
        assert!(
            T::PROOF.any_bits() && U::PROOF.any_bits(),
            "views with an enum in their elements cannot be reinterpreted: not every bit pattern is a valid variant; use an integer type"
        );
    }
    let shape = shape.reinterpret(size_of::<T>(), size_of::<U>())?;
    if !storage.is_aligned(align_of::<U>()) {
        let reason = format!(
            "the source is not aligned to {} bytes, as the new element type requires",
            align_of::<U>()
        );
        return Err(Error::ExtentMismatch { reason });
    }
    Ok(shape)
}
