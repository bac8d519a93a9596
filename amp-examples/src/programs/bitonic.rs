//! Bitonic sort, a sorting network: the comparisons do not depend on the data. A *level* consists of
//! independent comparisons, so it runs in one launch.
//!
//! An *orange box* merges two adjacent sorted runs: it compares the first element with the last, the second
//! with the last but one, and so on. *Red boxes* follow, which compare the halves of ever smaller blocks
//! element by element. Every comparison puts the smaller element first.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data, same,
};

/// Work-items of a tile.
const TILE: usize = 512;
/// Elements that one work-item merges in registers.
const MERGED: usize = 32;

/// Two values in ascending order.
#[device]
pub fn in_order(a: i32, b: i32) -> (i32, i32) {
    (a.min(b), a.max(b))
}

/// A level of orange boxes over runs of length `run`, a power of two: one work-item for each comparison. The
/// indices are computed in the kernel and not in a device function: access analysis then sees that neighbours
/// access neighbours.
#[kernel]
pub fn orange_level(i: Index<1>, run: usize, data: &mut ArrayViewMut<i32>) {
    let place = i[0] & (run - 1);
    let block = 2 * (i[0] - place);
    let (a, b) = (block + place, block + 2 * run - 1 - place);
    (data[a], data[b]) = in_order(data[a], data[b]);
}

/// A level of red boxes over halves of length `half`.
#[kernel]
pub fn red_level(i: Index<1>, half: usize, data: &mut ArrayViewMut<i32>) {
    let a = 2 * i[0] - (i[0] & (half - 1));
    let b = a + half;
    (data[a], data[b]) = in_order(data[a], data[b]);
}

/// Like [`orange_level`], in tiles without tile memory.
#[kernel(tile = [TILE])]
pub fn orange_tiles(t: TiledIndex<1>, run: usize, data: &mut ArrayViewMut<i32>) {
    let place = t.global[0] & (run - 1);
    let block = 2 * (t.global[0] - place);
    let (a, b) = (block + place, block + 2 * run - 1 - place);
    (data[a], data[b]) = in_order(data[a], data[b]);
}

/// Like [`red_level`], in tiles without tile memory.
#[kernel(tile = [TILE])]
pub fn red_tiles(t: TiledIndex<1>, half: usize, data: &mut ArrayViewMut<i32>) {
    let a = 2 * t.global[0] - (t.global[0] & (half - 1));
    let b = a + half;
    (data[a], data[b]) = in_order(data[a], data[b]);
}

/// The last levels of a merge, which stay within the elements of a tile, in tile memory: one launch instead of ten.
#[kernel(tile = [TILE])]
pub fn red_levels_shared(t: TiledIndex<1>, data: &mut ArrayViewMut<i32>) {
    let me = t.local[0];
    let first = t.tile_origin[0] * 2;
    #[tile_static]
    let mut held: [i32; 2 * TILE];
    held[me] = data[first + me];
    held[me + TILE] = data[first + me + TILE];
    t.barrier.wait();
    let mut half = TILE;
    while half > 0 {
        let a = 2 * me - (me & (half - 1));
        let b = a + half;
        (held[a], held[b]) = in_order(held[a], held[b]);
        t.barrier.wait();
        half /= 2;
    }
    data[first + me] = held[me];
    data[first + me + TILE] = held[me + TILE];
}

/// Takes the comparisons of five levels of red boxes over 32 elements. Makes a table of them and two kernels that
/// do five levels of a merge in one launch. A work-item holds 32 elements at distance `step`.
macro_rules! degree_5 {
    ($($a:tt $b:tt)*) => {
        /// Two indices for each of 80 comparisons.
        pub const NETWORK: [usize; 160] = [$($a, $b),*];

        /// Loops over the table.
        #[kernel]
        pub fn merge_by_table(i: Index<1>, step: usize, data: &mut ArrayViewMut<i32>) {
            let place = i[0] & (step - 1);
            let first = (i[0] - place) * MERGED + place;
            let mut held = [0; MERGED];
            for k in 0..MERGED {
                held[k] = data[first + k * step];
            }
            for k in (0..160).step_by(2) {
                let (a, b) = (NETWORK[k], NETWORK[k + 1]);
                (held[a], held[b]) = in_order(held[a], held[b]);
            }
            for k in 0..MERGED {
                data[first + k * step] = held[k];
            }
        }

        /// Unrolls the table. All indices are constants, so the elements stay in registers.
        #[kernel]
        pub fn merge_unrolled(i: Index<1>, step: usize, data: &mut ArrayViewMut<i32>) {
            let place = i[0] & (step - 1);
            let first = (i[0] - place) * MERGED + place;
            let mut held = [0; MERGED];
            for k in 0..MERGED {
                held[k] = data[first + k * step];
            }
            $((held[$a], held[$b]) = in_order(held[$a], held[$b]);)*
            for k in 0..MERGED {
                data[first + k * step] = held[k];
            }
        }
    };
}

