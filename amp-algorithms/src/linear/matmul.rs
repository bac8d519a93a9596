//! Products of matrices: `matmul`, and `gemm` with factors; also of batches.
//!
//! On a GPU, the work-items of a tile load a block of both matrices to tile memory, and each work-item adds the products
//! of 4 x 4 elements of the result in registers. On a CPU, both matrices are first copied to *panels*: groups of
//! consecutive rows or columns, stored so that the core of the computation reads them in order. A work-item then
//! multiplies panels, and adds the products of `ROWS` rows and `W` columns in vector registers.

use amp::prelude::*;
use amp::{Float, Op, Result, compose2, compose3, op};

use crate::error::length;
use crate::linear::matrices::{Matrices, OutputMatrices};
use crate::linear::matrix::Matrix;
use crate::plan::{self, Kernels};

/// The number of rows and of columns of the result that a tile computes.
const SIDE: usize = 64;
/// The number of rows and of columns of a tile.
const ITEMS: usize = 16;
/// The number of rows, and of columns, of the result that a work-item of a tile computes. The kernel's source contains a
/// variable for each row and a statement for each column.
const OWN: usize = SIDE / ITEMS;
/// The number of columns of `a`, and rows of `b`, that are in tile memory at the same time.
const DEPTH: usize = 16;

/// Adds the products of `x` with the elements of `y` to `sums`. Its indices are constants, so the arrays can be in
/// registers.
#[device]
fn add_products<T: Float>(sums: &mut [T; OWN], x: T, y: [T; OWN]) {
    sums[0] = x.mul_add(y[0], sums[0]);
    sums[1] = x.mul_add(y[1], sums[1]);
    sums[2] = x.mul_add(y[2], sums[2]);
    sums[3] = x.mul_add(y[3], sums[3]);
}

/// Writes `alpha * product + beta * c[at]` to `c[at]`. If `beta` is zero, it does not read `c`.
#[device]
fn store<T: Float>(alpha: T, product: T, beta: T, at: [usize; 3], c: &mut ArrayViewMut<T, 3>) {
    let mut before = T::ZERO;
    if beta != T::ZERO {
        before = beta * c[at];
    }
    c[at] = alpha * product + before;
}

/// Each tile computes a block of `SIDE` x `SIDE` elements of a product. The extent of `c` is the shape of the products,
/// and `depth` the number of columns of `a`.
#[kernel(tile = [1, ITEMS, ITEMS])]
fn multiply_tiles<T: Float>(
    t: TiledIndex<3>,
    depth: usize,
    a_is_column_major: bool,
    b_is_column_major: bool,
    alpha: T,
    beta: T,
    a: impl Fn(usize, usize, usize) -> T,
    b: impl Fn(usize, usize, usize) -> T,
    c: &mut ArrayViewMut<T, 3>,
) {
    let matrix = t.tile[0];
    let (rows, columns) = (c.extent()[1], c.extent()[2]);
    let (first_row, first_column) = (t.tile[1] * SIDE, t.tile[2] * SIDE);
    let (y, x) = (t.local[1], t.local[2]);
    let me = y * ITEMS + x;
    #[tile_static]
    let mut a_block: [[T; SIDE]; DEPTH];
    #[tile_static]
    let mut b_block: [[T; SIDE]; DEPTH];
    let mut sums0 = [T::ZERO; OWN];
    let mut sums1 = [T::ZERO; OWN];
    let mut sums2 = [T::ZERO; OWN];
    let mut sums3 = [T::ZERO; OWN];
    for done in (0..depth).step_by(DEPTH) {
        for step in 0..OWN {
            let item = me + step * (ITEMS * ITEMS);
            // Neighbouring work-items load neighbouring elements.
            let (mut k, mut row) = (item % DEPTH, item / DEPTH);
            if a_is_column_major {
                k = item / SIDE;
                row = item % SIDE;
            }
            let mut value = T::ZERO;
            if first_row + row < rows && done + k < depth {
                value = a(matrix, first_row + row, done + k);
            }
            a_block[k][row] = value;
            let (mut k, mut column) = (item / SIDE, item % SIDE);
            if b_is_column_major {
                k = item % DEPTH;
                column = item / DEPTH;
            }
            let mut value = T::ZERO;
            if first_column + column < columns && done + k < depth {
                value = b(matrix, done + k, first_column + column);
            }
            b_block[k][column] = value;
        }
        t.barrier.wait();
        for k in 0..DEPTH {
            let from_b =
                [b_block[k][x], b_block[k][x + ITEMS], b_block[k][x + 2 * ITEMS], b_block[k][x + 3 * ITEMS]];
            add_products(&mut sums0, a_block[k][y], from_b);
            add_products(&mut sums1, a_block[k][y + ITEMS], from_b);
            add_products(&mut sums2, a_block[k][y + 2 * ITEMS], from_b);
            add_products(&mut sums3, a_block[k][y + 3 * ITEMS], from_b);
        }
        t.barrier.wait();
    }
    for part in 0..OWN {
        let column = first_column + x + part * ITEMS;
        if column < columns {
            let row = first_row + y;
            if row < rows {
                store(alpha, sums0[part], beta, [matrix, row, column], c);
            }
            if row + ITEMS < rows {
                store(alpha, sums1[part], beta, [matrix, row + ITEMS, column], c);
            }
            if row + 2 * ITEMS < rows {
                store(alpha, sums2[part], beta, [matrix, row + 2 * ITEMS, column], c);
            }
            if row + 3 * ITEMS < rows {
                store(alpha, sums3[part], beta, [matrix, row + 3 * ITEMS, column], c);
            }
        }
    }
}

