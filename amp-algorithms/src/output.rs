//! Outputs of algorithms: written views and arrays of one dimension.

use amp::prelude::*;
use amp::{Op, Result, Value};

use crate::counted_array::CountedArray;
use crate::error;
use crate::length::{DeviceLength, Length};

/// An output of an algorithm: an [`ArrayViewMut`] or an [`Array`] of one dimension.
///
/// An algorithm with an array as its output runs on the array's queue. With a view as its output, it runs where
/// [`parallel_for_each`](amp::parallel_for_each) would run a kernel that reads the input.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut squares = Array::<u32>::zeros(4)?;
/// alg::map_into(4, op!(|k| (k * k) as u32), &mut squares)?;
/// assert_eq!(squares.to_vec()?, [0, 1, 4, 9]);
/// # Ok::<(), amp::Error>(())
/// ```
pub trait Output<T: GpuType>: InPlace<T> {
    /// The elements.
    #[doc(hidden)]
    fn elements(&mut self) -> ArrayViewMut<'_, T>;
}

/// Elements that an algorithm changes in place: an [`Output`], or a [`CountedArray`], whose length stays on the device.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut kept = alg::select(&ArrayView::new(&[8u32, 3, 1, 5]), op!(|v| v > 2))?;
/// alg::for_each(&mut kept, op!(|v| v + 1))?;
/// alg::sort(&mut kept)?;
/// assert_eq!(kept.to_vec()?, [4, 6, 9]);
/// # Ok::<(), amp::Error>(())
/// ```
pub trait InPlace<T: GpuType>: sealed::Sealed {
    /// The number of elements: a `usize`, or a count on the device.
    #[doc(hidden)]
    type Length<'a>: Length
    where
        Self: 'a;

    /// The queue of an array; `None` for a view.
    #[doc(hidden)]
    fn queue(&self) -> Option<AcceleratorView>;

    /// The elements, and their number. Elements after it are unspecified.
    #[doc(hidden)]
    fn parts(&mut self) -> (ArrayViewMut<'_, T>, Self::Length<'_>);
}

mod sealed {
    use amp::prelude::*;

    use crate::counted_array::CountedArray;

    /// Seals `Output` and `InPlace`.
    pub trait Sealed {}
    impl<T: GpuType> Sealed for ArrayViewMut<'_, T> {}
    impl<T: GpuType> Sealed for Array<T> {}
    impl<T: GpuType> Sealed for CountedArray<T> {}
}

impl<T: GpuType> InPlace<T> for ArrayViewMut<'_, T> {
    type Length<'a>
        = usize
    where
        Self: 'a;

    fn queue(&self) -> Option<AcceleratorView> {
        None
    }

    fn parts(&mut self) -> (ArrayViewMut<'_, T>, usize) {
        let n = self.len();
        (self.elements(), n)
    }
}

impl<T: GpuType> InPlace<T> for Array<T> {
    type Length<'a>
        = usize
    where
        Self: 'a;

    fn queue(&self) -> Option<AcceleratorView> {
        Some(self.accelerator_view().clone())
    }

    fn parts(&mut self) -> (ArrayViewMut<'_, T>, usize) {
        let n = self.len();
        (self.elements(), n)
    }
}

impl<T: GpuType> InPlace<T> for CountedArray<T> {
    type Length<'a>
        = DeviceLength<'a>
    where
        Self: 'a;

    fn queue(&self) -> Option<AcceleratorView> {
        Some(self.accelerator_view().clone())
    }

    fn parts(&mut self) -> (ArrayViewMut<'_, T>, DeviceLength<'_>) {
        CountedArray::parts(self)
    }
}

impl<T: GpuType> Output<T> for ArrayViewMut<'_, T> {
    fn elements(&mut self) -> ArrayViewMut<'_, T> {
        let len = self.len();
        self.section_mut(0, len).expect("the section is the whole view")
    }
}

impl<T: GpuType> Output<T> for Array<T> {
    fn elements(&mut self) -> ArrayViewMut<'_, T> {
        self.as_view_mut()
    }
}

/// The queue on which an algorithm runs: that of its output if it is an array, else the one on which a launch that reads
/// `input` would run.
pub(crate) fn queue_for<T: GpuType, R: Value>(
    out: &impl Output<T>,
    input: impl Op<fn(usize) -> R>,
) -> Result<AcceleratorView> {
    match out.queue() {
        Some(queue) => Ok(queue),
        None => amp::queue_of(input),
    }
}

/// The elements of an output that must have `n` elements.
pub(crate) fn exactly<T: GpuType>(out: &mut impl Output<T>, n: usize) -> Result<ArrayViewMut<'_, T>> {
    let elements = out.elements();
    error::output_length(elements.len(), n)?;
    Ok(elements)
}

/// The elements of an output for the results of `n` items. It has `n` elements, or at least as many as there may be items
/// if the length is on the device.
pub(crate) fn for_results<T: GpuType, L: Length>(
    out: &mut impl Output<T>,
    n: L,
) -> Result<ArrayViewMut<'_, T>> {
    match L::ON_DEVICE {
        true => {
            let elements = out.elements();
            error::output_capacity(elements.len(), n.most())?;
            Ok(elements)
        }
        false => exactly(out, n.most()),
    }
}
