//! A vector times a matrix: memory-bound. Each element of the matrix is used once, so that tile memory helps only
//! for the vector.

use amp::prelude::*;

use crate::harness::plot::{Line, Panel};
use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Work, data, within,
};

/// Rows and columns of a tile of the matrix product.
const TS: usize = 16;
/// Columns of a tile, by default.
pub const TILE: usize = 256;
/// Work-items that share a column.
const PARTS: usize = 16;

/// The tiled matrix product, with a matrix of one row: 15 of 16 work-items load elements and add nothing.
#[kernel(tile = [TS, TS])]
pub fn product_of_matrices(
    t: TiledIndex<2>,
    v: &ArrayView<f32>,
    m: &ArrayView<f32, 2>,
    r: &mut ArrayViewMut<f32>,
) {
    let [row, col] = t.local.into();
    let column = t.global[1];
    #[tile_static]
    let mut lv: [[f32; TS]; TS];
    #[tile_static]
    let mut lm: [[f32; TS]; TS];
    let mut sum = 0.0;
    for at in (0..v.extent()[0]).step_by(TS) {
        lv[row][col] = if row == 0 { v[at + col] } else { 0.0 };
        lm[row][col] = m[[at + row, column]];
        t.barrier.wait();
        for k in 0..TS {
            sum += lv[row][k] * lm[k][col];
        }
        t.barrier.wait();
    }
    if row == 0 {
        r[column] += sum;
    }
}

/// One work-item for each column. Parts of the vector and of the matrix are loaded into tile memory first.
#[kernel(tile = [TILE])]
pub fn both_cached(t: TiledIndex<1>, v: &ArrayView<f32>, m: &ArrayView<f32, 2>, r: &mut ArrayViewMut<f32>) {
    let me = t.local[0];
    let column = t.global[0];
    #[tile_static]
    let mut lv: [f32; TS];
    #[tile_static]
    let mut lm: [[f32; TILE]; TS];
    let mut sum = 0.0;
    for at in (0..v.extent()[0]).step_by(TS) {
        if me < TS {
            lv[me] = v[at + me];
        }
        for k in 0..TS {
            lm[k][me] = m[[at + k, column]];
        }
        t.barrier.wait();
        for k in 0..TS {
            sum += lv[k] * lm[k][me];
        }
        t.barrier.wait();
    }
    r[column] += sum;
}

/// Only the vector is loaded into tile memory, one element for each work-item of the tile at a time.
#[kernel(tile = [WIDTH])]
pub fn vector_cached<const WIDTH: usize>(
    t: TiledIndex<1>,
    v: &ArrayView<f32>,
    m: &ArrayView<f32, 2>,
    r: &mut ArrayViewMut<f32>,
) {
    let column = t.global[0];
    #[tile_static]
    let mut lv: [f32; WIDTH];
    let mut sum = 0.0;
    for at in (0..v.extent()[0]).step_by(WIDTH) {
        lv[t.local[0]] = v[at + t.local[0]];
        t.barrier.wait();
        for k in 0..WIDTH {
            sum += lv[k] * m[[at + k, column]];
        }
        t.barrier.wait();
    }
    r[column] += sum;
}

/// Each work-item adds a part of a column: more work-items, for devices that can run more than there are columns.
#[kernel]
pub fn part_of_column(
    i: Index<2>,
    rows: usize,
    v: &ArrayView<f32>,
    m: &ArrayView<f32, 2>,
    parts: &mut ArrayViewMut<f32, 2>,
) {
    let first = i[0] * rows;
    let mut sum = 0.0;
    for row in first..first + rows {
        sum += v[row] * m[[row, i[1]]];
    }
    parts[i] = sum;
}

/// Adds the parts to the result.
#[kernel]
pub fn add_parts(i: Index<1>, parts: &ArrayView<f32, 2>, r: &mut ArrayViewMut<f32>) {
    let mut sum = 0.0;
    for part in 0..parts.extent()[0] {
        sum += parts[[part, i[0]]];
    }
    r[i] += sum;
}

/// Launches a variant, which adds the product of some rows to the result. A matrix that exceeds the largest view of
/// a device is processed in slabs of rows.
pub type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32>,
    &ArrayView<'_, f32, 2>,
    &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()>;

fn matrices(
    on: &AcceleratorView,
    v: &ArrayView<'_, f32>,
    m: &ArrayView<'_, f32, 2>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    let domain = Extent::new([TS, r.extent()[0]]).tile([TS, TS])?;
    on.parallel_for_each(domain, product_of_matrices(v, m, r))
}

fn both(
    on: &AcceleratorView,
    v: &ArrayView<'_, f32>,
    m: &ArrayView<'_, f32, 2>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent().tile([TILE])?, both_cached(v, m, r))
}

/// Launches [`vector_cached`] with tiles of `WIDTH` columns.
///
/// # Errors
/// The errors of `parallel_for_each`. The width must divide the number of columns.
pub fn vector<const WIDTH: usize>(
    on: &AcceleratorView,
    v: &ArrayView<'_, f32>,
    m: &ArrayView<'_, f32, 2>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    on.parallel_for_each(r.extent().tile([WIDTH])?, vector_cached::<WIDTH>(v, m, r))
}

/// Launches [`part_of_column`] and then [`add_parts`].
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn split(
    on: &AcceleratorView,
    v: &ArrayView<'_, f32>,
    m: &ArrayView<'_, f32, 2>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    let [rows, columns] = m.extent().into();
    let mut parts = ArrayViewMut::without_source([PARTS, columns])?;
    on.parallel_for_each(parts.extent(), part_of_column(rows / PARTS, v, m, &mut parts))?;
    on.parallel_for_each(r.extent(), add_parts(&parts.as_view(), r))
}

