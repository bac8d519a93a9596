//! Stream compaction: the elements that are not zero, in their order and without gaps.
//!
//! Where an element goes depends on how many before it are kept. The classic way takes three launches: *count* what each
//! part keeps, add the counts up to *prefixes*, *move* the elements. The styles differ in what a part is.

use amp::prelude::*;

use crate::frame::{
    DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Verdict, Watch, Work, data, same,
};

/// Work-items of a tile.
const TILE: usize = 256;
/// Work-items that a GPU runs in step, and bits in a word.
const WARP: usize = 32;
/// Sequences in Billeter's style, each for one warp.
const SEQUENCES: usize = 480;
/// Elements of a work-item in the single pass.
const ITEMS: usize = 8;

/// Counts what each tile keeps, one element a work-item.
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
        counts[t.tile] = count[0];
    }
}

/// Replaces counts by the sum of all before them, and puts the sum of all behind the last: one tile, each work-item of
/// which takes a part.
#[kernel(tile = [TILE])]
pub fn prefix(t: TiledIndex<1>, count: usize, counts: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    let part = count.div_ceil(TILE);
    let (first, end) = ((me * part).min(count), ((me + 1) * part).min(count));
    #[tile_static]
    let mut sums: [u32; TILE];
    let mut sum = 0u32;
    for at in first..end {
        sum += counts[at];
    }
    sums[me] = sum;
    t.barrier.wait();
    let mut reach = 1;
    while reach < TILE {
        let before = if me >= reach { sums[me - reach] } else { 0 };
        t.barrier.wait();
        sums[me] += before;
        t.barrier.wait();
        reach *= 2;
    }
    let mut before = sums[me] - sum;
    for at in first..end {
        let count = counts[at];
        counts[at] = before;
        before += count;
    }
    if me == TILE - 1 {
        counts[count] = before;
    }
}

/// Moves what each tile keeps, after Spataro: each warp votes in the bits of a word, and the bits below an element's own
/// say how many come before it.
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
        let mut place = prefixes[t.tile] + (votes[warp] & ((1 << lane) - 1)).count_ones();
        for other in 0..warp {
            place += votes[other].count_ones();
        }
        to[place as usize] = value;
    }
}

/// The same after Orange Owls: ones and zeros are added up in tile memory, over ever larger distances.
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
    t.barrier.wait();
    let mut reach = 1;
    while reach < TILE {
        let before = if me >= reach { sums[me - reach] } else { 0 };
        t.barrier.wait();
        sums[me] += before;
        t.barrier.wait();
        reach *= 2;
    }
    if value != 0 {
        to[(prefixes[t.tile] + sums[me] - 1) as usize] = value;
    }
}

/// Counts what each sequence keeps, after Billeter: few long sequences, so that there is next to nothing to add up.
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
        counts[t.tile] = count[0];
    }
}

/// Moves what each sequence keeps, 32 elements at a time.
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
    let mut place = prefixes[t.tile];
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

/// What a tile says of itself in the single pass, in the two highest bits of a word; the others hold a number.
const COUNTED: u32 = 1 << 30;
const ADDED_UP: u32 = 2 << 30;

/// Makes the words that tiles speak through zeros.
#[kernel]
pub fn clear(i: Index<1>, words: &mut ArrayViewMut<u32>) {
    words[i] = 0;
}

/// All in one pass. A tile draws a number, counts, and says what it has; then it looks back until it finds a tile that
/// knows the sum of all before. A tile waits only for tiles with smaller numbers, which are running or done.
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
        shared[0] = atomic_fetch_add(&mut words[0], 1);
    }
    t.barrier.wait();
    let number = shared[0] as usize;
    let first = (number * TILE + me) * ITEMS;
    let end = (first + ITEMS).min(from.extent()[0]);
    let mut own = 0u32;
    for at in first..end {
        own += (from[at] != 0) as u32;
    }
    sums[me] = own;
    t.barrier.wait();
    let mut reach = 1;
    while reach < TILE {
        let before = if me >= reach { sums[me - reach] } else { 0 };
        t.barrier.wait();
        sums[me] += before;
        t.barrier.wait();
        reach *= 2;
    }
    if me == 0 {
        let all = sums[TILE - 1];
        let mut before = 0u32;
        let mut at = number;
        if number > 0 {
            atomic_store(&mut words[number + 1], COUNTED | all);
        }
        while at > 0 {
            let word = atomic_load(&words[at]);
            let value = word & (COUNTED - 1);
            if word >= ADDED_UP {
                before += value;
                at = 0;
            } else if word >= COUNTED {
                before += value;
                at -= 1;
            }
        }
        atomic_store(&mut words[number + 1], ADDED_UP | (before + all));
        shared[1] = before;
    }
    t.barrier.wait();
    let mut place = shared[1] + sums[me] - own;
    for at in first..end {
        let value = from[at];
        if value != 0 {
            to[place as usize] = value;
            place += 1;
        }
    }
}

/// What all have to agree with: how many are kept.
pub fn serial(from: &[u32], to: &mut [u32]) -> usize {
    let mut count = 0;
    for &value in from {
        if value != 0 {
            to[count] = value;
            count += 1;
        }
    }
    count
}

/// How each is launched; the count of what is kept.
type Launch = fn(
    &AcceleratorView,
    &ArrayView<'_, u32>,
    &mut ArrayViewMut<'_, u32>,
    &mut Watch<'_>,
) -> amp::Result<usize>;

/// The middle phase, and what comes out of it.
fn add_up(on: &AcceleratorView, count: usize, counts: &mut ArrayViewMut<'_, u32>) -> amp::Result<()> {
    on.parallel_for_each(Extent::new([TILE]).tile([TILE])?, prefix(count, counts))
}

