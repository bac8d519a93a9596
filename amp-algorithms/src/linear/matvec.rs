//! Products of a dense matrix and a vector: `matvec`, and `gemv` with factors.
//!
//! On a GPU, several work-items of a tile add the products of a row, and combine their sums as a tree in tile memory.
//! Neighbouring work-items read neighbouring elements: of a row, or of a column if the matrix is transposed. On a CPU, a
//! work-item adds a row in several partial sums, or several rows at once if the matrix is transposed.

use amp::prelude::*;
use amp::{Op, Result, compose2, op};

use crate::error::{common_length, output_length};
use crate::forms::array_forms;
use crate::input::Input;
use crate::linear::matrix::{Matrix, diagonal};
use crate::output::{Output, queue_for};
use crate::plan::{self, Chunks, Kernels, TILE};

/// Each row has `lanes` work-items of a tile.
#[kernel(tile = [TILE])]
fn multiply_tiles<T: Scalar>(
    t: TiledIndex<1>,
    rows: usize,
    columns: usize,
    lanes: usize,
    is_column_major: bool,
    alpha: T,
    beta: T,
    element: impl Fn(usize, usize) -> T,
    x: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    let rows_of_tile = TILE / lanes;
    let mut row = t.tile[0] * rows_of_tile + me / lanes;
    let mut lane = me % lanes;
    let mut distance = 1;
    if is_column_major {
        row = t.tile[0] * rows_of_tile + me % rows_of_tile;
        lane = me / rows_of_tile;
        distance = rows_of_tile;
    }
    #[tile_static]
    let mut partial: [T; TILE];
    let mut total = T::ZERO;
    if row < rows {
        for column in (lane..columns).step_by(lanes) {
            total += element(row, column) * x(column);
        }
    }
    partial[me] = total;
    sum_of_lanes(&mut partial, me, lane, lanes, distance, &t.barrier);
    if lane == 0 && row < rows {
        store(alpha, partial[me], beta, row, y);
    }
}

/// Adds the items of `lanes` work-items as a tree, and leaves the sum in the item of lane 0. The items of neighbouring
/// lanes are `distance` apart. All work-items of a tile call this together.
#[device]
pub(super) fn sum_of_lanes<T: Scalar>(
    partial: &mut [T; TILE],
    me: usize,
    lane: usize,
    lanes: usize,
    distance: usize,
    barrier: &TileBarrier,
) {
    barrier.wait();
    let mut half = lanes / 2;
    while half > 0 {
        if lane < half {
            let other = partial[me + half * distance];
            partial[me] += other;
        }
        barrier.wait();
        half /= 2;
    }
}

/// Writes `alpha * product + beta * y[row]` to `y[row]`. If `beta` is zero, it does not read `y`.
#[device]
fn store<T: Scalar>(alpha: T, product: T, beta: T, row: usize, y: &mut ArrayViewMut<T>) {
    let mut before = T::ZERO;
    if beta != T::ZERO {
        before = beta * y[row];
    }
    y[row] = alpha * product + before;
}

/// The number of sums that a work-item on a CPU computes at once, with vector instructions.
const LANES: usize = 32;

/// Each work-item multiplies `size` rows, whose elements are consecutive.
#[kernel]
fn multiply_rows<T: Scalar>(
    i: Index<2>,
    rows: usize,
    columns: usize,
    size: usize,
    alpha: T,
    beta: T,
    element: impl Fn(usize, usize) -> T,
    x: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    for row in first..rows.min(first + size) {
        let mut partial = [T::ZERO; LANES];
        let mut at = 0;
        while at + LANES <= columns {
            for lane in 0..LANES {
                partial[lane] += element(row, at + lane) * x(at + lane);
            }
            at += LANES;
        }
        while at < columns {
            partial[at % LANES] += element(row, at) * x(at);
            at += 1;
        }
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                partial[lane] = partial[lane] + partial[lane + half];
            }
            half /= 2;
        }
        store(alpha, partial[0], beta, row, y);
    }
}

/// Each work-item multiplies `LANES` rows of a matrix whose columns are consecutive.
#[kernel]
fn multiply_columns<T: Scalar>(
    i: Index<2>,
    rows: usize,
    columns: usize,
    alpha: T,
    beta: T,
    element: impl Fn(usize, usize) -> T,
    x: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    let first = i[0] * LANES;
    let count = LANES.min(rows - first);
    let mut totals = [T::ZERO; LANES];
    for column in 0..columns {
        let factor = x(column);
        if count == LANES {
            for lane in 0..LANES {
                totals[lane] += element(first + lane, column) * factor;
            }
        } else {
            for lane in 0..count {
                totals[lane] += element(first + lane, column) * factor;
            }
        }
    }
    for lane in 0..count {
        store(alpha, totals[lane], beta, first + lane, y);
    }
}

