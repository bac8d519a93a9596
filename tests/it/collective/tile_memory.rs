//! Tile memory as an argument of ordinary and collective functions, and atomic operations in functions.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Best {
    value: u32,
    at: u32,
}

#[device]
fn better(a: Best, b: Best) -> Best {
    if b.value > a.value || b.value == a.value && b.at < a.at { b } else { a }
}

#[device]
fn best_of<const N: usize>(b: &TileBarrier, local: usize, all: &mut [Best; N], own: Best) -> Best {
    all[local] = own;
    b.wait();
    let mut half = N / 2;
    while half > 0 {
        if local < half {
            all[local] = better(all[local], all[local + half]);
        }
        b.wait();
        half /= 2;
    }
    all[0]
}

#[device]
fn count(bins: &mut ArrayViewMut<u32>, at: usize, n: u32) -> u32 {
    if n % 3 == 0 {
        return atomic_fetch_add(&mut bins[at], n);
    }
    for k in 0..n % 4 {
        atomic_fetch_max(&mut bins[at + 1], n * k);
    }
    0
}

#[device]
fn fill(row: &mut [[u32; 8]; 2], which: usize, local: usize, value: u32) {
    row[which][local] = value;
    row[1 - which][7 - local] = value + 1;
}

#[kernel(tile = [8])]
fn kernel(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>, bins: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut all: [Best; 8];
    #[tile_static]
    let mut rows: [[u32; 8]; 2];
    #[tile_static]
    let mut sum: [u32; 2];
    let local = t.local[0];
    if local < 2 {
        atomic_store(&mut sum[local], 0);
    }
    let which = t.tile[0] % 2;
    fill(&mut rows, which, local, x[t.global]);
    let best = best_of(&t.barrier, local, &mut all, Best { value: x[t.global], at: local as u32 });
    let other = rows[1 - which][local];
    let add = |n: u32| atomic_fetch_add(&mut sum[(n % 2) as usize], n);
    add(other);
    t.barrier.wait();
    let odd = best_of(&t.barrier, local, &mut all, Best { value: other % 7, at: best.at });
    count(bins, which * 2, x[t.global]);
    y[t.global] =
        best.value + best.at * 1000 + odd.value * 10_000 + atomic_load(&sum[0]) + atomic_load(&sum[1]) * 3;
}

#[test]
fn tile_memory_arguments_and_atomic_operations() {
    let input: Vec<u32> = (0..32).map(|n| n * 37 % 50).collect();
    let (mut expected, mut bins) = (Vec::new(), [0u32; 4]);
    for (tile, x) in input.chunks(8).enumerate() {
        let best = (0..8).rev().max_by_key(|&n| x[n]).unwrap();
        let other: Vec<u32> = (0..8).map(|n| x[7 - n] + 1).collect();
        let odd = other.iter().map(|n| n % 7).max().unwrap();
        let of = |parity: u32| other.iter().filter(|n| *n % 2 == parity).sum::<u32>();
        expected.extend([x[best] + best as u32 * 1000 + odd * 10_000 + of(0) + of(1) * 3; 8]);
        let at = tile % 2 * 2;
        for &n in x {
            if n % 3 == 0 {
                bins[at] += n;
            } else {
                (0..n % 4).for_each(|k| bins[at + 1] = bins[at + 1].max(n * k));
            }
        }
    }
    on_each(|on| {
        let (mut found, mut counted) = (vec![0; 32], [0; 4]);
        let x = ArrayView::new(&input);
        let (mut y, mut b) = (ArrayViewMut::new(&mut found), ArrayViewMut::new(&mut counted));
        let tiles = y.extent().tile([8]).unwrap();
        on.default_view().parallel_for_each(tiles, kernel(&x, &mut y, &mut b)).unwrap();
        drop((y, b));
        assert_eq!((found, counted), (expected.clone(), bins));
    });
}

/// Writes and reads tile memory of `N` items under conditions that only some work-items of a tile meet.
#[kernel(tile = [64])]
fn behind_a_guard<const N: usize>(
    t: TiledIndex<1>,
    n: usize,
    steps: usize,
    x: &ArrayView<u32>,
    y: &mut ArrayViewMut<u32>,
) {
    let me = t.local[0];
    #[tile_static]
    let mut scratch: [u32; N];
    scratch[me] = if t.global[0] < n { x[t.global] } else { 7 };
    scratch[N - 1 - me] = 3;
    t.barrier.wait();
    for step in 1..steps {
        let at = t.global[0] + step;
        if at < n {
            scratch[me] = scratch[me].wrapping_mul(5) + x[at];
        } else {
            scratch[me] += step as u32;
        }
        t.barrier.wait();
        if me >= step {
            y[t.global] = y[t.global].wrapping_mul(3) + scratch[me - step];
        }
        t.barrier.wait();
    }
}

#[test]
fn tile_memory_behind_a_divergent_guard() {
    const COUNT: usize = 64 * 5;
    fn check<const N: usize>(n: usize) {
        let x: Vec<u32> = (0..COUNT as u32).map(|n| n * 31 % 1000).collect();
        let steps = 5;
        let mut expected = vec![1u32; COUNT];
        for tile in 0..5 {
            let global = |me: usize| tile * 64 + me;
            let mut scratch: Vec<_> =
                (0..64).map(|me| if global(me) < n { x[global(me)] } else { 7 }).collect();
            for step in 1..steps {
                for (me, scratch) in scratch.iter_mut().enumerate() {
                    let at = global(me) + step;
                    *scratch = if at < n { scratch.wrapping_mul(5) + x[at] } else { *scratch + step as u32 };
                }
                for me in step..64 {
                    let y = &mut expected[global(me)];
                    *y = y.wrapping_mul(3) + scratch[me - step];
                }
            }
        }
        on_each(|on| {
            let mut found = vec![1u32; COUNT];
            let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut found));
            let domain = Extent::new([COUNT]).tile([64]).unwrap();
            on.default_view().parallel_for_each(domain, behind_a_guard::<N>(n, steps, &x, &mut y)).unwrap();
            y.finish().unwrap();
            assert_eq!(found, expected, "{N} items, {n} work-items pass");
        });
    }
    // The CPU back end gives divergent code a copy of a small array in tile memory, and a reference to a large one.
    for n in [0, 1, 64, 100, 128, 300, 319, 320] {
        check::<128>(n);
        check::<1024>(n);
    }
}

/// Only rustc knows the type of the `if`, which stands behind several barriers.
#[test]
fn if_value_behind_barriers() {
    on_each(|accelerator| {
        let mut best: Vec<_> = (0..8).map(|at| Best { value: at * 3 % 8, at }).collect();
        let mut y = ArrayViewMut::new(&mut best);
        let limit = 4;
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut values: [u32; 4];
            let (i, l) = (t.global, t.local[0]);
            values[l] = y[i].value;
            t.barrier.wait();
            let next = values[(l + 1) % 4];
            t.barrier.wait();
            // A uniform condition.
            y[i] = if limit > 3 {
                y[i].at += next;
                y[i]
            } else {
                y[i]
            };
        });
        accelerator.default_view().parallel_for_each(Extent::from([8]).tile([4]).unwrap(), kernel).unwrap();
        let found: Vec<_> = y.to_vec().unwrap().iter().map(|best| (best.value, best.at)).collect();
        let value = |at: u32| at * 3 % 8;
        let expected = (0..8).map(|at| {
            let next = value(at / 4 * 4 + (at + 1) % 4);
            (value(at), at + next)
        });
        assert_eq!(found, expected.collect::<Vec<_>>());
    });
}
