//! Data races in views: the error names the view, the element, both work-items, and both accesses.

use AccessKind::{Atomic, Read, Write};
use glam::Vec2;

use super::*;

#[test]
fn race_of_two_writes() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let line = line!() + 1;
    let result = checked().parallel_for_each(100, amp!(|i: Index<1>| y[i[0] / 2] = i[0] as u32));
    let (found, lines) = race(result);
    let expected = Race {
        variable: "y".into(),
        index: vec![0],
        items: [0, 1],
        kinds: [Write, Write],
        same_value: false,
    };
    assert_eq!((found, lines), (expected, [line, line]));

    checked().parallel_for_each(50, amp!(|i: Index<1>| y[i[0] / 2 * 2] = i[0] as u32)).unwrap_err();
    checked().parallel_for_each(50, amp!(|i: Index<1>| y[i[0] * 2] = i[0] as u32)).unwrap();
    assert_eq!(y[98], 49);
}

#[test]
fn race_of_a_read_and_a_write() {
    let mut values: Vec<u32> = (0..64).collect();
    let mut y = ArrayViewMut::new(&mut values);
    let kernel = amp!(|i: Index<1>| {
        let next = y[(i[0] + 1) % 64];
        y[i] = next;
    });
    let (found, lines) = race(checked().parallel_for_each(64, kernel));
    assert_eq!((found.items, found.kinds, found.index), ([0, 1], [Read, Write], vec![1]));
    assert_eq!(lines[0] + 1, lines[1]);
    drop(y);

    let old: Vec<u32> = (0..64).collect();
    let x = ArrayView::new(&old);
    let mut y = ArrayViewMut::new(&mut values);
    let kernel = amp!(|i: Index<1>| {
        let next = x[(i[0] + 1) % 64];
        y[i] = next;
    });
    checked().parallel_for_each(64, kernel).unwrap();
    assert_eq!((y[5], y[63]), (6, 0));
}

#[test]
fn race_of_equal_values_lets_all_work_items_run() {
    let xs: Vec<u32> = (0..100).collect();
    let x = ArrayView::new(&xs);
    let mut found = ArrayViewMut::<u32>::without_source([1]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let result = checked().parallel_for_each(
        100,
        amp!(|i: Index<1>| {
            if x[i] > 90 {
                found[0] = 1;
            }
            y[i] = 1;
        }),
    );
    let (race, _) = race(result);
    assert_eq!((race.items, race.same_value), ([91, 92], true));
    assert_eq!((found[0], y.to_vec().unwrap()), (1, vec![1; 100]));

    // The error reports a race of different values before one of equal values, even if it happens later.
    let result = checked().parallel_for_each(
        100,
        amp!(|i: Index<1>| {
            if x[i] > 90 {
                found[0] = if x[i] == 99 { 2 } else { 1 };
            }
        }),
    );
    assert!(matches!(result, Err(Error::Race { same_value: false, .. })));

    let kernel = amp!(|i: Index<1>| {
        if x[i] == 90 {
            found[0] = 1;
        }
    });
    checked().parallel_for_each(100, kernel).unwrap();
}

#[test]
fn barrier_does_not_order_two_tiles() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([128]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        y[t.global[0]] = 1;
        t.barrier.wait();
        y[64 + t.global[0]] = y[(t.global[0] + 16) % 64];
    });
    let (found, _) = race(checked().parallel_for_each(domain, kernel));
    assert_eq!((found.items, found.kinds), ([0, 16], [Read, Write]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        y[t.global[0]] = 1;
        t.barrier.wait();
        y[64 + t.global[0]] = y[t.tile_origin[0] + (t.local[0] + 1) % 16];
    });
    checked().parallel_for_each(domain, kernel).unwrap();
}

#[test]
fn tile_memory_fence_does_not_order_views() {
    let domain = Extent::new([32]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        y[t.global[0]] = 1;
        t.barrier.wait_with_tile_static_memory_fence();
        y[32 + t.global[0]] = y[t.tile_origin[0] + (t.local[0] + 1) % 16];
    });
    let (found, _) = race(checked().parallel_for_each(domain, kernel));
    assert_eq!((found.variable, found.kinds), ("y".into(), [Write, Read]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        y[t.global[0]] = 1;
        t.barrier.wait_with_global_memory_fence();
        y[32 + t.global[0]] = y[t.tile_origin[0] + (t.local[0] + 1) % 16];
    });
    checked().parallel_for_each(domain, kernel).unwrap();
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    left: Vec2,
    right: [u32; 2],
}

