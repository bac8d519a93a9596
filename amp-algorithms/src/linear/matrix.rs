//! Matrices as ops: views and arrays with two dimensions, and their transposes.
//!
//! An algorithm reads an element of a matrix by an op with the signature `fn(usize, usize) -> T`, as it reads an
//! [`Input`](crate::Input) by an op with one index. So one kernel serves all kinds of matrices.

use amp::prelude::*;
use amp::{Op, Result, compose2, op};

use crate::error::length;

/// A matrix as an argument of an algorithm: `&ArrayView<T, 2>`, `&ArrayViewMut<T, 2>`, `&Array<T, 2>`, or
/// [`transposed`] of one of these.
///
/// A view with one dimension is a matrix after [`view_as`](ArrayView::view_as): `&x.view_as([rows, columns])?`.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (a, x) = (ArrayView::new(&[1.0, 2.0, 3.0, 4.0]), ArrayView::new(&[1.0, 10.0]));
/// let a = a.view_as([2, 2])?;
/// assert_eq!(alg::matvec(&a, &x)?.to_vec()?, [21.0, 43.0]);
/// assert_eq!(alg::matvec(alg::transposed(&a), &x)?.to_vec()?, [31.0, 42.0]);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix",
    note = "pass a reference to a view or array of two dimensions, or `transposed` of one"
)]
pub trait Matrix: Copy + sealed::Sealed {
    /// The type of an element.
    type Item: GpuType;

    /// The number of rows, and the number of columns.
    #[doc(hidden)]
    fn shape(self) -> Result<[usize; 2]>;

    /// Whether the elements of a column are next to each other in memory, instead of those of a row.
    #[doc(hidden)]
    fn is_column_major(self) -> bool;

    /// The op that returns the element in a row and a column.
    #[doc(hidden)]
    fn load(self) -> impl Op<fn(usize, usize) -> Self::Item> + Copy;

    /// The op that returns the element in a column and a row.
    #[doc(hidden)]
    fn load_transposed(self) -> impl Op<fn(usize, usize) -> Self::Item> + Copy;
}

mod sealed {
    /// Seals `Matrix`.
    pub trait Sealed {}
}

macro_rules! views {
    ($($view:ty)*) => {$(
        impl<T: GpuType> sealed::Sealed for $view {}

        impl<T: GpuType> Matrix for $view {
            type Item = T;

            fn shape(self) -> Result<[usize; 2]> {
                length(self.extent().size())?;
                Ok([self.extent()[0], self.extent()[1]])
            }

            fn is_column_major(self) -> bool {
                false
            }

            fn load(self) -> impl Op<fn(usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|row: usize, column: usize| x[[row, column]])(types)
            }

            fn load_transposed(self) -> impl Op<fn(usize, usize) -> T> + Copy {
                let x = self;
                move |types| op!(|column: usize, row: usize| x[[row, column]])(types)
            }
        }
    )*};
}

views! { &ArrayView<'_, T, 2> &ArrayViewMut<'_, T, 2> &Array<T, 2> }

/// The transpose of a matrix, as an argument of an algorithm. See [`transposed`].
#[derive(Clone, Copy, Debug)]
pub struct Transposed<M>(pub(super) M);

/// The transpose of a matrix, as an argument of an algorithm. No element moves.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let a = Array::from_slice([1, 2], &[3, 4])?;
/// assert_eq!(alg::matvec(alg::transposed(&a), &ArrayView::new(&[10]))?.to_vec()?, [30, 40]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn transposed<M: Matrix>(matrix: M) -> Transposed<M> {
    Transposed(matrix)
}

impl<M: Matrix> sealed::Sealed for Transposed<M> {}

impl<M: Matrix> Matrix for Transposed<M> {
    type Item = M::Item;

    fn shape(self) -> Result<[usize; 2]> {
        let [rows, columns] = self.0.shape()?;
        Ok([columns, rows])
    }

    fn is_column_major(self) -> bool {
        !self.0.is_column_major()
    }

    fn load(self) -> impl Op<fn(usize, usize) -> M::Item> + Copy {
        self.0.load_transposed()
    }

    fn load_transposed(self) -> impl Op<fn(usize, usize) -> M::Item> + Copy {
        self.0.load()
    }
}

/// The op that returns an element of the diagonal. It has the captures of the matrix, which determine the queue.
pub(crate) fn diagonal<M: Matrix>(matrix: M) -> impl Op<fn(usize) -> M::Item> + Copy {
    compose2(matrix.load(), op!(|k: usize| k), op!(|k: usize| k))
}