/// The number of rows of a panel of `a`. The source of `multiply_panels` contains a variable for each of them.
const ROWS: usize = 6;
/// The number of bytes of the columns of a panel of `b`: two vectors of 256 bits. With them, the sums of a pair of panels
/// take 12 of 16 vector registers.
const COLUMN_BYTES: usize = 64;
/// The number of bytes of the columns of a panel of `b` on a processor with vectors of 512 bits: two vectors. With one, there
/// would be too few sums to hide the latency of an addition.
const WIDE_COLUMN_BYTES: usize = 128;
/// The number of elements of a row or column of the panels that are multiplied in one launch. So a panel stays in the cache
/// while it is multiplied with several others.
const PANEL_DEPTH: usize = 512;
/// The number of panels of `a` that a work-item multiplies with panels of `b`.
const PANELS: usize = 12;
/// The number of bytes of the columns of all panels of `b` that a work-item multiplies with panels of `a`.
const BLOCK_BYTES: usize = 1536;

/// Returns the elements of up to `W` lines at the position `k` of each line: of rows of `a`, or columns of `b`. Lines from
/// `lines` on do not exist; their elements are zero.
#[device]
fn group<T: Float, const W: usize>(
    matrix: usize,
    first: usize,
    lines: usize,
    k: usize,
    element: impl Fn(usize, usize, usize) -> T,
) -> [T; W] {
    let mut items = [T::ZERO; W];
    if first + W <= lines {
        for (line, item) in items.iter_mut().enumerate() {
            *item = element(matrix, first + line, k);
        }
    } else {
        for (line, item) in items.iter_mut().enumerate().take(lines - first) {
            *item = element(matrix, first + line, k);
        }
    }
    items
}

/// Copies lines to panels, rows of `a` or columns of `b`, whose elements are consecutive in memory. A panel contains for each
/// position a group of `W` elements, one of each line. `lines` is the number of lines of a matrix.
#[kernel]
fn pack_consecutive<T: Float, const W: usize>(
    i: Index<2>,
    lines: usize,
    element: impl Fn(usize, usize, usize) -> T,
    panels: &mut ArrayViewMut<[T; W], 2>,
) {
    let panels_of_matrix = lines.div_ceil(W);
    let (matrix, panel) = (i[0] / panels_of_matrix, i[0] % panels_of_matrix);
    panels[i] = group::<T, W>(matrix, panel * W, lines, i[1], |matrix, line, k| element(matrix, line, k));
}

/// The number of panels, and of positions, that a work-item of `pack_interleaved` copies.
const PACKED: [usize; 2] = [8, 64];

