//! Defects in unusual positions: match guards, closures, loop conditions, subscripts, sections, and reinterpreted views. Each
//! case has a similar kernel without the defect.

use super::*;

/// Checks the result of one kernel of a pair: a panic whose message contains `what`, or success if `what` is empty.
#[track_caller]
fn check(result: amp::Result<()>, what: &str) {
    match what {
        "" => result.unwrap(),
        what => {
            let (_, message) = panicked(result);
            assert!(message.contains(what), "{message}");
        }
    }
}

#[test]
fn race_in_a_match_guard() {
    for (step, fails) in [(0, false), (1, true)] {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let own = i[0];
            y[own] = match own as u32 {
                n if y[(own + step) % 8] > 100 => n,
                n if n % 2 == 0 => 2,
                _ => 3,
            };
        });
        let result = checked().parallel_for_each(8, kernel);
        match fails {
            false => result.unwrap(),
            true => assert_eq!(race(result).0.kinds, [AccessKind::Read, AccessKind::Write]),
        }
    }
}

#[test]
fn overflow_in_loop_conditions_and_bounds() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (n, step, what) in [
        (9u32, 3u32, ""),
        (8, 3, "attempt to subtract with overflow: 8 - 9"),
        (0, 1, ""),
        (u32::MAX, 1 << 31, "attempt to add with overflow: 2147483648 + 2147483648"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            let mut k = 0;
            while n - k > 0 {
                k += step;
            }
            y[i] = k;
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
    for (n, what) in [(1u32, ""), (0, "attempt to subtract with overflow: 0 - 1")] {
        let kernel = amp!(|i: Index<1>| {
            let mut sum = 0;
            'outer: for k in 0..n - 1 {
                for j in (k..n).rev() {
                    if j == 0 {
                        continue 'outer;
                    }
                    sum += j;
                }
            }
            y[i] = sum;
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
}

#[test]
fn short_circuit_operators_skip_the_error() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    let xs = [0u32, 1, 2, 3];
    let x = ArrayView::new(&xs);
    let good = amp!(|i: Index<1>| y[i] = if x[i] == 0 || 6 / x[i] > 2 { 1 } else { 0 });
    checked().parallel_for_each(4, good).unwrap();
    let bad = amp!(|i: Index<1>| y[i] = if 6 / x[i] > 2 || x[i] == 0 { 1 } else { 0 });
    check(checked().parallel_for_each(4, bad), "attempt to divide by zero: 6 / 0");
    let good = amp!(|i: Index<1>| {
        y[i] = match (x[i], x[i] > 1) {
            (n, true) if n - 2 == 0 => 1,
            (n, _) => n,
        };
    });
    checked().parallel_for_each(4, good).unwrap();
    let bad = amp!(|i: Index<1>| {
        y[i] = match (x[i], x[i] > 1) {
            (n, _) if n - 2 == 0 => 1,
            (n, _) => n,
        };
    });
    check(checked().parallel_for_each(4, bad), "attempt to subtract with overflow: 0 - 2");
}

#[test]
fn errors_in_closures_that_compute_a_subscript() {
    let xs = [3u32, 2, 1, 0];
    let x = ArrayView::new(&xs);
    for (by, less, what) in [
        (1usize, 0u32, ""),
        (0, 0, "attempt to divide by zero"),
        (1, 1, "attempt to subtract with overflow: 0 - 1"),
    ] {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let subscript = |k: usize| (x[k] - less) as usize / by;
            y[subscript(i[0])] += 1;
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
    // Two work-items compute the same subscript.
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let subscript = |k: usize| x[k] as usize / 2;
        y[subscript(i[0])] += 1;
    });
    assert_eq!(race(checked().parallel_for_each(4, kernel)).0.items, [0, 1]);
}

#[device]
fn around<const N: usize>(row: &[u32; N], at: usize) -> u32 {
    row[at % (N - 1)] << row[N - 1]
}

#[test]
fn errors_in_functions_generic_over_a_length() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (last, what) in [(31u32, ""), (32, "attempt to shift with overflow: 1 << 32")] {
        let kernel = amp!(|i: Index<1>| {
            let row = [1u32, 2, last];
            y[i] = around(&row, i[0]);
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
    let kernel = amp!(|i: Index<1>| {
        let row = [1u32];
        y[i] = around(&row, i[0]);
    });
    check(checked().parallel_for_each(4, kernel), "attempt to divide by zero: 0 % 0");
}

#[test]
fn errors_in_destructuring_assignments() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (b, what) in [(3u32, ""), (0, "attempt to divide by zero: 9 % 0")] {
        let kernel = amp!(|i: Index<1>| {
            let (mut p, mut q) = (9, b);
            (p, q) = (q, p % q);
            let pair = ([p - q; 2], q);
            let ([first, ..], _) = pair;
            y[i] = first;
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
    for (b, what) in [(9u32, ""), (10, "attempt to subtract with overflow: 9 - 10")] {
        let kernel = amp!(|i: Index<1>| {
            let [first, second] = [9 - b; 2];
            y[i] = first + second;
        });
        check(checked().parallel_for_each(4, kernel), what);
    }
}

#[test]
fn race_of_plain_and_atomic_accesses_in_a_loop() {
    let domain = Extent::new([8]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
    for (ordered, fails) in [(1u32, false), (0, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut count: u32;
            let mut all = 0;
            for round in 0..3u32 {
                if t.local[0] == 0 {
                    count = round;
                }
                t.barrier.wait();
                atomic_fetch_add(&mut count, 1);
                if ordered == 1 || round > 0 {
                    t.barrier.wait();
                    all += count;
                }
                if ordered == 1 {
                    t.barrier.wait();
                }
            }
            y[t.global] = all;
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => {
                result.unwrap();
                assert_eq!(y[5], 4 + 5 + 6);
            }
            true => {
                let (found, _) = race(result);
                assert_eq!(found.variable, "count");
                assert_eq!(found.kinds[1], AccessKind::Write);
            }
        }
    }
}

#[test]
fn partly_initialized_tuple_in_tile_memory() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for both in [true, false] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut pairs: [(u32, [u32; 2]); 4];
            let own = t.local[0];
            pairs[own].0 = 1;
            pairs[own].1[own % 2] = 2;
            if both {
                pairs[own].1[1 - own % 2] = 3;
            }
            t.barrier.wait();
            y[t.global] = pairs[own ^ 1].1[own % 2];
        });
        let result = checked().parallel_for_each(domain, kernel);
        match both {
            true => result.unwrap(),
            false => assert_eq!(uninitialized(result).0, "pairs"),
        }
    }
}

#[test]
fn partly_initialized_tuple_with_padding() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for both in [true, false] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut pairs: [(bool, u32); 4];
            let own = t.local[0];
            pairs[own].0 = true;
            if both {
                pairs[own].1 = 3;
            }
            t.barrier.wait();
            let pair = pairs[own ^ 1];
            let all = pairs;
            y[t.global] = pair.1 + all[own].1;
        });
        let result = checked().parallel_for_each(domain, kernel);
        match both {
            true => result.unwrap(),
            false => assert_eq!(uninitialized(result), ("pairs".into(), vec![1], 0)),
        }
    }
    // An assignment of the tuple, then of one field.
    let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
        #[tile_static]
        let mut pairs: [(u32, (bool, f64)); 4];
        let own = t.local[0];
        pairs[own] = (1, (true, 2.0));
        pairs[own].1.0 = false;
        t.barrier.wait();
        let (one, (_, two)) = pairs[own ^ 1];
        y[t.global] = one + two as u32;
    });
    checked().parallel_for_each(domain, kernel).unwrap();
    assert_eq!(y[3], 3);
}