#[test]
fn fields_are_tracked_separately() {
    let zero = Pair { left: Vec2::ZERO, right: [0; 2] };
    let mut pairs = vec![zero; 50];
    let mut p = ArrayViewMut::new(&mut pairs);
    let kernel = amp!(|i: Index<1>| {
        let (n, odd) = (i[0] / 2, i[0] % 2);
        if odd == 1 {
            p[n].left.x = 1.0;
        } else {
            p[n].left.y += 2.0;
        }
        p[n].right[odd] = i[0] as u32;
    });
    checked().parallel_for_each(100, kernel).unwrap();
    let last = p[49];
    assert_eq!((last.left, last.right), (Vec2::new(1.0, 2.0), [98, 99]));

    let kernel = amp!(|i: Index<1>| {
        let (n, odd) = (i[0] / 2, i[0] % 2);
        if odd == 1 {
            p[n].left.x = 1.0;
        }
        p[n].left.y += 2.0;
    });
    let (found, _) = race(checked().parallel_for_each(100, kernel));
    assert_eq!((found.index, found.items, found.kinds), (vec![0], [0, 1], [Write, Read]));
}

#[test]
fn atomic_operations_race_with_plain_writes_only() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        atomic_fetch_add(&mut y[i[0] % 4], 1);
    });
    checked().parallel_for_each(100, kernel).unwrap();
    assert_eq!(y.to_vec().unwrap(), [25; 4]);

    let kernel = amp!(|i: Index<1>| {
        atomic_fetch_add(&mut y[i[0] % 4], 1);
        if i[0] == 50 {
            y[0] = 7;
        }
    });
    let (found, _) = race(checked().parallel_for_each(100, kernel));
    assert_eq!((found.items[1], found.kinds, found.index), (50, [Atomic, Write], vec![0]));

    // As in C++ AMP, plain reads do not race with atomic operations.
    let kernel = amp!(|i: Index<1>| {
        atomic_fetch_add(&mut y[i[0] % 4], 1);
        if i[0] == 50 && y[0] > 1000 {
            atomic_store(&mut y[0], 0);
        }
    });
    checked().parallel_for_each(100, kernel).unwrap();
}

#[test]
fn overlapping_atomic_views_do_not_race() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    let all = y.as_atomic();
    let (left, right) = (all.section([0], [6]).unwrap(), all.section([4], [6]).unwrap());
    let kernel = amp!(|i: Index<1>| {
        atomic_fetch_add(&mut left[i[0] % 6], 1);
        atomic_fetch_add(&mut right[i[0] % 6], 1);
    });
    checked().parallel_for_each(60, kernel).unwrap();
    assert_eq!(y.to_vec().unwrap(), [10, 10, 10, 10, 20, 20, 10, 10, 10, 10]);
}

#[test]
fn race_message_shows_indices_of_each_rank() {
    let mut y = ArrayViewMut::<u32, 2>::without_source([8, 8]).unwrap();
    let kernel = amp!(|i: Index<3>| y[[i[0], i[2]]] = i[1] as u32);
    match checked().parallel_for_each([8, 2, 8], kernel) {
        Err(error @ Error::Race { .. }) => {
            let text = error.to_string();
            let start = "has a race on `y` at [0, 0]: work-item [0, 0, 0] wrote it at ";
            assert!(text.contains(start) && text.contains("work-item [0, 1, 0] wrote it at "), "{text}");
            assert!(text.contains("tests/it/checked/races.rs:") && text.contains("barrier"), "{text}");
        }
        other => panic!("no race: {other:?}"),
    }
    checked().parallel_for_each([8, 1, 8], amp!(|i: Index<3>| y[[i[0], i[2]]] = i[1] as u32)).unwrap();
}

#[test]
fn consecutive_launches_do_not_race() {
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    for shift in 0..3 {
        let kernel = amp!(|i: Index<1>| y[(i[0] + shift) % 64] += i[0] as u32);
        checked().parallel_for_each(64, kernel).unwrap();
    }
    assert_eq!(y[10], 10 + 9 + 8);
}

#[derive(Clone, Copy, Default, GpuType)]
#[repr(C)]
struct Count {
    value: u32,
}

#[device]
impl Count {
    fn raise(&mut self, by: u32) {
        self.value += by;
    }

    fn is_over(&self, limit: u32) -> bool {
        self.value > limit
    }
}

#[kernel]
fn increments(i: Index<1>, all: bool, c: &mut ArrayViewMut<Count>, y: &mut ArrayViewMut<u32>) {
    if all || i[0] == 5 {
        c[0].raise(i[0] as u32 + 1);
    }
    y[i] = 1;
}

#[kernel]
fn compares(i: Index<1>, c: &mut ArrayViewMut<Count>, y: &mut ArrayViewMut<u32>) {
    if c[0].is_over(3) {
        y[i] = 1;
    }
    c[i[0] + 1].raise(2);
}

/// A method with `&mut self` writes its element. A method with `&self` only reads it.
#[test]
fn race_in_methods_of_elements() {
    let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
    let mut cs = vec![Count::default(); 17];
    let mut c = ArrayViewMut::new(&mut cs);
    let (found, _) = race(checked().parallel_for_each(16, increments(true, &mut c, &mut y)));
    assert_eq!(found.variable, "c");
    checked().parallel_for_each(16, increments(false, &mut c, &mut y)).unwrap();
    checked().parallel_for_each(16, compares(&mut c, &mut y)).unwrap();
}
