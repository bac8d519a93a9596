//! The product of two integer matrices, which must be exact.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// Rows and columns of a tile.
const TS: usize = 16;

/// One work-item for each element of `c`.
#[kernel]
pub fn product(i: Index<2>, a: &ArrayView<i32, 2>, b: &ArrayView<i32, 2>, c: &mut ArrayViewMut<i32, 2>) {
    let [row, col] = i.into();
    let mut sum = 0;
    for k in 0..a.extent()[1] {
        sum += a[[row, k]] * b[[k, col]];
    }
    c[i] = sum;
}

/// Tiles of both matrices in tile memory. `TS` must divide all sizes.
#[kernel(tile = [TS, TS])]
pub fn product_tiled(
    t: TiledIndex<2>,
    a: &ArrayView<i32, 2>,
    b: &ArrayView<i32, 2>,
    c: &mut ArrayViewMut<i32, 2>,
) {
    let [row, col] = t.local.into();
    #[tile_static]
    let mut la: [[i32; TS]; TS];
    #[tile_static]
    let mut lb: [[i32; TS]; TS];
    let mut sum = 0;
    for at in (0..a.extent()[1]).step_by(TS) {
        la[row][col] = a[[t.global[0], at + col]];
        lb[row][col] = b[[at + row, t.global[1]]];
        t.barrier.wait();
        for k in 0..TS {
            sum += la[row][k] * lb[k][col];
        }
        t.barrier.wait();
    }
    c[t.global] = sum;
}

/// Launches the simple kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple(
    on: &AcceleratorView,
    a: &ArrayView<'_, i32, 2>,
    b: &ArrayView<'_, i32, 2>,
    c: &mut ArrayViewMut<'_, i32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(c.extent(), product(a, b, c))
}

/// Launches the tiled kernel.
///
/// # Errors
/// The errors of `parallel_for_each`. `TS` must divide the size.
pub fn tiled(
    on: &AcceleratorView,
    a: &ArrayView<'_, i32, 2>,
    b: &ArrayView<'_, i32, 2>,
    c: &mut ArrayViewMut<'_, i32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(c.extent().tile([TS, TS])?, product_tiled(a, b, c))
}

/// The serial reference: three loops over `n` x `n` elements.
pub fn serial(n: usize, a: &[i32], b: &[i32], c: &mut [i32]) {
    for i in 0..n {
        for j in 0..n {
            let mut sum = 0;
            for k in 0..n {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

/// Launches a variant.
pub type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, i32, 2>,
    &ArrayView<'_, i32, 2>,
    &mut ArrayViewMut<'_, i32, 2>,
) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "matmul_int",
    summary: "the product of two square matrices of i32",
    size: Size { names: &["N"], default: &[1024], quick: &[64] },
    variants: &[
        Variant { name: "serial", summary: "three loops on one core" },
        Variant { name: "simple", summary: "one work-item for each element" },
        Variant { name: "tiled", summary: "16x16 tiles of both in tile memory" },
    ],
    overview: None,
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    // Small values, so that no sum overflows.
    let small = |seed| data::fill(&[n, n], seed, |random| (random >> 24) as i32 - 128);
    let (va, vb) = (small(1)?, small(2)?);
    let mut expected = data::zeros(&[n, n])?;
    session.set_work(Work::Ops(2.0 * (n as f64).powi(3)));
    session.serial(&mut expected, |_| {}, |c| serial(n, &va, &vb, c));

    let launches: [(&str, Launch); 2] = [("simple", simple), ("tiled", tiled)];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            if variant == "tiled" && n % TS != 0 {
                return Ok(Verdict::Skipped(format!("{TS} does not divide {n}")));
            }
            let mut result = vec![0; n * n];
            timer.measure(|watch| {
                result.fill(i32::MIN);
                let mut c = ArrayViewMut::with_extent([n, n], &mut result)?;
                watch.start_with_garbage(&c)?;
                let a = ArrayView::with_extent([n, n], &va)?;
                let b = ArrayView::with_extent([n, n], &vb)?;
                c.discard_data();
                a.synchronize_to(on)?;
                b.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, &a, &b, &mut c)?;
                watch.lap(KERNEL)?;
                c.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(same(&result, &expected))
        });
    }
    Ok(())
}
