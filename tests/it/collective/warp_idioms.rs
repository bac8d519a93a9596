//! CUDA's idioms of warps, for each subgroup size: loops of shuffles, butterflies, lane masks and votes.

use amp::prelude::*;
use amp::subgroup;
use amp_tests::on_each;

/// Runs a test on each accelerator with subgroups, and on the checked one with each subgroup size.
fn on_each_size(test: impl Fn(&Accelerator)) {
    on_each(|accelerator| {
        if accelerator.supports_subgroups() {
            test(accelerator);
        }
    });
    (0..6).map(Accelerator::cpu_checked_with_seed).for_each(|accelerator| test(&accelerator));
}

/// `warpReduceSum`: the sum is in lane 0.
#[device]
fn reduce(barrier: &TileBarrier, value: u32) -> u32 {
    let mut value = value;
    let mut offset = subgroup::size(barrier) / 2;
    while offset > 0 {
        value += subgroup::shuffle_down(barrier, value, offset);
        offset /= 2;
    }
    value
}

/// The sum over a generic type by a butterfly. It is in all lanes.
#[device]
fn all_reduce<T: Scalar>(barrier: &TileBarrier, value: T) -> T {
    let mut value = value;
    let mut mask = 1;
    while mask < subgroup::size(barrier) {
        value += subgroup::shuffle_xor(barrier, value, mask);
        mask <<= 1;
    }
    value
}

/// CUDA's `blockReduceSum`, with the loops in device functions. In the second reduction, lanes without a sum add zero.
#[kernel(tile = [256])]
fn block_sums(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut sums: [u32; 64];
    let (lane, warp) = (subgroup::lane(&t.barrier), subgroup::index(&t.barrier));
    let count = subgroup::count(&t.barrier);
    let own = reduce(&t.barrier, x[t.global]);
    if lane == 0 {
        sums[warp as usize] = own;
    }
    t.barrier.wait();
    let mut total = 0;
    let mut first = 0;
    while first < count {
        let at = first + lane;
        let value = if at < count { sums[at as usize] } else { 0 };
        total += all_reduce(&t.barrier, value);
        first += subgroup::size(&t.barrier);
    }
    if t.local[0] == 0 {
        y[t.tile[0]] = total;
    }
}

#[test]
fn block_reduction_by_shuffle_loops() {
    on_each_size(|accelerator| {
        let values: Vec<u32> = (0..1024).map(|i| i * 37 % 101).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let domain = x.extent().tile([256]).unwrap();
        accelerator.default_view().parallel_for_each(domain, block_sums(&x, &mut y)).unwrap();
        let sums: Vec<u32> = values.chunks(256).map(|tile| tile.iter().sum()).collect();
        assert_eq!(y.to_vec().unwrap(), sums, "{accelerator}");
    });
}

/// Loops of shuffles in the kernel itself, with different ways to change the distance.
#[kernel(tile = [64])]
fn loops(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<[f32; 4]>) {
    let mut down = x[t.global];
    let mut offset = subgroup::size(&t.barrier) / 2;
    while offset > 0 {
        down += subgroup::shuffle_down(&t.barrier, down, offset);
        offset >>= 1;
    }
    let down = subgroup::broadcast_first(&t.barrier, down);

    let mut most = x[t.global];
    let mut mask = subgroup::size(&t.barrier) / 2;
    while mask >= 1 {
        most = most.max(subgroup::shuffle_xor(&t.barrier, most, mask));
        mask /= 2;
    }

    let (size, lane) = (subgroup::size(&t.barrier), subgroup::lane(&t.barrier));
    let mut least = x[t.global];
    for k in (0..size.ilog2()).rev() {
        least = least.min(subgroup::shuffle(&t.barrier, least, (lane + (1 << k)) % size));
    }

    let mut sum = x[t.global];
    let mut by = 1;
    loop {
        if by >= size {
            break;
        }
        sum += subgroup::shuffle_xor(&t.barrier, sum, by);
        by *= 2;
    }
    y[t.global] = [down, most, least, sum];
}

#[test]
fn shuffle_loops_over_the_subgroup_size() {
    on_each_size(|accelerator| {
        let values: Vec<f32> = (0..64).map(|i| (i * 29 % 64) as f32).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<[f32; 4]>::without_source([64]).unwrap();
        let domain = x.extent().tile([64]).unwrap();
        accelerator.default_view().parallel_for_each(domain, loops(&x, &mut y)).unwrap();
        let mut sizes = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let size_of = amp!(tile = [64], |t: TiledIndex<1>| sizes[t.global] = subgroup::size(&t.barrier));
        accelerator.default_view().parallel_for_each(domain, size_of).unwrap();
        let size = sizes.to_vec().unwrap()[0] as usize;
        if size > 64 {
            // The subgroup is not full, so its last lanes have unspecified values.
            return;
        }
        for (item, found) in y.to_vec().unwrap().into_iter().enumerate() {
            let all = &values[item / size * size..][..size];
            let most = all.iter().copied().fold(0.0, f32::max);
            let least = all.iter().copied().fold(99.0, f32::min);
            let sum = all.iter().sum();
            assert_eq!(found, [sum, most, least, sum], "work-item {item} of {size}, {accelerator}");
        }
    });
}

/// Compaction with a lane mask, up to 32 lanes: the rank of each selected lane, and the first selected lane.
#[kernel(tile = [64])]
fn ranks(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<[u32; 4]>) {
    let lane = subgroup::lane(&t.barrier);
    let selected = x[t.global] % 3 == 0;
    let mask = subgroup::ballot(&t.barrier, selected)[0];
    let below = (1 << (lane % 32)) - 1;
    let rank = (mask & below).count_ones();
    let count: u32 = subgroup::ballot(&t.barrier, selected).iter().map(|word| word.count_ones()).sum();
    let mut flags = 0;
    if subgroup::any(&t.barrier, selected) && x[t.global] < 1000 {
        flags |= 1;
    }
    if !subgroup::all(&t.barrier, selected) {
        flags |= 2;
    }
    let leader = if mask.trailing_zeros() == lane { 4 } else { 0 };
    y[t.global] = [rank, count, flags | leader, subgroup::size(&t.barrier)];
}

#[test]
fn votes_and_lane_masks() {
    on_each_size(|accelerator| {
        let values: Vec<u32> = (0..128).map(|i| i * 37 % 101).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<[u32; 4]>::without_source([128]).unwrap();
        let domain = x.extent().tile([64]).unwrap();
        accelerator.default_view().parallel_for_each(domain, ranks(&x, &mut y)).unwrap();
        let found = y.to_vec().unwrap();
        let size = (found[0][3] as usize).min(64);
        for item in 0..128 {
            let first = item / size * size;
            let selected: Vec<_> = (first..first + size).filter(|k| values[*k] % 3 == 0).collect();
            assert_eq!(found[item][1] as usize, selected.len(), "{accelerator}");
            assert_eq!(
                found[item][2] & 3,
                u32::from(!selected.is_empty()) | u32::from(selected.len() < size) * 2
            );
            if item - first < 32 && size <= 32 {
                let rank = selected.iter().filter(|k| **k < item).count();
                let leader = selected.first() == Some(&item);
                assert_eq!(
                    (found[item][0] as usize, found[item][2] & 4 != 0),
                    (rank, leader),
                    "{accelerator}"
                );
            }
        }
    });
}
