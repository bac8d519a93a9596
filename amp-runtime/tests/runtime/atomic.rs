//! `AtomicView` on the host: shared views of one source, which several threads and accelerators use.

use std::sync::atomic::{AtomicBool, Ordering};

use amp::prelude::*;

use crate::on_each::on_each;

#[test]
fn atomic_views_may_overlap() {
    on_each(|view| {
        let mut values: Vec<i32> = (0..24).collect();
        let mut whole = ArrayViewMut::with_extent([2, 3, 4], &mut values).unwrap();
        let all = whole.as_atomic();
        let copy = all;
        assert_eq!(all.extent(), copy.extent());
        assert_eq!(all.project(1).unwrap().project(2).unwrap().to_vec().unwrap(), [20, 21, 22, 23]);
        assert_eq!(all.section([0, 1, 3], [2, 2, 1]).unwrap().to_vec().unwrap(), [7, 11, 19, 23]);
        assert_eq!(all.view_as([24]).unwrap().section([22], [2]).unwrap().to_vec().unwrap(), [22, 23]);
        assert!(all.section([0, 1, 3], [2, 2, 2]).is_err() && all.project(2).is_err());
        copy.synchronize_to(view).unwrap();
        assert_eq!(all.to_vec().unwrap(), (0..24).collect::<Vec<_>>());
    });
}

#[test]
fn atomic_results_reach_the_source() {
    on_each(|view| {
        let mut values: Vec<i32> = (0..12).collect();
        let mut whole = ArrayViewMut::with_extent([3, 4], &mut values).unwrap();
        assert_eq!(whole.as_atomic().extent(), Extent::from([3, 4]));
        {
            let mut middle = whole.section_mut([0, 1], [3, 2]).unwrap();
            view.parallel_for_each(middle.extent(), amp!(|i: Index<2>| middle[i] += 100)).unwrap();
        }
        assert_eq!(whole.as_atomic().to_vec().unwrap()[8..12], [8, 109, 110, 11]);
        whole.finish().unwrap();
        assert_eq!(values, [0, 101, 102, 3, 4, 105, 106, 7, 8, 109, 110, 11]);
    });
}

#[test]
fn threads_share_one_source() {
    on_each(|view| {
        let mut array = Array::from_slice_on(view, [3], &[1u32, 2, 3]).unwrap();
        let atomic = array.as_atomic();
        let sums = std::thread::scope(|scope| {
            let part = |at: usize| atomic.section([at], [2]).and_then(|part| part.to_vec());
            let threads = [0, 1].map(|at| scope.spawn(move || part(at).unwrap().iter().sum::<u32>()));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(sums, [3, 5]);
    });
}

/// Runs several launches. Each launch adds 1 to each element `rounds` times.
fn count(on: &AcceleratorView, counts: AtomicView<'_, u32>, launches: usize, rounds: usize) {
    let len = counts.extent()[0];
    for _ in 0..launches {
        on.parallel_for_each(
            rounds * len,
            amp!(|i: Index<1>| {
                atomic_fetch_add(&mut counts[i[0] % len], 1);
            }),
        )
        .unwrap();
    }
}

#[test]
fn counts_survive_concurrent_synchronize_to() {
    on_each(|view| {
        let cpu = Accelerator::cpu().default_view();
        let mut values = [0u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        let counts = y.as_atomic();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                count(&cpu, counts, 1, 3000);
                done.store(true, Ordering::Relaxed);
            });
            while !done.load(Ordering::Relaxed) {
                counts.synchronize_to(view).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        count(view, counts, 1, 1);
        y.finish().unwrap();
        assert_eq!(values, [3001; 100]);
    });
}

#[test]
fn accelerators_count_concurrently() {
    on_each(|view| {
        let cpu = Accelerator::cpu().default_view();
        let (mut values, mut others) = ([0u32; 100], [0u32; 10]);
        let (mut y, mut z) = (ArrayViewMut::new(&mut values), ArrayViewMut::new(&mut others));
        let (counts, few) = (y.as_atomic(), z.as_atomic());
        std::thread::scope(|scope| {
            for on in [&cpu, &cpu, view, view] {
                scope.spawn(move || count(on, counts.section([0], [90]).unwrap(), 10, 20));
                // Each of these launches locks the storages of `y` and `z`. The launches of the other threads
                // lock only the storage of `y`.
                scope.spawn(move || {
                    for _ in 0..10 {
                        on.parallel_for_each(
                            10,
                            amp!(|i: Index<1>| {
                                atomic_fetch_add(&mut few[i[0]], 1);
                                atomic_fetch_add(&mut counts[i[0] + 90], 1);
                            }),
                        )
                        .unwrap();
                        assert_eq!(few.to_vec().unwrap().len(), 10);
                    }
                });
            }
        });
        assert_eq!(few.to_vec().unwrap(), [40; 10]);
        y.finish().unwrap();
        assert_eq!((&values[..90], &values[90..]), (&[800; 90][..], &[40; 10][..]));
    });
}

/// A thread of a pool runs other jobs while it waits. None of these jobs may wait for a lock that the thread
/// holds.
#[test]
fn pool_threads_count_on_several_accelerators() {
    on_each(|view| {
        let cpu = Accelerator::cpu().default_view();
        let mut values = [0u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        let counts = y.as_atomic();
        std::thread::scope(|scope| {
            scope.spawn(|| count(&cpu, counts, 4, 200));
            rayon::scope(|pool| {
                for n in 0..60 {
                    let cpu = &cpu;
                    pool.spawn(move |_| match n % 3 {
                        0 => count(cpu, counts, 1, 100),
                        1 => count(view, counts, 1, 1),
                        _ => counts.synchronize_to(view).unwrap(),
                    });
                }
            });
        });
        y.finish().unwrap();
        assert_eq!(values, [4 * 200 + 20 * 100 + 20; 100]);
    });
}

#[test]
fn synchronize_to_async_transfers_the_newest_data() {
    on_each(|view| {
        let cpu = Accelerator::cpu().default_view();
        let mut values = [0u32; 10];
        let mut y = ArrayViewMut::new(&mut values);
        let counts = y.as_atomic();
        count(view, counts, 1, 1);
        let later = [&cpu, view].map(|to| counts.synchronize_to_async(to));
        // The kernels modify the data at both locations after the call of `synchronize_to_async` and before
        // the wait.
        count(view, counts, 1, 10);
        count(&cpu, counts, 1, 100);
        for future in later {
            pollster::block_on(future).unwrap();
        }
        assert_eq!(counts.to_vec().unwrap(), [111; 10]);
        pollster::block_on(counts.synchronize_to_async(view)).unwrap();
        let before = counts.transfers();
        count(view, counts, 1, 1000);
        assert_eq!(counts.transfers().uploads, before.uploads);
        // Dropping the future has no effect on the data.
        drop(counts.synchronize_to_async(&cpu));
        y.finish().unwrap();
        assert_eq!(values, [1111; 10]);
    });
}
