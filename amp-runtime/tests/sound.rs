//! Small programs that use every kind of memory access. Miri runs them, and ThreadSanitizer runs them with
//! several threads: see `docs/reliability.md`. Without these tools, they are ordinary tests.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};

use amp::prelude::*;

/// The number of work-items: more than one full row of the CPU back end, which has 64 work-items.
const COUNT: usize = 70;

fn everywhere(test: impl Fn(&AcceleratorView)) {
    let all = Accelerator::all();
    // Other tests report a missing GPU.
    all.iter().for_each(|accelerator| test(&accelerator.create_view(QueuingMode::Automatic).unwrap()));
    test(&Accelerator::cpu().serial().default_view());
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    number: u32,
    weight: f32,
}

#[test]
fn views_of_slices() {
    everywhere(|on| {
        let xs: Vec<u32> = (0..COUNT as u32).collect();
        let mut ys = vec![0u32; COUNT];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        // Kernels with exclusive access, with access to another work-item's element, and with irregular
        // access.
        on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i] = x[i] + 1)).unwrap();
        on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i] += x[COUNT - 1 - i[0]])).unwrap();
        on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i[0] * 3 % COUNT] = x[i])).unwrap();
        y[7] += 1;
        y.finish().unwrap();
        for at in 0..COUNT {
            assert_eq!(ys[at * 3 % COUNT], at as u32 + u32::from(at * 3 % COUNT == 7));
        }
    });
}

#[test]
fn sections_with_gaps() {
    everywhere(|on| {
        let mut values = vec![1u32; 4 * 80];
        let mut y = ArrayViewMut::with_extent([4, 80], &mut values).unwrap();
        let mut part = y.section_mut([1, 5], [2, COUNT]).unwrap();
        on.parallel_for_each([2, COUNT], amp!(|i: Index<2>| part[i] += i[1] as u32)).unwrap();
        let mut guard = part.write().unwrap();
        guard[[1, 0]] = 9;
        guard[1] += 1;
        drop(guard);
        assert_eq!(part.read().unwrap()[[0, 3]], 4);
        let copied = part.to_vec().unwrap();
        let mut back = vec![0; 2 * COUNT];
        copy(&part, &mut back).unwrap();
        assert_eq!(copied, back);
        let array = Array::<u32, 2>::copy_of_on(on, &part).unwrap();
        copy(&array, &mut part).unwrap();
        drop(part);
        let mut column = y.section_mut([0, 4], [4, 1]).unwrap();
        column.discard_data();
        column.write().unwrap().fill(3);
        drop(column);
        y.finish().unwrap();
        assert_eq!((values[80 + 4], values[80 + 5 + 3], values[160 + 5], values[0]), (3, 4, 9, 1));
    });
}

#[test]
fn reinterpreted_views() {
    everywhere(|on| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![Pair { number: 1, weight: 2.0 }; COUNT]).unwrap();
        on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i].weight += i[0] as f32)).unwrap();
        let mut words = y.reinterpret_as_mut::<u32>().unwrap();
        let mut table = words.view_as_mut([COUNT, 2]).unwrap();
        let mut last = table.project_mut(COUNT - 1).unwrap();
        on.parallel_for_each(
            2,
            amp!(|i: Index<1>| if i[0] == 0 {
                last[i] = 5
            }),
        )
        .unwrap();
        drop(last);
        on.parallel_for_each(
            [COUNT, 2],
            amp!(|i: Index<2>| if i[1] == 0 {
                table[[COUNT - 1 - i[0], 0]] += 1
            }),
        )
        .unwrap();
        drop(table);
        drop(words);
        let values = y.into_vec().unwrap();
        assert_eq!(values[3], Pair { number: 2, weight: 5.0 });
        assert_eq!(values[COUNT - 1].number, 6);
    });
}

#[kernel(tile = [8])]
fn turned(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: [u32; 8];
    // A variable that lives across the barrier, of a type with padding.
    let mut kept = (t.local[0] % 2 == 0, 1u32);
    shared[t.local[0]] = x[t.global];
    kept.1 += shared[t.local[0]];
    t.barrier.wait();
    y[t.global] = shared[7 - t.local[0]] + if kept.0 { kept.1 } else { 0 };
}

