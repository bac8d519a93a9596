//! Batches of matrices as ops: views and arrays with two or three dimensions, and their transposes; and batches as outputs.

use amp::prelude::*;
use amp::{Op, Result, op};

use crate::error::length;
use crate::linear::matrix::Transposed;

/// Matrices as an argument of [`matmul_batched`](crate::matmul_batched): a view or array with three dimensions, whose
/// first index is the number of a matrix; a view or array with two dimensions, one matrix that belongs to all products;
/// or [`transposed`](crate::transposed_batch) matrices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no matrix and no batch of matrices",
    note = "pass a reference to a view or array of two or three dimensions, or `transposed_batch` of one"
)]
pub trait Matrices: Copy + sealed::Sealed {
    /// The type of an element.
    type Item: GpuType;

    /// The number of matrices, `None` for one that belongs to all products; the number of rows; the number of columns.
    #[doc(hidden)]
    fn batch_shape(self) -> Result<(Option<usize>, [usize; 2])>;

    /// Whether the elements of a column are next to each other in memory, instead of those of a row.
    #[doc(hidden)]
    fn has_consecutive_columns(self) -> bool;

    /// The op that returns the element of a matrix in a row and a column.
    #[doc(hidden)]
    fn load_from(self) -> impl Op<fn(usize, usize, usize) -> Self::Item> + Copy;

    /// The op that returns the element of a matrix in a column and a row.
    #[doc(hidden)]
    fn load_transposed_from(self) -> impl Op<fn(usize, usize, usize) -> Self::Item> + Copy;
}

mod sealed {
    /// Seals `Matrices` and `OutputMatrices`.
    pub trait Sealed {}
}

macro_rules! one_matrix {
    ($($view:ty)*) => {$(
        impl<T: GpuType> sealed::Sealed for $view {}

        impl<T: GpuType> Matrices for $view {
            type Item = T;

            fn batch_shape(self) -> Result<(Option<usize>, [usize; 2])> {
                length(self.extent().size())?;
                Ok((None, [self.extent()[0], self.extent()[1]]))
            }

            fn has_consecutive_columns(self) -> bool {
                false
            }

            fn load_from(self) -> impl Op<fn(usize, usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|_matrix: usize, row: usize, column: usize| x[[row, column]])(types)
            }

            fn load_transposed_from(self) -> impl Op<fn(usize, usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|_matrix: usize, column: usize, row: usize| x[[row, column]])(types)
            }
        }
    )*};
}

one_matrix! { &ArrayView<'_, T, 2> &ArrayViewMut<'_, T, 2> &Array<T, 2> }

macro_rules! batches {
    ($($view:ty)*) => {$(
        impl<T: GpuType> sealed::Sealed for $view {}

        impl<T: GpuType> Matrices for $view {
            type Item = T;

            fn batch_shape(self) -> Result<(Option<usize>, [usize; 2])> {
                length(self.extent().size())?;
                Ok((Some(self.extent()[0]), [self.extent()[1], self.extent()[2]]))
            }

            fn has_consecutive_columns(self) -> bool {
                false
            }

            fn load_from(self) -> impl Op<fn(usize, usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|matrix: usize, row: usize, column: usize| x[[matrix, row, column]])(types)
            }

            fn load_transposed_from(self) -> impl Op<fn(usize, usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|matrix: usize, column: usize, row: usize| x[[matrix, row, column]])(types)
            }
        }
    )*};
}

batches! { &ArrayView<'_, T, 3> &ArrayViewMut<'_, T, 3> &Array<T, 3> }

impl<M: sealed::Sealed> sealed::Sealed for Transposed<M> {}

impl<M: Matrices> Matrices for Transposed<M> {
    type Item = M::Item;

    fn batch_shape(self) -> Result<(Option<usize>, [usize; 2])> {
        let (count, [rows, columns]) = self.0.batch_shape()?;
        Ok((count, [columns, rows]))
    }

    fn has_consecutive_columns(self) -> bool {
        !self.0.has_consecutive_columns()
    }

    fn load_from(self) -> impl Op<fn(usize, usize, usize) -> M::Item> + Copy {
        self.0.load_transposed_from()
    }

    fn load_transposed_from(self) -> impl Op<fn(usize, usize, usize) -> M::Item> + Copy {
        self.0.load_from()
    }
}

/// The transposes of all matrices of a batch, as an argument of [`matmul_batched`](crate::matmul_batched). No element
/// moves.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let columns = Array::from_slice([2, 1, 2], &[1.0, 2.0, 3.0, 4.0])?;
/// let squares = alg::matmul_batched(alg::transposed_batch(&columns), &columns)?;
/// assert_eq!(squares.to_vec()?, [1.0, 2.0, 2.0, 4.0, 9.0, 12.0, 12.0, 16.0]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn transposed_batch<M: Matrices>(matrices: M) -> Transposed<M> {
    Transposed(matrices)
}

/// An output of a product of matrices: a written view or an array with `N` dimensions, two for one matrix and three for a
/// batch.
pub trait OutputMatrices<T: GpuType, const N: usize>: sealed::Sealed {
    /// The queue of an array; `None` for a view.
    #[doc(hidden)]
    fn queue(&self) -> Option<AcceleratorView>;

    /// The elements as a batch.
    #[doc(hidden)]
    fn batch(&mut self) -> ArrayViewMut<'_, T, 3>;
}

impl<T: GpuType> sealed::Sealed for ArrayViewMut<'_, T, 2> {}
impl<T: GpuType> sealed::Sealed for ArrayViewMut<'_, T, 3> {}
impl<T: GpuType> sealed::Sealed for Array<T, 2> {}
impl<T: GpuType> sealed::Sealed for Array<T, 3> {}

impl<T: GpuType> OutputMatrices<T, 2> for ArrayViewMut<'_, T, 2> {
    fn queue(&self) -> Option<AcceleratorView> {
        None
    }

    fn batch(&mut self) -> ArrayViewMut<'_, T, 3> {
        self.add_dimension_mut()
    }
}

impl<T: GpuType> OutputMatrices<T, 2> for Array<T, 2> {
    fn queue(&self) -> Option<AcceleratorView> {
        Some(self.accelerator_view().clone())
    }

    fn batch(&mut self) -> ArrayViewMut<'_, T, 3> {
        let [rows, columns] = [self.extent()[0], self.extent()[1]];
        self.view_as_mut([1, rows, columns]).expect("the extents have the same size")
    }
}

impl<T: GpuType> OutputMatrices<T, 3> for ArrayViewMut<'_, T, 3> {
    fn queue(&self) -> Option<AcceleratorView> {
        None
    }

    fn batch(&mut self) -> ArrayViewMut<'_, T, 3> {
        let extent = self.extent();
        self.section_mut([0, 0, 0], extent).expect("the section is the whole view")
    }
}

impl<T: GpuType> OutputMatrices<T, 3> for Array<T, 3> {
    fn queue(&self) -> Option<AcceleratorView> {
        Some(self.accelerator_view().clone())
    }

    fn batch(&mut self) -> ArrayViewMut<'_, T, 3> {
        self.as_view_mut()
    }
}
