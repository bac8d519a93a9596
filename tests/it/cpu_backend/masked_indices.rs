//! Masked indices into tile memory, `scratch[me & mask]`: the CPU back end strip-mines lane loops at the period of the mask.

use amp::prelude::*;
use amp_tests::on_each;

const TILE: usize = 100;

/// The mask changes in each iteration. Some masks divide the tile into equal runs, others do not.
#[kernel(tile = [TILE])]
fn gather(t: TiledIndex<1>, first: usize, rounds: usize, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut scratch: [u32; 2 * TILE];
    scratch[me] = x[t.global];
    scratch[me + TILE] = x[t.global] + 1;
    t.barrier.wait();
    let mut sum = 0;
    let mut mask = first;
    for round in 0..rounds {
        let a = (me & mask) + TILE / 2;
        sum = sum * 3 + scratch[a] + scratch[mask & me];
        if me > 40 {
            sum += scratch[2 * me - (me & mask)];
        }
        t.barrier.wait();
        mask = mask * 2 + round % 2;
    }
    y[t.global] = sum;
}

fn gather_on_the_host(first: usize, rounds: usize, x: &[u32]) -> Vec<u32> {
    let tile = |tile: &[u32]| {
        let scratch: Vec<u32> = tile.iter().copied().chain(tile.iter().map(|x| x + 1)).collect();
        let one = |me: usize| {
            let (mut sum, mut mask) = (0u32, first);
            for round in 0..rounds {
                let around = scratch[(me & mask) + TILE / 2].wrapping_add(scratch[me & mask]);
                sum = sum.wrapping_mul(3).wrapping_add(around);
                if me > 40 {
                    sum = sum.wrapping_add(scratch[2 * me - (me & mask)]);
                }
                mask = mask * 2 + round % 2;
            }
            sum
        };
        (0..TILE).map(one).collect::<Vec<_>>()
    };
    x.chunks_exact(TILE).flat_map(tile).collect()
}

#[test]
fn mask_changes_in_each_iteration() {
    let x: Vec<u32> = (0..3 * TILE as u32).map(|n| n * n % 101).collect();
    let view = ArrayView::new(&x);
    on_each(|on| {
        for first in [0, 1, 3, 5, 7, 8, 12, 15, 16, 31, 63, 127, 4095] {
            let mut ys = vec![0; x.len()];
            let mut y = ArrayViewMut::new(&mut ys);
            let domain = Extent::new([x.len()]).tile([TILE]).unwrap();
            on.default_view().parallel_for_each(domain, gather(first, 5, &view, &mut y)).unwrap();
            y.finish().unwrap();
            assert_eq!(ys, gather_on_the_host(first, 5, &x), "{first}");
        }
    });
}

/// Sorts each row of a two-dimensional tile.
#[kernel(tile = [2, 32])]
fn sorted(t: TiledIndex<2>, y: &mut ArrayViewMut<i32, 2>) {
    let (row, me) = (t.local[0], t.local[1]);
    #[tile_static]
    let mut scratch: [[i32; 64]; 2];
    scratch[row][me] = y[[t.global[0], 64 * t.tile[1] + me]];
    scratch[row][me + 32] = y[[t.global[0], 64 * t.tile[1] + me + 32]];
    t.barrier.wait();
    let mut run = 1;
    while run < 64 {
        let offset = me & (run - 1);
        let block = 2 * (me - offset);
        let (a, b) = (scratch[row][block + offset], scratch[row][block + 2 * run - 1 - offset]);
        scratch[row][block + offset] = a.min(b);
        scratch[row][block + 2 * run - 1 - offset] = a.max(b);
        t.barrier.wait();
        let mut half = run / 2;
        while half > 0 {
            let low = 2 * me - (me & (half - 1));
            let (a, b) = (scratch[row][low], scratch[row][low + half]);
            scratch[row][low] = a.min(b);
            scratch[row][low + half] = a.max(b);
            t.barrier.wait();
            half /= 2;
        }
        run *= 2;
    }
    y[[t.global[0], 64 * t.tile[1] + me]] = scratch[row][me];
    y[[t.global[0], 64 * t.tile[1] + me + 32]] = scratch[row][me + 32];
}

