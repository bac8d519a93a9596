//! Heat diffusion in two and three dimensions: a stencil, in which each cell moves towards the mean of its
//! neighbours.

use amp::prelude::*;

use crate::harness::picture;
use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, close, data,
};

/// The fraction of the difference that diffuses in a step. Stable below 1/4 in two dimensions and 1/6 in three.
pub const RATE_2D: f32 = 0.24;
const RATE_3D: f32 = 0.16;
/// Rows and columns of a tile, without its halo.
const TS: usize = 16;
/// Rows and columns of a tile with its halo.
const RIM: usize = TS + 2;

/// A step of the diffusion on a plate, in two dimensions. Cells at the border keep their temperature.
#[kernel]
pub fn step_2d(i: Index<2>, from: &ArrayView<f32, 2>, to: &mut ArrayViewMut<f32, 2>) {
    let [row, column] = i.into();
    let [rows, columns] = from.extent().into();
    let here = from[i];
    if row == 0 || row == rows - 1 || column == 0 || column == columns - 1 {
        to[i] = here;
    } else {
        let around = from[[row - 1, column]]
            + from[[row + 1, column]]
            + from[[row, column - 1]]
            + from[[row, column + 1]];
        to[i] = here + RATE_2D * (around - 4.0 * here);
    }
}

/// Like [`step_2d`], in tiles, which load their cells and a halo into tile memory.
#[kernel(tile = [TS, TS])]
pub fn step_tiled(t: TiledIndex<2>, from: &ArrayView<f32, 2>, to: &mut ArrayViewMut<f32, 2>) {
    let [rows, columns] = from.extent().into();
    #[tile_static]
    let mut cells: [[f32; RIM]; RIM];
    for r in (t.local[0]..RIM).step_by(TS) {
        for c in (t.local[1]..RIM).step_by(TS) {
            // `row` and `column` are one too large, because the index of a halo cell may be -1. Values
            // outside of the plate are not loaded, and no cell reads them.
            let (row, column) = (t.tile_origin[0] + r, t.tile_origin[1] + c);
            if row > 0 && row <= rows && column > 0 && column <= columns {
                cells[r][c] = from[[row - 1, column - 1]];
            }
        }
    }
    t.barrier.wait();
    let [row, column] = t.global.into();
    if row < rows && column < columns {
        let [r, c] = (t.local + 1).into();
        let here = cells[r][c];
        if row == 0 || row == rows - 1 || column == 0 || column == columns - 1 {
            to[t.global] = here;
        } else {
            let around = cells[r - 1][c] + cells[r + 1][c] + cells[r][c - 1] + cells[r][c + 1];
            to[t.global] = here + RATE_2D * (around - 4.0 * here);
        }
    }
}

/// A step of the diffusion in a block, in three dimensions.
#[kernel]
pub fn step_3d(i: Index<3>, from: &ArrayView<f32, 3>, to: &mut ArrayViewMut<f32, 3>) {
    let [z, y, x] = i.into();
    let [depth, rows, columns] = from.extent().into();
    let here = from[i];
    let inside = z > 0 && z < depth - 1 && y > 0 && y < rows - 1 && x > 0 && x < columns - 1;
    to[i] = if inside {
        let around = from[[z - 1, y, x]]
            + from[[z + 1, y, x]]
            + from[[z, y - 1, x]]
            + from[[z, y + 1, x]]
            + from[[z, y, x - 1]]
            + from[[z, y, x + 1]];
        here + RATE_3D * (around - 6.0 * here)
    } else {
        here
    };
}

/// Launches one step.
pub type Launch<const N: usize> =
    fn(&AcceleratorView, &ArrayView<'_, f32, N>, &mut ArrayViewMut<'_, f32, N>) -> amp::Result<()>;

/// Launches the simple kernel on a plate.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple_2d(
    on: &AcceleratorView,
    from: &ArrayView<'_, f32, 2>,
    to: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), step_2d(from, to))
}

/// Launches the tiled kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn tiled_2d(
    on: &AcceleratorView,
    from: &ArrayView<'_, f32, 2>,
    to: &mut ArrayViewMut<'_, f32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent().tile([TS, TS])?.pad(), step_tiled(from, to))
}

/// Launches the simple kernel in a block.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple_3d(
    on: &AcceleratorView,
    from: &ArrayView<'_, f32, 3>,
    to: &mut ArrayViewMut<'_, f32, 3>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), step_3d(from, to))
}

/// The serial reference on a plate.
pub fn serial_2d([rows, columns]: [usize; 2], from: &[f32], to: &mut [f32]) {
    to.copy_from_slice(from);
    for row in 1..rows.saturating_sub(1) {
        for n in row * columns + 1..(row + 1) * columns - 1 {
            let around = from[n - columns] + from[n + columns] + from[n - 1] + from[n + 1];
            to[n] = from[n] + RATE_2D * (around - 4.0 * from[n]);
        }
    }
}

