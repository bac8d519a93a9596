//! A copy of an array: what the memory gives, by four ways to share the elements among work-items.

use amp::prelude::*;

use crate::frame::plot::{Line, Panel};
use crate::frame::{
    DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// Work-items that a GPU runs in step.
const WARP: usize = 32;
/// Elements in a sequence that a warp takes at a time.
const SEQUENCE: usize = 32 * WARP;

/// One element each. The domain is padded to whole tiles.
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

/// Every `grid`th element, from the work-item's own index on.
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

/// Each warp has a share of its own, which its work-items go through side by side.
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

/// The warps take sequences in turn, so that all of them together are in one region of the memory at a time.
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

/// The ways to share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    OneEach,
    GridStride,
    WarpStride,
    WarpSequences,
}

/// Launches one of them, by so many blocks of `THREADS` work-items, if the way does not need one for each element.
fn launch<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    way: Way,
    blocks: usize,
    from: &ArrayView<'_, T>,
    to: &mut ArrayViewMut<'_, T>,
) -> amp::Result<()> {
    let grid = blocks * THREADS;
    let domain = Extent::new([grid]).tile([THREADS])?;
    match way {
        Way::OneEach => {
            on.parallel_for_each(to.extent().tile([THREADS])?.pad(), one_each::<T, THREADS>(from, to))
        }
        Way::GridStride => on.parallel_for_each(domain, grid_stride::<T, THREADS>(grid, from, to)),
        Way::WarpStride => on.parallel_for_each(domain, warp_stride::<T, THREADS>(grid, from, to)),
        Way::WarpSequences => on.parallel_for_each(domain, warp_sequences::<T, THREADS>(grid, from, to)),
    }
}

/// How each is launched: over single numbers, whatever it makes of them.
type Launch =
    fn(&AcceleratorView, Way, usize, &ArrayView<'_, u32>, &mut ArrayViewMut<'_, u32>) -> amp::Result<()>;

/// The same memory, seen as elements of `T`: numbers, pairs or quads.
fn copy_as<T: GpuType, const THREADS: usize>(
    on: &AcceleratorView,
    way: Way,
    blocks: usize,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
) -> amp::Result<()> {
    let (from, mut to) = (from.reinterpret_as::<T>()?, to.reinterpret_as_mut::<T>()?);
    launch::<T, THREADS>(on, way, blocks, &from, &mut to)
}

/// What all have to agree with.
pub fn serial(from: &[u32], to: &mut [u32]) {
    to.copy_from_slice(from);
}

/// Blocks, where nothing is said: those of the documents' card.
const BLOCKS: usize = 120;
const THREADS: usize = 128;
/// Blocks for a loop over the grid that keeps any device busy.
const MANY: usize = 1920;

/// Name, way, blocks, launch.
const FORMS: [(&str, Way, usize, Launch); 12] = [
    ("one_each", Way::OneEach, MANY, copy_as::<u32, 256>),
    ("one_each_2", Way::OneEach, MANY, copy_as::<UVec2, 256>),
    ("one_each_4", Way::OneEach, MANY, copy_as::<UVec4, 256>),
    ("grid_stride", Way::GridStride, MANY, copy_as::<u32, THREADS>),
    ("grid_stride_2", Way::GridStride, MANY, copy_as::<UVec2, THREADS>),
    ("grid_stride_4", Way::GridStride, MANY, copy_as::<UVec4, THREADS>),
    ("fixed", Way::WarpStride, BLOCKS, copy_as::<u32, THREADS>),
    ("fixed_2", Way::WarpStride, BLOCKS, copy_as::<UVec2, THREADS>),
    ("fixed_4", Way::WarpStride, BLOCKS, copy_as::<UVec4, THREADS>),
    ("sequences", Way::WarpSequences, MANY, copy_as::<u32, THREADS>),
    ("sequences_2", Way::WarpSequences, MANY, copy_as::<UVec2, THREADS>),
    ("sequences_4", Way::WarpSequences, MANY, copy_as::<UVec4, THREADS>),
];

/// What the search tries: ways in panels, threads in lines, blocks along the axis.
const SEARCHED: [(&str, Way); 3] = [
    ("grid stride", Way::GridStride),
    ("warp stride", Way::WarpStride),
    ("warp sequences", Way::WarpSequences),
];
const WIDTHS: [(&str, [(usize, Launch); 4]); 3] =
    [("numbers", threads::<u32>()), ("pairs", threads::<UVec2>()), ("quads", threads::<UVec4>())];
const ALL_BLOCKS: [usize; 8] = [15, 30, 60, 120, 240, 480, 960, 1920];

const fn threads<T: GpuType>() -> [(usize, Launch); 4] {
    [(32, copy_as::<T, 32>), (64, copy_as::<T, 64>), (128, copy_as::<T, 128>), (256, copy_as::<T, 256>)]
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "copy",
    shows: "a copy: who takes which element, and how wide elements are; _2 are pairs, _4 are quads",
    size: Size { names: &["N"], usual: &[1 << 24], quick: &[1 << 14] },
    variants: &[
        Variant { name: "serial", shows: "the system's own copy on one core" },
        Variant { name: "one_each", shows: "one element a work-item" },
        Variant { name: "one_each_2", shows: "" },
        Variant { name: "one_each_4", shows: "" },
        Variant { name: "grid_stride", shows: "1920 blocks of 128 in a loop over the grid" },
        Variant { name: "grid_stride_2", shows: "" },
        Variant { name: "grid_stride_4", shows: "" },
        Variant { name: "fixed", shows: "120 blocks of 128, each warp with a share of its own" },
        Variant { name: "fixed_2", shows: "" },
        Variant { name: "fixed_4", shows: "" },
        Variant { name: "sequences", shows: "1920 blocks of 128, warps take sequences in turn" },
        Variant { name: "sequences_2", shows: "" },
        Variant { name: "sequences_4", shows: "" },
        Variant { name: "search", shows: "blocks, threads and widths; writes a plot" },
    ],
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let source = data::fill(&[n], 1, |random| random)?;
    let mut expected = data::zeros(&[n])?;
    session.work(Work::Bytes(8.0 * n as f64));
    session.serial(&mut expected, |_| {}, |to| serial(&source, to));

    for (variant, way, blocks, launch) in FORMS {
        session.variant(variant, |on, clock| {
            if n % 4 != 0 {
                return Ok(Verdict::Skipped(format!("{n} numbers are no quads")));
            }
            let mut result = vec![0; n];
            clock.runs(|watch| {
                result.fill(0);
                watch.start()?;
                let from = ArrayView::new(&source);
                let mut to = ArrayViewMut::new(&mut result);
                to.discard_data();
                from.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, way, blocks, &from, &mut to)?;
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
        let mut panels = Vec::new();
        for (width, threads) in WIDTHS {
            for (title, way) in SEARCHED {
                let mut lines = Vec::new();
                for (threads, launch) in threads {
                    let mut points = Vec::new();
                    for blocks in ALL_BLOCKS.into_iter().step_by(if few { 4 } else { 1 }) {
                        let mut run = || launch(on, way, blocks, &from.as_view(), &mut to.as_view_mut());
                        points.push((blocks, trial.time(&mut run)?));
                    }
                    trial.judge(same(&to.to_vec()?, &expected));
                    to.copy_from(&vec![0; n])?;
                    lines.push(Line { name: format!("{threads} threads"), points });
                }
                panels.push(Panel { title: format!("{title}, {width}"), lines });
            }
        }
        Ok(panels)
    })
}
