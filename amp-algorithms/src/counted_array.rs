//! Arrays whose length only the device knows: the results of selections and of functions of runs.

use std::fmt;
use std::sync::Arc;

use amp::prelude::*;
use amp::{Op, Result, Transfers, Value, compose};

use crate::error::{length, output_length};
use crate::input::{Input, ItemOp};
use crate::length::DeviceLength;

/// An array whose length is on its accelerator: the result of [`select`](crate::select),
/// [`reduce_by_key`](crate::reduce_by_key) and similar functions.
///
/// The next algorithm takes `&kept` as its input and reads the length on the device. So a chain of algorithms downloads
/// nothing and does not wait. [`len`](Self::len) and [`to_vec`](Self::to_vec) download the length.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = Array::from_slice(6, &[4u32, 7, 4, 1, 9, 4])?;
/// let mut kept = alg::select(&x, op!(|v| v > 3))?;
/// alg::sort(&mut kept)?;
/// let steps = alg::unique(&kept)?;
/// // Up to here, nothing is downloaded.
/// assert_eq!((alg::sum(&steps)?, steps.len()?), (20, 3));
/// assert_eq!(steps.to_vec()?, [4, 7, 9]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// The array has memory for all elements of the input: [`capacity`](Self::capacity). [`into_array`](Self::into_array)
/// makes an array of the exact length.
///
/// # The next algorithm
///
/// | functions | with a `CountedArray` as input |
/// |---|---|
/// | `map`, `zip_map`, `for_each`; `inclusive_scan`, `exclusive_scan` and both by key | read the length on the device; the result of `map` or a scan is a `CountedArray` |
/// | `sum`, `product`, `dot`, `reduce`, `map_reduce`, `inner_product`, `sum_compensated`, `count`, `count_if`, `any`, `all`, `min`, `max`, `min_max`, `argmin`, `argmax` | read the length on the device |
/// | `select`, `unique`, `unique_by_key`, `reduce_by_key`, `run_length_encode` | read the length on the device |
/// | `sort`, `sort_by_key`, `sort_pairs`, also descending | read the length on the device |
/// | all others | download the length first |
///
/// On a GPU, launches for a large capacity are [indirect](amp::AcceleratorView::parallel_for_each_indirect): only work-items
/// that have elements start. With a small capacity, all start, and those after the last element leave. On the CPU, the
/// host reads the length, which is in its memory.
///
/// A tuple with a `CountedArray` has the least of the lengths of its inputs. Lengths that differ are then no error.
pub struct CountedArray<T: GpuType> {
    elements: Array<T>,
    count: Arc<Array<u32>>,
}

impl<T: GpuType> CountedArray<T> {
    /// The first elements of an array. `count` contains their number.
    pub(crate) fn new(elements: Array<T>, count: impl Into<Arc<Array<u32>>>) -> Self {
        CountedArray { elements, count: count.into() }
    }

    /// An array of which all elements count.
    pub(crate) fn full(queue: &AcceleratorView, elements: Array<T>) -> Result<Self> {
        let count = Array::from_slice_on(queue, 1, &[elements.len() as u32])?;
        Ok(CountedArray::new(elements, count))
    }

    /// The first elements of `elements`. `count` has one element: their number. If it is greater than the length of
    /// `elements`, all elements count.
    ///
    /// So the outputs of a form `_into`, or those of your own kernel, are the input of the next algorithm.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[5, 1, 7, 3]);
    /// let (mut kept, mut count) = (Array::zeros(4)?, Array::zeros(1)?);
    /// alg::select_into(&x, op!(|v| v > 2), &mut kept, &mut count)?;
    /// let kept = alg::CountedArray::from_parts(kept, count)?;
    /// assert_eq!(alg::sum(&kept)?, 15);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if `count` does not have one element;
    /// [`Error::LimitExceeded`](amp::Error::LimitExceeded) if there are too many elements.
    pub fn from_parts(elements: Array<T>, count: Array<u32>) -> Result<Self> {
        output_length(count.len(), 1)?;
        length(elements.len())?;
        Ok(CountedArray::new(elements, count))
    }

