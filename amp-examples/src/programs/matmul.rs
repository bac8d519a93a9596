//! The product of two matrices, from three lines to tiles that share their loads.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, close, data,
};

/// Rows and columns of a tile.
pub const TS: usize = 16;

/// One work-item for each element of `c`, as a closure that captures its views.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32, 2>,
    b: &ArrayView<'_, f32, 2>,
    c: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    let w = a.extent()[1];
    on.parallel_for_each(
        c.extent(),
        amp!(|i: Index<2>| {
            let mut sum = 0.0;
            for k in 0..w {
                sum += a[[i[0], k]] * b[[k, i[1]]];
            }
            c[i] = sum;
        }),
    )
}

/// Like [`simple`], in tiles without tile memory, to measure the effect of the tile shape alone.
#[kernel(tile = [TS, TS])]
pub fn product_explicit(
    t: TiledIndex<2>,
    w: usize,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) {
    let [row, col] = t.global.into();
    let mut sum = 0.0;
    for k in 0..w {
        sum += a[[row, k]] * b[[k, col]];
    }
    c[t.global] = sum;
}

/// The work-items of a tile load a tile of `a` and a tile of `b` together. Each element is then read 16 times less
/// often from global memory. `TS` must divide all sizes.
#[kernel(tile = [TS, TS])]
pub fn product_tiled(
    t: TiledIndex<2>,
    w: usize,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) {
    let [row, col] = t.local.into();
    #[tile_static]
    let mut la: [[f32; TS]; TS];
    #[tile_static]
    let mut lb: [[f32; TS]; TS];
    let mut sum = 0.0;
    for i in (0..w).step_by(TS) {
        la[row][col] = a[[t.global[0], col + i]];
        lb[row][col] = b[[row + i, t.global[1]]];
        t.barrier.wait(); // both tiles are loaded
        for k in 0..TS {
            sum += la[row][k] * lb[k][col];
        }
        t.barrier.wait(); // both tiles are consumed
    }
    c[t.global] = sum;
}

/// Like [`product_tiled`], for every size. The domain is padded to full tiles. Work-items outside of the
/// matrices load zeros and store nothing, but they reach the barriers.
#[kernel(tile = [TS, TS])]
pub fn product_padded(
    t: TiledIndex<2>,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) {
    let [m, n] = c.extent().into();
    let w = a.extent()[1];
    let [row, col] = t.local.into();
    let [i, j] = t.global.into();
    #[tile_static]
    let mut la: [[f32; TS]; TS];
    #[tile_static]
    let mut lb: [[f32; TS]; TS];
    let mut sum = 0.0;
    for at in (0..w).step_by(TS) {
        la[row][col] = if i < m && at + col < w { a[[i, at + col]] } else { 0.0 };
        lb[row][col] = if at + row < w && j < n { b[[at + row, j]] } else { 0.0 };
        t.barrier.wait();
        for k in 0..TS {
            sum += la[row][k] * lb[k][col];
        }
        t.barrier.wait();
    }
    if i < m && j < n {
        c[t.global] = sum;
    }
}

/// Launches the tiles without tile memory.
///
/// # Errors
/// The errors of `parallel_for_each`. `TS` must divide the extent of `c`.
pub fn explicit(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32, 2>,
    b: &ArrayView<'_, f32, 2>,
    c: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(c.extent().tile([TS, TS])?, product_explicit(a.extent()[1], a, b, c))
}

/// Launches the tiles with tile memory.
///
/// # Errors
/// The errors of `parallel_for_each`. `TS` must divide all sizes.
pub fn tiled(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32, 2>,
    b: &ArrayView<'_, f32, 2>,
    c: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(c.extent().tile([TS, TS])?, product_tiled(a.extent()[1], a, b, c))
}

/// Launches the padded kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn padded(
    on: &AcceleratorView,
    a: &ArrayView<'_, f32, 2>,
    b: &ArrayView<'_, f32, 2>,
    c: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(c.extent().tile([TS, TS])?.pad(), product_padded(a, b, c))
}

/// The serial reference: `a` is m x w, `b` is w x n.
pub fn serial([m, w, n]: [usize; 3], a: &[f32], b: &[f32], c: &mut [f32]) {
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0.0;
            for k in 0..w {
                sum += a[i * w + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

/// Launches a variant.
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, f32, 2>,
    &ArrayView<'_, f32, 2>,
    &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "matmul",
    summary: "the product of two matrices: tiles, shared tile memory, barriers",
    size: Size { names: &["M", "W", "N"], default: &[480, 640, 960], quick: &[96, 64, 80] },
    variants: &[
        Variant { name: "serial", summary: "three loops on one core" },
        Variant { name: "simple", summary: "one work-item for each element, three lines in a closure" },
        Variant { name: "explicit", summary: "in 16x16 tiles, without tile memory" },
        Variant { name: "tiled", summary: "16x16 tiles of both in tile memory, two barriers in each step" },
        Variant { name: "padded", summary: "the same for sizes that 16 does not divide" },
    ],
    overview: Some(Overview { size: &[256, 320, 480], variants: &["tiled"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let size @ [m, w, n] = session.size();
    let (va, vb) = (data::floats(&[m, w], 1)?, data::floats(&[w, n], 2)?);
    let mut expected = data::zeros(&[m, n])?;
    session.set_work(Work::Flops(2.0 * (m * w * n) as f64));
    session.serial(&mut expected, |_| {}, |c| serial(size, &va, &vb, c));

    let launches: [(&str, Launch); 4] =
        [("simple", simple), ("explicit", explicit), ("tiled", tiled), ("padded", padded)];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            if let Some(why) = unsupported(variant, size) {
                return Ok(Verdict::Skipped(why));
            }
            let mut result = vec![0.0; m * n];
            timer.measure(|watch| {
                result.fill(f32::NAN);
                let mut c = ArrayViewMut::with_extent([m, n], &mut result)?;
                watch.start_with_garbage(&c)?;
                let a = ArrayView::with_extent([m, w], &va)?;
                let b = ArrayView::with_extent([w, n], &vb)?;
                c.discard_data(); // only written, so no upload is needed
                a.synchronize_to(on)?;
                b.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, &a, &b, &mut c)?;
                watch.lap(KERNEL)?;
                c.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(close(&result, &expected))
        });
    }
    Ok(())
}

/// The reason why a variant does not support this size. Without this check, the launch would return an error.
fn unsupported(variant: &str, [m, w, n]: [usize; 3]) -> Option<String> {
    let odd = match variant {
        "explicit" => [m, n].into_iter().find(|size| size % TS != 0),
        "tiled" => [m, w, n].into_iter().find(|size| size % TS != 0),
        _ => None,
    };
    odd.map(|size| format!("{TS} does not divide {size}; see `padded`"))
}