/// The number of work-items for a row with this number of elements.
fn lanes(columns: usize, is_column_major: bool) -> usize {
    match (is_column_major, columns) {
        (true, 0..64) => 1,
        // 32 neighbouring work-items read neighbouring elements of a column.
        (true, _) => TILE / 32,
        (false, _) => (columns / 4).next_power_of_two().min(TILE),
    }
}

/// Computes `alpha * a * x + beta * y`. The matrix must have rows.
fn multiply<T: Scalar>(
    queue: &AcceleratorView,
    alpha: T,
    a: impl Matrix<Item = T>,
    x: impl Input<Item = T>,
    beta: T,
    y: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let [rows, columns] = a.shape()?;
    let (element, x, is_column_major) = (a.load(), x.load(), a.is_column_major());
    match plan::kernels(queue) {
        Kernels::Tiles => {
            let lanes = lanes(columns, is_column_major);
            let tiles = plan::tiles(rows.div_ceil(TILE / lanes))?;
            let kernel = multiply_tiles(rows, columns, lanes, is_column_major, alpha, beta, element, x, y);
            queue.parallel_for_each(tiles, kernel)
        }
        Kernels::Chunks if is_column_major => {
            let kernel = multiply_columns(rows, columns, alpha, beta, element, x, y);
            queue.parallel_for_each([rows.div_ceil(LANES), 1], kernel)
        }
        Kernels::Chunks => {
            let (size, count) = row_chunks(rows, rows * columns);
            let kernel = multiply_rows(rows, columns, size, alpha, beta, element, x, y);
            queue.parallel_for_each([count, 1], kernel)
        }
    }
}

/// The number of rows of a chunk, and the number of chunks, for a matrix with this number of elements. There must be rows.
pub(crate) fn row_chunks(rows: usize, elements: usize) -> (usize, usize) {
    let size = rows.div_ceil(Chunks::of(elements.max(1)).count);
    (size, rows.div_ceil(size))
}

/// The number of elements of a product.
fn product_length<T: GpuType>(a: impl Matrix<Item = T>, x: impl Input<Item = T>) -> Result<usize> {
    let [rows, columns] = a.shape()?;
    common_length("the rows of the matrix and the vector", [columns, x.count()?])?;
    Ok(rows)
}

/// The op that determines the queue.
fn products<T: Scalar>(a: impl Matrix<Item = T>, x: impl Input<Item = T>) -> impl Op<fn(usize) -> T> + Copy {
    compose2(op!(|a: T, x: T| a * x), diagonal(a), x.load())
}

array_forms! {
    /// The product of a matrix and a vector. Pass [`transposed(&a)`](crate::transposed) for the product of the transpose.
    ///
    /// The order of the additions depends on the shape and on the kind of accelerator alone.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let a = Array::from_slice([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let x = ArrayView::new(&[1.0, 0.0, 2.0]);
    /// assert_eq!(alg::matvec(&a, &x)?.to_vec()?, [7.0, 16.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    matvec matvec_on matvec_into [A: Matrix<Item = T>, X: Input<Item = T>, T: Scalar] (a: A, x: X) -> T {
        op: products(a, x),
        len: product_length(a, x)?,
        run: |queue, _n, out| multiply(queue, T::ONE, a, x, T::ZERO, out),
    }
}

/// Replaces `y` by `alpha * a * x + beta * y`: `gemv` of BLAS. If `beta` is zero, `y` is not read.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let a = Array::from_slice([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
/// let mut y = Array::from_slice(2, &[10.0, 20.0])?;
/// alg::gemv(2.0, &a, &ArrayView::new(&[1.0, 1.0]), 0.5, &mut y)?;
/// assert_eq!(y.to_vec()?, [11.0, 24.0]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launch.
pub fn gemv<T: Scalar>(
    alpha: T,
    a: impl Matrix<Item = T>,
    x: impl Input<Item = T>,
    beta: T,
    y: &mut impl Output<T>,
) -> Result<()> {
    gemv_on(&queue_for(y, products(a, x))?, alpha, a, x, beta, y)
}

/// [`gemv`] on the given queue.
///
/// # Errors
/// The errors of [`gemv`].
pub fn gemv_on<T: Scalar>(
    queue: &AcceleratorView,
    alpha: T,
    a: impl Matrix<Item = T>,
    x: impl Input<Item = T>,
    beta: T,
    y: &mut impl Output<T>,
) -> Result<()> {
    let mut y = y.elements();
    let rows = product_length(a, x)?;
    output_length(y.len(), rows)?;
    if rows == 0 {
        return Ok(());
    }
    if beta == T::ZERO {
        y.discard_data();
    }
    multiply(queue, alpha, a, x, beta, &mut y)
}