#[test]
fn tile_memory() {
    everywhere(|on| {
        let xs: Vec<u32> = (0..64).collect();
        let mut ys = vec![0u32; 64];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        on.parallel_for_each(y.extent().tile([8]).unwrap(), turned(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (at, y) in ys.into_iter().enumerate() {
            let other = at / 8 * 8 + 7 - at % 8;
            assert_eq!(y, other as u32 + if at % 2 == 0 { at as u32 + 1 } else { 0 });
        }
    });
}

/// Writes one element of an array in tile memory, which a kernel passes by reference.
#[device]
fn put(row: &mut [u32; 8], at: usize, value: u32) {
    row[at] = value;
}

#[device]
fn total(row: &[u32; 8]) -> u32 {
    row[0] + row[1] + row[2] + row[3] + row[4] + row[5] + row[6] + row[7]
}

#[device]
fn shifted(barrier: &TileBarrier, row: &mut [u32; 8], at: usize) -> u32 {
    let next = row[(at + 1) % 8];
    barrier.wait();
    row[at] = next + 1;
    barrier.wait();
    row[at]
}

#[test]
fn tile_memory_as_an_argument() {
    everywhere(|on| {
        let mut ys = vec![0u32; 24];
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = y.extent().tile([8]).unwrap();
        let kernel = amp!(tile = [8], |t: TiledIndex<1>| {
            #[tile_static]
            let mut rows: [[u32; 8]; 2];
            #[tile_static]
            let mut pair: (u32, [u32; 8]);
            let at = t.local[0];
            put(&mut rows[0], at, t.global[0] as u32);
            put(&mut rows[1], 7 - at, 1);
            pair.1[at] = at as u32;
            t.barrier.wait();
            let moved = shifted(&t.barrier, &mut rows[0], at);
            let kept = &mut pair.1[at];
            *kept += 1;
            t.barrier.wait();
            y[t.global] = moved + total(&rows[0]) * 100 + total(&rows[1]) + pair.1[7 - at];
        });
        on.parallel_for_each(domain, kernel).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.into_iter().enumerate() {
            let (tile, at) = (n / 8 * 8, n % 8);
            let sum: usize = (tile..tile + 8).map(|n| n + 1).sum();
            assert_eq!(y as usize, tile + (at + 1) % 8 + 1 + sum * 100 + 8 + 8 - at);
        }
    });
}

/// Kernels that the CPU back end runs in long rows. Their variables have a slot for each lane, and some of
/// these slots are on the heap.
#[test]
fn long_rows() {
    everywhere(|on| {
        let (lines, width) = (3usize, 150usize);
        let values: Vec<u32> = (0..lines * width).map(|n| n as u32 % 7).collect();
        let wide: Vec<[f32; 6]> = (0..lines * width).map(|n| [n as f32; 6]).collect();
        let x = ArrayView::with_extent([lines, width], &values).unwrap();
        let z = ArrayView::with_extent([lines, width], &wide).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([width]).unwrap();
        let mut last = ArrayViewMut::<[f32; 6]>::without_source([width]).unwrap();
        let sum = amp!(|i: Index<1>| {
            let mut sum = 0u32;
            for k in 0..lines {
                sum = sum * 3 + x[[k, i[0]]];
            }
            y[i] = sum;
        });
        on.parallel_for_each(width, sum).unwrap();
        let newest = amp!(|i: Index<1>| {
            let mut newest = z[[0, i[0]]];
            for k in 1..lines {
                newest = z[[k, i[0]]];
            }
            last[i] = newest;
        });
        on.parallel_for_each(width, newest).unwrap();
        for n in 0..width {
            assert_eq!(y[n], (0..lines).fold(0, |sum, k| sum * 3 + values[k * width + n]));
            assert_eq!(last[n], wide[2 * width + n]);
        }
        // In this kernel, one work-item's access is out of bounds.
        let beyond = amp!(|i: Index<1>| {
            let mut sum = 0u32;
            for k in 0..lines {
                sum += x[[k, i[0] + 1]];
            }
            y[i] = sum;
        });
        if on.accelerator().device_path().starts_with("cpu") {
            assert!(on.parallel_for_each(width, beyond).is_err());
        }
    });
}

/// The CPU back end splits rows of work-items at a lane predicate (`i[1] < n`), and again at a nested one.
#[test]
fn nested_lane_predicates() {
    everywhere(|on| {
        let values: Vec<u32> = (0..200).collect();
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32, 2>::without_source([5, 150]).unwrap();
        let n = 100usize;
        let kernel = amp!(|i: Index<2>| {
            if i[0] > 0 && i[1] < n {
                if i[1] >= 10 && i[1] - 10 < 80 {
                    if i[1] != 40 {
                        y[i] = x[i[1] - 10] + 1;
                    } else {
                        y[i] = x[i[0]];
                    }
                }
                let left = i[1].wrapping_sub(1);
                if left < n {
                    y[i] += x[left];
                }
            }
        });
        on.parallel_for_each([5, 150], kernel).unwrap();
        for (at, found) in y.to_vec().unwrap().into_iter().enumerate() {
            let (row, column) = (at / 150, at % 150);
            let mut expected = 0;
            if row > 0 && column < n {
                if (10..90).contains(&column) {
                    expected = if column == 40 { row } else { column - 9 };
                }
                expected += column.saturating_sub(1);
            }
            assert_eq!(found as usize, expected, "[{row}, {column}]");
        }
    });
}

#[test]
fn panicking_kernel_leaves_valid_data() {
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
        let mut values = vec![0u32; COUNT];
        let mut y = ArrayViewMut::new(&mut values);
        let on = accelerator.default_view();
        assert!(on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i + 1] = 1)).is_err());
        assert!(on.parallel_for_each(COUNT + 1, amp!(|i: Index<1>| y[i] = 2)).is_err());
        y.finish().unwrap();
        assert!(values.iter().all(|value| *value < 3));
    }
}

