//! Compaction in one launch: a scan with decoupled look-back, after Merrill and Garland.

use amp::prelude::*;

use super::{Lap, TILE, scan_tile};
use crate::harness::KERNEL;

/// Elements of a work-item.
const ITEMS: usize = 16;

/// The state of a tile in the two highest bits of its word; the other bits hold a count.
const COUNT: u32 = 1 << 30;
const PREFIX: u32 = 2 << 30;

/// Clears the state words of the tiles.
#[kernel]
pub fn clear(i: Index<1>, words: &mut ArrayViewMut<u32>) {
    words[i] = 0;
}

/// How often a tile polls the state of an earlier tile that has not published its count yet.
const MAX_POLLS: u32 = 64;

/// A tile draws a number, counts its kept elements and publishes the count. It then looks back until it finds a
/// tile with a published prefix sum. No device guarantees that earlier tiles make progress, so the tile stops
/// polling after a while and counts the elements of the earlier tile itself.
#[kernel(tile = [TILE])]
pub fn single_pass(
    t: TiledIndex<1>,
    from: &ArrayView<u32>,
    to: &mut ArrayViewMut<u32>,
    words: &mut ArrayViewMut<u32>,
) {
    let me = t.local[0];
    #[tile_static]
    let mut sums: [u32; TILE];
    #[tile_static]
    let mut shared: [u32; 2];
    if me == 0 {
        shared[0] = atomic_fetch_add(&mut words[1], 1);
    }
    t.barrier.wait();
    let number = shared[0] as usize;
    let first = (number * TILE + me) * ITEMS;
    let end = (first + ITEMS).min(from.extent()[0]);
    // Compacts the elements of the work-item in private memory, without a data-dependent branch.
    let mut kept = [0u32; ITEMS];
    let mut own = 0;
    for at in first..end {
        let value = from[at];
        kept[own] = value;
        own += (value != 0) as usize;
    }
    sums[me] = own as u32;
    scan_tile(&t.barrier, me, &mut sums);
    if me == 0 {
        let all = sums[TILE - 1];
        let mut before = 0u32;
        let mut at = number + 2;
        if number > 0 {
            atomic_store(&mut words[at], COUNT | all);
        }
        // Looks back from the previous tile to the first tile. The state of tile `k` is in `words[k + 2]`.
        while at > 2 {
            at -= 1;
            let mut word = atomic_load(&words[at]);
            let mut patience = MAX_POLLS;
            while word < COUNT && patience > 0 {
                word = atomic_load(&words[at]);
                patience -= 1;
            }
            if word >= PREFIX {
                before += word - PREFIX;
                at = 0;
            } else if word >= COUNT {
                before += word - COUNT;
            } else {
                let its_first = (at - 2) * TILE * ITEMS;
                for k in its_first..its_first + TILE * ITEMS {
                    before += (from[k] != 0) as u32;
                }
            }
        }
        atomic_store(&mut words[number + 2], PREFIX | (before + all));
        if number + 3 == words.extent()[0] {
            words[0] = before + all;
        }
        shared[1] = before;
    }
    t.barrier.wait();
    let place = (shared[1] + sums[me]) as usize - own;
    for k in 0..own {
        to[place + k] = kept[k];
    }
}

/// Launches the single pass.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn single(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    words: &mut ArrayViewMut<'_, u32>,
    lap: Lap<'_>,
) -> amp::Result<()> {
    let tiles = from.extent().size().div_ceil(TILE * ITEMS);
    let mut words = words.section_mut(0, tiles + 2)?;
    on.parallel_for_each(words.extent(), clear(&mut words))?;
    on.parallel_for_each(Extent::new([tiles * TILE]).tile([TILE])?, single_pass(from, to, &mut words))?;
    lap(KERNEL)
}
