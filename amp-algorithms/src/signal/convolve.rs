//! Convolutions with given weights, computed directly: `convolve`, and `convolve_separable` for matrices.
//!
//! A tile loads the weights and the items in parts into tile memory. On a CPU, each work-item computes several results at
//! once with vector instructions.

use amp::prelude::*;
use amp::{Op, Result, compose2, op};

use crate::elementwise::write_each;
use crate::error;
use crate::forms::array_forms;
use crate::input::Input;
use crate::plan::{self, Kernels, TILE};
use crate::scratch::undefined;

/// Which elements of a convolution are the result. Elements of the input beyond its ends count as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvolveMode {
    /// All elements to which an element of the input contributes: `n + m - 1` for `n` elements and `m` weights.
    Full,
    /// The `n` elements in the middle of the full result, from its element `(m - 1) / 2` on.
    Same,
    /// The elements to which all weights contribute: `n - m + 1`, or none if there are more weights than elements.
    Valid,
}

/// The elements of a full convolution that are the result.
#[derive(Clone, Copy)]
struct Part {
    /// The first element.
    first: usize,
    /// The number of elements.
    len: usize,
}

impl Part {
    /// The part for `n` elements and `m` weights.
    fn of(mode: ConvolveMode, n: usize, m: usize) -> Result<Part> {
        error::length(n.saturating_add(m))?;
        Ok(match mode {
            ConvolveMode::Same => Part { first: m.saturating_sub(1) / 2, len: n },
            _ if n == 0 || m == 0 => Part { first: 0, len: 0 },
            ConvolveMode::Full => Part { first: 0, len: n + m - 1 },
            ConvolveMode::Valid => Part { first: m - 1, len: (n + 1).saturating_sub(m) },
        })
    }
}

/// Each tile computes `TILE` elements.
#[kernel(tile = [TILE])]
fn convolve_tiles<T: Scalar>(
    t: TiledIndex<1>,
    n: usize,
    m: usize,
    first: usize,
    len: usize,
    item: impl Fn(usize) -> T,
    weight: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let me = t.local[0];
    // The position in the full result.
    let begin = t.tile[0] * TILE + first;
    let at = begin + me;
    #[tile_static]
    let mut items: [[T; TILE]; 2];
    #[tile_static]
    let mut weights: [T; TILE];
    let mut total = T::ZERO;
    for done in (0..m).step_by(TILE) {
        // `items` contains the items from `begin - (done + TILE - 1)` on. Some of these do not exist.
        let skipped = done + TILE - 1;
        for half in 0..2 {
            let k = begin + half * TILE + me;
            if k >= skipped && k - skipped < n {
                items[half][me] = item(k - skipped);
            }
        }
        if done + me < m {
            weights[me] = weight(done + me);
        }
        t.barrier.wait();
        // Weight `j` is multiplied with the item `at - j`.
        let low = (at + 1).saturating_sub(done + n);
        let high = (at + 1).saturating_sub(done).min(m - done).min(TILE);
        for j in low..high {
            let k = me + TILE - 1 - j;
            total += weights[j] * items[k / TILE][k % TILE];
        }
        t.barrier.wait();
    }
    if at < first + len {
        out[at - first] = total;
    }
}

/// The number of elements that a work-item on a CPU computes at once, with vector instructions.
const LANES: usize = 32;
/// The number of elements that a work-item on a CPU computes.
const SIZE: usize = 8 * LANES;

/// Each work-item computes `SIZE` elements.
#[kernel]
fn convolve_chunks<T: Scalar>(
    i: Index<2>,
    n: usize,
    m: usize,
    first: usize,
    len: usize,
    item: impl Fn(usize) -> T,
    weight: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let begin = i[0] * SIZE;
    for block in (begin..len.min(begin + SIZE)).step_by(LANES) {
        let count = LANES.min(len - block);
        // The position in the full result. Weight `j` is multiplied with the item `at - j`.
        let at = block + first;
        let mut totals = [T::ZERO; LANES];
        // All items exist for the weights from `low` up to `high`.
        let low = (at + LANES).saturating_sub(n).min(m);
        let high = m.min(at + 1).max(low);
        for j in (at + 1).saturating_sub(n)..m.min(at + LANES) {
            let factor = weight(j);
            if low <= j && j < high {
                for lane in 0..LANES {
                    totals[lane] += factor * item(at - j + lane);
                }
            } else {
                for lane in 0..LANES {
                    if at + lane >= j && at + lane - j < n {
                        totals[lane] += factor * item(at + lane - j);
                    }
                }
            }
        }
        for lane in 0..count {
            out[block + lane] = totals[lane];
        }
    }
}

/// Computes a part of a convolution. There must be elements in it.
fn convolve_part<T: Scalar>(
    queue: &AcceleratorView,
    x: impl Input<Item = T>,
    weights: impl Input<Item = T>,
    part: Part,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let (n, m, Part { first, len }) = (x.count()?, weights.count()?, part);
    match (plan::kernels(queue), m) {
        (_, 0) => write_each(queue, op!(|_k: usize| T::ZERO), out),
        (Kernels::Tiles, _) => {
            let kernel = convolve_tiles(n, m, first, len, x.load(), weights.load(), out);
            queue.parallel_for_each(plan::tiles(len.div_ceil(TILE))?, kernel)
        }
        (Kernels::Chunks, _) => {
            let kernel = convolve_chunks(n, m, first, len, x.load(), weights.load(), out);
            queue.parallel_for_each([len.div_ceil(SIZE), 1], kernel)
        }
    }
}

