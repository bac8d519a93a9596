//! After a trap: elements are old or new, the device is usable, and the error is returned once.

use super::*;

/// The accelerators with a record of traps.
fn on_each_gpu(mut test: impl FnMut(&AcceleratorView)) {
    on_each(|accelerator| {
        if !accelerator.device_path().starts_with("cpu") {
            test(&accelerator.create_view(QueuingMode::Automatic).unwrap());
        }
    });
}

#[test]
fn failed_work_items_write_nothing_more() {
    let order: Vec<u32> = (0..1000).map(|n| if n % 10 == 3 { 5000 } else { n }).collect();
    let order = ArrayView::new(&order);
    on_each_gpu(|on| {
        let mut y = ArrayViewMut::from_vec([1000], vec![7u32; 1000]).unwrap();
        let mut z = ArrayViewMut::from_vec([1000], vec![7u8; 1000]).unwrap();
        let mut sum = ArrayViewMut::<u32>::without_source([1]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let at = order[i] as usize;
            let value = order[at];
            y[i] = value + 10;
            z[i] = 9;
            atomic_fetch_add(&mut sum[0], 1);
        });
        on.parallel_for_each(1000, kernel).unwrap();
        let Err(Error::KernelPanicked { index, message, .. }) = on.wait() else { panic!("no error") };
        assert!(index[0] % 10 == 3, "{index:?}");
        assert!(
            message.starts_with("index [5000] is out of range for `order` of extent [1000], at"),
            "{message}"
        );
        // The error is returned once.
        on.wait().unwrap();
        let y = y.to_vec().unwrap();
        assert!(y.iter().enumerate().all(|(n, y)| *y == if n % 10 == 3 { 7 } else { n as u32 + 10 }));
        let z = z.to_vec().unwrap();
        assert!(z.iter().enumerate().all(|(n, z)| *z == if n % 10 == 3 { 7 } else { 9 }));
        assert_eq!(sum.to_vec().unwrap(), [900]);
    });
}

#[test]
fn tiles_reach_their_barriers() {
    on_each_gpu(|on| {
        let mut y = ArrayViewMut::from_vec([256], vec![7u32; 256]).unwrap();
        let domain = y.extent().tile([64]).unwrap();
        let kernel = amp!(tile = [64], |t: TiledIndex<1>| {
            #[tile_static]
            let mut shared: [u32; 64];
            assert!(t.global[0] != 70, "no {}", t.global[0]);
            shared[t.local[0]] = t.global[0] as u32;
            t.barrier.wait();
            y[t.global] = shared[63 - t.local[0]];
        });
        on.parallel_for_each(domain, kernel).unwrap();
        let result = y.synchronize();
        let Err(Error::KernelPanicked { index, message, .. }) = result else { panic!("{result:?}") };
        assert_eq!(index, [70]);
        assert!(message.starts_with("no 70, at "), "{message}");
        let y = y.to_vec().unwrap();
        let new = |n: usize| (n / 64 * 64 + 63 - n % 64) as u32;
        assert!(y.iter().enumerate().all(|(n, y)| *y == if n / 64 == 1 { 7 } else { new(n) }), "{y:?}");
    });
}

#[test]
fn loops_end_after_a_trap() {
    on_each_gpu(|on| {
        let x = ArrayView::new(&[1u32, 2, 3]);
        let mut y = ArrayViewMut::from_vec([1], vec![7u32]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut k = i[0];
            while x[k] != 9 {
                k += 1;
            }
            y[i] = k as u32;
        });
        on.parallel_for_each(1, kernel).unwrap();
        let error = on.wait().unwrap_err().to_string();
        assert!(error.contains("index [3] is out of range for `x` of extent [3]"), "{error}");
        assert_eq!(y.to_vec().unwrap(), [7]);
    });
}

#[test]
fn markers_and_futures_return_the_error() {
    on_each_gpu(|on| {
        let mut y = ArrayViewMut::from_vec([4], vec![7u32; 4]).unwrap();
        let fail = |y: &mut ArrayViewMut<u32>| {
            let kernel = amp!(|i: Index<1>| y[i[0] + 1] = 1);
            on.parallel_for_each(4, kernel).unwrap();
        };
        let failed = |result: amp::Result<()>| matches!(result, Err(Error::KernelPanicked { .. }));
        fail(&mut y);
        assert!(failed(on.create_marker().wait()));
        fail(&mut y);
        assert!(failed(y.read_async().wait().map(drop)));
        fail(&mut y);
        assert!(failed(y.synchronize()));
        // The first failure is the one that is reported.
        fail(&mut y);
        fail(&mut y);
        assert!(failed(on.wait()));
        on.wait().unwrap();
        assert_eq!(y.to_vec().unwrap(), [7, 1, 1, 1]);
    });
}

#[test]
fn kernels_choose_traps() {
    let order = [0u32, 9, 1];
    let order = ArrayView::new(&order);
    on_each_gpu(|on| {
        let mut y = ArrayViewMut::from_vec([3], vec![7u32; 3]).unwrap();
        let kernel = amp!(trap = false, |i: Index<1>| y[i] = order[order[i] as usize]);
        on.parallel_for_each(3, kernel).unwrap();
        on.wait().unwrap();
        let kernel = amp!(trap, |i: Index<1>| y[i] = order[order[i] as usize]);
        on.parallel_for_each(3, kernel).unwrap();
        assert!(on.wait().is_err());
    });
}

