//! Compaction in three launches: count, prefix sums, move.

use amp::prelude::*;

use super::Lap;

/// Work-items of a tile.
pub const TILE: usize = 256;
/// Work-items that a GPU runs in lockstep, and bits in a word.
const WARP: usize = 32;
/// Sequences of Billeter's variant, one for each warp.
pub(super) const SEQUENCES: usize = 480;

/// Inclusive scan of a tile over doubling distances, after Hillis and Steele.
#[device]
pub fn scan_tile(barrier: &TileBarrier, me: usize, sums: &mut [u32; TILE]) {
    barrier.wait();
    let mut reach = 1;
    while reach < TILE {
        let before = if me >= reach { sums[me - reach] } else { 0 };
        barrier.wait();
        sums[me] += before;
        barrier.wait();
        reach *= 2;
    }
}

/// Counts the kept elements of each tile, one element for each work-item.
#[kernel(tile = [TILE])]
pub fn count_tiles(t: TiledIndex<1>, from: &ArrayView<u32>, counts: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut count: [u32; 1];
    if t.local[0] == 0 {
        count[0] = 0;
    }
    t.barrier.wait();
    if t.global[0] < from.extent()[0] && from[t.global] != 0 {
        atomic_fetch_add(&mut count[0], 1);
    }
    t.barrier.wait();
    if t.local[0] == 0 {
        counts[t.tile[0] + 1] = count[0];
    }
}

/// Exclusive scan of the counts, which start at index 1; index 0 receives the total. One tile, in which each
/// work-item scans a part.
#[kernel(tile = [TILE])]
pub fn prefix(t: TiledIndex<1>, count: usize, counts: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    let part = count.div_ceil(TILE);
    let (first, end) = ((me * part).min(count) + 1, ((me + 1) * part).min(count) + 1);
    #[tile_static]
    let mut sums: [u32; TILE];
    let mut sum = 0u32;
    for at in first..end {
        sum += counts[at];
    }
    sums[me] = sum;
    scan_tile(&t.barrier, me, &mut sums);
    let mut before = sums[me] - sum;
    for at in first..end {
        let count = counts[at];
        counts[at] = before;
        before += count;
    }
    if me == TILE - 1 {
        counts[0] = before;
    }
}

/// Moves the kept elements of each tile, after Spataro: a warp collects votes in the bits of a word. The bits below
/// an element's own bit are the kept elements before it.
#[kernel(tile = [TILE])]
pub fn move_by_votes(
    t: TiledIndex<1>,
    from: &ArrayView<u32>,
    prefixes: &ArrayView<u32>,
    to: &mut ArrayViewMut<u32>,
) {
    let (warp, lane) = (t.local[0] / WARP, t.local[0] % WARP);
    #[tile_static]
    let mut votes: [u32; TILE / WARP];
    if lane == 0 {
        votes[warp] = 0;
    }
    t.barrier.wait();
    let value = if t.global[0] < from.extent()[0] { from[t.global] } else { 0 };
    if value != 0 {
        atomic_fetch_or(&mut votes[warp], 1 << lane);
    }
    t.barrier.wait();
    if value != 0 {
        let mut place = prefixes[t.tile[0] + 1] + (votes[warp] & ((1 << lane) - 1)).count_ones();
        for other in 0..warp {
            place += votes[other].count_ones();
        }
        to[place as usize] = value;
    }
}

/// Moves the kept elements of each tile, after Orange Owls: a scan of ones and zeros in tile memory.
#[kernel(tile = [TILE])]
pub fn move_by_scan(
    t: TiledIndex<1>,
    from: &ArrayView<u32>,
    prefixes: &ArrayView<u32>,
    to: &mut ArrayViewMut<u32>,
) {
    let me = t.local[0];
    #[tile_static]
    let mut sums: [u32; TILE];
    let value = if t.global[0] < from.extent()[0] { from[t.global] } else { 0 };
    sums[me] = (value != 0) as u32;
    scan_tile(&t.barrier, me, &mut sums);
    if value != 0 {
        to[(prefixes[t.tile[0] + 1] + sums[me] - 1) as usize] = value;
    }
}