/// The serial reference in a block.
pub fn serial_3d([depth, rows, columns]: [usize; 3], from: &[f32], to: &mut [f32]) {
    to.copy_from_slice(from);
    let layer = rows * columns;
    for z in 1..depth.saturating_sub(1) {
        for y in 1..rows.saturating_sub(1) {
            let row = z * layer + y * columns;
            for n in row + 1..row + columns - 1 {
                let around = from[n - layer]
                    + from[n + layer]
                    + from[n - columns]
                    + from[n + columns]
                    + from[n - 1]
                    + from[n + 1];
                to[n] = from[n] + RATE_3D * (around - 6.0 * from[n]);
            }
        }
    }
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "heat",
    summary: "heat diffusion on a plate of N x N cells, and in a block with as many cells; writes an animation",
    size: Size { names: &["N"], default: &[2048], quick: &[128] },
    variants: &[
        Variant { name: "serial", summary: "ten steps on a plate, on one core" },
        Variant { name: "simple", summary: "one work-item for each cell" },
        Variant { name: "tiled", summary: "16x16 tiles with halos in tile memory" },
        Variant { name: "serial_3d", summary: "ten steps in a block, on one core" },
        Variant { name: "simple_3d", summary: "one work-item for each cell, in three dimensions" },
    ],
    overview: None,
    run,
};

/// Steps of a timed run.
const STEPS: usize = 10;

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    session.set_work(Work::Bytes(8.0 * (n * n * STEPS) as f64));

    let plate = [n, n];
    let start = data::floats(&plate, 1)?;
    let mut expected = data::zeros(&plate)?;
    session.serial(&mut expected, |_| {}, |end| *end = serial(&start, |from, to| serial_2d(plate, from, to)));
    for (name, launch) in [("simple", simple_2d as Launch<2>), ("tiled", tiled_2d)] {
        variant(session, name, plate, &start, &expected, launch);
    }

    // As many cells as the plate, rounded down to a cube.
    let side = (1..).take_while(|side| side * side * side <= n * n).last().unwrap_or(1);
    let block = [side; 3];
    let start = data::floats(&block, 2)?;
    let mut expected = data::zeros(&block)?;
    session.set_work(Work::Bytes(8.0 * (start.len() * STEPS) as f64));
    if session.is_selected("serial_3d") || session.is_selected("simple_3d") {
        let serial = |end: &mut Vec<f32>| *end = serial(&start, |from, to| serial_3d(block, from, to));
        session.serial_named("serial_3d", &mut expected, |_| {}, serial);
    }
    variant(session, "simple_3d", block, &start, &expected, simple_3d);

    session.picture("heat.png", |on, path| {
        let frames = film(on)?;
        Ok(picture::write_animation(path, WIDTH, &picture::palette(&picture::EMBER), &frames, 50)?)
    });
    Ok(())
}

/// Runs all steps, with two buffers in turn.
fn serial(start: &[f32], step: impl Fn(&[f32], &mut [f32])) -> Vec<f32> {
    let (mut from, mut to) = (start.to_vec(), start.to_vec());
    for _ in 0..STEPS {
        step(&from, &mut to);
        std::mem::swap(&mut from, &mut to);
    }
    from
}

fn variant<const N: usize>(
    session: &mut Session<'_>,
    name: &'static str,
    extent: [usize; N],
    start: &[f32],
    expected: &[f32],
    launch: Launch<N>,
) {
    session.variant(name, |on, timer| {
        let mut result = vec![0.0; start.len()];
        timer.measure(|watch| {
            result.copy_from_slice(start);
            watch.start()?;
            let mut from = ArrayViewMut::with_extent(extent, &mut result)?;
            let mut to = ArrayViewMut::without_source(extent)?; // device memory only
            from.synchronize_to(on)?;
            watch.lap(UPLOAD)?;
            for _ in 0..STEPS / 2 {
                launch(on, &from.as_view(), &mut to)?;
                launch(on, &to.as_view(), &mut from)?;
            }
            watch.lap(KERNEL)?;
            from.finish()?;
            watch.lap(DOWNLOAD)
        })?;
        Ok(if extent.contains(&0) {
            Verdict::Skipped("no cells".to_owned())
        } else {
            close(&result, expected)
        })
    });
}

/// Width and height of the animation.
const WIDTH: usize = 320;
const HEIGHT: usize = 200;

/// Frames of the animation: hot letters that melt on a cold plate.
fn film(on: &AcceleratorView) -> amp::Result<Vec<Vec<u8>>> {
    const FRAMES: usize = 72;
    let extent = [HEIGHT, WIDTH];
    let start: Vec<f32> = (0..HEIGHT * WIDTH).map(|n| letters(n % WIDTH, n / WIDTH)).collect();
    let mut from = Array::from_slice_on(on, extent, &start)?;
    let mut to = Array::new_on(on, extent)?;
    let mut frames = Vec::new();
    for frame in 0..FRAMES {
        frames.push(from.to_vec()?.iter().map(|heat| (heat.clamp(0.0, 1.0).sqrt() * 255.0) as u8).collect());
        // The number of steps grows with time, because heat spreads with the square root of time.
        for _ in 0..1 + frame * frame / 24 {
            simple_2d(on, &from.as_view(), &mut to.as_view_mut())?;
            std::mem::swap(&mut from, &mut to);
        }
    }
    Ok(frames)
}

/// The initial temperature of a point: the three letters of a bitmap.
fn letters(x: usize, y: usize) -> f32 {
    const ROWS: [&str; 7] = [
        " ###  #   # #### ",
        "#   # ## ## #   #",
        "#   # # # # #   #",
        "##### # # # #### ",
        "#   # #   # #    ",
        "#   # #   # #    ",
        "#   # #   # #    ",
    ];
    const CELL: usize = 16;
    let (left, top) = ((WIDTH - CELL * ROWS[0].len()) / 2, (HEIGHT - CELL * ROWS.len()) / 2);
    let (column, row) = (x.wrapping_sub(left) / CELL, y.wrapping_sub(top) / CELL);
    let hot = ROWS.get(row).is_some_and(|line| line.as_bytes().get(column) == Some(&b'#'));
    if hot { 1.0 } else { 0.0 }
}
