//! A copy of an array, to measure memory bandwidth: four ways to distribute the elements over work-items.

use amp::prelude::*;

use crate::harness::plot::{Line, Panel};
use crate::harness::{
    DOWNLOAD, KERNEL, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// Work-items that a GPU runs in lockstep.
const WARP: usize = 32;
/// Elements of a sequence, which a warp copies at a time.
const SEQUENCE: usize = 32 * WARP;

/// One element for each work-item. The domain is padded to full tiles.
#[kernel(tile = [THREADS])]
pub fn one_each<T: GpuType, const THREADS: usize>(
    t: TiledIndex<1>,
    from: &ArrayView<T>,
    to: &mut ArrayViewMut<T>,
) {
    if t.global[0] < to.extent()[0] {
        to[t.global] = from[t.global];
    }
}

/// A grid-stride loop: every `grid`th element, starting at the work-item's own index.
#[kernel(tile = [THREADS])]
pub fn grid_stride<T: GpuType, const THREADS: usize>(
    t: TiledIndex<1>,
    grid: usize,
    from: &ArrayView<T>,
    to: &mut ArrayViewMut<T>,
) {
    for i in (t.global[0]..to.extent()[0]).step_by(grid) {
        to[i] = from[i];
    }
}

/// Each warp has a contiguous share, which its work-items copy side by side.
#[kernel(tile = [THREADS])]
pub fn warp_stride<T: GpuType, const THREADS: usize>(
    t: TiledIndex<1>,
    grid: usize,
    from: &ArrayView<T>,
    to: &mut ArrayViewMut<T>,
) {
    let n = to.extent()[0];
    let (warp, lane) = (t.global[0] / WARP, t.global[0] % WARP);
    let share = n.div_ceil(grid / WARP);
    let end = ((warp + 1) * share).min(n);
    for i in (warp * share + lane..end).step_by(WARP) {
        to[i] = from[i];
    }
}

/// The warps take sequences in turn, so that all warps access one region of memory at a time.
#[kernel(tile = [THREADS])]
pub fn warp_sequences<T: GpuType, const THREADS: usize>(
    t: TiledIndex<1>,
    grid: usize,
    from: &ArrayView<T>,
    to: &mut ArrayViewMut<T>,
) {
    let n = to.extent()[0];
    let (warp, lane) = (t.global[0] / WARP, t.global[0] % WARP);
    for first in (warp * SEQUENCE..n).step_by(grid / WARP * SEQUENCE) {
        let end = (first + SEQUENCE).min(n);
        for i in (first + lane..end).step_by(WARP) {
            to[i] = from[i];
        }
    }
}

/// Launches a variant with this number of tiles of `THREADS` work-items. The `u32` elements are viewed as `T`:
/// single elements, pairs or quads.
type Launch = fn(&AcceleratorView, usize, &ArrayView<'_, u32>, &mut ArrayViewMut<'_, u32>) -> amp::Result<()>;

fn each<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    _: usize, // the number of tiles follows from the size
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let (from, mut to) = (from.reinterpret_as::<T>()?, to.reinterpret_as_mut::<T>()?);
    on.parallel_for_each(to.extent().tile([THREADS])?.pad(), one_each::<T, THREADS>(&from, &mut to))
}

fn grid<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    blocks: usize,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let (from, mut to) = (from.reinterpret_as::<T>()?, to.reinterpret_as_mut::<T>()?);
    let domain = Extent::new([blocks * THREADS]).tile([THREADS])?;
    on.parallel_for_each(domain, grid_stride::<T, THREADS>(domain.size(), &from, &mut to))
}

fn warps<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    blocks: usize,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let (from, mut to) = (from.reinterpret_as::<T>()?, to.reinterpret_as_mut::<T>()?);
    let domain = Extent::new([blocks * THREADS]).tile([THREADS])?;
    on.parallel_for_each(domain, warp_stride::<T, THREADS>(domain.size(), &from, &mut to))
}

fn sequences<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    blocks: usize,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let (from, mut to) = (from.reinterpret_as::<T>()?, to.reinterpret_as_mut::<T>()?);
    let domain = Extent::new([blocks * THREADS]).tile([THREADS])?;
    on.parallel_for_each(domain, warp_sequences::<T, THREADS>(domain.size(), &from, &mut to))
}

/// The serial reference.
pub fn serial(from: &[u32], to: &mut [u32]) {
    to.copy_from_slice(from);
}

/// Numbers of tiles: that of the original measurements, and enough for any device.
const FIXED: usize = 120;
const MANY: usize = 1920;

/// The name of each variant, its number of tiles, and its launch.
const VARIANTS: [(&str, usize, Launch); 12] = [
    ("one_each", 0, each::<u32, 256>),
    ("one_each_2", 0, each::<UVec2, 256>),
    ("one_each_4", 0, each::<UVec4, 256>),
    ("grid_stride", MANY, grid::<u32, 128>),
    ("grid_stride_2", MANY, grid::<UVec2, 128>),
    ("grid_stride_4", MANY, grid::<UVec4, 128>),
    ("fixed", FIXED, warps::<u32, 128>),
    ("fixed_2", FIXED, warps::<UVec2, 128>),
    ("fixed_4", FIXED, warps::<UVec4, 128>),
    ("sequences", MANY, sequences::<u32, 128>),
    ("sequences_2", MANY, sequences::<UVec2, 128>),
    ("sequences_4", MANY, sequences::<UVec4, 128>),
];

