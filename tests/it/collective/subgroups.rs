//! Subgroup operations, for each subgroup size: results are compared with folds over the lanes on the host.

use amp::prelude::*;
use amp::subgroup;
use amp_tests::on_each;

/// Lane, size, and the result of each operation.
#[kernel(tile = [64])]
fn operations(
    t: TiledIndex<1>,
    x: &ArrayView<i32>,
    lanes: &mut ArrayViewMut<u32>,
    sizes: &mut ArrayViewMut<u32>,
    found: &mut ArrayViewMut<i32, 2>,
) {
    let i = t.global[0];
    let value = x[i];
    lanes[i] = subgroup::lane(&t.barrier);
    sizes[i] = subgroup::size(&t.barrier);
    found[[i, 0]] = subgroup::add(&t.barrier, value);
    found[[i, 1]] = subgroup::min(&t.barrier, value);
    found[[i, 2]] = subgroup::max(&t.barrier, value);
    found[[i, 3]] = subgroup::and(&t.barrier, value);
    found[[i, 4]] = subgroup::or(&t.barrier, value);
    found[[i, 5]] = subgroup::xor(&t.barrier, value);
    found[[i, 6]] = subgroup::inclusive_add(&t.barrier, value);
    found[[i, 7]] = subgroup::exclusive_add(&t.barrier, value);
    found[[i, 8]] = subgroup::inclusive_mul(&t.barrier, value % 3);
    found[[i, 9]] = subgroup::exclusive_mul(&t.barrier, 2);
    found[[i, 10]] = subgroup::mul(&t.barrier, value % 2);
    found[[i, 11]] = subgroup::broadcast_first(&t.barrier, value);
    found[[i, 12]] = subgroup::shuffle(&t.barrier, value, 3);
    found[[i, 13]] = subgroup::shuffle_xor(&t.barrier, value, 1);
    let before = subgroup::shuffle_up(&t.barrier, value, 1);
    let after = subgroup::shuffle_down(&t.barrier, value, 2);
    let lane = subgroup::lane(&t.barrier);
    found[[i, 14]] = if lane > 0 { before } else { -1 };
    found[[i, 15]] = if lane + 2 < subgroup::size(&t.barrier) { after } else { -1 };
}

#[test]
fn operations_combine_the_lanes_of_a_subgroup() {
    on_each(|accelerator| {
        if !accelerator.supports_subgroups() {
            println!("no subgroups on {}", accelerator.description());
            return;
        }
        let n = 192;
        let values: Vec<i32> = (0..n as i32).map(|i| (i * 37 + 11) % 101 - 40).collect();
        let (mut lanes, mut sizes, mut found) = (vec![0; n], vec![0; n], vec![0; n * 16]);
        let x = ArrayView::new(&values);
        {
            let mut lanes = ArrayViewMut::new(&mut lanes);
            let mut sizes = ArrayViewMut::new(&mut sizes);
            let mut found = ArrayViewMut::with_extent([n, 16], &mut found).unwrap();
            let kernel = operations(&x, &mut lanes, &mut sizes, &mut found);
            accelerator.default_view().parallel_for_each(x.extent().tile([64]).unwrap(), kernel).unwrap();
        }
        let size = sizes[0] as usize;
        assert!(size.is_power_of_two() && (4..=128).contains(&size), "{size}");
        assert!(sizes.iter().all(|it| *it as usize == size));
        for group in (0..n / 64).flat_map(|tile| (0..64).step_by(size).map(move |at| tile * 64 + at)) {
            let len = size.min(64);
            // Sorted by lane, because the mapping of work-items to lanes is unspecified.
            let mut items: Vec<_> = (group..group + len).collect();
            items.sort_by_key(|i| lanes[*i]);
            let all: Vec<_> = items.iter().map(|i| values[*i]).collect();
            for (lane, &i) in items.iter().enumerate() {
                assert_eq!(lanes[i] as usize, lane);
                let row = &found[i * 16..][..16];
                let wrapped = |values: &[i32], by: i32| {
                    values.iter().fold(1i32, |product, value| product.wrapping_mul(value % by))
                };
                let expected = [
                    all.iter().sum(),
                    *all.iter().min().unwrap(),
                    *all.iter().max().unwrap(),
                    all.iter().fold(-1, |a, b| a & b),
                    all.iter().fold(0, |a, b| a | b),
                    all.iter().fold(0, |a, b| a ^ b),
                    all[..=lane].iter().sum(),
                    all[..lane].iter().sum(),
                    wrapped(&all[..=lane], 3),
                    2i32.checked_pow(lane as u32).unwrap_or(if lane == 31 { i32::MIN } else { 0 }),
                    wrapped(&all, 2),
                    all[0],
                    all[3],
                    all[lane ^ 1],
                    if lane > 0 { all[lane - 1] } else { -1 },
                    if lane + 2 < size { *all.get(lane + 2).unwrap_or(&row[15]) } else { -1 },
                ];
                assert_eq!(row, expected, "work-item {i} of {size}");
            }
        }
    });
}