/// Like [`pack_consecutive`], for lines that are next to each other in memory: the elements at one position are consecutive.
/// So a work-item copies the elements of several panels before it goes to the next position.
#[kernel]
fn pack_interleaved<T: Float, const W: usize>(
    i: Index<2>,
    lines: usize,
    element: impl Fn(usize, usize, usize) -> T,
    panels: &mut ArrayViewMut<[T; W], 2>,
) {
    let depth = panels.extent()[1];
    let panels_of_matrix = lines.div_ceil(W);
    let (panel_blocks, blocks) = (panels_of_matrix.div_ceil(PACKED[0]), depth.div_ceil(PACKED[1]));
    let matrix = i[0] / (panel_blocks * blocks);
    let block = i[0] % (panel_blocks * blocks);
    let (first, first_k) = (block / blocks * PACKED[0], block % blocks * PACKED[1]);
    for k in first_k..depth.min(first_k + PACKED[1]) {
        for panel in first..panels_of_matrix.min(first + PACKED[0]) {
            panels[[matrix * panels_of_matrix + panel, k]] =
                group::<T, W>(matrix, panel * W, lines, k, |matrix, line, k| element(matrix, line, k));
        }
    }
}

/// Multiplies the elements `from..to` of the panels. A work-item multiplies `PANELS` panels of `a` with `b_block` panels of
/// `b`. If `a_is_shared`, there is one matrix `a` for all products; likewise for `b`.
#[kernel]
fn multiply_panels<T: Float, const W: usize, const FUSED: bool>(
    i: Index<2>,
    from: usize,
    to: usize,
    b_block: usize,
    a_is_shared: bool,
    b_is_shared: bool,
    alpha: T,
    beta: T,
    a: &ArrayView<[T; ROWS], 2>,
    b: &ArrayView<[T; W], 2>,
    c: &mut ArrayViewMut<T, 3>,
) {
    let (rows, columns) = (c.extent()[1], c.extent()[2]);
    let (a_panels, b_panels) = (rows.div_ceil(ROWS), columns.div_ceil(W));
    let (a_blocks, b_blocks) = (a_panels.div_ceil(PANELS), b_panels.div_ceil(b_block));
    let matrix = i[0] / (a_blocks * b_blocks);
    let block = i[0] % (a_blocks * b_blocks);
    let (a_first, b_first) = (block / b_blocks * PANELS, block % b_blocks * b_block);
    let a_matrix = if a_is_shared { 0 } else { matrix };
    let b_matrix = if b_is_shared { 0 } else { matrix };
    for b_panel in b_first..b_panels.min(b_first + b_block) {
        for a_panel in a_first..a_panels.min(a_first + PANELS) {
            let (a_row, b_row) = (a_matrix * a_panels + a_panel, b_matrix * b_panels + b_panel);
            let mut sums0 = [T::ZERO; W];
            let mut sums1 = [T::ZERO; W];
            let mut sums2 = [T::ZERO; W];
            let mut sums3 = [T::ZERO; W];
            let mut sums4 = [T::ZERO; W];
            let mut sums5 = [T::ZERO; W];
            for k in from..to {
                let x = a[[a_row, k]];
                let y = b[[b_row, k]];
                for lane in 0..W {
                    let v = y[lane];
                    if FUSED {
                        sums0[lane] = x[0].mul_add(v, sums0[lane]);
                        sums1[lane] = x[1].mul_add(v, sums1[lane]);
                        sums2[lane] = x[2].mul_add(v, sums2[lane]);
                        sums3[lane] = x[3].mul_add(v, sums3[lane]);
                        sums4[lane] = x[4].mul_add(v, sums4[lane]);
                        sums5[lane] = x[5].mul_add(v, sums5[lane]);
                    } else {
                        sums0[lane] += x[0] * v;
                        sums1[lane] += x[1] * v;
                        sums2[lane] += x[2] * v;
                        sums3[lane] += x[3] * v;
                        sums4[lane] += x[4] * v;
                        sums5[lane] += x[5] * v;
                    }
                }
            }
            let sums = [sums0, sums1, sums2, sums3, sums4, sums5];
            let (first_row, first_column) = (a_panel * ROWS, b_panel * W);
            for row in first_row..rows.min(first_row + ROWS) {
                for column in first_column..columns.min(first_column + W) {
                    let product = sums[row - first_row][column - first_column];
                    store(alpha, product, beta, [matrix, row, column], c);
                }
            }
        }
    }
}

