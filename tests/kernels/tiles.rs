//! Tiles: memory that is lent to functions, some of which wait; atomics in functions.

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
fn tiles_and_functions() {
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
