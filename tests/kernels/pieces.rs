//! Places in tile memory that go round, `held[me & mask]`: on the CPU they are taken a piece at a time, and nobody sees it.

use amp::prelude::*;
use amp_tests::on_each;

const TILE: usize = 100;

/// The mask is another one in each turn; some cut the tile into pieces, and some do not.
#[kernel(tile = [TILE])]
fn gathered(t: TiledIndex<1>, first: usize, turns: usize, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut held: [u32; 2 * TILE];
    held[me] = x[t.global];
    held[me + TILE] = x[t.global] + 1;
    t.barrier.wait();
    let mut sum = 0;
    let mut mask = first;
    for turn in 0..turns {
        let a = (me & mask) + TILE / 2;
        sum = sum * 3 + held[a] + held[mask & me];
        if me > 40 {
            sum += held[2 * me - (me & mask)];
        }
        t.barrier.wait();
        mask = mask * 2 + turn % 2;
    }
    y[t.global] = sum;
}

fn gathered_in_rust(first: usize, turns: usize, x: &[u32]) -> Vec<u32> {
    let tile = |tile: &[u32]| {
        let held: Vec<u32> = tile.iter().copied().chain(tile.iter().map(|x| x + 1)).collect();
        let one = |me: usize| {
            let (mut sum, mut mask) = (0u32, first);
            for turn in 0..turns {
                let around = held[(me & mask) + TILE / 2].wrapping_add(held[me & mask]);
                sum = sum.wrapping_mul(3).wrapping_add(around);
                if me > 40 {
                    sum = sum.wrapping_add(held[2 * me - (me & mask)]);
                }
                mask = mask * 2 + turn % 2;
            }
            sum
        };
        (0..TILE).map(one).collect::<Vec<_>>()
    };
    x.chunks_exact(TILE).flat_map(tile).collect()
}

#[test]
fn the_mask_is_another_one_in_each_turn() {
    let x: Vec<u32> = (0..3 * TILE as u32).map(|n| n * n % 101).collect();
    let view = ArrayView::new(&x);
    on_each(|on| {
        for first in [0, 1, 3, 5, 7, 8, 12, 15, 16, 31, 63, 127, 4095] {
            let mut ys = vec![0; x.len()];
            let mut y = ArrayViewMut::new(&mut ys);
            let domain = Extent::new([x.len()]).tile([TILE]).unwrap();
            on.default_view().parallel_for_each(domain, gathered(first, 5, &view, &mut y)).unwrap();
            y.finish().unwrap();
            assert_eq!(ys, gathered_in_rust(first, 5, &x), "{first}");
        }
    });
}

/// Sorts the rows of a tile of two dimensions, each by itself.
#[kernel(tile = [2, 32])]
fn sorted(t: TiledIndex<2>, y: &mut ArrayViewMut<i32, 2>) {
    let (row, me) = (t.local[0], t.local[1]);
    #[tile_static]
    let mut held: [[i32; 64]; 2];
    held[row][me] = y[[t.global[0], 64 * t.tile[1] + me]];
    held[row][me + 32] = y[[t.global[0], 64 * t.tile[1] + me + 32]];
    t.barrier.wait();
    let mut run = 1;
    while run < 64 {
        let place = me & (run - 1);
        let block = 2 * (me - place);
        let (a, b) = (held[row][block + place], held[row][block + 2 * run - 1 - place]);
        held[row][block + place] = a.min(b);
        held[row][block + 2 * run - 1 - place] = a.max(b);
        t.barrier.wait();
        let mut half = run / 2;
        while half > 0 {
            let low = 2 * me - (me & (half - 1));
            let (a, b) = (held[row][low], held[row][low + half]);
            held[row][low] = a.min(b);
            held[row][low + half] = a.max(b);
            t.barrier.wait();
            half /= 2;
        }
        run *= 2;
    }
    y[[t.global[0], 64 * t.tile[1] + me]] = held[row][me];
    y[[t.global[0], 64 * t.tile[1] + me + 32]] = held[row][me + 32];
}

#[test]
fn rows_are_sorted_in_tiles() {
    let given: Vec<i32> = (0..4 * 128).map(|n: i32| n.wrapping_mul(747_796_405) >> 8).collect();
    let mut expected = given.clone();
    expected.chunks_exact_mut(64).for_each(<[i32]>::sort_unstable);
    on_each(|on| {
        let mut ys = given.clone();
        let mut y = ArrayViewMut::with_extent([4, 128], &mut ys).unwrap();
        let domain = Extent::new([4, 64]).tile([2, 32]).unwrap();
        on.default_view().parallel_for_each(domain, sorted(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, expected);
    });
}

/// The mask is computed where some work-items come by only.
#[kernel(tile = [64])]
fn perhaps(t: TiledIndex<1>, n: usize, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut held: [u32; 64];
    held[me] = t.global[0] as u32;
    t.barrier.wait();
    if n > 0 {
        y[t.global] = held[me & (n - 1)];
    }
}

#[test]
fn nobody_subtracts_who_does_not_come_by() {
    on_each(|on| {
        for n in [0, 16] {
            let mut ys = vec![5; 128];
            let mut y = ArrayViewMut::new(&mut ys);
            let domain = Extent::new([128]).tile([64]).unwrap();
            on.default_view().parallel_for_each(domain, perhaps(n, &mut y)).unwrap();
            y.finish().unwrap();
            assert!(ys.iter().zip(0..).all(|(y, i)| *y == if n > 0 { i / 64 * 64 + i % 16 } else { 5 }));
        }
    });
}

#[device]
fn folded(n: usize, f: impl Fn(usize) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum = sum * 3 + f(k);
    }
    sum
}

/// Masks that only a closure knows.
#[kernel(tile = [64])]
fn in_closures(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut held: [u32; 64];
    held[me] = t.global[0] as u32;
    t.barrier.wait();
    y[t.global] = folded(9, |k: usize| held[me & k])
        + folded(2, |k: usize| {
            let (low, more) = (7, 15 + k);
            held[me & low] + held[me & more]
        });
}

#[test]
fn a_closure_has_masks_of_its_own() {
    let fold = |n: usize, f: &dyn Fn(usize) -> usize| (0..n).fold(0, |sum, k| sum * 3 + f(k));
    let expected: Vec<u32> = (0..128)
        .map(|i| {
            let (first, me) = (i / 64 * 64, i % 64);
            let held = |at: usize| first + at;
            let more = |k| held(me & 7) + held(me & (15 + k));
            (fold(9, &|k| held(me & k)) + fold(2, &more)) as u32
        })
        .collect();
    on_each(|on| {
        let mut ys = vec![0; 128];
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = Extent::new([128]).tile([64]).unwrap();
        on.default_view().parallel_for_each(domain, in_closures(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, expected);
    });
}

/// The mask overflows on its way, where `n` is less than 10.
#[kernel(tile = [64])]
fn overflowing(t: TiledIndex<1>, n: usize, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut held: [u32; 64];
    held[me] = me as u32;
    t.barrier.wait();
    y[t.global] = held[me & (n - 10 + 17)];
}

#[test]
fn an_overflow_in_a_mask_is_what_it_is_in_rust() {
    let cpu = Accelerator::cpu();
    let domain = Extent::new([64]).tile([64]).unwrap();
    let mut ys = vec![0; 64];
    let mut y = ArrayViewMut::new(&mut ys);
    cpu.default_view().parallel_for_each(domain, overflowing(24, &mut y)).unwrap();
    let done = cpu.default_view().parallel_for_each(domain, overflowing(0, &mut y));
    assert_eq!(done.is_err(), cfg!(debug_assertions), "{done:?}");
}