/// The number of products; the number of rows, columns and products of elements of each.
struct Shape {
    matrices: usize,
    rows: usize,
    columns: usize,
    depth: usize,
}

fn shape<T: Float>(a: impl Matrices<Item = T>, b: impl Matrices<Item = T>) -> Result<Shape> {
    let ((a_count, [rows, depth]), (b_count, [b_rows, columns])) = (a.batch_shape()?, b.batch_shape()?);
    if depth != b_rows {
        let reason = format!("the first matrix has {depth} columns, but the second has {b_rows} rows");
        return Err(amp::Error::ExtentMismatch { reason });
    }
    let matrices = match (a_count, b_count) {
        (Some(a), Some(b)) if a != b => {
            let reason = format!("the batches have {a} and {b} matrices");
            return Err(amp::Error::ExtentMismatch { reason });
        }
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => 1,
    };
    length(matrices.saturating_mul(rows).saturating_mul(columns))?;
    Ok(Shape { matrices, rows, columns, depth })
}

/// Whether the CPU multiplies and adds in one instruction.
fn has_fused_multiply_add() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
}

/// Panels of a matrix or batch.
fn panels<T: Float, const W: usize>(
    queue: &AcceleratorView,
    matrices: usize,
    [lines, depth]: [usize; 2],
    is_interleaved: bool,
    element: impl Op<fn(usize, usize, usize) -> T>,
) -> Result<ArrayViewMut<'static, [T; W], 2>>
where
    [T; W]: GpuType,
{
    let extent = [matrices * lines.div_ceil(W), depth];
    let mut panels = ArrayViewMut::without_source(extent)?;
    panels.discard_data();
    if is_interleaved {
        let blocks = lines.div_ceil(W * PACKED[0]) * depth.div_ceil(PACKED[1]) * matrices;
        queue.parallel_for_each([blocks, 1], pack_interleaved::<T, W>(lines, element, &mut panels))?;
    } else {
        queue.parallel_for_each(extent, pack_consecutive::<T, W>(lines, element, &mut panels))?;
    }
    Ok(panels)
}

/// Computes `alpha * a * b + beta * c` by panels of `W` columns.
fn multiply_by_panels<T: Float, const W: usize>(
    queue: &AcceleratorView,
    alpha: T,
    a: impl Matrices<Item = T>,
    b: impl Matrices<Item = T>,
    beta: T,
    c: &mut ArrayViewMut<'_, T, 3>,
) -> Result<()>
where
    [T; W]: GpuType,
    [T; ROWS]: GpuType,
{
    let Shape { matrices, rows, columns, depth } = shape(a, b)?;
    let (a_count, b_count) = (a.batch_shape()?.0, b.batch_shape()?.0);
    let a_lines = [rows, depth];
    let a_panels =
        panels::<T, ROWS>(queue, a_count.unwrap_or(1), a_lines, a.has_consecutive_columns(), a.load_from())?;
    let (b_lines, b_is_interleaved) = ([columns, depth], !b.has_consecutive_columns());
    let b_panels =
        panels::<T, W>(queue, b_count.unwrap_or(1), b_lines, b_is_interleaved, b.load_transposed_from())?;
    let b_block = (BLOCK_BYTES / size_of::<[T; W]>()).max(1);
    let blocks = rows.div_ceil(ROWS * PANELS) * columns.div_ceil(W * b_block) * matrices;
    let (a_is_shared, b_is_shared) = (a_count.is_none(), b_count.is_none());
    for from in (0..depth).step_by(PANEL_DEPTH) {
        let (to, beta) = (depth.min(from + PANEL_DEPTH), if from == 0 { beta } else { T::ONE });
        let (a, b) = (&a_panels, &b_panels);
        if has_fused_multiply_add() {
            let kernel = multiply_panels::<T, W, true>(
                from,
                to,
                b_block,
                a_is_shared,
                b_is_shared,
                alpha,
                beta,
                a,
                b,
                c,
            );
            queue.parallel_for_each([blocks, 1], kernel)?;
        } else {
            let kernel = multiply_panels::<T, W, false>(
                from,
                to,
                b_block,
                a_is_shared,
                b_is_shared,
                alpha,
                beta,
                a,
                b,
                c,
            );
            queue.parallel_for_each([blocks, 1], kernel)?;
        }
    }
    Ok(())
}

