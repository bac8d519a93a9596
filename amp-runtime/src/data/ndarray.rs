//! Conversions from and to ndarray's arrays, with the cargo feature `ndarray`. A view shares ndarray's
//! memory, so it requires standard layout, which is row-major without gaps. An `Array` copies the elements
//! and accepts any layout.

use ndarray::{Dim, Dimension, Ix};

use crate::data::array::Array;
use crate::data::host;
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::device::accelerator::Accelerator;
use crate::device::completion::CompletionFuture;
use crate::device::queue::AcceleratorView;
use crate::support::error::{Error, Result};
use crate::types::extent::Extent;
use crate::types::{Element, GpuType};

impl<'a, T: Element, const N: usize> ArrayView<'a, T, N>
where
    Dim<[Ix; N]>: Dimension,
{
    /// A view of an ndarray array in standard layout (row-major without gaps). Requires the feature `ndarray`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let table = ndarray::array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    /// let view = ArrayView::from_ndarray(table.view())?;
    /// assert_eq!(view[[1, 2]], 6.0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] for any other layout; `as_standard_layout()` makes a suitable copy.
    pub fn from_ndarray(source: ndarray::ArrayView<'a, T, Dim<[Ix; N]>>) -> Result<Self> {
        let extent = extent(source.shape())?;
        match source.to_slice() {
            Some(elements) => ArrayView::with_extent(extent, elements),
            None => Err(layout_error(source.shape(), source.strides())),
        }
    }

    /// Copies the elements to an ndarray array. Requires the feature `ndarray`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let values = [1, 2, 3, 4, 5, 6];
    /// let view = ArrayView::with_extent([2, 3], &values)?;
    /// assert_eq!(view.section([0, 1], [2, 2])?.to_ndarray()?, ndarray::array![[2, 3], [5, 6]]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_ndarray(&self) -> Result<ndarray::Array<T, Dim<[Ix; N]>>> {
        into_shape(self.extent(), self.to_vec()?)
    }

    /// Begins to copy the elements, as they are now, to an ndarray array. See [`to_ndarray`](Self::to_ndarray).
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let view = ArrayView::with_extent([2, 2], &[1, 2, 3, 4])?;
    /// assert_eq!(view.to_ndarray_async().wait()?, ndarray::array![[1, 2], [3, 4]]); // or `.await?`
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn to_ndarray_async(&self) -> CompletionFuture<'static, ndarray::Array<T, Dim<[Ix; N]>>> {
        let extent = self.extent();
        self.to_vec_async().and_then(move |elements| {
            CompletionFuture::ready(elements.and_then(|elements| into_shape(extent, elements)))
        })
    }
}

impl<'a, T: GpuType, const N: usize> ArrayViewMut<'a, T, N>
where
    Dim<[Ix; N]>: Dimension,
{
    /// A view of an ndarray array in standard layout (row-major without gaps). Requires the feature `ndarray`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut table = ndarray::Array2::<f32>::ones((2, 3));
    /// let mut view = ArrayViewMut::from_ndarray(table.view_mut())?;
    /// parallel_for_each(view.extent(), amp!(|i: Index<2>| view[i] += i[1] as f32))?;
    /// view.finish()?;
    /// assert_eq!(table, ndarray::array![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] for any other layout; `as_standard_layout()` makes a suitable copy.
    pub fn from_ndarray(source: ndarray::ArrayViewMut<'a, T, Dim<[Ix; N]>>) -> Result<Self> {
        let extent = extent(source.shape())?;
        let wrong = layout_error(source.shape(), source.strides());
        match source.into_slice() {
            Some(elements) => ArrayViewMut::with_extent(extent, elements),
            None => Err(wrong),
        }
    }

    /// Copies the elements to an ndarray array. See [`ArrayView::to_ndarray`].
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_ndarray(&self) -> Result<ndarray::Array<T, Dim<[Ix; N]>>> {
        self.as_view().to_ndarray()
    }

    /// Begins to copy the elements, as they are now, to an ndarray array. See [`ArrayView::to_ndarray_async`].
    pub fn to_ndarray_async(&self) -> CompletionFuture<'static, ndarray::Array<T, Dim<[Ix; N]>>> {
        self.as_view().to_ndarray_async()
    }
}

impl<T: Element, const N: usize> Array<T, N>
where
    Dim<[Ix; N]>: Dimension,
{
    /// An array on the default accelerator with the elements of an ndarray array of any layout. Requires the feature
    /// `ndarray`.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let table = ndarray::array![[1, 2, 3], [4, 5, 6]];
    /// let transposed = Array::from_ndarray(table.t())?;
    /// assert_eq!(transposed.to_vec()?, [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(transposed.to_ndarray()?, table.t());
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// Errors of the device.
    pub fn from_ndarray(source: ndarray::ArrayView<'_, T, Dim<[Ix; N]>>) -> Result<Self> {
        Array::from_ndarray_on(&Accelerator::default().default_view(), source)
    }

    /// Like [`from_ndarray`](Self::from_ndarray), on the given queue.
    ///
    /// # Errors
    /// Errors of the device.
    pub fn from_ndarray_on(
        view: &AcceleratorView,
        source: ndarray::ArrayView<'_, T, Dim<[Ix; N]>>,
    ) -> Result<Self> {
        let extent = extent(source.shape())?;
        match source.to_slice() {
            Some(elements) => Array::from_slice_on(view, extent, elements),
            None => Array::from_slice_on(view, extent, &host::try_collect(source.iter().copied())?),
        }
    }

    /// Copies the elements to an ndarray array. See [`ArrayView::to_ndarray`].
    ///
    /// # Errors
    /// Errors of the device.
    pub fn to_ndarray(&self) -> Result<ndarray::Array<T, Dim<[Ix; N]>>> {
        self.as_view().to_ndarray()
    }

    /// Begins to copy the elements, as they are now, to an ndarray array. See [`ArrayView::to_ndarray_async`].
    pub fn to_ndarray_async(&self) -> CompletionFuture<'static, ndarray::Array<T, Dim<[Ix; N]>>> {
        self.as_view().to_ndarray_async()
    }
}

/// Converts an ndarray shape to an extent. Returns an error if the shape does not have `N` dimensions.
fn extent<const N: usize>(shape: &[usize]) -> Result<Extent<N>> {
    let shape: [usize; N] = shape.try_into().map_err(|_| Error::ExtentMismatch {
        reason: format!("the ndarray array has {} dimensions, and the view needs {N}", shape.len()),
    })?;
    Ok(Extent(shape))
}

fn layout_error(shape: &[usize], strides: &[isize]) -> Error {
    let reason = format!(
        "the ndarray array of shape {shape:?} and strides {strides:?} is not in standard layout; copy it with `as_standard_layout()`"
    );
    Error::ExtentMismatch { reason }
}

fn into_shape<T: Element, const N: usize>(
    extent: Extent<N>,
    elements: Vec<T>,
) -> Result<ndarray::Array<T, Dim<[Ix; N]>>>
where
    Dim<[Ix; N]>: Dimension,
{
    let mut shape = Dim::<[Ix; N]>::default();
    shape.slice_mut().copy_from_slice(&extent.0);
    ndarray::Array::from_shape_vec(shape, elements)
        .map_err(|error| Error::ExtentMismatch { reason: error.to_string() })
}
