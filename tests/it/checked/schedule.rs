//! The order of work-items on the checked accelerator: `AMP_SCHEDULE_SEED` and `cpu_checked_with_seed` permute tiles and
//! work-items and change the subgroup size.

use std::process::Command;

use super::*;

fn seeded(seed: u64) -> AcceleratorView {
    Accelerator::cpu_checked_with_seed(seed).default_view()
}

/// The order in which the work-items of a domain run.
fn item_order(on: &AcceleratorView) -> Vec<u32> {
    let mut count = ArrayViewMut::<u32>::without_source([1]).unwrap();
    let mut order = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let position = atomic_fetch_add(&mut count[0], 1);
        order[position as usize] = i[0] as u32;
    });
    on.parallel_for_each(100, kernel).unwrap();
    order.to_vec().unwrap()
}

/// The order in which the work-items of each tile run after a barrier.
fn item_order_in_tiles(on: &AcceleratorView) -> Vec<u32> {
    let mut order = ArrayViewMut::<u32, 2>::without_source([6, 16]).unwrap();
    let kernel = amp!(tile = [2, 8], |t: TiledIndex<2>| {
        #[tile_static]
        let mut count: u32;
        atomic_store(&mut count, 0);
        t.barrier.wait();
        order[t.global] = atomic_fetch_add(&mut count, 1);
    });
    on.parallel_for_each(Extent::new([6, 16]).tile([2, 8]).unwrap(), kernel).unwrap();
    order.to_vec().unwrap()
}

/// The order in which tiles run.
fn tile_order(on: &AcceleratorView) -> Vec<u32> {
    let mut count = ArrayViewMut::<u32>::without_source([1]).unwrap();
    let mut order = ArrayViewMut::<u32>::without_source([40]).unwrap();
    let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
        if t.local[0] == 2 {
            let position = atomic_fetch_add(&mut count[0], 1);
            order[position as usize] = t.tile[0] as u32;
        }
    });
    on.parallel_for_each(Extent::new([160]).tile([4]).unwrap(), kernel).unwrap();
    order.to_vec().unwrap()
}

/// The order in which the work-items of one tile run, before a barrier and after it.
fn item_orders_around_a_barrier(on: &AcceleratorView) -> [Vec<u32>; 2] {
    let mut order = ArrayViewMut::<u32, 2>::without_source([2, 40]).unwrap();
    let kernel = amp!(tile = [40], |t: TiledIndex<1>| {
        #[tile_static]
        let mut count: [u32; 2];
        atomic_store(&mut count[0], 0);
        atomic_store(&mut count[1], 0);
        t.barrier.wait();
        order[[0, t.local[0]]] = atomic_fetch_add(&mut count[0], 1);
        t.barrier.wait();
        order[[1, t.local[0]]] = atomic_fetch_add(&mut count[1], 1);
    });
    on.parallel_for_each(Extent::new([40]).tile([40]).unwrap(), kernel).unwrap();
    let order = order.to_vec().unwrap();
    [order[..40].to_vec(), order[40..].to_vec()]
}

/// The subgroup size, and the sums over each subgroup.
fn subgroups(on: &AcceleratorView) -> (u32, Vec<u32>) {
    let mut sizes = ArrayViewMut::<u32>::without_source([128]).unwrap();
    let mut sums = ArrayViewMut::<u32>::without_source([128]).unwrap();
    let kernel = amp!(tile = [128], |t: TiledIndex<1>| {
        sizes[t.global] = amp::subgroup::size(&t.barrier);
        sums[t.global] = amp::subgroup::add(&t.barrier, 1u32);
    });
    on.parallel_for_each(Extent::new([128]).tile([128]).unwrap(), kernel).unwrap();
    let sizes = sizes.to_vec().unwrap();
    assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    (sizes[0], sums.to_vec().unwrap())
}

#[test]
fn seed_permutes_work_items_and_tiles_and_sets_the_subgroup_size() {
    let in_order: Vec<u32> = (0..40).collect();
    let plain = seeded(0);
    assert_eq!(tile_order(&plain), in_order);
    assert_eq!(item_orders_around_a_barrier(&plain), [in_order.clone(), in_order.clone()]);
    assert_eq!(subgroups(&plain).0, 32);

    let (mut tiles, mut items, mut widths) = (vec![in_order.clone()], vec![in_order.clone()], Vec::new());
    for seed in 1..13 {
        let on = seeded(seed);
        let new = |earlier: &mut Vec<Vec<u32>>, order: Vec<u32>| {
            assert!(!earlier.contains(&order), "seed {seed} repeats an earlier order");
            earlier.push(order.clone());
            let mut sorted = order;
            sorted.sort_unstable();
            assert_eq!(sorted, in_order, "seed {seed} skips a work-item");
        };
        new(&mut tiles, tile_order(&on));
        let [before, after] = item_orders_around_a_barrier(&on);
        new(&mut items, before);
        new(&mut items, after);
        let (width, sums) = subgroups(&on);
        assert!(width.is_power_of_two() && (4..=128).contains(&width), "seed {seed}: {width}");
        assert_eq!(sums, vec![width; 128], "seed {seed}");
        widths.push(width);
    }
    assert_eq!(widths, [4, 128, 8, 64, 16, 32, 4, 128, 8, 64, 16, 32]);
}