/// Computes `alpha * a * b + beta * c`.
fn multiply<T: Float>(
    queue: &AcceleratorView,
    alpha: T,
    a: impl Matrices<Item = T>,
    b: impl Matrices<Item = T>,
    beta: T,
    c: &mut ArrayViewMut<'_, T, 3>,
) -> Result<()> {
    let Shape { matrices, rows, columns, depth } = shape(a, b)?;
    let extent = c.extent();
    if [matrices, rows, columns] != [extent[0], extent[1], extent[2]] {
        let is_one = a.batch_shape()?.0.is_none() && b.batch_shape()?.0.is_none();
        let of =
            |extent: [usize; 3]| if is_one { format!("{:?}", &extent[1..]) } else { format!("{extent:?}") };
        let (found, needed) = (of([extent[0], extent[1], extent[2]]), of([matrices, rows, columns]));
        let reason = format!("the output has the extent {found}, but the result has {needed}");
        return Err(amp::Error::ExtentMismatch { reason });
    }
    if extent.size() == 0 {
        return Ok(());
    }
    if beta == T::ZERO {
        c.discard_data();
    }
    if plan::kernels(queue) == Kernels::Tiles || depth == 0 {
        let domain = Extent::new([matrices, rows.div_ceil(SIDE) * ITEMS, columns.div_ceil(SIDE) * ITEMS]);
        let (a_is_column_major, b_is_column_major) =
            (a.has_consecutive_columns(), b.has_consecutive_columns());
        let (a, b) = (a.load_from(), b.load_from());
        let kernel = multiply_tiles(depth, a_is_column_major, b_is_column_major, alpha, beta, a, b, c);
        return queue.parallel_for_each(domain.tile([1, ITEMS, ITEMS])?, kernel);
    }
    match (size_of::<T>(), plan::has_wide_vectors()) {
        (8, false) => multiply_by_panels::<T, { COLUMN_BYTES / 8 }>(queue, alpha, a, b, beta, c),
        (8, true) => multiply_by_panels::<T, { WIDE_COLUMN_BYTES / 8 }>(queue, alpha, a, b, beta, c),
        (_, false) => multiply_by_panels::<T, { COLUMN_BYTES / 4 }>(queue, alpha, a, b, beta, c),
        (_, true) => multiply_by_panels::<T, { WIDE_COLUMN_BYTES / 4 }>(queue, alpha, a, b, beta, c),
    }
}

/// The op that determines the queue of a product.
fn first_product<T: Float>(
    a: impl Matrices<Item = T>,
    b: impl Matrices<Item = T>,
) -> impl Op<fn(usize) -> T> {
    let (a, b) = (
        compose3(a.load_from(), op!(|k: usize| k), op!(|k: usize| k), op!(|k: usize| k)),
        compose3(b.load_from(), op!(|k: usize| k), op!(|k: usize| k), op!(|k: usize| k)),
    );
    compose2(op!(|a: T, b: T| a * b), a, b)
}

fn queue_for<T: Float, const N: usize>(
    c: &impl OutputMatrices<T, N>,
    a: impl Matrices<Item = T>,
    b: impl Matrices<Item = T>,
) -> Result<AcceleratorView> {
    match c.queue() {
        Some(queue) => Ok(queue),
        None => amp::queue_of(first_product(a, b)),
    }
}

