//! Compaction in one pass over the data.

use amp::prelude::*;

use super::{Lap, TILE, add_up_tile};
use crate::frame::KERNEL;

/// Elements of a work-item.
const ITEMS: usize = 16;

/// What a tile says of itself in the single pass, in the two highest bits of a word; the others hold a number.
const COUNTED: u32 = 1 << 30;
const ADDED_UP: u32 = 2 << 30;

/// Makes the words that tiles speak through zeros.
#[kernel]
pub fn clear(i: Index<1>, words: &mut ArrayViewMut<u32>) {
    words[i] = 0;
}

/// Looks of a tile at one before it that has not counted yet.
const PATIENCE: u32 = 64;

/// All in one pass. A tile draws a number, counts, and says what it has; then it looks back until it finds a tile that
/// knows the sum of all before. Who takes too long is not waited for, since no device promises that it is running at all:
/// then its elements are counted for it.
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
    // What is kept moves up in the work-item's own memory: no branch on the data, which nobody could foretell.
    let mut kept = [0u32; ITEMS];
    let mut own = 0;
    for at in first..end {
        let value = from[at];
        kept[own] = value;
        own += (value != 0) as usize;
    }
    sums[me] = own as u32;
    add_up_tile(&t.barrier, me, &mut sums);
    if me == 0 {
        let all = sums[TILE - 1];
        let mut before = 0u32;
        let mut at = number + 2;
        if number > 0 {
            atomic_store(&mut words[at], COUNTED | all);
        }
        // Those before the first one keep nothing.
        while at > 2 {
            at -= 1;
            let mut word = atomic_load(&words[at]);
            let mut patience = PATIENCE;
            while word < COUNTED && patience > 0 {
                word = atomic_load(&words[at]);
                patience -= 1;
            }
            if word >= ADDED_UP {
                before += word - ADDED_UP;
                at = 0;
            } else if word >= COUNTED {
                before += word - COUNTED;
            } else {
                let its_first = (at - 2) * TILE * ITEMS;
                for k in its_first..its_first + TILE * ITEMS {
                    before += (from[k] != 0) as u32;
                }
            }
        }
        atomic_store(&mut words[number + 2], ADDED_UP | (before + all));
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
/// Those of `parallel_for_each`.
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