#[test]
fn rows_are_sorted_in_tiles() {
    let input: Vec<i32> = (0..4 * 128).map(|n: i32| n.wrapping_mul(747_796_405) >> 8).collect();
    let mut expected = input.clone();
    expected.chunks_exact_mut(64).for_each(<[i32]>::sort_unstable);
    on_each(|on| {
        let mut ys = input.clone();
        let mut y = ArrayViewMut::with_extent([4, 128], &mut ys).unwrap();
        let domain = Extent::new([4, 64]).tile([2, 32]).unwrap();
        on.default_view().parallel_for_each(domain, sorted(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, expected);
    });
}

/// The mask is computed in a branch that may not be taken.
#[kernel(tile = [64])]
fn mask_in_a_branch(t: TiledIndex<1>, n: usize, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut scratch: [u32; 64];
    scratch[me] = t.global[0] as u32;
    t.barrier.wait();
    if n > 0 {
        y[t.global] = scratch[me & (n - 1)];
    }
}

#[test]
fn mask_in_a_branch_that_is_not_taken() {
    on_each(|on| {
        for n in [0, 16] {
            let mut ys = vec![5; 128];
            let mut y = ArrayViewMut::new(&mut ys);
            let domain = Extent::new([128]).tile([64]).unwrap();
            on.default_view().parallel_for_each(domain, mask_in_a_branch(n, &mut y)).unwrap();
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

/// Masks that are computed inside a closure.
#[kernel(tile = [64])]
fn masks_of_closures(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut scratch: [u32; 64];
    scratch[me] = t.global[0] as u32;
    t.barrier.wait();
    y[t.global] = folded(9, |k: usize| scratch[me & k])
        + folded(2, |k: usize| {
            let (low, more) = (7, 15 + k);
            scratch[me & low] + scratch[me & more]
        });
}

#[test]
fn masks_inside_closures() {
    let fold = |n: usize, f: &dyn Fn(usize) -> usize| (0..n).fold(0, |sum, k| sum * 3 + f(k));
    let expected: Vec<u32> = (0..128)
        .map(|i| {
            let (first, me) = (i / 64 * 64, i % 64);
            let scratch = |at: usize| first + at;
            let more = |k| scratch(me & 7) + scratch(me & (15 + k));
            (fold(9, &|k| scratch(me & k)) + fold(2, &more)) as u32
        })
        .collect();
    on_each(|on| {
        let mut ys = vec![0; 128];
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = Extent::new([128]).tile([64]).unwrap();
        on.default_view().parallel_for_each(domain, masks_of_closures(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, expected);
    });
}

/// The computation of the mask overflows if `n` is less than 10.
#[kernel(tile = [64])]
fn overflowing(t: TiledIndex<1>, n: usize, y: &mut ArrayViewMut<u32>) {
    let me = t.local[0];
    #[tile_static]
    let mut scratch: [u32; 64];
    scratch[me] = me as u32;
    t.barrier.wait();
    y[t.global] = scratch[me & (n - 10 + 17)];
}

#[test]
fn overflow_in_a_mask_panics_as_in_rust() {
    let cpu = Accelerator::cpu();
    let domain = Extent::new([64]).tile([64]).unwrap();
    let mut ys = vec![0; 64];
    let mut y = ArrayViewMut::new(&mut ys);
    cpu.default_view().parallel_for_each(domain, overflowing(24, &mut y)).unwrap();
    let done = cpu.default_view().parallel_for_each(domain, overflowing(0, &mut y));
    assert_eq!(done.is_err(), cfg!(debug_assertions), "{done:?}");
}