/// Declares `matmul`, `gemm` and their forms for matrices, or for batches.
macro_rules! products {
    (
        $rank:literal $bound:ident $extent:expr;
        $(#[$doc:meta])* $name:ident $on:ident $into:ident;
        $(#[$gemm_doc:meta])* $gemm:ident $gemm_on:ident;
    ) => {
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if the shapes do not fit; errors of the launches.
        pub fn $name<T: Float, A: $bound<T>, B: $bound<T>>(a: A, b: B) -> Result<Array<T, $rank>> {
            $on(&amp::queue_of(first_product(a, b))?, a, b)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $on<T: Float, A: $bound<T>, B: $bound<T>>(
            queue: &AcceleratorView,
            a: A,
            b: B,
        ) -> Result<Array<T, $rank>> {
            let extent: fn(Shape) -> [usize; $rank] = $extent;
            let mut c = Array::<T, $rank>::new_on(queue, extent(shape(a, b)?))?;
            $gemm_on(queue, T::ONE, a, b, T::ZERO, &mut c)?;
            Ok(c)
        }

        #[doc = concat!("[`", stringify!($name), "`] into an output with the extent of the result.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $into<T: Float, A: $bound<T>, B: $bound<T>>(
            a: A,
            b: B,
            c: &mut impl OutputMatrices<T, $rank>,
        ) -> Result<()> {
            $gemm(T::ONE, a, b, T::ZERO, c)
        }

        $(#[$gemm_doc])*
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $gemm<T: Float, A: $bound<T>, B: $bound<T>>(
            alpha: T,
            a: A,
            b: B,
            beta: T,
            c: &mut impl OutputMatrices<T, $rank>,
        ) -> Result<()> {
            $gemm_on(&queue_for(c, a, b)?, alpha, a, b, beta, c)
        }

        #[doc = concat!("[`", stringify!($gemm), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $gemm_on<T: Float, A: $bound<T>, B: $bound<T>>(
            queue: &AcceleratorView,
            alpha: T,
            a: A,
            b: B,
            beta: T,
            c: &mut impl OutputMatrices<T, $rank>,
        ) -> Result<()> {
            multiply(queue, alpha, a, b, beta, &mut c.batch())
        }
    };
}

/// A matrix whose elements have the type `T`.
pub trait MatrixOf<T>: Matrix<Item = T> + Matrices<Item = T> {}
impl<T, M: Matrix<Item = T> + Matrices<Item = T>> MatrixOf<T> for M {}

/// A matrix or a batch of matrices whose elements have the type `T`.
pub trait MatricesOf<T>: Matrices<Item = T> {}
impl<T, M: Matrices<Item = T>> MatricesOf<T> for M {}

products! {
    2 MatrixOf |shape| [shape.rows, shape.columns];
    /// The product of two matrices. Pass [`transposed(&a)`](crate::transposed) for the product of a transpose.
    ///
    /// The order of the additions depends on the shape and on the kind of accelerator alone. The rounding also depends on
    /// whether the processor multiplies and adds in one instruction.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let a = Array::from_slice([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let c = alg::matmul(&a, alg::transposed(&a))?;
    /// assert_eq!(c.extent(), Extent::new([2, 2]));
    /// assert_eq!(c.to_vec()?, [14.0, 32.0, 32.0, 77.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    matmul matmul_on matmul_into;
    /// Replaces `c` by `alpha * a * b + beta * c`: `gemm` of BLAS. If `beta` is zero, `c` is not read.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let a = Array::from_slice([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    /// let mut c = Array::from_slice([2, 2], &[1.0, 0.0, 0.0, 1.0])?;
    /// alg::gemm(2.0, &a, &a, 10.0, &mut c)?;
    /// assert_eq!(c.to_vec()?, [24.0, 20.0, 30.0, 54.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    gemm gemm_on;
}

products! {
    3 MatricesOf |shape| [shape.matrices, shape.rows, shape.columns];
    /// The products of the matrices of two batches. A matrix with two dimensions belongs to all products.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let vectors = Array::from_slice([3, 1, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let turn = Array::from_slice([2, 2], &[0.0, 1.0, -1.0, 0.0])?;
    /// let turned = alg::matmul_batched(&vectors, &turn)?;
    /// assert_eq!(turned.extent(), Extent::new([3, 1, 2]));
    /// assert_eq!(turned.to_vec()?, [-2.0, 1.0, -4.0, 3.0, -6.0, 5.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    matmul_batched matmul_batched_on matmul_batched_into;
    /// Replaces each matrix of `c` by `alpha * a * b + beta * c`, for the matrices `a` and `b` of two batches. If `beta` is
    /// zero, `c` is not read.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let a = Array::from_slice([2, 1, 1], &[2.0, 3.0])?;
    /// let mut c = Array::from_slice([2, 1, 1], &[100.0, 200.0])?;
    /// alg::gemm_batched(1.0, &a, &a, 0.5, &mut c)?;
    /// assert_eq!(c.to_vec()?, [54.0, 109.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    gemm_batched gemm_batched_on;
}