/// Counts the kept elements of each sequence, after Billeter et al.: few long sequences, so that the scan is short.
#[kernel(tile = [WARP])]
pub fn count_sequences(
    t: TiledIndex<1>,
    length: usize,
    from: &ArrayView<u32>,
    counts: &mut ArrayViewMut<u32>,
) {
    #[tile_static]
    let mut count: [u32; 1];
    if t.local[0] == 0 {
        count[0] = 0;
    }
    t.barrier.wait();
    let first = t.tile[0] * length;
    let end = (first + length).min(from.extent()[0]);
    let mut own = 0u32;
    for at in (first + t.local[0]..end).step_by(WARP) {
        own += (from[at] != 0) as u32;
    }
    atomic_fetch_add(&mut count[0], own);
    t.barrier.wait();
    if t.local[0] == 0 {
        counts[t.tile[0] + 1] = count[0];
    }
}

/// Moves the kept elements of each sequence, 32 at a time.
#[kernel(tile = [WARP])]
pub fn move_sequences(
    t: TiledIndex<1>,
    length: usize,
    from: &ArrayView<u32>,
    prefixes: &ArrayView<u32>,
    to: &mut ArrayViewMut<u32>,
) {
    let lane = t.local[0];
    // Two words in turn: one is cleared while the other is in use.
    #[tile_static]
    let mut votes: [u32; 2];
    if lane < 2 {
        votes[lane] = 0;
    }
    t.barrier.wait();
    let first = t.tile[0] * length;
    let end = (first + length).min(from.extent()[0]);
    let mut place = prefixes[t.tile[0] + 1];
    let mut turn = 0;
    for at in (first..end).step_by(WARP) {
        let value = if at + lane < end { from[at + lane] } else { 0 };
        if value != 0 {
            atomic_fetch_or(&mut votes[turn], 1 << lane);
        }
        t.barrier.wait();
        let bits = votes[turn];
        if value != 0 {
            to[(place + (bits & ((1 << lane) - 1)).count_ones()) as usize] = value;
        }
        place += bits.count_ones();
        turn = 1 - turn;
        t.barrier.wait();
        if lane == 0 {
            votes[1 - turn] = 0;
        }
    }
}

/// Launches the scan.
fn launch_prefix(on: &AcceleratorView, count: usize, counts: &mut ArrayViewMut<'_, u32>) -> amp::Result<()> {
    on.parallel_for_each(Extent::new([TILE]).tile([TILE])?, prefix(count, counts))
}

/// Launches Spataro's variant.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn spataro(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    words: &mut ArrayViewMut<'_, u32>,
    lap: Lap<'_>,
) -> amp::Result<()> {
    let domain = from.extent().tile([TILE])?.pad();
    on.parallel_for_each(domain, count_tiles(from, words))?;
    lap("count")?;
    launch_prefix(on, domain.size() / TILE, words)?;
    lap("prefix")?;
    on.parallel_for_each(domain, move_by_votes(from, &words.as_view(), to))?;
    lap("move")
}

/// Launches the Orange Owls variant.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn orange_owls(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    words: &mut ArrayViewMut<'_, u32>,
    lap: Lap<'_>,
) -> amp::Result<()> {
    let domain = from.extent().tile([TILE])?.pad();
    on.parallel_for_each(domain, count_tiles(from, words))?;
    lap("count")?;
    launch_prefix(on, domain.size() / TILE, words)?;
    lap("prefix")?;
    on.parallel_for_each(domain, move_by_scan(from, &words.as_view(), to))?;
    lap("move")
}

/// Launches Billeter's variant.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn billeter(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    words: &mut ArrayViewMut<'_, u32>,
    lap: Lap<'_>,
) -> amp::Result<()> {
    let domain = Extent::new([SEQUENCES * WARP]).tile([WARP])?;
    let length = from.extent().size().div_ceil(SEQUENCES).next_multiple_of(WARP);
    on.parallel_for_each(domain, count_sequences(length, from, words))?;
    lap("count")?;
    launch_prefix(on, SEQUENCES, words)?;
    lap("prefix")?;
    on.parallel_for_each(domain, move_sequences(length, from, &words.as_view(), to))?;
    lap("move")
}
