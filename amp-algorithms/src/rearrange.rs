//! Functions that move elements to other positions: `reverse`, the rotations, `transpose`, `shuffle` and `sample`; and
//! `adjacent_difference`.

use amp::prelude::*;
use amp::{Op, Result, compose, op};

use crate::elementwise::write_each;
use crate::error;
use crate::forms::array_forms;
use crate::input::Input;
use crate::plan::{self, Kernels};
use crate::random::Permutation;

/// The number of rows and of columns of a block of a transposition.
const EDGE: usize = 16;

/// Each tile transposes a block through tile memory, so reads and writes are consecutive.
#[kernel(tile = [EDGE, EDGE])]
fn transpose_tiles<T: GpuType>(
    t: TiledIndex<2>,
    rows: usize,
    columns: usize,
    load: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    // Each row has one unused element. So the elements of a column, which neighbouring work-items read below, are in
    // different banks of tile memory.
    #[tile_static]
    let mut block: [[T; EDGE + 1]; EDGE];
    let (row, column) = (t.global[0], t.global[1]);
    if row < rows && column < columns {
        block[t.local[0]][t.local[1]] = load(row * columns + column);
    }
    t.barrier.wait();
    let (row, column) = (t.tile[0] * EDGE + t.local[1], t.tile[1] * EDGE + t.local[0]);
    if row < rows && column < columns {
        out[column * rows + row] = block[t.local[1]][t.local[0]];
    }
}

/// Each work-item transposes a block.
#[kernel]
fn transpose_blocks<T: GpuType>(
    i: Index<2>,
    rows: usize,
    columns: usize,
    load: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let blocks = columns.div_ceil(EDGE);
    let (first_row, first_column) = (i[0] / blocks * EDGE, i[0] % blocks * EDGE);
    for column in first_column..columns.min(first_column + EDGE) {
        for row in first_row..rows.min(first_row + EDGE) {
            out[column * rows + row] = load(row * columns + column);
        }
    }
}

/// The number of elements of a matrix, which must be the number of items.
fn matrix_length(input: impl Input, matrix: Extent<2>) -> Result<usize> {
    let (n, size) = (input.count()?, error::length(matrix.size())?);
    error::common_length("the input and the matrix", [n, size])
}

/// Combines each item but the first with the item before it.
#[kernel]
fn adjacent_each<T: GpuType>(
    i: Index<1>,
    load: impl Fn(usize) -> T,
    difference: impl Fn(T, T) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let mut item = load(i[0]);
    if i[0] > 0 {
        item = difference(item, load(i[0] - 1));
    }
    out[i] = item;
}