/// Votes and ballots.
#[kernel(tile = [4, 16])]
fn votes(
    t: TiledIndex<2>,
    x: &ArrayView<u32, 2>,
    all: &mut ArrayViewMut<u32, 2>,
    any: &mut ArrayViewMut<u32, 2>,
    count: &mut ArrayViewMut<u32, 2>,
) {
    let odd = x[t.global] % 2 == 1;
    all[t.global] = if subgroup::all(&t.barrier, odd) { 1 } else { 0 };
    any[t.global] = if subgroup::any(&t.barrier, odd) { 1 } else { 0 };
    let mut sum = 0;
    for lanes in subgroup::ballot(&t.barrier, odd) {
        sum += lanes.count_ones();
    }
    count[t.global] = sum;
}

#[test]
fn all_any_and_ballot() {
    on_each(|accelerator| {
        if !accelerator.supports_subgroups() {
            return;
        }
        // Rows of a tile are consecutive, so subgroups of up to 64 lanes are full.
        for (value, expected) in [(1u32, [1, 1]), (2, [0, 0])] {
            let values = vec![value; 8 * 32];
            let x = ArrayView::with_extent([8, 32], &values).unwrap();
            let (mut all, mut any, mut count) = (vec![7; 256], vec![7; 256], vec![7; 256]);
            let mut all_of = ArrayViewMut::with_extent([8, 32], &mut all).unwrap();
            let mut any_of = ArrayViewMut::with_extent([8, 32], &mut any).unwrap();
            let mut counted = ArrayViewMut::with_extent([8, 32], &mut count).unwrap();
            let kernel = votes(&x, &mut all_of, &mut any_of, &mut counted);
            accelerator.default_view().parallel_for_each(x.extent().tile([4, 16]).unwrap(), kernel).unwrap();
            assert!(all_of.to_vec().unwrap().iter().all(|it| *it == expected[0]));
            assert!(any_of.to_vec().unwrap().iter().all(|it| *it == expected[1]));
            let counted = counted.to_vec().unwrap();
            assert!(counted.iter().all(|it| (*it > 0) == (value == 1) && *it == counted[0]));
        }
    });
}

/// A device function with subgroup operations, called in a loop.
#[device]
fn tile_sum(barrier: &TileBarrier, local: usize, sums: &mut [u32; 64], value: u32) -> u32 {
    let sum = subgroup::add(barrier, value);
    let lane = subgroup::lane(barrier);
    sums[local] = 0;
    if lane == 0 {
        sums[local] = sum;
    }
    barrier.wait();
    let mut total = 0;
    for k in 0..64 {
        total += sums[k];
    }
    barrier.wait();
    total
}

#[kernel(tile = [64])]
fn doubling(t: TiledIndex<1>, x: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut sums: [u32; 64];
    let mut value = x[t.global];
    for _ in 0..3 {
        value = tile_sum(&t.barrier, t.local[0], &mut sums, value) / 64 + 1;
    }
    x[t.global] = value;
}

#[test]
fn subgroup_operations_in_collective_functions() {
    on_each(|accelerator| {
        if !accelerator.supports_subgroups() {
            return;
        }
        let mut values: Vec<u32> = (0..128).collect();
        let mut x = ArrayViewMut::new(&mut values);
        accelerator
            .default_view()
            .parallel_for_each(x.extent().tile([64]).unwrap(), doubling(&mut x))
            .unwrap();
        x.finish().unwrap();
        let expected = |first: u32| (first..first + 64).sum::<u32>() / 64 + 3;
        assert!(values[..64].iter().all(|it| *it == expected(0)), "{values:?}");
        assert!(values[64..].iter().all(|it| *it == expected(64)), "{values:?}");
    });
}

/// Lane, subgroup index, subgroup count and size of each work-item.
#[kernel(tile = [4, 36])]
fn places(
    t: TiledIndex<2>,
    lanes: &mut ArrayViewMut<u32, 2>,
    indices: &mut ArrayViewMut<u32, 2>,
    counts: &mut ArrayViewMut<u32, 2>,
    sizes: &mut ArrayViewMut<u32, 2>,
) {
    lanes[t.global] = subgroup::lane(&t.barrier);
    indices[t.global] = subgroup::index(&t.barrier);
    counts[t.global] = subgroup::count(&t.barrier);
    sizes[t.global] = subgroup::size(&t.barrier);
}

