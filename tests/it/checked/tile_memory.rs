//! Tile memory: races and uninitialized reads, for items of each size and shape.

use AccessKind::{Read, Write};

use super::*;

fn domain() -> TiledExtent<1> {
    Extent::new([64]).tile([16]).unwrap()
}

#[test]
fn missing_barrier_after_the_write() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let line = line!() + 5;
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let own = t.local[0];
        row[own] = own as u32;
        y[t.global] = row[15 - own];
    });
    // The first work-items read items that are not written yet. Others write them before the next barrier, so this is a race.
    let (found, lines) = race(checked().parallel_for_each(domain(), kernel));
    assert_eq!((found.variable, found.index), ("row".into(), vec![8]));
    assert_eq!((found.items, found.kinds, found.same_value), ([7, 8], [Read, Write], false));
    assert_eq!((lines[0] - line, lines[0] - lines[1]), (1, 1));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let own = t.local[0];
        row[own] = own as u32;
        y[t.global] = row[own / 2];
    });
    let (found, lines) = race(checked().parallel_for_each(domain(), kernel));
    assert_eq!((found.variable, found.index), ("row".into(), vec![0]));
    assert_eq!((found.items, found.kinds, found.same_value), ([0, 1], [Write, Read], false));
    assert_eq!((lines[0] - line, lines[1] - lines[0]), (13, 1));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let own = t.local[0];
        row[own] = own as u32;
        t.barrier.wait();
        y[t.global] = row[15 - own];
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
    assert_eq!(y[17], 14);
}

/// No other work-item writes the item before the next barrier, so this is no race.
#[test]
fn uninitialized_read_is_reported() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        y[t.global] = row[15 - t.local[0]];
        t.barrier.wait();
        row[t.local[0]] = 1;
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![15], 0));
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let own = t.local[0];
        y[t.global] = row[own];
        row[own] = 1;
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![0], 0));
    // This kernel reads an uninitialized item only in the last tile.
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        if t.tile[0] == 3 {
            y[t.global] = row[5];
        }
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![5], 48));
    // The uninitialized read is reported, not the error that follows from it.
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        y[t.global] = 10 / row[5];
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![5], 0));
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [usize; 16];
        y[row[5] + 64 - 1 + t.local[0]] = 1;
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![5], 0));
}

#[test]
fn missing_barrier_before_the_next_round() {
    let xs: Vec<u32> = (0..64).collect();
    let x = ArrayView::new(&xs);
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let mut sum = 0;
        for round in 0..4 {
            row[t.local[0]] = x[round * 16 + t.local[0]];
            t.barrier.wait();
            for k in 0..16 {
                sum += row[k];
            }
        }
        y[t.global] = sum;
    });
    let (found, _) = race(checked().parallel_for_each(domain(), kernel));
    assert_eq!((found.variable, found.kinds), ("row".into(), [Read, Write]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        let mut sum = 0;
        for round in 0..4 {
            row[t.local[0]] = x[round * 16 + t.local[0]];
            t.barrier.wait();
            for k in 0..16 {
                sum += row[k];
            }
            t.barrier.wait();
        }
        y[t.global] = sum;
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
    assert_eq!(y[40], 64 * 63 / 2);
}

#[test]
fn global_memory_fence_does_not_order_tile_memory() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        row[t.local[0]] = 1;
        t.barrier.wait_with_global_memory_fence();
        y[t.global] = row[15 - t.local[0]];
    });
    let (found, _) = race(checked().parallel_for_each(domain(), kernel));
    assert_eq!((found.items, found.kinds), ([15, 0], [Write, Read]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        row[t.local[0]] = 1;
        t.barrier.wait_with_tile_static_memory_fence();
        y[t.global] = row[15 - t.local[0]];
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
}

#[test]
fn neighbouring_items_are_tracked_separately() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut flags: [bool; 16];
        #[tile_static]
        let mut pairs: [(bool, f32); 8];
        #[tile_static]
        let mut wide: [usize; 16];
        let own = t.local[0];
        flags[own] = own % 3 == 0;
        wide[own] = own;
        if own % 2 == 0 {
            pairs[own / 2].0 = true;
        } else {
            pairs[own / 2].1 = own as f32;
        }
        t.barrier.wait();
        let pair = pairs[own / 2];
        if flags[15 - own] && pair.0 {
            y[t.global] = wide[15 - own] as u32 + pair.1 as u32;
        }
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
    assert_eq!((y[0], y[1], y[15]), (15 + 1, 0, 15));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut flags: [bool; 16];
        flags[t.local[0] / 2] = t.local[0] % 2 == 0;
    });
    let (found, _) = race(checked().parallel_for_each(domain(), kernel));
    assert_eq!((found.items, found.index, found.same_value), ([0, 1], vec![0], false));
}