#[test]
fn components_of_vectors_overflow() {
    use glam::{IVec3, UVec2};
    on_each_gpu(|on| {
        let (xs, ns) =
            ([IVec3::new(1, i32::MAX, 3), IVec3::new(1, 2, 3)], [UVec2::new(1, 1), UVec2::new(0, 7)]);
        let (x, n) = (ArrayView::new(&xs), ArrayView::new(&ns));
        let failure = |kernel: &str, result: amp::Result<()>| match result {
            Err(Error::KernelPanicked { index, message, .. }) => {
                (index[0], message.split(", at").next().unwrap_or_default().to_owned())
            }
            other => panic!("{kernel}: {other:?}"),
        };
        let mut y = ArrayViewMut::from_vec([2], vec![IVec3::ONE; 2]).unwrap();
        on.parallel_for_each(2, amp!(trap, |i: Index<1>| y[i] = x[i] + IVec3::ONE)).unwrap();
        assert_eq!(failure("sum", on.wait()), (0, "attempt to add with overflow".to_owned()));
        assert_eq!(y.to_vec().unwrap(), [IVec3::ONE, IVec3::new(2, 3, 4)]);
        on.parallel_for_each(2, amp!(trap, |i: Index<1>| y[i] = 3 * x[i])).unwrap();
        assert_eq!(failure("product", on.wait()), (0, "attempt to multiply with overflow".to_owned()));
        on.parallel_for_each(2, amp!(trap, |i: Index<1>| y[i] = -x[i])).unwrap();
        on.wait().unwrap();
        assert_eq!(y.to_vec().unwrap(), [-x.to_vec().unwrap()[0], -x.to_vec().unwrap()[1]]);
        let mut z = ArrayViewMut::from_vec([2], vec![UVec2::ONE; 2]).unwrap();
        on.parallel_for_each(2, amp!(trap, |i: Index<1>| z[i] -= n[i])).unwrap();
        assert_eq!(failure("difference", on.wait()), (1, "attempt to subtract with overflow".to_owned()));
        assert_eq!(z.to_vec().unwrap()[1], UVec2::ONE);
        on.parallel_for_each(2, amp!(trap, |i: Index<1>| z[i] = UVec2::new(8, 9) / n[i])).unwrap();
        assert_eq!(failure("quotient", on.wait()), (1, "attempt to divide by zero".to_owned()));
    });
}

/// Fails on work-item 3 of 8.
fn fail_on(on: &AcceleratorView, y: &mut ArrayViewMut<u32>) {
    let kernel = amp!(|i: Index<1>| {
        assert!(i[0] != 3, "no {}", i[0]);
        y[i] = 1;
    });
    on.parallel_for_each(8, kernel).unwrap();
    on.flush().unwrap();
}

fn is_failure(result: amp::Result<()>) -> bool {
    matches!(result, Err(Error::KernelPanicked { .. }))
}

#[test]
fn copies_return_no_failures_of_other_threads() {
    on_each_gpu(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        fail_on(on, &mut y);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                let mut target = Array::<u32>::new_on(on, [4]).unwrap();
                copy_async(&[1, 2, 3, 4][..], &mut target).wait().unwrap();
                assert_eq!(target.to_vec().unwrap(), [1, 2, 3, 4]);
                let mut second = Array::<u32>::new_on(on, [4]).unwrap();
                copy_async(&target, &mut second).wait().unwrap();
                assert_eq!(second.to_vec_async().wait().unwrap(), [1, 2, 3, 4]);
                // A wait for the queue returns the failure once.
                assert!(is_failure(on.create_marker().wait()));
                on.create_marker().wait().unwrap();
            });
        });
        assert!(is_failure(on.wait()));
        on.wait().unwrap();
    });
}

#[test]
fn downloads_return_failures_of_other_threads_on_the_same_data() {
    on_each_gpu(|on| {
        // Many small ranges are gathered on the device before the download.
        for section in [1, 5000] {
            let mut y = ArrayViewMut::<u32>::without_source([2 * section]).unwrap();
            std::thread::scope(|threads| {
                threads.spawn(|| {
                    let mut all = y.view_as_mut([section, 2]).unwrap();
                    let mut columns = all.section_mut([0, 0], [section, 1]).unwrap();
                    let kernel = amp!(|i: Index<2>| {
                        assert!(i[0] != 0, "no");
                        columns[i] = 1;
                    });
                    on.parallel_for_each([section, 1], kernel).unwrap();
                    on.flush().unwrap();
                });
            });
            assert!(is_failure(y.to_vec().map(drop)), "{section}");
            y.to_vec().unwrap();
        }
    });
}

#[test]
fn new_data_has_no_failures_of_dropped_data() {
    on_each_gpu(|on| {
        let mut y = Array::<u32>::new_on(on, [1 << 19]).unwrap();
        let kernel = amp!(|i: Index<1>| assert!(y[i] != 0, "no"));
        std::thread::scope(|threads| {
            threads.spawn(|| on.parallel_for_each(8, kernel).unwrap());
        });
        on.flush().unwrap();
        drop(y);
        // The pool gives the memory of `y` to the next array of this size.
        let mut z = Array::<u32>::new_on(on, [1 << 19]).unwrap();
        z.copy_from(&vec![1; 1 << 19]).unwrap();
        assert_eq!(z.to_vec().unwrap()[..2], [1, 1]);
        assert!(is_failure(on.wait()));
    });
}