/// The library's product of the transposed matrix and the vector, added to the result.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn library(
    on: &AcceleratorView,
    v: &ArrayView<'_, f32>,
    m: &ArrayView<'_, f32, 2>,
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    amp_algorithms::gemv_on(on, 1.0, amp_algorithms::transposed(m), v, 1.0, r)
}

/// The serial reference: row by row, as the matrix lies in memory.
pub fn serial(v: &[f32], m: &[f32], r: &mut [f32]) {
    r.fill(0.0);
    for (v, row) in v.iter().zip(m.chunks_exact(r.len())) {
        for (r, m) in r.iter_mut().zip(row) {
            *r += v * m;
        }
    }
}

/// Tile widths of the search.
const WIDTHS: [(usize, Launch); 5] = [
    (64, vector::<64>),
    (128, vector::<128>),
    (256, vector::<256>),
    (512, vector::<512>),
    (1024, vector::<1024>),
];

/// The program.
pub const PROGRAM: Program = Program {
    name: "vector_matrix",
    summary: "a vector times a matrix: uses of tile memory that help, and that do not",
    size: Size { names: &["N"], default: &[12_288], quick: &[1024] },
    variants: &[
        Variant { name: "serial", summary: "row by row on one core" },
        Variant { name: "matrices", summary: "the tiled product of two matrices, one with a single row" },
        Variant { name: "both", summary: "vector and matrix through tile memory" },
        Variant { name: "vector", summary: "only the vector through tile memory, tiles of 256" },
        Variant { name: "split", summary: "16 work-items share a column; a second launch adds their sums" },
        Variant { name: "library", summary: "`gemv` of amp-algorithms with the transposed matrix" },
        Variant { name: "search", summary: "`vector` with tiles of 64 to 1024; writes a plot" },
    ],
    overview: None,
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    if n % TILE != 0 {
        return Err(RunError::Usage(format!(
            "the size of `vector_matrix` must be a multiple of {TILE}, unlike {n}"
        )));
    }
    let (vv, vm) = (data::floats(&[n], 1)?, data::floats(&[n, n], 2)?);
    let mut expected = data::zeros(&[n])?;
    session.set_work(Work::Flops(2.0 * (n as f64).powi(2)));
    session.serial(&mut expected, |_| {}, |r| serial(&vv, &vm, r));
    // The kernels add the products of a column in another order, so their results differ by rounding errors.
    let judge = |result: &[f32]| within(1e-3, 0.0, result, &expected);

    let launches: [(&str, Launch); 5] = [
        ("matrices", matrices),
        ("both", both),
        ("vector", vector::<TILE>),
        ("split", split),
        ("library", library),
    ];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            let mut result = vec![0.0; n];
            timer.measure(|watch| {
                result.fill(0.0);
                watch.start()?;
                let v = ArrayView::new(&vv);
                let slabs = slabs(on, n, &vm)?;
                let mut r = ArrayViewMut::new(&mut result);
                for slab in &slabs {
                    slab.synchronize_to(on)?;
                }
                v.synchronize_to(on)?;
                r.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                for_each_slab(on, launch, &v, &slabs, &mut r)?;
                watch.lap(KERNEL)?;
                r.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(judge(&result))
        });
    }

    session.search("search", "work-items in a tile", |on, trial| {
        let (v, slabs) = (ArrayView::new(&vv), slabs(on, n, &vm)?);
        let mut line = Line { name: "vector".to_owned(), points: Vec::new() };
        for (width, launch) in WIDTHS.into_iter().filter(|(width, _)| fits(on, *width, n)) {
            let mut r = ArrayViewMut::without_source(n)?; // zeros
            for_each_slab(on, launch, &v, &slabs, &mut r)?;
            trial.record(judge(&r.read()?));
            line.points.push((width, trial.time(|| for_each_slab(on, launch, &v, &slabs, &mut r))?));
        }
        Ok(vec![Panel { title: "only the vector cached".to_owned(), lines: vec![line] }])
    });
    Ok(())
}

/// Whether the accelerator supports tiles of this width, and the width divides the number of columns.
fn fits(on: &AcceleratorView, width: usize, n: usize) -> bool {
    width as u64 <= u64::from(on.accelerator().limits().tile_size) && n.is_multiple_of(width)
}

/// The matrix in as few slabs of rows as fit one view of the accelerator. The number of rows is a multiple of the
/// widest tile.
fn slabs<'a>(on: &AcceleratorView, n: usize, m: &'a [f32]) -> amp::Result<Vec<ArrayView<'a, f32, 2>>> {
    let widest = WIDTHS[WIDTHS.len() - 1].0.min(n);
    let most = usize::try_from(on.accelerator().limits().view_bytes).unwrap_or(usize::MAX);
    let rows = (most / 4 / n / widest * widest).clamp(widest, n);
    m.chunks(rows * n).map(|slab| ArrayView::with_extent([slab.len() / n, n], slab)).collect()
}

/// Launches a variant for one slab after another.
fn for_each_slab(
    on: &AcceleratorView,
    launch: Launch,
    v: &ArrayView<'_, f32>,
    slabs: &[ArrayView<'_, f32, 2>],
    r: &mut ArrayViewMut<'_, f32>,
) -> amp::Result<()> {
    let mut first = 0;
    for slab in slabs {
        let rows = slab.extent()[0];
        launch(on, &v.section(first, rows)?, slab, r)?;
        first += rows;
    }
    Ok(())
}