#[test]
fn tile_memory_is_uninitialized_in_each_tile() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        if t.tile[0] == 0 {
            row[t.local[0]] = 1;
        }
        t.barrier.wait();
        y[t.global] = row[t.local[0]];
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("row".into(), vec![0], 16));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut row: [u32; 16];
        row[t.local[0]] = 1;
        t.barrier.wait();
        y[t.global] = row[t.local[0]];
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
}

#[test]
fn partly_initialized_array_is_reported() {
    let mut y = ArrayViewMut::<f32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut sums: [[f32; 2]; 16];
        sums[t.local[0]][0] = 1.0;
        let pair = sums[t.local[0]];
        y[t.global] = pair[0];
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("sums".into(), vec![0], 0));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut sums: [[f32; 2]; 16];
        sums[t.local[0]][0] = 1.0;
        sums[t.local[0]][1] = 2.0;
        let pair = sums[t.local[0]];
        y[t.global] = pair[0];
    });
    checked().parallel_for_each(domain(), kernel).unwrap();

    // A compound assignment reads the item.
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut sums: [f32; 16];
        sums[t.local[0]] += 1.0;
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("sums".into(), vec![0], 0));
}

#[test]
fn uninitialized_atomic_counter_is_reported() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut count: u32;
        atomic_fetch_add(&mut count, 1);
        t.barrier.wait();
        y[t.global] = count;
    });
    assert_eq!(uninitialized(checked().parallel_for_each(domain(), kernel)), ("count".into(), vec![], 0));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut count: u32;
        atomic_store(&mut count, 0);
        t.barrier.wait();
        atomic_fetch_add(&mut count, 1);
        t.barrier.wait();
        y[t.global] = count;
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
    assert_eq!(y[63], 16);
}

#[test]
fn uniform_in_a_loop_bound_is_checked() {
    let xs: Vec<u32> = (0..64).map(|n| n / 16).collect();
    let x = ArrayView::new(&xs);
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    for (shift, fails) in [(0, false), (1, true)] {
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            let mut rounds = 0;
            for _ in 0..uniform(x[(t.global[0] + shift) % 64]) {
                rounds += 1;
                t.barrier.wait();
            }
            y[t.global] = rounds;
        });
        let result = checked().parallel_for_each(domain(), kernel);
        if fails {
            assert_eq!(not_uniform(result).0, [0, 15]);
        } else {
            result.unwrap();
            assert_eq!((y[15], y[16], y[63]), (0, 1, 3));
        }
    }
}

#[test]
fn returned_work_items_do_not_affect_the_others() {
    let mut y = ArrayViewMut::<u32, 2>::without_source([4, 16]).unwrap();
    let kernel = amp!(tile = [4, 16], |t: TiledIndex<2>| {
        let n = t.local[0] as u32;
        if n == 3 {
            return;
        }
        let m = if n > 5 { 1 } else { 2 };
        let mut sum = n;
        for k in 0..m {
            sum += k;
        }
        y[t.global] = sum;
    });
    let domain = Extent::new([4, 16]).tile([4, 16]).unwrap();
    checked().parallel_for_each(domain, kernel).unwrap();
    assert_eq!((y[[2, 7]], y[[3, 7]]), (3, 0));
}

#[test]
fn race_of_equal_values_is_marked() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (one, step, same) in [(true, 1, None), (false, 0, Some(true)), (false, 1, Some(false))] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut found: u32;
            let own = t.local[0] as u32;
            if !one || own == 2 {
                found = 5 + own * step;
            }
            t.barrier.wait();
            y[t.global] = found + own;
        });
        let result = checked().parallel_for_each(domain, kernel);
        match same {
            None => result.unwrap(),
            Some(same) => {
                let (found, _) = race(result);
                assert_eq!((&*found.variable, found.items, found.same_value), ("found", [0, 1], same));
                assert_eq!(found.kinds, [Write; 2]);
            }
        }
        // After a race of equal values, all work-items have run.
        assert!(same != Some(true) || y[3] == 8);
    }
}