#[test]
fn discarded_data_in_a_reinterpreted_section() {
    for last in [4, 3] {
        let mut y = ArrayViewMut::<[u32; 2]>::without_source([6]).unwrap();
        let mut z = ArrayViewMut::<f32>::without_source([8]).unwrap();
        y.discard_data();
        {
            // The middle four elements, reinterpreted as floats and written from back to front.
            let mut inner = y.section_mut([1], [4]).unwrap();
            let mut floats = inner.reinterpret_as_mut::<f32>().unwrap();
            let kernel = amp!(|i: Index<1>| {
                floats[7 - i[0] * 2] = 1.0;
                if i[0] < last {
                    floats[6 - i[0] * 2] = 2.0;
                }
            });
            checked().parallel_for_each(4, kernel).unwrap();
        }
        let x = y.as_view();
        let inner = x.section([1], [4]).unwrap();
        let floats = inner.reinterpret_as::<f32>().unwrap();
        let result = checked().parallel_for_each(8, amp!(|i: Index<1>| z[i] = floats[i]));
        match last {
            4 => result.unwrap(),
            _ => assert_eq!(uninitialized(result), ("floats".into(), vec![0], 0)),
        }
    }
}

#[test]
fn discarded_data_in_a_projection() {
    for rows in [3, 2] {
        let mut y = ArrayViewMut::<u32, 2>::without_source([3, 4]).unwrap();
        let mut z = ArrayViewMut::<u32>::without_source([4]).unwrap();
        y.discard_data();
        checked().parallel_for_each([rows, 4], amp!(|i: Index<2>| y[i] = 1)).unwrap();
        let x = y.as_view();
        let row = x.project(2).unwrap();
        let result = checked().parallel_for_each(4, amp!(|i: Index<1>| z[i] = row[i]));
        match rows {
            3 => result.unwrap(),
            _ => assert_eq!(uninitialized(result), ("row".into(), vec![0], 0)),
        }
    }
}

#[test]
fn uninitialized_tile_memory_of_a_returned_work_item() {
    let domain = Extent::new([8]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
    for (reach, fails) in [(3, false), (4, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut row: [u32; 4];
            let own = t.local[0];
            if own < 3 {
                row[own] = 1;
            }
            t.barrier.wait();
            if own == 3 {
                return;
            }
            let mut sum = 0;
            for k in 0..reach {
                sum += row[k];
            }
            y[t.global] = sum;
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => result.unwrap(),
            true => assert_eq!(uninitialized(result), ("row".into(), vec![3], 0)),
        }
    }
}
