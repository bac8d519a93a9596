//! The sum of a vector: a parallel reduction.

use amp::prelude::*;

use crate::harness::{
    KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Work, close, data,
};

/// Work-items of a tile.
pub const TILE: usize = 256;
/// Tiles of the cascade, for any number of elements.
pub const TILES: usize = 1024;
/// Work-items of a tile of the narrow cascade.
pub const NARROW_TILE: usize = 64;
/// Tiles of the narrow cascade.
pub const NARROW_TILES: usize = 512;

/// Adds the upper half of `n` elements to the lower half.
#[kernel]
pub fn fold(i: Index<1>, n: usize, half: usize, from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>) {
    let mut sum = from[i];
    if i[0] + half < n {
        sum += from[i[0] + half];
    }
    to[i] = sum;
}

/// Each tile adds `TILE` of the `n` elements: a tree reduction in tile memory.
#[kernel(tile = [TILE])]
pub fn sum_tiles(t: TiledIndex<1>, n: usize, from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>) {
    let me = t.local[0];
    #[tile_static]
    let mut sums: [f32; TILE];
    sums[me] = if t.global[0] < n { from[t.global] } else { 0.0 };
    t.barrier.wait();
    let mut half = TILE / 2;
    while half > 0 {
        if me < half {
            sums[me] += sums[me + half];
        }
        t.barrier.wait();
        half /= 2;
    }
    if me == 0 {
        to[t.tile] = sums[0];
    }
}

/// Each tile has a contiguous part of the elements. A work-item first adds every `T`th element of the part, and
/// then the tile does a tree reduction: one pass over the data, and few barriers.
#[kernel(tile = [T])]
pub fn sum_cascade<const T: usize>(
    t: TiledIndex<1>,
    n: usize,
    part: usize,
    from: &ArrayView<f32>,
    to: &mut ArrayViewMut<f32>,
) {
    let me = t.local[0];
    let first = t.tile[0] * part;
    #[tile_static]
    let mut sums: [f32; T];
    let mut sum = 0.0;
    for step in (0..part).step_by(T) {
        let at = first + step + me;
        if at < n {
            sum += from[at];
        }
    }
    sums[me] = sum;
    t.barrier.wait();
    let mut half = T / 2;
    while half > 0 {
        if me < half {
            sums[me] += sums[me + half];
        }
        t.barrier.wait();
        half /= 2;
    }
    if me == 0 {
        to[t.tile] = sums[0];
    }
}

/// Two buffers for partial sums: a pass reads one and writes the other.
pub struct Scratch {
    from: ArrayViewMut<'static, f32>,
    to: ArrayViewMut<'static, f32>,
}

impl Scratch {
    /// Buffers for a sum of `n` elements. Their memory is allocated on the first accelerator that uses them.
    ///
    /// # Errors
    /// The errors of `ArrayViewMut::without_source`.
    pub fn new(n: usize) -> amp::Result<Self> {
        let room = n.div_ceil(2).max(TILES);
        Ok(Scratch { from: ArrayViewMut::without_source(room)?, to: ArrayViewMut::without_source(room)? })
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.from, &mut self.to);
    }

    /// Downloads only the first element that the last pass wrote.
    fn first(&self) -> amp::Result<f32> {
        self.from.section(0, 1)?.to_vec().map(|sums| sums.first().copied().unwrap_or_default())
    }
}

/// Halves the number of elements in each launch, until one is left. A launch adds the upper half of the
/// elements to the lower half.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn halves(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    let mut n = x.extent().size();
    let mut half = n.div_ceil(2);
    on.parallel_for_each(half, fold(n, half, x, &mut scratch.to))?;
    scratch.swap();
    while half > 1 {
        n = half;
        half = n.div_ceil(2);
        on.parallel_for_each(half, fold(n, half, &scratch.from.as_view(), &mut scratch.to))?;
        scratch.swap();
    }
    scratch.first()
}

