//! `Array`: data that is on one queue. Unlike a view, an array never moves by itself: a launch that captures
//! arrays runs on their queue.

mod access;
mod constructors;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::data::copy::{CopyTarget, copy, copy_async};
use crate::data::shape::Shape;
use crate::data::storage::{Storage, Transfers};
use crate::data::view::debug;
use crate::device::completion::CompletionFuture;
use crate::device::gpu::Staging;
use crate::device::queue::AcceleratorView;
use crate::support::error::{Error, Result};
use crate::types::Element;
use crate::types::extent::Extent;

/// Data that lives on one queue and moves only on request. A launch that captures arrays runs where they live.
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
pub struct Array<T, const N: usize = 1> {
    pub(crate) storage: Arc<Storage>,
    pub(crate) shape: Shape<N>,
    pub(crate) view: AcceleratorView,
    /// For a staging array, the queue with which it exchanges data. `None` for other arrays.
    associated: Option<AcceleratorView>,
    elements: PhantomData<T>,
}

impl<T: Element, const N: usize> Array<T, N> {
    /// Replaces all elements.
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the slice has more or fewer elements than the array; errors of the
    /// device.
    pub fn copy_from(&mut self, elements: &[T]) -> Result<()> {
        if elements.len() != self.shape.size() {
            let reason = format!(
                "{} elements cannot be copied to an array of extent {:?}",
                elements.len(),
                self.shape.extent
            );
            return Err(Error::ExtentMismatch { reason });
        }
        self.storage.replace(&self.storage.all(), elements, &self.view, Staging::Wait)
    }

    /// Copies all elements to another array, a view, or a slice of the same extent. See [`copy`].
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let array = Array::from_slice([2, 2], &[1, 2, 3, 4])?;
    /// let mut rows = [0; 4];
    /// array.copy_to(&mut rows)?;
    /// assert_eq!(rows, [1, 2, 3, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`] if the extents differ; errors of the devices.
    pub fn copy_to(&self, target: &mut (impl CopyTarget<T, N> + ?Sized)) -> Result<()> {
        copy(self, target)
    }

    /// Begins to replace all elements. The call copies the slice before it returns.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let mut array = Array::new([3])?;
    /// let later = array.copy_from_async(&[1, 2, 3]);
    /// parallel_for_each(3, amp!(|i: Index<1>| array[i] *= 10))?; // runs after the copy
    /// later.wait()?; // or `.await?`
    /// assert_eq!(array.to_vec()?, [10, 20, 30]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    pub fn copy_from_async(&mut self, elements: &[T]) -> CompletionFuture<'static> {
        copy_async(elements, self)
    }

    /// Begins to copy all elements to another array or a view of the same extent. See [`copy_async`], and
    /// [`copy_to_slice_async`](crate::copy_to_slice_async) for slices.
    pub fn copy_to_async(&self, target: &mut (impl CopyTarget<T, N> + ?Sized)) -> CompletionFuture<'static> {
        copy_async(self, target)
    }

    /// The number of elements in each dimension.
    #[must_use]
    pub fn extent(&self) -> Extent<N> {
        Extent(self.shape.extent)
    }

    /// The queue that the array is on.
    #[must_use]
    pub fn accelerator_view(&self) -> &AcceleratorView {
        &self.view
    }

    /// The queue that a [staging array](Self::staging) exchanges data with; for any other array, the queue that it lives
    /// on.
    #[must_use]
    pub fn associated_accelerator_view(&self) -> &AcceleratorView {
        self.associated.as_ref().unwrap_or(&self.view)
    }

    /// Counts of the transfers of this array's data between the host and accelerators.
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
}

impl<T: Element + fmt::Debug, const N: usize> fmt::Debug for Array<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, "Array", self.extent(), self.read())
    }
}