/// Runs a test on each accelerator with subgroups, and on the checked one with each subgroup size.
fn on_each_size(test: impl Fn(&Accelerator)) {
    on_each(|accelerator| {
        if accelerator.supports_subgroups() {
            test(accelerator);
        }
    });
    (0..6).map(Accelerator::cpu_checked_with_seed).for_each(|accelerator| test(&accelerator));
}

#[test]
fn subgroups_are_consecutive_work_items() {
    on_each_size(|accelerator| {
        let new = || ArrayViewMut::<u32, 2>::without_source([8, 36]).unwrap();
        let (mut lanes, mut indices, mut counts, mut sizes) = (new(), new(), new(), new());
        let domain = lanes.extent().tile([4, 36]).unwrap();
        let kernel = places(&mut lanes, &mut indices, &mut counts, &mut sizes);
        accelerator.default_view().parallel_for_each(domain, kernel).unwrap();
        let [lanes, indices, counts, sizes] =
            [lanes, indices, counts, sizes].map(|view| view.to_vec().unwrap());
        let size = sizes[0];
        assert_eq!((sizes, counts), (vec![size; 288], vec![144u32.div_ceil(size); 288]));
        // The row-major index of each work-item in its tile.
        let items = || (0..288u32).map(|item| item % 144);
        assert_eq!(lanes, items().map(|item| item % size).collect::<Vec<_>>(), "{accelerator}");
        assert_eq!(indices, items().map(|item| item / size).collect::<Vec<_>>(), "{accelerator}");
    });
}

/// An inclusive scan by shuffles. The loop's condition is a collective call.
#[device]
fn scan(barrier: &TileBarrier, value: u32) -> u32 {
    let mut sum = value;
    let mut by = 1;
    while by < subgroup::size(barrier) {
        let before = subgroup::shuffle_up(barrier, sum, by);
        if subgroup::lane(barrier) >= by {
            sum += before;
        }
        by *= 2;
    }
    sum
}

/// An inclusive scan of a tile: scans the subgroups, then their sums, as many at a time as a subgroup has lanes.
#[kernel(tile = [256])]
fn scan_of_tiles(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut sums: [u32; 64];
    let (lane, index) = (subgroup::lane(&t.barrier), subgroup::index(&t.barrier));
    let (size, count) = (subgroup::size(&t.barrier), subgroup::count(&t.barrier));
    let own = scan(&t.barrier, x[t.global]);
    if lane == size - 1 {
        sums[index as usize] = own;
    }
    t.barrier.wait();
    let mut before = 0;
    for first in (0..count).step_by(size as usize) {
        let at = first + lane;
        let sum = if at < count { sums[at as usize] } else { 0 };
        let upto = scan(&t.barrier, sum) + before;
        t.barrier.wait();
        if index == 0 && at < count {
            sums[at as usize] = upto;
        }
        t.barrier.wait();
        before = sums[(first + size).min(count) as usize - 1];
    }
    y[t.global] = if index > 0 { own + sums[index as usize - 1] } else { own };
}

#[test]
fn loops_over_subgroup_size_and_count_may_contain_barriers() {
    on_each_size(|accelerator| {
        let values: Vec<u32> = (0..512).map(|i| i * 37 % 101).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([512]).unwrap();
        let domain = y.extent().tile([256]).unwrap();
        accelerator.default_view().parallel_for_each(domain, scan_of_tiles(&x, &mut y)).unwrap();
        let tiles = values.chunks(256).flat_map(|tile| {
            tile.iter().scan(0, |sum, value| {
                *sum += value;
                Some(*sum)
            })
        });
        assert_eq!(y.to_vec().unwrap(), tiles.collect::<Vec<_>>(), "{accelerator}");
    });
}

/// The subgroup size is in a variable that varies later. The subgroup count is in an unused variable.
#[kernel(tile = [64])]
fn changed_sizes(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut size = subgroup::size(&t.barrier);
    let unused = subgroup::count(&t.barrier);
    let _ = unused;
    if t.local[0] == 3 {
        size += 1;
    }
    subgroup::size(&t.barrier);
    y[t.global] = size - subgroup::size(&t.barrier);
}

#[test]
fn variable_with_the_subgroup_size_may_vary_later() {
    on_each_size(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let domain = y.extent().tile([64]).unwrap();
        accelerator.default_view().parallel_for_each(domain, changed_sizes(&mut y)).unwrap();
        let expected: Vec<u32> = (0..64).map(|item| u32::from(item == 3)).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "{accelerator}");
    });
}