/// The names of wider elements.
const WIDE: [&str; 2] = ["pairs", "quads"];

/// The number of `u32` in an element of a variant.
fn width(variant: &str) -> usize {
    variant.rsplit_once('_').and_then(|(_, width)| width.parse().ok()).unwrap_or(1)
}

/// The charts of the search for the best launch, one for each way to copy: its name, and a curve for each tile size.
/// The horizontal axis is the number of tiles.
const SEARCH: [(&str, [(usize, Launch); 3]); 6] = [
    ("grid stride, numbers", [(32, grid::<u32, 32>), (128, grid::<u32, 128>), (256, grid::<u32, 256>)]),
    ("warp stride, numbers", [(32, warps::<u32, 32>), (128, warps::<u32, 128>), (256, warps::<u32, 256>)]),
    (
        "warp sequences, numbers",
        [(32, sequences::<u32, 32>), (128, sequences::<u32, 128>), (256, sequences::<u32, 256>)],
    ),
    ("grid stride, quads", [(32, grid::<UVec4, 32>), (128, grid::<UVec4, 128>), (256, grid::<UVec4, 256>)]),
    (
        "warp stride, quads",
        [(32, warps::<UVec4, 32>), (128, warps::<UVec4, 128>), (256, warps::<UVec4, 256>)],
    ),
    (
        "warp sequences, quads",
        [(32, sequences::<UVec4, 32>), (128, sequences::<UVec4, 128>), (256, sequences::<UVec4, 256>)],
    ),
];
const BLOCKS: [usize; 8] = [15, 30, 60, 120, 240, 480, 960, 1920];

/// The program.
pub const PROGRAM: Program = Program {
    name: "copy",
    summary: "copy: distributions of elements over work-items, and element widths; _2 copies pairs, _4 quads",
    size: Size { names: &["N"], default: &[1 << 24], quick: &[1 << 14] },
    variants: &[
        Variant { name: "serial", summary: "memcpy on one core" },
        Variant { name: "one_each", summary: "one element for each work-item" },
        Variant { name: "one_each_2", summary: "the same in pairs" },
        Variant { name: "one_each_4", summary: "the same in quads" },
        Variant { name: "grid_stride", summary: "1920 tiles of 128 in a grid-stride loop" },
        Variant { name: "grid_stride_2", summary: "the same in pairs" },
        Variant { name: "grid_stride_4", summary: "the same in quads" },
        Variant { name: "fixed", summary: "120 tiles of 128, a contiguous share for each warp" },
        Variant { name: "fixed_2", summary: "the same in pairs" },
        Variant { name: "fixed_4", summary: "the same in quads" },
        Variant { name: "sequences", summary: "1920 tiles of 128, warps take sequences in turn" },
        Variant { name: "sequences_2", summary: "the same in pairs" },
        Variant { name: "sequences_4", summary: "the same in quads" },
        Variant { name: "search", summary: "numbers and sizes of tiles, and element widths; writes a plot" },
    ],
    overview: None,
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let source = data::fill(&[n], 1, |random| random)?;
    let mut expected = data::zeros(&[n])?;
    session.set_work(Work::Bytes(8.0 * n as f64));
    session.serial(&mut expected, |_| {}, |to| serial(&source, to));

    for (variant, blocks, launch) in VARIANTS {
        session.variant(variant, |on, timer| {
            if n % width(variant) != 0 {
                return Ok(Verdict::Skipped(format!(
                    "{n} elements are not a multiple of {}",
                    WIDE[width(variant) / 4]
                )));
            }
            let mut result = vec![0; n];
            timer.measure(|watch| {
                result.fill(0);
                let mut to = ArrayViewMut::new(&mut result);
                watch.start_with_garbage(&to)?;
                let from = ArrayView::new(&source);
                to.discard_data();
                from.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, blocks, &from, &mut to)?;
                watch.lap(KERNEL)?;
                to.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(same(&result, &expected))
        });
    }

    let few = session.is_quick();
    session.search("search", "blocks", |on, trial| {
        let from = Array::from_slice_on(on, n, &source)?;
        let mut to = Array::new_on(on, n)?;
        let zeros = vec![0; n];
        let mut panels = Vec::new();
        for (title, threads) in SEARCH {
            if title.ends_with(WIDE[1]) && n % 4 != 0 {
                continue;
            }
            let mut lines = Vec::new();
            for (threads, launch) in threads {
                let mut points = Vec::new();
                for blocks in BLOCKS.into_iter().step_by(if few { 4 } else { 1 }) {
                    to.copy_from(&zeros)?;
                    let run = || launch(on, blocks, &from.as_view(), &mut to.as_view_mut());
                    points.push((blocks, trial.time(run)?));
                    trial.record(same(&to.to_vec()?, &expected));
                }
                lines.push(Line { name: format!("{threads} work-items"), points });
            }
            panels.push(Panel { title: title.to_owned(), lines });
        }
        Ok(panels)
    });
    Ok(())
}