degree_5! {
    0 16  1 17  2 18  3 19  4 20  5 21  6 22  7 23  8 24  9 25  10 26  11 27  12 28  13 29  14 30  15 31
    0 8  1 9  2 10  3 11  4 12  5 13  6 14  7 15  16 24  17 25  18 26  19 27  20 28  21 29  22 30  23 31
    0 4  1 5  2 6  3 7  8 12  9 13  10 14  11 15  16 20  17 21  18 22  19 23  24 28  25 29  26 30  27 31
    0 2  1 3  4 6  5 7  8 10  9 11  12 14  13 15  16 18  17 19  20 22  21 23  24 26  25 27  28 30  29 31
    0 1  2 3  4 5  6 7  8 9  10 11  12 13  14 15  16 17  18 19  20 21  22 23  24 25  26 27  28 29  30 31
}

/// Sorts with one launch for each level.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    let n = data.extent().size();
    for run in powers_below(n) {
        on.parallel_for_each(n / 2, orange_level(run, data))?;
        for half in powers_below(run).rev() {
            on.parallel_for_each(n / 2, red_level(half, data))?;
        }
    }
    Ok(())
}

/// Sorts in tiles of 512.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn explicit(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    let n = data.extent().size();
    let domain = Extent::new([n / 2]).tile([TILE])?;
    for run in powers_below(n) {
        on.parallel_for_each(domain, orange_tiles(run, data))?;
        for half in powers_below(run).rev() {
            on.parallel_for_each(domain, red_tiles(half, data))?;
        }
    }
    Ok(())
}

/// Sorts with the last levels of each merge in tile memory.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn shared(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    let n = data.extent().size();
    let domain = Extent::new([n / 2]).tile([TILE])?;
    for run in powers_below(n) {
        on.parallel_for_each(n / 2, orange_level(run, data))?;
        for half in powers_below(run).rev().filter(|&half| half > TILE) {
            on.parallel_for_each(n / 2, red_level(half, data))?;
        }
        on.parallel_for_each(domain, red_levels_shared(data))?;
    }
    Ok(())
}

/// Sorts with five levels in one launch, as long as five levels are left.
fn degree_5(
    on: &AcceleratorView,
    data: &mut ArrayViewMut<'_, i32>,
    merge: fn(&AcceleratorView, usize, usize, &mut ArrayViewMut<'_, i32>) -> amp::Result<()>,
) -> amp::Result<()> {
    let n = data.extent().size();
    for run in powers_below(n) {
        on.parallel_for_each(n / 2, orange_level(run, data))?;
        let mut half = run / 2;
        while half >= MERGED / 2 {
            merge(on, n / MERGED, half / (MERGED / 2), data)?;
            half /= MERGED;
        }
        for half in powers_below(2 * half).rev() {
            on.parallel_for_each(n / 2, red_level(half, data))?;
        }
    }
    Ok(())
}

/// Sorts with merges of five levels, by a loop over the table.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn by_table(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    degree_5(on, data, |on, count, step, data| on.parallel_for_each(count, merge_by_table(step, data)))
}

/// Sorts with merges of five levels, unrolled.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn unrolled(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    degree_5(on, data, |on, count, step, data| on.parallel_for_each(count, merge_unrolled(step, data)))
}

/// Sorts by the library, which sorts by radix.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn library(on: &AcceleratorView, data: &mut ArrayViewMut<'_, i32>) -> amp::Result<()> {
    amp_algorithms::sort_on(on, data)
}

/// The powers of two below `n`, in ascending order.
fn powers_below(n: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..n.max(1).ilog2() + u32::from(!n.is_power_of_two())).map(|power| 1 << power)
}