/// Inclusive scans of each 32 work-items, correct only for subgroups of 32, as in CUDA's samples.
#[kernel(tile = [128])]
fn scan_for_32_lanes(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let lane = t.local[0] as u32 % 32;
    let mut sum = x[t.global];
    for step in 0..5u32 {
        let before = amp::subgroup::shuffle_up(&t.barrier, sum, 1 << step);
        if lane >= 1 << step {
            sum += before;
        }
    }
    y[t.global] = sum;
}

#[test]
fn seeds_0_to_5_reveal_a_kernel_that_assumes_subgroups_of_32() {
    let x = ArrayView::new(&[1u32; 128]);
    let is_right = |seed: u64| {
        let mut y = ArrayViewMut::<u32>::without_source([128]).unwrap();
        let domain = y.extent().tile([128]).unwrap();
        seeded(seed).parallel_for_each(domain, scan_for_32_lanes(&x, &mut y)).unwrap();
        y.to_vec().unwrap().into_iter().eq((0..128).map(|n| n % 32 + 1))
    };
    // Subgroups of 64 and 128 contain whole runs of 32. In smaller ones, `shuffle_up` by 16 finds no lane.
    assert_eq!([0, 1, 2, 3, 4, 5].map(is_right), [true, false, true, false, true, false]);
}

#[test]
fn work_items_run_in_index_order_without_a_seed() {
    assert_eq!(item_order(&seeded(0)), (0..100).collect::<Vec<_>>());
    let first: Vec<_> = item_order_in_tiles(&seeded(0))[..8].to_vec();
    assert_eq!(first, (0..8).collect::<Vec<_>>());
}

#[test]
fn order_dependent_results_differ_between_seeds() {
    for order_of in [item_order, item_order_in_tiles] {
        let all: Vec<_> = (0..5).map(|seed| order_of(&seeded(seed))).collect();
        for (n, one) in all.iter().enumerate() {
            // The same seed gives the same order.
            assert_eq!(*one, order_of(&seeded(n as u64)));
            assert!(all[..n].iter().all(|other| other != one), "seed {n}");
        }
    }
}

#[test]
fn order_independent_results_agree() {
    const TS: usize = 4;
    let a: Vec<f32> = (0..64).map(|n| (n % 7) as f32).collect();
    let (a, w) = (ArrayView::with_extent([8, 8], &a).unwrap(), 8);
    let samples: Vec<u32> = (0..256).map(|n| n * n % 16).collect();
    let samples = ArrayView::new(&samples);
    let run = |on: &AcceleratorView| {
        let mut c = ArrayViewMut::<f32, 2>::without_source([8, 8]).unwrap();
        let mut bins = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let domain = c.extent().tile([TS, TS]).unwrap();
        let kernel = amp!(tile = [TS, TS], |t: TiledIndex<2>| {
            #[tile_static]
            let mut left: [[f32; TS]; TS];
            #[tile_static]
            let mut right: [[f32; TS]; TS];
            let [row, col] = t.local.into();
            let mut sum = 0.0;
            for i in (0..w).step_by(TS) {
                left[row][col] = a[[t.global[0], col + i]];
                right[row][col] = a[[row + i, t.global[1]]];
                t.barrier.wait();
                for k in 0..TS {
                    sum += left[row][k] * right[k][col];
                }
                t.barrier.wait();
            }
            c[t.global] = sum;
        });
        on.parallel_for_each(domain, kernel).unwrap();
        let kernel = amp!(|i: Index<1>| {
            atomic_fetch_add(&mut bins[samples[i] as usize], 1);
        });
        on.parallel_for_each(256, kernel).unwrap();
        (c.to_vec().unwrap(), bins.to_vec().unwrap())
    };
    let wanted = run(&Accelerator::cpu().default_view());
    assert!((0..20).all(|seed| run(&seeded(seed)) == wanted));
}

#[test]
fn races_are_found_in_every_order() {
    for seed in 0..20 {
        let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i[0] / 2] = i[0] as u32);
        let (found, _) = race(seeded(seed).parallel_for_each(100, kernel));
        let [a, b] = found.items;
        assert_eq!((a / 2, a.abs_diff(b), found.index), (b / 2, 1, vec![a / 2]));
    }
}

/// Everything that depends on the seed.
fn schedule(on: &AcceleratorView) -> String {
    let (items, tiles) = (item_orders_around_a_barrier(on), tile_order(on));
    format!("{:?} {tiles:?} {items:?} {:?}", item_order(on), subgroups(on))
}

#[test]
#[ignore = "run by the next test, in a process of its own"]
fn print_schedule() {
    println!("schedule {}", schedule(&Accelerator::default().default_view()));
}

#[test]
fn environment_variable_sets_the_seed() {
    let with = |seed: &str| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "checked::schedule::print_schedule", "--ignored", "--nocapture"])
            .env("AMP_ACCELERATOR", "cpu-checked")
            .env("AMP_SCHEDULE_SEED", seed)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let order = text.lines().find_map(|line| line.split_once("schedule ")).expect(&text).1.to_owned();
        (order, String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(with("").0, schedule(&seeded(0)));
    for seed in [1, 17, u64::MAX] {
        assert_eq!(with(&seed.to_string()).0, schedule(&seeded(seed)), "{seed}");
    }
    let (order, warning) = with("seventeen");
    assert_eq!(order, schedule(&seeded(0)));
    assert!(warning.contains("AMP_SCHEDULE_SEED"), "{warning}");
}
