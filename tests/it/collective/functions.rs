//! Collective functions: device functions with barriers, which all work-items of a tile call. Results are compared with sums on
//! the host.

use amp::prelude::*;
use amp_tests::on_each;

/// The sum over the tile, for each of its work-items.
#[device]
fn tile_sum(barrier: &TileBarrier, local: usize, scratch: &mut [u32; 64], value: u32) -> u32 {
    scratch[local] = value;
    barrier.wait();
    let mut half = 32;
    while half > 0 {
        if local < half {
            scratch[local] += scratch[local + half];
        }
        barrier.wait();
        half /= 2;
    }
    let total = scratch[0];
    barrier.wait();
    total
}

/// An inclusive scan: generic over element type and length, with a `&mut` parameter.
#[device]
fn tile_scan<T: Scalar, const N: usize>(
    barrier: &TileBarrier,
    local: usize,
    scratch: &mut [T; N],
    value: &mut T,
) {
    scratch[local] = *value;
    barrier.wait_with_tile_static_memory_fence();
    let mut step = 1;
    while step < N {
        let mut added = T::ZERO;
        if local >= step {
            added = scratch[local - step];
        }
        barrier.wait();
        scratch[local] += added;
        barrier.wait();
        step *= 2;
    }
    *value = scratch[local];
}

/// Calls another collective function `count` times, with early exits.
#[device]
fn rounds(barrier: &TileBarrier, local: usize, scratch: &mut [u32; 64], count: u32, value: u32) -> u32 {
    if count == 0 {
        return value + 7;
    }
    let mut sum = value;
    for k in 0..count {
        if k == 3 {
            break;
        }
        sum = tile_sum(barrier, local, scratch, sum % 5 + k);
    }
    if local % 2 == 0 {
        return sum;
    }
    sum + 1
}

fn host_rounds(tile: &[u32], count: u32) -> Vec<u32> {
    if count == 0 {
        return tile.iter().map(|v| v + 7).collect();
    }
    let mut sums = tile.to_vec();
    for k in 0..count.min(3) {
        let total = sums.iter().map(|v| v % 5 + k).sum();
        sums = vec![total; 64];
    }
    sums.iter().enumerate().map(|(n, v)| v + n as u32 % 2).collect()
}

fn values() -> Vec<u32> {
    (0..256u32).map(|n| n * 37 % 11).collect()
}

#[test]
fn tile_sum_in_a_collective_function() {
    on_each(|accelerator| {
        let mut found = vec![0u32; 256];
        let values = values();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::new(&mut found);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent().tile([64]).unwrap(),
                amp!(tile = [64], |t: TiledIndex<1>| {
                    #[tile_static]
                    let mut scratch: [u32; 64];
                    let own = x[t.global] + 1;
                    let total = tile_sum(&t.barrier, t.local[0], &mut scratch, own);
                    y[t.global] = total * 100 + own;
                }),
            )
            .unwrap();
        drop(y);
        for (n, (value, found)) in values.iter().zip(&found).enumerate() {
            let total: u32 = values[n / 64 * 64..][..64].iter().map(|v| v + 1).sum();
            assert_eq!(*found, total * 100 + value + 1, "{n}");
        }
    });
}

#[test]
fn generic_tile_scan_in_two_dimensions() {
    on_each(|accelerator| {
        let mut found = vec![0.0f32; 16 * 16];
        let values: Vec<f32> = (0..256).map(|n| (n * 37 % 11) as f32).collect();
        let x = ArrayView::with_extent([16, 16], &values).unwrap();
        let mut y = ArrayViewMut::with_extent([16, 16], &mut found).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent().tile([4, 8]).unwrap(),
                amp!(tile = [4, 8], |t: TiledIndex<2>| {
                    #[tile_static]
                    let mut scratch: [f32; 32];
                    let mut sum = x[t.global];
                    tile_scan(&t.barrier, t.local[0] * 8 + t.local[1], &mut scratch, &mut sum);
                    y[t.global] = sum;
                }),
            )
            .unwrap();
        drop(y);
        for tile in 0..8 {
            let (top, left) = (tile / 2 * 4, tile % 2 * 8);
            let mut sum = 0.0;
            for item in 0..32 {
                let at = (top + item / 8) * 16 + left + item % 8;
                sum += values[at];
                assert_eq!(found[at], sum, "tile {tile}, item {item}");
            }
        }
    });
}

#[kernel(tile = [64])]
fn in_rounds(t: TiledIndex<1>, count: u32, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut scratch: [u32; 64];
    let mut last = 0;
    for k in 0..2 {
        last = rounds(&t.barrier, t.local[0], &mut scratch, count * k, x[t.global] + last);
    }
    y[t.global] = last;
}