/// Convolves the rows of a matrix, or its columns if `is_vertical`. A row or column has `n` elements, and a row of the
/// matrix has `width` elements.
#[kernel]
fn convolve_axis<T: Scalar>(
    i: Index<2>,
    is_vertical: bool,
    n: usize,
    width: usize,
    m: usize,
    first: usize,
    out_width: usize,
    item: impl Fn(usize) -> T,
    weight: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let mut at = i[1] + first;
    let mut start = i[0] * width;
    let mut step = 1;
    if is_vertical {
        at = i[0] + first;
        start = i[1];
        step = width;
    }
    let mut total = T::ZERO;
    for j in (at + 1).saturating_sub(n)..m.min(at + 1) {
        total += weight(j) * item(start + (at - j) * step);
    }
    out[i[0] * out_width + i[1]] = total;
}

/// The extent of the result for a matrix with this extent: the parts of a column and of a row.
fn separable_parts<T: GpuType>(
    matrix: Extent<2>,
    vertical: impl Input<Item = T>,
    horizontal: impl Input<Item = T>,
    mode: ConvolveMode,
) -> Result<[Part; 2]> {
    Ok([Part::of(mode, matrix[0], vertical.count()?)?, Part::of(mode, matrix[1], horizontal.count()?)?])
}

/// Convolves the rows and then the columns.
fn convolve_both<T: Scalar>(
    queue: &AcceleratorView,
    x: impl Op<fn(usize) -> T> + Copy,
    matrix: Extent<2>,
    vertical: impl Input<Item = T>,
    horizontal: impl Input<Item = T>,
    mode: ConvolveMode,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let [column, row] = separable_parts(matrix, vertical, horizontal, mode)?;
    let (rows, columns, width) = (matrix[0], matrix[1], row.len);
    let (v, h) = (vertical.count()?, horizontal.count()?);
    if v == 0 || h == 0 {
        return write_each(queue, op!(|_k: usize| T::ZERO), out);
    }
    let mut y = undefined(error::length(rows.saturating_mul(width))?)?;
    let kernel = convolve_axis(false, columns, columns, h, row.first, width, x, horizontal.load(), &mut y);
    queue.parallel_for_each([rows, width], kernel)?;
    let y = (&y).load();
    let kernel = convolve_axis(true, rows, width, v, column.first, width, y, vertical.load(), out);
    queue.parallel_for_each([column.len, width], kernel)
}

array_forms! {
    /// The convolution of `x` with `weights`: element `k` of the full result is the sum of `weights[j] * x[k - j]`.
    ///
    /// The function adds the products one by one, in the order of the weights. For thousands of weights, multiply the
    /// results of [`rfft`](crate::rfft) instead.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::ConvolveMode;
    ///
    /// let (x, weights) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[1, 10]));
    /// assert_eq!(alg::convolve(&x, &weights, ConvolveMode::Full)?.to_vec()?, [1, 12, 23, 30]);
    /// assert_eq!(alg::convolve(&x, &weights, ConvolveMode::Same)?.to_vec()?, [1, 12, 23]);
    /// assert_eq!(alg::convolve(&x, &weights, ConvolveMode::Valid)?.to_vec()?, [12, 23]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    convolve convolve_on convolve_into [X: Input<Item = T>, W: Input<Item = T>, T: Scalar] (
        x: X,
        weights: W,
        mode: ConvolveMode,
    ) -> T {
        op: compose2(op!(|x: T, weight: T| x * weight), x.load(), weights.load()),
        len: Part::of(mode, x.count()?, weights.count()?)?.len,
        run: |queue, _n, out| {
            convolve_part(queue, x, weights, Part::of(mode, x.count()?, weights.count()?)?, out)
        },
    }

    /// The convolution of the columns of a matrix with the weights `vertical`, and of its rows with `horizontal`.
    ///
    /// The input has the elements of `matrix` row by row, and so has the result. Its numbers of rows and of columns are those
    /// of [`convolve`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::ConvolveMode;
    ///
    /// let x = ArrayView::new(&[0, 0, 0, 0, 1, 0, 0, 0, 0]);
    /// let weights = ArrayView::new(&[1, 2, 1]);
    /// let smooth = alg::convolve_separable(&x, Extent::new([3, 3]), &weights, &weights, ConvolveMode::Same)?;
    /// assert_eq!(smooth.to_vec()?, [1, 2, 1, 2, 4, 2, 1, 2, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    convolve_separable convolve_separable_on convolve_separable_into [
        X: Input<Item = T>, V: Input<Item = T>, H: Input<Item = T>, T: Scalar
    ] (
        x: X,
        matrix: Extent<2>,
        vertical: V,
        horizontal: H,
        mode: ConvolveMode,
    ) -> T {
        op: compose2(
            op!(|x: T, weight: T| x * weight),
            x.load(),
            compose2(op!(|v: T, h: T| v * h), vertical.load(), horizontal.load()),
        ),
        len: {
            error::common_length("the input and the matrix", [x.count()?, error::length(matrix.size())?])?;
            let [column, row] = separable_parts(matrix, vertical, horizontal, mode)?;
            error::length(column.len.saturating_mul(row.len))?
        },
        run: |queue, _n, out| convolve_both(queue, x.load(), matrix, vertical, horizontal, mode, out),
    }
}
