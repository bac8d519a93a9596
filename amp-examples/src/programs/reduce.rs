//! The sum of many numbers: how work-items that know nothing of each other come to one result.

use amp::prelude::*;

use crate::frame::{KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Work, close, data};

/// Work-items of a tile.
pub const TILE: usize = 256;
/// Tiles that the cascade starts, however many numbers there are.
pub const TILES: usize = 1024;
/// Work-items of a tile of the narrow cascade.
pub const NARROW: usize = 64;
/// Its tiles.
pub const FEW_TILES: usize = 512;

/// Folds the upper half of `n` numbers onto the lower one.
#[kernel]
pub fn fold(i: Index<1>, n: usize, half: usize, from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>) {
    let mut sum = from[i];
    if i[0] + half < n {
        sum += from[i[0] + half];
    }
    to[i] = sum;
}

/// Each tile sums `TILE` of the `n` numbers: by halves, in memory that its work-items share.
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

/// Each tile has a part of the numbers, side by side. Each work-item first sums every `T`th of them by itself, and only then
/// the tile sums by halves: one pass over the data, and few barriers for it.
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

/// Two memories for what is summed so far: a pass reads one and writes the other.
pub struct Scratch {
    from: ArrayViewMut<'static, f32>,
    to: ArrayViewMut<'static, f32>,
}

impl Scratch {
    /// Enough for a sum of `n` numbers. It appears on the accelerator that first uses it.
    ///
    /// # Errors
    /// Those of `ArrayViewMut::without_source`.
    pub fn new(n: usize) -> amp::Result<Self> {
        let room = n.div_ceil(2).max(TILES);
        Ok(Scratch { from: ArrayViewMut::without_source(room)?, to: ArrayViewMut::without_source(room)? })
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.from, &mut self.to);
    }

    /// The first number that the last pass wrote, and nothing else, comes to the host.
    fn first(&self) -> amp::Result<f32> {
        self.from.section(0, 1)?.to_vec().map(|sums| sums.first().copied().unwrap_or_default())
    }
}

/// Sums by halves, one launch each.
///
/// # Errors
/// Those of `parallel_for_each`.
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

/// Sums by tiles, one launch for each factor of `TILE`.
///
/// # Errors
/// Those of `parallel_for_each`.
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

/// Sums by `TILES` tiles that share all the numbers, and then by one tile that sums theirs.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn cascade(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    two_launches::<TILE>(on, TILES, x, [&mut scratch.from, &mut scratch.to])?;
    scratch.first()
}

/// The same by fewer and smaller tiles, which have more to do before they wait for each other.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn narrow(on: &AcceleratorView, x: &ArrayView<'_, f32>, scratch: &mut Scratch) -> amp::Result<f32> {
    two_launches::<NARROW>(on, FEW_TILES, x, [&mut scratch.from, &mut scratch.to])?;
    scratch.first()
}

/// How many of `n` numbers each of these tiles of `T` sums: a multiple of `T`.
pub fn part<const T: usize>(n: usize, tiles: usize) -> usize {
    n.div_ceil(tiles * T) * T
}

/// The launches of the cascade: the first element of `sum` is the sum.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn two_launches<const T: usize>(
    on: &AcceleratorView,
    tiles: usize,
    x: &ArrayView<'_, f32>,
    [sum, sums]: [&mut ArrayViewMut<'_, f32>; 2],
) -> amp::Result<()> {
    let all = Extent::new([tiles * T]).tile([T])?;
    let one = Extent::new([T]).tile([T])?;
    let n = x.extent().size();
    on.parallel_for_each(all, sum_cascade::<T>(n, part::<T>(n, tiles), x, sums))?;
    on.parallel_for_each(one, sum_cascade::<T>(tiles, part::<T>(tiles, 1), &sums.as_view(), sum))
}

/// What all have to agree with. One `f32` after another would lose more digits than the tiles do, so it is an `f64`.
pub fn serial(x: &[f32]) -> f32 {
    x.iter().map(|&x| f64::from(x)).sum::<f64>() as f32
}

/// How each is launched.
type Launch = fn(&AcceleratorView, &ArrayView<'_, f32>, &mut Scratch) -> amp::Result<f32>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "reduce",
    shows: "the sum of many numbers: many launches, tiles that work by halves, and a cascade",
    size: Size { names: &["N"], usual: &[1 << 24], quick: &[100_003] },
    variants: &[
        Variant { name: "serial", shows: "a loop on one core, in f64" },
        Variant { name: "halves", shows: "without tiles, one launch for each halving" },
        Variant { name: "tiled", shows: "tiles of 256 in tile_static memory" },
        Variant { name: "cascade", shows: "each work-item sums many numbers first" },
        Variant { name: "narrow", shows: "the same by fewer and smaller tiles, which sum more of them" },
    ],
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let xs = data::numbers(&[n], 1)?;
    let mut expected = 0.0;
    session.work(Work::Bytes(4.0 * n as f64));
    session.serial(&mut expected, |_| {}, |sum| *sum = serial(&xs));

    let launches: [(&str, Launch); 4] =
        [("halves", halves), ("tiled", tiled), ("cascade", cascade), ("narrow", narrow)];
    for (variant, launch) in launches {
        session.variant(variant, |on, clock| {
            let mut scratch = Scratch::new(n)?;
            let mut sum = f32::NAN;
            clock.runs(|watch| {
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