/// The serial reference: the same network on one core.
pub fn serial(data: &mut [i32]) {
    fn compare<'a>(low: &'a mut [i32], high: impl Iterator<Item = &'a mut i32>) {
        low.iter_mut().zip(high).for_each(|(a, b)| (*a, *b) = in_order(*a, *b));
    }
    for run in powers_below(data.len()) {
        for block in data.chunks_exact_mut(2 * run) {
            let (low, high) = block.split_at_mut(run);
            compare(low, high.iter_mut().rev());
        }
        for half in powers_below(run).rev() {
            for block in data.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                compare(low, high.iter_mut());
            }
        }
    }
}

/// Launches a variant.
pub type Launch = fn(&AcceleratorView, &mut ArrayViewMut<'_, i32>) -> amp::Result<()>;

/// The program.
pub const PROGRAM: Program = Program {
    name: "bitonic",
    summary: "bitonic sort of descending numbers: hundreds of launches, and ways to need fewer",
    size: Size { names: &["N"], default: &[1 << 23], quick: &[1 << 12] },
    variants: &[
        Variant { name: "serial", summary: "the same sorting network on one core" },
        Variant { name: "std", summary: "sort_unstable on one core" },
        Variant { name: "simple", summary: "one launch for each level" },
        Variant { name: "explicit", summary: "the same in tiles of 512, without tile memory" },
        Variant { name: "deferred", summary: "simple, on a queue of its own that batches launches" },
        Variant { name: "immediate", summary: "simple, on a queue that submits each launch" },
        Variant { name: "shared", summary: "the last ten levels of each merge in tile_static memory" },
        Variant {
            name: "degree_5",
            summary: "five levels in one launch, 32 elements for each work-item, by a table",
        },
        Variant { name: "degree_5_unrolled", summary: "the same, unrolled" },
        Variant { name: "library", summary: "`sort` of amp-algorithms, a radix sort without comparisons" },
    ],
    overview: Some(Overview { size: &[1 << 18], variants: &["shared"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    if !n.is_power_of_two() {
        return Err(RunError::Usage(format!("the size of `bitonic` must be a power of two, unlike {n}")));
    }
    let mut falling: Vec<i32> = data::zeros(&[n])?;
    falling.iter_mut().zip((0..n as i32).rev()).for_each(|(to, value)| *to = value);
    let mut expected = falling.clone();
    let levels = f64::from(n.ilog2() * (n.ilog2() + 1) / 2);
    session.set_work(Work::Items(levels * n as f64 / 2.0, "Gcompare/s"));
    session.serial(&mut expected, |data| data.copy_from_slice(&falling), |data| serial(data));
    let judge = |data: &[i32]| same(data, &expected);
    let mut sorted = falling.clone();
    let refill = |data: &mut Vec<i32>| data.copy_from_slice(&falling);
    session.host_variant("std", &mut sorted, refill, |data| data.sort_unstable(), |data| judge(data));

    let launches: [(&str, Option<QueuingMode>, Launch); 8] = [
        ("simple", None, simple),
        ("explicit", None, explicit),
        ("deferred", Some(QueuingMode::Automatic), simple),
        ("immediate", Some(QueuingMode::Immediate), simple),
        ("shared", None, shared),
        ("degree_5", None, by_table),
        ("degree_5_unrolled", None, unrolled),
        ("library", None, library),
    ];
    for (variant, mode, launch) in launches {
        session.variant(variant, |on, timer| {
            if n < 2 * TILE && (variant == "explicit" || variant == "shared") {
                return Ok(Verdict::Skipped(format!("{n} elements do not fill a tile of {TILE} pairs")));
            }
            let on = &mode.map_or_else(|| Ok(on.clone()), |mode| on.accelerator().create_view(mode))?;
            let mut result = vec![0; n];
            timer.measure_on(on, |watch| {
                result.copy_from_slice(&falling);
                watch.start()?;
                let mut data = ArrayViewMut::new(&mut result);
                data.synchronize_to(on)?;
                watch.lap(UPLOAD)?;
                launch(on, &mut data)?;
                watch.lap(KERNEL)?;
                data.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(judge(&result))
        });
    }
    Ok(())
}
