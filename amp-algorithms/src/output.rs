//! Outputs of algorithms: written views and arrays of one dimension.

use amp::prelude::*;
use amp::{Op, Result, Value};

use crate::error;

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
pub trait Output<T: GpuType>: sealed::Sealed {
    /// The queue of an array; `None` for a view.
    #[doc(hidden)]
    fn queue(&self) -> Option<AcceleratorView>;

    /// The elements.
    #[doc(hidden)]
    fn elements(&mut self) -> ArrayViewMut<'_, T>;
}

mod sealed {
    use amp::prelude::*;

    /// Seals `Output`.
    pub trait Sealed {}
    impl<T: GpuType> Sealed for ArrayViewMut<'_, T> {}
    impl<T: GpuType> Sealed for Array<T> {}
}

impl<T: GpuType> Output<T> for ArrayViewMut<'_, T> {
    fn queue(&self) -> Option<AcceleratorView> {
        None
    }

    fn elements(&mut self) -> ArrayViewMut<'_, T> {
        let len = self.len();
        self.section_mut(0, len).expect("the section is the whole view")
    }
}

impl<T: GpuType> Output<T> for Array<T> {
    fn queue(&self) -> Option<AcceleratorView> {
        Some(self.accelerator_view().clone())
    }

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