#[test]
fn threads_count_in_one_source() {
    everywhere(|on| {
        let mut values = vec![0u32; COUNT];
        let mut y = ArrayViewMut::new(&mut values);
        let counts = y.as_atomic();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(move || {
                    let here = counts;
                    let kernel = amp!(|i: Index<1>| {
                        atomic_fetch_add(&mut here[i[0] % 7], 1);
                    });
                    on.parallel_for_each(COUNT, kernel).unwrap();
                    // The other thread may still be adding to the elements.
                    assert!(here.to_vec().unwrap()[0] >= 10);
                });
            }
        });
        y.finish().unwrap();
        assert_eq!(values[..7], [20; 7]);
    });
}

#[test]
fn threads_read_one_view() {
    let xs: Vec<u32> = (0..COUNT as u32).collect();
    let x = ArrayView::new(&xs);
    std::thread::scope(|scope| {
        for accelerator in Accelerator::all() {
            let x = x.clone();
            scope.spawn(move || {
                let on = accelerator.default_view();
                let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
                for _ in 0..3 {
                    on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i] += x[i])).unwrap();
                }
                assert_eq!(x[5], 5);
                assert_eq!(y.read().unwrap()[COUNT - 1], 3 * (COUNT as u32 - 1));
            });
        }
    });
}

/// The launch is large enough to use several threads. They read elements that other threads write.
#[test]
fn launch_runs_on_several_threads() {
    let count = if cfg!(miri) { 2_000 } else { 200_000 };
    let mut y = ArrayViewMut::<u32>::without_source([count]).unwrap();
    let mut z = ArrayViewMut::<u32>::without_source([count]).unwrap();
    let on = Accelerator::cpu().default_view();
    for _ in 0..2 {
        on.parallel_for_each(count, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        on.parallel_for_each(count, amp!(|i: Index<1>| z[count - 1 - i[0]] = y[i] + z[i])).unwrap();
    }
    assert_eq!(y.to_vec().unwrap(), vec![2; count]);
}

#[test]
fn futures_are_awaited_dropped_and_forgotten() {
    everywhere(|on| {
        let mut values = vec![1u32; COUNT];
        let mut y = ArrayViewMut::new(&mut values);
        let mut target = Array::<u32>::new_on(on, [COUNT]).unwrap();
        for polled in [false, true] {
            on.parallel_for_each(COUNT, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            let poll = |mut future: Pin<&mut (dyn Future<Output = amp::Result<()>> + Unpin)>| {
                if polled {
                    let _ = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                }
            };
            poll(Pin::new(&mut y.synchronize_async()));
            poll(Pin::new(&mut copy_async(&y, &mut target)));
            let mut forgotten = y.synchronize_async();
            poll(Pin::new(&mut forgotten));
            std::mem::forget(forgotten);
            y.synchronize_async().wait().unwrap();
            let (sender, receiver) = std::sync::mpsc::channel();
            target.to_vec_async().then(move |result| sender.send(result).unwrap());
            assert_eq!(receiver.recv().unwrap().unwrap(), vec![2 + u32::from(polled); COUNT]);
        }
        drop(y);
        assert_eq!(values, [3; COUNT]);
    });
}
