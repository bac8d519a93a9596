//! Conway's game of life on a torus: a cell survives with two or three neighbours, and is born with three.

use amp::prelude::*;

use crate::harness::picture;
use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// The next state of a cell.
#[device]
pub fn next_state(alive: u32, neighbours: u32) -> u32 {
    match (alive, neighbours) {
        (1, 2) | (_, 3) => 1,
        _ => 0,
    }
}

/// One work-item for each cell. Rows and columns wrap around.
#[kernel]
pub fn generation(i: Index<2>, from: &ArrayView<u32, 2>, to: &mut ArrayViewMut<u32, 2>) {
    let [rows, columns] = from.extent().into();
    let mut neighbours = 0;
    for dr in 0..3usize {
        for dc in 0..3usize {
            let row = (i[0] + rows + dr - 1) % rows;
            let column = (i[1] + columns + dc - 1) % columns;
            neighbours += from[[row, column]];
        }
    }
    to[i] = next_state(from[i], neighbours - from[i]);
}

/// One work-item for the 32 cells in the bits of a word. Bitwise full adders count the neighbours of all 32 cells
/// at once: `ones` and `twos` hold the binary digits of the counts, and `many` marks counts from four.
#[kernel]
pub fn generation_of_words(i: Index<2>, from: &ArrayView<u32, 2>, to: &mut ArrayViewMut<u32, 2>) {
    let [rows, words] = from.extent().into();
    let [left, right] = [(i[1] + words - 1) % words, (i[1] + 1) % words];
    let mut ones = 0u32;
    let mut twos = 0u32;
    let mut many = 0u32;
    for dr in 0..3usize {
        let row = (i[0] + rows + dr - 1) % rows;
        let here = from[[row, i[1]]];
        let before = (here << 1) | (from[[row, left]] >> 31);
        let after = (here >> 1) | (from[[row, right]] << 31);
        let middle = if dr == 1 { 0 } else { here };
        for neighbour in [before, middle, after] {
            let carry = ones & neighbour;
            ones ^= neighbour;
            many |= twos & carry;
            twos ^= carry;
        }
    }
    to[i] = !many & twos & (ones | from[i]);
}

/// The serial reference, cell by cell.
pub fn serial([rows, columns]: [usize; 2], from: &[u32], to: &mut [u32]) {
    for row in 0..rows {
        for column in 0..columns {
            let mut neighbours = 0;
            for dr in [rows - 1, 0, 1] {
                for dc in [columns - 1, 0, 1] {
                    neighbours += from[(row + dr) % rows * columns + (column + dc) % columns];
                }
            }
            let alive = from[row * columns + column];
            to[row * columns + column] = next_state(alive, neighbours - alive);
        }
    }
}

/// Launches one generation.
type Launch = fn(&AcceleratorView, &ArrayView<'_, u32, 2>, &mut ArrayViewMut<'_, u32, 2>) -> amp::Result<()>;

fn cells(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32, 2>,
    to: &mut ArrayViewMut<'_, u32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), generation(from, to))
}

fn words(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32, 2>,
    to: &mut ArrayViewMut<'_, u32, 2>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), generation_of_words(from, to))
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "life",
    summary: "Conway's game of life on a torus: one cell in an element, or 32 cells in a word; writes an animation",
    size: Size { names: &["ROWS", "COLUMNS"], default: &[2048, 2048], quick: &[60, 96] },
    variants: &[
        Variant { name: "serial", summary: "ten generations, cell by cell on one core" },
        Variant { name: "cells", summary: "one work-item for each cell" },
        Variant { name: "words", summary: "one work-item for the 32 cells in a word" },
    ],
    overview: Some(Overview { size: &[1024, 1024], variants: &["words"] }),
    run,
};

/// Generations of a timed run.
const GENERATIONS: usize = 10;

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let size @ [rows, columns] = session.size();
    let start = data::integers(&size, 2, 1)?;
    let mut expected: Vec<u32> = data::zeros(&size)?;
    session.set_work(Work::Items((rows * columns * GENERATIONS) as f64, "Gcell/s"));
    session.serial(
        &mut expected,
        |_| {},
        |end| {
            let mut from = start.clone();
            for _ in 0..GENERATIONS {
                serial(size, &from, end);
                from.copy_from_slice(end);
            }
        },
    );
    for (name, launch, packed) in [("cells", cells as Launch, false), ("words", words, true)] {
        session.variant(name, |on, timer| {
            if packed && columns % 32 != 0 {
                return Ok(Verdict::Skipped(format!("{columns} columns do not fill words of 32 cells")));
            }
            let start = if packed { pack(&start) } else { start.clone() };
            let extent = [rows, start.len() / rows];
            let mut result = start.clone();
            timer.measure(|watch| {
                result.copy_from_slice(&start);
                watch.start()?;
                let mut from = ArrayViewMut::with_extent(extent, &mut result)?;
                let mut to = ArrayViewMut::without_source(extent)?;
                from.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                for _ in 0..GENERATIONS / 2 {
                    launch(on, &from.as_view(), &mut to)?;
                    launch(on, &to.as_view(), &mut from)?;
                }
                watch.lap(KERNEL)?;
                from.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(same(&result, &if packed { pack(&expected) } else { expected.clone() }))
        });
    }
    session.picture("life.png", |on, path| {
        Ok(picture::write_animation(path, SIDE * DOT, &palette(), &film(on)?, 60)?)
    });
    Ok(())
}

/// Packs 32 cells into a word, the first one in the lowest bit.
fn pack(cells: &[u32]) -> Vec<u32> {
    cells.chunks(32).map(|cells| cells.iter().rev().fold(0, |word, cell| word << 1 | cell)).collect()
}

/// Cells along a side of the animation, and pixels along a side of a cell.
const SIDE: usize = 128;
const DOT: usize = 3;

/// Living cells are bright. Dead cells fade out.
fn palette() -> [picture::Colour; 256] {
    let trace = [[11, 16, 28], [18, 38, 66], [26, 80, 110], [60, 150, 150]];
    let mut colours = [[0; 3]; 256];
    for (n, colour) in colours.iter_mut().enumerate() {
        *colour = picture::interpolate(&trace, n as f32 / 254.0);
    }
    colours[255] = [250, 244, 214];
    colours
}

/// Frames of the animation: an r-pentomino, five cells that evolve for more than a thousand generations.
fn film(on: &AcceleratorView) -> amp::Result<Vec<Vec<u8>>> {
    const FRAMES: usize = 150;
    let extent = [SIDE, SIDE];
    let mut start = vec![0; SIDE * SIDE];
    let middle = SIDE / 2 * (SIDE + 1);
    for cell in [middle - SIDE, middle - SIDE + 1, middle - 1, middle, middle + SIDE] {
        start[cell] = 1;
    }
    let mut from = Array::from_slice_on(on, extent, &start)?;
    let mut to = Array::new_on(on, extent)?;
    let mut trace = vec![0u8; SIDE * SIDE];
    let mut frames = Vec::new();
    for _ in 0..FRAMES {
        for (trace, alive) in trace.iter_mut().zip(from.to_vec()?) {
            *trace = if alive == 1 { 255 } else { (*trace).saturating_sub(trace.div_ceil(12)) };
        }
        let side = SIDE * DOT;
        let dot = |n: usize| trace[n / side / DOT * SIDE + n % side / DOT];
        frames.push((0..side * side).map(dot).collect());
        for _ in 0..4 {
            cells(on, &from.as_view(), &mut to.as_view_mut())?;
            std::mem::swap(&mut from, &mut to);
        }
    }
    Ok(frames)
}