/// The last element of some.
fn last(words: &ArrayViewMut<'_, u32>) -> amp::Result<u32> {
    let at = words.extent()[0] - 1;
    words.section(at, 1)?.to_vec().map(|last| last.first().copied().unwrap_or_default())
}

/// An element a work-item, moved by one of two kernels.
fn by_tiles(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    watch: &mut Watch<'_>,
    mut mover: impl FnMut(TiledExtent<1>, &ArrayView<'_, u32>) -> amp::Result<()>,
) -> amp::Result<usize> {
    let domain = from.extent().tile([TILE])?.pad();
    let tiles = domain.size() / TILE;
    let mut counts = ArrayViewMut::without_source(tiles + 1)?;
    on.parallel_for_each(domain, count_tiles(from, &mut counts))?;
    watch.lap("count")?;
    add_up(on, tiles, &mut counts)?;
    watch.lap("prefix")?;
    mover(domain, &counts.as_view())?;
    watch.lap("move")?;
    Ok(last(&counts)? as usize)
}

fn spataro(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    watch: &mut Watch<'_>,
) -> amp::Result<usize> {
    by_tiles(on, from, watch, |domain, prefixes| {
        on.parallel_for_each(domain, move_by_votes(from, prefixes, to))
    })
}

fn orange_owls(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    watch: &mut Watch<'_>,
) -> amp::Result<usize> {
    by_tiles(on, from, watch, |domain, prefixes| {
        on.parallel_for_each(domain, move_by_scan(from, prefixes, to))
    })
}

fn billeter(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    watch: &mut Watch<'_>,
) -> amp::Result<usize> {
    let domain = Extent::new([SEQUENCES * WARP]).tile([WARP])?;
    let length = from.extent().size().div_ceil(SEQUENCES).next_multiple_of(WARP);
    let mut counts = ArrayViewMut::without_source(SEQUENCES + 1)?;
    on.parallel_for_each(domain, count_sequences(length, from, &mut counts))?;
    watch.lap("count")?;
    add_up(on, SEQUENCES, &mut counts)?;
    watch.lap("prefix")?;
    on.parallel_for_each(domain, move_sequences(length, from, &counts.as_view(), to))?;
    watch.lap("move")?;
    Ok(last(&counts)? as usize)
}

fn single(
    on: &AcceleratorView,
    from: &ArrayView<'_, u32>,
    to: &mut ArrayViewMut<'_, u32>,
    watch: &mut Watch<'_>,
) -> amp::Result<usize> {
    let tiles = from.extent().size().div_ceil(TILE * ITEMS);
    let mut words = ArrayViewMut::without_source(tiles + 1)?;
    words.discard_data();
    on.parallel_for_each(words.extent(), clear(&mut words))?;
    on.parallel_for_each(Extent::new([tiles * TILE]).tile([TILE])?, single_pass(from, to, &mut words))?;
    watch.lap(KERNEL)?;
    Ok((last(&words)? & (COUNTED - 1)) as usize)
}

const VARIANTS: &[Variant] = &[
    Variant { name: "serial", shows: "element by element on one core" },
    Variant { name: "spataro", shows: "an element a work-item; warps vote" },
    Variant { name: "orange_owls", shows: "an element a work-item; tiles scan" },
    Variant { name: "billeter", shows: "480 sequences, a warp each" },
    Variant { name: "single", shows: "one pass; tiles look back" },
];
const SIZE: Size = Size { names: &["N"], usual: &[1 << 24], quick: &[100_003] };

/// The program on random numbers.
pub const RANDOM: Program = Program {
    name: "compact",
    shows: "keeps what is not zero, of random numbers, half of which are: three launches or one, in order",
    size: SIZE,
    variants: VARIANTS,
    run: |session| {
        let [n] = session.size();
        run(session, &data::fill(&[n], 1, |random| if random >> 31 == 0 { 0 } else { random })?)
    },
};

/// The program on numbers that a branch predictor likes.
pub const STRUCTURED: Program = Program {
    name: "compact_structured",
    shows: "the same of 1 0 3 0 5 0 and so on: the serial one is faster now, the others are not",
    size: SIZE,
    variants: VARIANTS,
    run: |session| {
        let [n] = session.size();
        let mut source: Vec<u32> = data::zeros(&[n])?;
        source.iter_mut().zip(1..).step_by(2).for_each(|(to, value)| *to = value);
        run(session, &source)
    },
};

fn run(session: &mut Session<'_>, source: &[u32]) -> Result<(), Problem> {
    let n = source.len();
    let mut expected = data::zeros(&[n])?;
    let mut count = 0;
    session.serial(&mut expected, |_| {}, |to| count = serial(source, to));
    session.work(Work::Bytes(4.0 * (n + count) as f64));
    expected.truncate(count);

    let launches: [(&str, Launch); 4] =
        [("spataro", spataro), ("orange_owls", orange_owls), ("billeter", billeter), ("single", single)];
    for (variant, launch) in launches {
        session.variant(variant, |on, clock| {
            if n > TILE << 22 {
                return Ok(Verdict::Skipped(
                    "the counts of so many tiles do not fit into 30 bits".to_owned(),
                ));
            }
            let mut result = vec![0; n];
            let mut kept = 0;
            clock.runs(|watch| {
                result.fill(0);
                watch.start()?;
                let (from, mut to) = (ArrayView::new(source), ArrayViewMut::new(&mut result));
                from.synchronize_to(on)?;
                to.discard_data();
                watch.lap(UPLOAD)?;
                kept = launch(on, &from, &mut to, watch)?;
                to.finish()?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(same(&[kept], &[count]).and(same(result.get(..kept).unwrap_or(&result), &expected)))
        });
    }
    Ok(())
}