    /// The number of elements. It is downloaded.
    ///
    /// # Errors
    /// Errors of the launches so far and of the download.
    pub fn len(&self) -> Result<usize> {
        Ok((self.count.to_vec()?[0] as usize).min(self.capacity()))
    }

    /// Whether there are no elements. The length is downloaded.
    ///
    /// # Errors
    /// The errors of [`len`](Self::len).
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// The greatest possible number of elements, for which the array has memory. The host knows it.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.elements.len()
    }

    /// The elements on the host. The length is downloaded, and then the elements.
    ///
    /// # Errors
    /// Errors of the launches so far and of the downloads.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        match self.len()? {
            0 => Ok(Vec::new()),
            len => self.elements.section(0, len)?.to_vec(),
        }
    }

    /// An array of the exact length on the same queue. The length is downloaded. The elements are copied on the device,
    /// unless the array is full.
    ///
    /// # Errors
    /// Errors of the launches so far, of the download and of the copy.
    pub fn into_array(self) -> Result<Array<T>> {
        match self.len()? {
            len if len == self.capacity() => Ok(self.elements),
            0 => Array::new_on(self.accelerator_view(), 0),
            len => Array::copy_of_on(self.accelerator_view(), &self.elements.section(0, len)?),
        }
    }

    /// All elements, also those after the last one, whose values are unspecified. A kernel that takes this view compares
    /// its index with [`count`](Self::count).
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let kept = alg::select(&ArrayView::new(&[3u32, 8, 5]), op!(|v| v > 4))?;
    /// let mut doubled = Array::zeros(kept.capacity())?;
    /// let (x, count, y) = (kept.elements(), kept.count(), &mut doubled);
    /// let queue = kept.accelerator_view();
    /// queue.parallel_for_each(
    ///     y.extent(),
    ///     amp!(|i: Index<1>| {
    ///         if i[0] < count[0] as usize {
    ///             y[i] = 2 * x[i];
    ///         }
    ///     }),
    /// )?;
    /// assert_eq!(doubled.to_vec()?[..2], [16, 10]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    #[must_use]
    pub fn elements(&self) -> ArrayView<'_, T> {
        self.elements.as_view()
    }

    /// A view whose only element is the number of elements.
    #[must_use]
    pub fn count(&self) -> ArrayView<'_, u32> {
        self.count.as_view()
    }

    /// The queue on which the array lives.
    #[must_use]
    pub fn accelerator_view(&self) -> &AcceleratorView {
        self.elements.accelerator_view()
    }

    /// Counts of the transfers of the elements and the length between the host and accelerators.
    #[must_use]
    pub fn transfers(&self) -> [Transfers; 2] {
        [self.elements.transfers(), self.count.transfers()]
    }

    /// The elements, and the length.
    pub(crate) fn parts(&mut self) -> (ArrayViewMut<'_, T>, DeviceLength<'_>) {
        let most = self.elements.len();
        (self.elements.as_view_mut(), DeviceLength::new(&self.count, most))
    }
}

impl<T: GpuType> fmt::Debug for CountedArray<T> {
    /// Formats the capacity. The length and the elements are on the device.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CountedArray").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}

impl<T: GpuType> crate::input::Sealed for &CountedArray<T> {}

impl<'a, T: GpuType> Input for &'a CountedArray<T> {
    type Item = T;
    type Signature<R: Value> = fn(T) -> R;
    type Length = DeviceLength<'a>;

    fn length(self) -> Result<DeviceLength<'a>> {
        Ok(DeviceLength::new(&self.count, length(self.elements.len())?))
    }

    fn load(self) -> impl Op<fn(usize) -> T> + Copy {
        amp::elements(&self.elements)
    }
}

impl<T: GpuType, R: Value, F: Op<fn(T) -> R> + Copy> ItemOp<&CountedArray<T>, R> for F {
    fn of(self, input: &CountedArray<T>) -> impl Op<fn(usize) -> R> + Copy {
        compose(self, input.load())
    }
}