#[test]
fn collective_functions_call_each_other() {
    on_each(|accelerator| {
        let values = values();
        for count in [0, 2, 9] {
            let mut found = vec![0u32; 256];
            let x = ArrayView::new(&values);
            let mut y = ArrayViewMut::new(&mut found);
            let domain = y.extent().tile([64]).unwrap();
            accelerator.default_view().parallel_for_each(domain, in_rounds(count, &x, &mut y)).unwrap();
            drop(y);
            for (tile, found) in values.chunks(64).zip(found.chunks(64)) {
                let first = host_rounds(tile, 0);
                let again: Vec<u32> = tile.iter().zip(first).map(|(v, last)| v + last).collect();
                assert_eq!(found, host_rounds(&again, count), "{count} rounds");
            }
        }
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Lane {
    local: u32,
    sum: f32,
}

#[device]
impl Lane {
    /// Takes the receiver by value.
    fn total(self, b: &TileBarrier, scratch: &mut [f32; 16], x: f32) -> f32 {
        let local = self.local as usize;
        scratch[local] = x;
        b.wait();
        let mut half = 8;
        while half > 0 {
            if local < half {
                scratch[local] += scratch[local + half];
            }
            b.wait();
            half /= 2;
        }
        let total = scratch[0];
        b.wait();
        total
    }

    /// Changes the receiver, and calls another method.
    fn add(&mut self, b: &TileBarrier, scratch: &mut [f32; 16], x: f32) {
        self.sum += self.total(b, scratch, x);
    }

    fn neighbour(&self, b: &TileBarrier, scratch: &mut [f32; 16]) -> f32 {
        scratch[self.local as usize] = self.sum + self.local as f32;
        b.wait();
        let found = scratch[(self.local as usize + 1) % 16];
        b.wait();
        found
    }

    /// An associated function without a receiver, with a view argument.
    fn load(
        b: &TileBarrier,
        scratch: &mut [f32; 16],
        x: &ArrayView<f32>,
        global: usize,
        local: usize,
    ) -> f32 {
        scratch[local] = x[global];
        b.wait();
        let first = scratch[0];
        b.wait();
        first
    }
}

#[kernel(tile = [16])]
fn methods(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut scratch: [f32; 16];
    let first = Lane::load(&t.barrier, &mut scratch, x, t.global[0], t.local[0]);
    let mut lane = Lane { local: t.local[0] as u32, sum: first };
    lane.add(&t.barrier, &mut scratch, x[t.global]);
    let fixed = Lane { local: t.local[0] as u32, sum: 0.5 };
    lane.add(&t.barrier, &mut scratch, fixed.neighbour(&t.barrier, &mut scratch));
    y[t.global] = lane.sum + lane.neighbour(&t.barrier, &mut scratch);
}

#[test]
fn collective_methods() {
    let xs: Vec<f32> = (0..48).map(|n| (n * 7 % 13) as f32).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 48];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, methods(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let tile = &xs[i / 16 * 16..i / 16 * 16 + 16];
            let sum = tile[0] + tile.iter().sum::<f32>() + (0..16).map(|l| l as f32 + 0.5).sum::<f32>();
            assert_eq!(*y, sum + sum + ((i + 1) % 16) as f32, "at {i}");
        }
    });
}

/// The number of iterations depends on tile memory; `uniform` asserts that it is uniform.
#[device]
fn count_down(barrier: &TileBarrier, local: usize, left: &mut [u32; 64], start: u32) -> u32 {
    left[local] = start;
    barrier.wait();
    let mut rounds_done = 0;
    while uniform(left[0]) > 0 {
        rounds_done += 1;
        barrier.wait();
        left[local] -= 1;
        barrier.wait();
    }
    rounds_done + uniform(left[63] + start)
}

#[test]
fn uniform_inside_a_collective_function() {
    on_each(|accelerator| {
        let values: Vec<u32> = (0..256).map(|n| n / 64 * 2).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([256]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent().tile([64]).unwrap(),
                amp!(tile = [64], |t: TiledIndex<1>| {
                    #[tile_static]
                    let mut left: [u32; 64];
                    y[t.global] = count_down(&t.barrier, t.local[0], &mut left, x[t.global]);
                }),
            )
            .unwrap();
        let expected: Vec<_> = values.iter().map(|n| 2 * n).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair(u32, u32);

/// A loop without barriers inside a loop with barriers.
#[device]
fn lists_between_barriers(b: &TileBarrier, l: usize, s: &mut [u32; 16], count: u32) -> u32 {
    let mut sum = 1;
    for k in 0..count {
        s[l] = sum + k;
        b.wait();
        for Pair(_, v) in [Pair(5, 6), Pair(7, 8), Pair(9, 0)] {
            sum = sum * 3 + v;
        }
        b.wait();
    }
    sum
}

#[kernel(tile = [16])]
fn of_lists(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut s: [u32; 16];
    y[t.global] = lists_between_barriers(&t.barrier, t.local[0], &mut s, 3) + t.local[0] as u32;
}

#[test]
fn loop_over_an_array_between_barriers() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::without_source([32]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, of_lists(&mut y)).unwrap();
        let sum = (0..3u32).fold(1u32, |sum, _| [6, 8, 0].iter().fold(sum, |sum, v| sum * 3 + v));
        assert_eq!(y.to_vec().unwrap(), (0..32).map(|at| sum + at % 16).collect::<Vec<_>>());
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Mirror {
    own: u32,
}

#[allow(dead_code)] // only a kernel calls it
#[device]
trait Mirrored {
    fn mirrored(self, barrier: &TileBarrier, local: usize, shared: &mut [u32; 16]) -> u32;
}

#[device]
impl Mirrored for Mirror {
    fn mirrored(self, barrier: &TileBarrier, local: usize, shared: &mut [u32; 16]) -> u32 {
        shared[local] = self.own;
        barrier.wait();
        shared[15 - local]
    }
}

#[kernel(tile = [16])]
fn mirrors(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: [u32; 16];
    let mirror: Mirror = Mirror { own: t.local[0] as u32 };
    y[t.global] = mirror.mirrored(&t.barrier, t.local[0], &mut shared);
}

#[test]
fn collective_trait_methods() {
    on_each(|accelerator| {
        let mut found = [0; 16];
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, mirrors(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found, std::array::from_fn(|n| 15 - n as u32));
    });
}
