//! `Array`: data that lives on one accelerator view.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::accelerator::Accelerator;
use crate::accelerator_view::AcceleratorView;
use crate::element::GpuType;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::ranges::Ranges;
use crate::shape::Shape;
use crate::storage::{Storage, Transfers};
use crate::view::{ArrayView, ArrayViewMut, bytes_for, shape_of};

/// Data that lives on one accelerator view, and moves only when it is told to. A launch that captures arrays runs where
/// they live.
///
/// ```
/// use amp::prelude::*;
///
/// let mut array = Array::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?;
/// assert_eq!(array.to_vec()?, [1.0, 2.0, 3.0, 4.0]);
/// array.copy_from(&[5.0; 4])?;
/// assert_eq!(array.as_view()[[1, 1]], 5.0);
/// # Ok::<(), amp::Error>(())
/// ```
pub struct Array<T: GpuType, const N: usize = 1> {
    pub(crate) storage: Arc<Storage>,
    pub(crate) shape: Shape<N>,
    pub(crate) view: AcceleratorView,
    elements: PhantomData<T>,
}

impl<T: GpuType, const N: usize> Array<T, N> {
    /// An array of zeros on the default accelerator.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if no memory could hold it.
    pub fn new(extent: impl Into<Extent<N>>) -> Result<Self> {
        Array::new_on(&Accelerator::default().default_view(), extent)
    }

    /// An array of zeros.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if no memory could hold it; what the device reports.
    pub fn new_on(view: &AcceleratorView, extent: impl Into<Extent<N>>) -> Result<Self> {
        const { _ = T::PLAIN }
        let extent = extent.into();
        let storage = Storage::empty(bytes_for::<T, N>(extent)?);
        let array =
            Array { storage, shape: Shape::row_major(extent), view: view.clone(), elements: PhantomData };
        // Here and not at the first launch, so that running out of memory shows where it was asked for.
        array.storage.settle(view, &Ranges::default())?;
        Ok(array)
    }

    /// An array with these elements, row by row, on the default accelerator.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has another length; what the device reports.
    pub fn from_slice(extent: impl Into<Extent<N>>, elements: &[T]) -> Result<Self> {
        Array::from_slice_on(&Accelerator::default().default_view(), extent, elements)
    }

    /// An array with these elements, row by row.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has another length; what the device reports.
    pub fn from_slice_on(
        view: &AcceleratorView,
        extent: impl Into<Extent<N>>,
        elements: &[T],
    ) -> Result<Self> {
        const { _ = T::PLAIN };
        let extent = extent.into();
        let shape = shape_of(extent, elements.len())?;
        let storage = Storage::empty(bytes_for::<T, N>(extent)?);
        let mut array = Array { storage, shape, view: view.clone(), elements: PhantomData };
        array.copy_from(elements)?;
        Ok(array)
    }

    /// Replaces all elements.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has another length; what the device reports.
    pub fn copy_from(&mut self, elements: &[T]) -> Result<()> {
        if elements.len() != self.shape.size() {
            let reason = format!(
                "{} elements cannot be copied to an array of extent {:?}",
                elements.len(),
                self.shape.extent
            );
            return Err(Error::ExtentMismatch { reason });
        }
        self.storage.fill(&self.storage.all(), elements, &self.view)
    }

    /// A copy of the elements, row by row, after all launches so far.
    ///
    /// # Errors
    /// What the device reports.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.storage.copy_out(&self.storage.all())
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// Where it lives.
    #[must_use]
    pub fn accelerator_view(&self) -> &AcceleratorView {
        &self.view
    }

    /// How often its data has moved between the host and accelerators, and how much of it.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let array = Array::<f32>::new_on(&Accelerator::cpu().default_view(), [100])?;
    /// assert_eq!(array.transfers().uploads, 0); // the CPU uses the host's memory
    /// # Ok::<(), amp::Error>(())
    /// ```
    #[must_use]
    pub fn transfers(&self) -> Transfers {
        self.storage.transfers()
    }

    /// The array as a view to be read, on any accelerator.
    #[must_use]
    pub fn as_view(&self) -> ArrayView<'_, T, N> {
        ArrayView::of(self.storage.clone(), self.shape)
    }

    /// The array as a view to be written, on any accelerator.
    #[must_use]
    pub fn as_view_mut(&mut self) -> ArrayViewMut<'_, T, N> {
        ArrayViewMut::of(self.storage.clone(), self.shape)
    }
}

impl<T: GpuType, const N: usize> fmt::Debug for Array<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Array")
            .field("extent", &self.shape.extent)
            .field("accelerator_view", &self.view)
            .finish_non_exhaustive()
    }
}