array_forms! {
    /// The first element, and then `difference(x[k], x[k - 1])` for each further element `k`: the inverse of
    /// [`inclusive_scan`](crate::inclusive_scan) for sums and subtraction.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[3, 4, 8, 9]);
    /// assert_eq!(alg::adjacent_difference(&x, op!(|v, before| v - before))?.to_vec()?, [3, 1, 4, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    adjacent_difference adjacent_difference_on adjacent_difference_into [I: Input<Item = T>, T: GpuType] (
        input: I,
        difference: impl Op<fn(T, T) -> T> + Copy,
    ) -> T {
        op: input.load(),
        len: input.count()?,
        run: |queue, _n, out| queue.parallel_for_each(out.extent(), adjacent_each(input.load(), difference, out)),
    }

    /// The elements in reverse order.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::reverse(&ArrayView::new(&[1, 2, 3]))?.to_vec()?, [3, 2, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    reverse reverse_on reverse_into [I: Input<Item = T>, T: GpuType] (input: I) -> T {
        op: input.load(),
        len: input.count()?,
        run: |queue, n, out| write_each(queue, compose(input.load(), op!(|k: usize| n - 1 - k)), out),
    }

    /// The elements from `by` on, followed by the first `by` elements: `[T]::rotate_left`. `by` is at most the number of
    /// elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::rotate_left(&ArrayView::new(&[1, 2, 3, 4]), 1)?.to_vec()?, [2, 3, 4, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    rotate_left rotate_left_on rotate_left_into [I: Input<Item = T>, T: GpuType] (input: I, by: usize) -> T {
        op: input.load(),
        len: error::at_most("positions to rotate by", by, input.count()?)?,
        run: |queue, n, out| rotate(queue, n, by, input, out),
    }

    /// The last `by` elements, followed by the others: `[T]::rotate_right`. `by` is at most the number of elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::rotate_right(&ArrayView::new(&[1, 2, 3, 4]), 1)?.to_vec()?, [4, 1, 2, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    rotate_right rotate_right_on rotate_right_into [I: Input<Item = T>, T: GpuType] (input: I, by: usize) -> T {
        op: input.load(),
        len: error::at_most("positions to rotate by", by, input.count()?)?,
        run: |queue, n, out| rotate(queue, n, n - by, input, out),
    }

    /// The transpose of a matrix. The input has the elements of `matrix` row by row, and so has the result, with as many
    /// columns as `matrix` has rows.
    ///
    /// A view with two dimensions is an input after [`view_as`](ArrayView::view_as).
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[1, 2, 3, 4, 5, 6]);
    /// assert_eq!(alg::transpose(&x, Extent::new([2, 3]))?.to_vec()?, [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    transpose transpose_on transpose_into [I: Input<Item = T>, T: GpuType] (input: I, matrix: Extent<2>) -> T {
        op: input.load(),
        len: matrix_length(input, matrix)?,
        run: |queue, _n, out| {
            let (rows, columns) = (matrix[0], matrix[1]);
            let blocks = [rows.div_ceil(EDGE), columns.div_ceil(EDGE)];
            match plan::kernels(queue) {
                Kernels::Tiles => {
                    let domain = Extent::new(blocks.map(|count| count * EDGE)).tile([EDGE, EDGE])?;
                    queue.parallel_for_each(domain, transpose_tiles(rows, columns, input.load(), out))
                }
                Kernels::Chunks => {
                    let domain = Extent::new([blocks[0] * blocks[1], 1]);
                    queue.parallel_for_each(domain, transpose_blocks(rows, columns, input.load(), out))
                }
            }
        },
    }

    /// The elements in a random order, which depends on the seed alone. It is the same on every accelerator.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut shuffled = alg::shuffle(&ArrayView::new(&[1, 2, 3, 4]), 42)?;
    /// alg::sort(&mut shuffled)?;
    /// assert_eq!(shuffled.to_vec()?, [1, 2, 3, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    shuffle shuffle_on shuffle_into [I: Input<Item = T>, T: GpuType] (input: I, seed: u64) -> T {
        op: input.load(),
        len: input.count()?,
        run: |queue, n, out| permute(queue, n, seed, input, out),
    }

    /// `count` different elements in a random order: the first elements of [`shuffle`]. `count` is at most the number of
    /// elements.
    ///
    /// ```
    /// use amp_algorithms as alg;
    ///
    /// let numbers = alg::sequence(49, 1, 1)?;
    /// let drawn = alg::sample(&numbers, 6, 42)?.to_vec()?;
    /// assert!(drawn.len() == 6 && drawn.iter().all(|v| (1..50).contains(v)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    sample sample_on sample_into [I: Input<Item = T>, T: GpuType] (input: I, count: usize, seed: u64) -> T {
        op: input.load(),
        len: {
            error::at_most("elements of a sample", count, input.count()?)?;
            count
        },
        run: |queue, _n, out| permute(queue, input.count()?, seed, input, out),
    }
}

fn rotate<T: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    by: usize,
    input: impl Input<Item = T>,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let rest = n - by;
    let at = op!(|k: usize| if k < rest { k + by } else { k - rest });
    write_each(queue, compose(input.load(), at), out)
}

fn permute<T: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    seed: u64,
    input: impl Input<Item = T>,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let order = Permutation::new(n, seed)?;
    write_each(queue, compose(input.load(), op!(|k: usize| order.at(k as u32) as usize)), out)
}