/// Divides the number of elements by `TILE` in each launch, until one is left. A launch replaces the elements
/// of each tile by their sum.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn tiled(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    let domain = |n| Extent::new([n]).tile([TILE]).map(TiledExtent::pad);
    let n = x.extent().size();
    on.parallel_for_each(domain(n)?, sum_tiles(n, x, &mut scratch.to))?;
    scratch.swap();
    let mut left = n.div_ceil(TILE);
    while left > 1 {
        on.parallel_for_each(domain(left)?, sum_tiles(left, &scratch.from.as_view(), &mut scratch.to))?;
        scratch.swap();
        left = left.div_ceil(TILE);
    }
    scratch.first()
}

/// Adds all elements by `TILES` tiles, and then the sums of the tiles by one tile.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn cascade(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    launch_cascade::<TILE>(on, TILES, x, [&mut scratch.from, &mut scratch.to])?;
    scratch.first()
}

/// Like [`cascade`], with fewer and smaller tiles, which do more work between barriers.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn narrow(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    launch_cascade::<NARROW_TILE>(on, NARROW_TILES, x, [&mut scratch.from, &mut scratch.to])?;
    scratch.first()
}

/// The sum of the library. It works as [`cascade`] on a GPU.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn library(on: &AcceleratorView, x: &ArrayView<'_, f32>, _: &mut Scratch) -> amp::Result<f32> {
    amp_algorithms::sum_on(on, x)
}

/// The number of elements that each tile adds if `tiles` tiles of `T` work-items add `n` elements. It is a
/// multiple of `T`.
pub fn part_size<const T: usize>(n: usize, tiles: usize) -> usize {
    n.div_ceil(tiles * T) * T
}

/// The launches of the cascade. The first element of `sum` is the sum.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn launch_cascade<const T: usize>(
    on: &AcceleratorView,
    tiles: usize,
    x: &ArrayView<'_, f32>,
    [sum, sums]: [&mut ArrayViewMut<'_, f32>; 2],
) -> amp::Result<()> {
    let all = Extent::new([tiles * T]).tile([T])?;
    let one = Extent::new([T]).tile([T])?;
    let n = x.extent().size();
    on.parallel_for_each(all, sum_cascade::<T>(n, part_size::<T>(n, tiles), x, sums))?;
    on.parallel_for_each(one, sum_cascade::<T>(tiles, part_size::<T>(tiles, 1), &sums.as_view(), sum))
}

/// The serial reference, in `f64`. A serial sum in `f32` would lose more digits than the sums of the kernels.
pub fn serial(x: &[f32]) -> f32 {
    x.iter().map(|&x| f64::from(x)).sum::<f64>() as f32
}

/// Launches a variant.
type Launch = fn(&AcceleratorView, &ArrayView<'_, f32>, &mut Scratch) -> amp::Result<f32>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "reduce",
    summary: "the sum of a vector: many launches, tree reduction in tiles, and a cascade",
    size: Size { names: &["N"], default: &[1 << 24], quick: &[100_003] },
    variants: &[
        Variant { name: "serial", summary: "a loop on one core, in f64" },
        Variant { name: "halves", summary: "without tiles, one launch for each halving" },
        Variant { name: "tiled", summary: "tiles of 256 in tile memory" },
        Variant { name: "cascade", summary: "each work-item adds many elements first" },
        Variant { name: "narrow", summary: "the same with fewer and smaller tiles" },
        Variant { name: "library", summary: "`sum` of amp-algorithms" },
    ],
    overview: Some(Overview { size: &[1 << 23], variants: &["cascade"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let xs = data::floats(&[n], 1)?;
    let mut expected = 0.0;
    session.set_work(Work::Bytes(4.0 * n as f64));
    session.serial(&mut expected, |_| {}, |sum| *sum = serial(&xs));

    let launches: [(&str, Launch); 5] = [
        ("halves", halves),
        ("tiled", tiled),
        ("cascade", cascade),
        ("narrow", narrow),
        ("library", library),
    ];
    for (variant, launch) in launches {
        session.variant(variant, |on, timer| {
            let mut scratch = Scratch::new(n)?;
            let mut sum = f32::NAN;
            timer.measure(|watch| {
                watch.start()?;
                let x = ArrayView::new(&xs);
                x.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                sum = launch(on, &x, &mut scratch)?;
                watch.lap(KERNEL)
            })?;
            Ok(close(&[sum], &[expected]))
        });
    }
    Ok(())
}
