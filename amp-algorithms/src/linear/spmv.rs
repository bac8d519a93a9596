//! The product of a sparse matrix in CSR format and a vector.
//!
//! On a GPU, the number of work-items for a row depends on the mean number of elements of a row. They combine their sums as
//! a tree in tile memory. On a CPU, each work-item multiplies several rows.

use amp::prelude::*;
use amp::{Op, Result, compose2, op};

use crate::error::common_length;
use crate::forms::array_forms;
use crate::input::Input;
use crate::linear::matvec::{row_chunks, sum_of_lanes};
use crate::plan::{self, Kernels, TILE};

/// Each row has `lanes` work-items of a tile.
#[kernel(tile = [TILE])]
fn multiply_sparse_tiles<T: Scalar>(
    t: TiledIndex<1>,
    rows: usize,
    n: usize,
    lanes: usize,
    offset: impl Fn(usize) -> u32,
    column: impl Fn(usize) -> u32,
    value: impl Fn(usize) -> T,
    x: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    let (row, lane) = (t.tile[0] * (TILE / lanes) + me / lanes, me % lanes);
    #[tile_static]
    let mut partial: [T; TILE];
    let mut total = T::ZERO;
    if row < rows {
        let (begin, end) = (offset(row) as usize, offset(row + 1) as usize);
        assert!(begin <= end, "the offsets descend from {begin} to {end}");
        assert!(end <= n, "the offset {end} is greater than the number of elements, {n}");
        for k in (begin + lane..end.min(n)).step_by(lanes) {
            total += value(k) * x(column(k) as usize);
        }
    }
    partial[me] = total;
    sum_of_lanes(&mut partial, me, lane, lanes, 1, &t.barrier);
    if lane == 0 && row < rows {
        y[row] = partial[me];
    }
}

/// Each work-item multiplies `size` rows.
#[kernel]
fn multiply_sparse_rows<T: Scalar>(
    i: Index<2>,
    rows: usize,
    n: usize,
    size: usize,
    offset: impl Fn(usize) -> u32,
    column: impl Fn(usize) -> u32,
    value: impl Fn(usize) -> T,
    x: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    let first = i[0] * size;
    for row in first..rows.min(first + size) {
        let (begin, end) = (offset(row) as usize, offset(row + 1) as usize);
        assert!(begin <= end, "the offsets descend from {begin} to {end}");
        assert!(end <= n, "the offset {end} is greater than the number of elements, {n}");
        let mut total = T::ZERO;
        for k in begin..end.min(n) {
            total += value(k) * x(column(k) as usize);
        }
        y[row] = total;
    }
}

/// Computes the product. The matrix must have rows.
fn multiply<T: Scalar>(
    queue: &AcceleratorView,
    rows: usize,
    offsets: impl Op<fn(usize) -> u32> + Copy,
    columns: impl Input<Item = u32>,
    values: impl Op<fn(usize) -> T> + Copy,
    x: impl Op<fn(usize) -> T> + Copy,
    y: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let (n, columns) = (columns.count()?, columns.load());
    if plan::kernels(queue) == Kernels::Tiles {
        let lanes = n.div_ceil(rows).next_power_of_two().min(TILE / 8);
        let tiles = plan::tiles(rows.div_ceil(TILE / lanes))?;
        let kernel = multiply_sparse_tiles(rows, n, lanes, offsets, columns, values, x, y);
        return queue.parallel_for_each(tiles, kernel);
    }
    let (size, count) = row_chunks(rows, n + rows);
    let kernel = multiply_sparse_rows(rows, n, size, offsets, columns, values, x, y);
    queue.parallel_for_each([count, 1], kernel)
}

array_forms! {
    /// The product of a sparse matrix and a vector. The matrix has the CSR format: row `r` has the elements from
    /// `offsets[r]` up to and excluding `offsets[r + 1]`. Element `k` is `values[k]` in the column `columns[k]`.
    ///
    /// The offsets must not descend, and must not exceed the number of elements. The columns must be less than the length
    /// of `x`. Otherwise the result is an error on the CPU, and unspecified on a GPU. Elements with equal positions are
    /// added. The columns of a row may have any order.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// // 5 0 6
    /// // 0 0 0
    /// // 0 7 0
    /// let (offsets, columns) = (ArrayView::new(&[0u32, 2, 2, 3]), ArrayView::new(&[0u32, 2, 1]));
    /// let (values, x) = (ArrayView::new(&[5.0, 6.0, 7.0]), ArrayView::new(&[1.0, 2.0, 3.0]));
    /// assert_eq!(alg::spmv(&offsets, &columns, &values, &x)?.to_vec()?, [23.0, 0.0, 14.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    spmv spmv_on spmv_into [
        R: Input<Item = u32>, C: Input<Item = u32>, V: Input<Item = T>, X: Input<Item = T>, T: Scalar
    ] (
        offsets: R,
        columns: C,
        values: V,
        x: X,
    ) -> T {
        op: compose2(op!(|value: T, x: T| value * x), values.load(), x.load()),
        len: {
            common_length("the columns and the values", [columns.count()?, values.count()?])?;
            offsets.count()?.saturating_sub(1)
        },
        run: |queue, n, out| multiply(queue, n, offsets.load(), columns, values.load(), x.load(), out),
    }
}
