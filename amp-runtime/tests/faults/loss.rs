//! Device loss, at every point of a program.

use std::sync::atomic::{AtomicBool, Ordering};

use amp::interop::{self, wgpu};
use amp::prelude::*;
use amp::{CompletionFuture, Error};

use crate::{all_others_work, separate_device, with_separate_device};

fn is_lost<T: std::fmt::Debug>(result: amp::Result<T>) {
    assert!(matches!(&result, Err(Error::DeviceLost { .. })), "{result:?}");
}

#[test]
fn before_the_first_launch() {
    with_separate_device(|view, destroy| {
        destroy();
        let mut values = [5u32; 1000];
        let mut y = ArrayViewMut::new(&mut values);
        let launched = view.parallel_for_each(1000, amp!(|i: Index<1>| y[i] = 0));
        is_lost(launched.and_then(|()| y.finish()));
        assert_eq!(values, [5; 1000]);
        is_lost(Array::<u32>::new_on(view, [4]).and_then(|array| array.to_vec()));
        is_lost(view.wait());
        is_lost(view.create_marker().wait());
        all_others_work();
    });
}

#[test]
fn after_a_launch() {
    with_separate_device(|view, destroy| {
        let mut values: Vec<u32> = (0..1000).collect();
        let mut y = ArrayViewMut::with_extent([10, 100], &mut values).unwrap();
        view.parallel_for_each([10, 100], amp!(|i: Index<2>| y[i] += 1000)).unwrap();
        // One row is downloaded before the loss.
        assert_eq!(y.project(3).unwrap().read().unwrap()[7], 1307);
        destroy();
        is_lost(y.read().map(|_| ()));
        is_lost(y.synchronize());
        is_lost(y.to_vec());
        is_lost(y.write().map(|_| ()));
        is_lost(view.parallel_for_each([10, 100], amp!(|i: Index<2>| y[i] += 1000)));
        // The program can still use the row that is on the host.
        assert_eq!(y.project(3).unwrap().to_vec().unwrap()[7], 1307);
        drop(y);
        for (at, &value) in values.iter().enumerate() {
            assert_eq!(value, if at / 100 == 3 { at as u32 + 1000 } else { at as u32 });
        }
        all_others_work();
    });
}

#[test]
fn dropped_view_calls_the_hook_for_lost_data() {
    thread_local! {
        static LOST: std::cell::RefCell<Vec<Error>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    // The hook runs on the thread that drops the view, so other tests do not interfere.
    amp::set_lost_data_hook(|error| LOST.with_borrow_mut(|lost| lost.push(error.clone())));
    with_separate_device(|view, destroy| {
        LOST.take();
        let mut values = [5u32; 1000];
        let mut y = ArrayViewMut::new(&mut values);
        view.parallel_for_each(1000, amp!(|i: Index<1>| y[i] = 0)).unwrap();
        destroy();
        drop(y);
        assert_eq!(values, [5; 1000]);
        let lost = LOST.take();
        assert!(matches!(&lost[..], [Error::DeviceLost { .. }]), "{lost:?}");
    });
}

#[test]
fn another_accelerator_continues_with_the_source() {
    with_separate_device(|view, destroy| {
        for other in Accelerator::all() {
            let mut values = [1u32; 100];
            {
                let mut y = ArrayViewMut::new(&mut values);
                let _ = view.parallel_for_each(100, amp!(|i: Index<1>| y[i] = 9));
                destroy();
                // The device's data is lost. Every use of the view reports the loss...
                is_lost(view.wait());
                let kernel = amp!(|i: Index<1>| y[i] += 1);
                let launched = other.default_view().parallel_for_each(100, kernel);
                assert!(launched.is_err() || y.transfers().downloads == 0);
                // ...until the program discards the data.
                y.discard_data();
                other.default_view().parallel_for_each(100, amp!(|i: Index<1>| y[i] = 3)).unwrap();
                y.finish().unwrap();
            }
            assert_eq!(values, [3; 100]);
        }
    });
}

#[test]
fn while_futures_are_pending() {
    with_separate_device(|view, destroy| {
        let values = [7u32; 1000];
        let array = Array::from_slice_on(view, [1000], &values).unwrap();
        let mut staging = Array::staging(view, [1000]).unwrap();
        let mut target = [1u32; 1000];
        let mut y = ArrayViewMut::new(&mut target);
        view.parallel_for_each(1000, amp!(|i: Index<1>| y[i] = 2)).unwrap();
        let (marker, whole, home, copied) = (
            view.create_marker(),
            array.to_vec_async(),
            y.synchronize_async(),
            copy_async(&array, &mut staging),
        );
        destroy();
        // A copy that was pending at the loss returns the correct data or the loss.
        fn known<T: std::fmt::Debug + PartialEq>(future: CompletionFuture<'_, T>, good: T) {
            let result = pollster::block_on(future);
            assert!(matches!(&result, Err(Error::DeviceLost { .. })) || result == Ok(good), "{result:?}");
        }
        known(marker, ());
        known(whole, values.to_vec());
        known(copied, ());
        known(home, ());
        drop(y);
        assert!(target == [1; 1000] || target == [2; 1000]);
        is_lost(view.create_marker().wait());
        all_others_work();
    });
}

#[test]
fn during_a_profile() {
    for gpu in Accelerator::all().into_iter().filter(interop::is_wgpu) {
        let clock = interop::adapter(&gpu).unwrap().features() & wgpu::Features::TIMESTAMP_QUERY;
        for features in [wgpu::Features::empty(), clock] {
            let (accelerator, device) = separate_device(&gpu, features);
            let view = accelerator.default_view();
            let mut y = ArrayViewMut::<u32>::without_source([1000]).unwrap();
            let mut measure = || {
                view.profile(|| {
                    view.parallel_for_each(1000, amp!(|i: Index<1>| y[i] = 2))?;
                    view.flush()?;
                    device.destroy();
                    Ok(())
                })
            };
            // Without a device clock, the host measured the durations before the loss. With a device clock,
            // the durations are lost, and the profile returns an error.
            match measure() {
                Ok(profile) => assert!(features.is_empty() && profile.launches().len() == 1, "{profile}"),
                lost => is_lost(lost),
            }
            is_lost(measure());
        }
    }
    all_others_work();
}

#[test]
fn during_copies() {
    with_separate_device(|view, destroy| {
        let array = Array::from_slice_on(view, [6, 10], &[7u32; 60]).unwrap();
        let mut other = Array::<u32, 2>::new_on(view, [6, 10]).unwrap();
        copy(&array, &mut other).unwrap();
        destroy();
        let mut list = [1u32; 60];
        is_lost(copy(&other, &mut list));
        assert_eq!(list, [1; 60]);
        for accelerator in Accelerator::all() {
            let mut there = Array::from_slice_on(&accelerator.default_view(), [6, 10], &[2u32; 60]).unwrap();
            is_lost(copy(&array, &mut there));
            assert_eq!(there.to_vec().unwrap(), [2; 60]);
        }
        let mut view_of_list = ArrayViewMut::with_extent([6, 10], &mut list).unwrap();
        let _ = copy(&array, &mut view_of_list);
        drop(view_of_list);
        assert_eq!(list, [1; 60]);
        is_lost(other.copy_from(&[3; 60]));
    });
}

#[test]
fn while_another_thread_launches() {
    with_separate_device(|view, destroy| {
        let mut values = vec![0u32; 1000];
        let started = AtomicBool::new(false);
        let result = std::thread::scope(|scope| {
            let launching = scope.spawn(|| {
                let mut y = ArrayViewMut::new(&mut values);
                for round in 0.. {
                    view.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1))?;
                    started.store(true, Ordering::Relaxed);
                    if round % 8 == 7 {
                        y.synchronize()?;
                    }
                }
                y.finish()
            });
            while !started.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
            destroy();
            launching.join().unwrap()
        });
        is_lost(result);
        // Each download is complete or absent, so all elements are from one round.
        assert!(values.iter().all(|&value| value == values[0] && value % 8 == 0), "{}", values[0]);
        all_others_work();
    });
}

#[test]
fn while_several_threads_work() {
    // wgpu reports the loss to one of the threads, while all other threads use the lost device.
    for gpu in Accelerator::all().into_iter().filter(interop::is_wgpu) {
        let clock = interop::adapter(&gpu).unwrap().features() & wgpu::Features::TIMESTAMP_QUERY;
        for round in 0..40 {
            let features = if round % 2 == 0 { clock } else { wgpu::Features::empty() };
            let (accelerator, device) = separate_device(&gpu, features);
            let view = &accelerator.default_view();
            let once = |way: usize, values: &mut [u32]| match way {
                0 | 1 => {
                    let mut y = ArrayViewMut::new(values);
                    let mut launch = || view.parallel_for_each(5000, amp!(|i: Index<1>| y[i] += 1));
                    match way {
                        0 => launch().and_then(|()| y.finish()),
                        _ => view.profile(launch).and_then(|profile| {
                            assert!(!profile.launches().is_empty());
                            y.finish_async().wait()
                        }),
                    }
                }
                2 => pollster::block_on(Array::from_slice_on(view, 5000, values)?.to_vec_async()).map(drop),
                _ => Array::from_slice_on(view, 5000, values)?.try_clone()?.to_vec().map(drop),
            };
            std::thread::scope(|scope| {
                for way in 0..4 {
                    scope.spawn(move || {
                        let mut values = vec![1u32; 5000];
                        is_lost((0..).try_for_each(|_: u32| once(way, &mut values)));
                        assert!(values.iter().all(|&value| value == values[0]), "torn");
                    });
                }
                std::thread::sleep(std::time::Duration::from_millis(5 + round % 7));
                device.destroy();
            });
        }
    }
}

#[test]
fn of_a_device_that_was_adopted_twice() {
    with_separate_device(|view, destroy| {
        let mut first = Array::from_slice_on(view, [4], &[1u32; 4]).unwrap();
        let adapter = interop::adapter(view.accelerator()).unwrap();
        let (device, queue) = (interop::device(view).unwrap(), interop::queue(view).unwrap());
        let again = interop::adopt(adapter, device, queue).default_view();
        let mut second = Array::from_slice_on(&again, [4], &[2u32; 4]).unwrap();
        // Both arrays are on the same wgpu device.
        copy(&first, &mut second).unwrap();
        assert_eq!((second.to_vec().unwrap(), second.transfers().device_copies), (vec![1; 4], 1));
        destroy();
        for (view, array) in [(view, &mut first), (&again, &mut second)] {
            is_lost(view.wait());
            is_lost(view.parallel_for_each(4, amp!(|i: Index<1>| array[i] += 1)));
            is_lost(view.create_marker().wait());
            is_lost(array.to_vec());
        }
        all_others_work();
    });
}

#[test]
fn reported_to_another_callback() {
    with_separate_device(|view, destroy| {
        let mut array = Array::from_slice_on(view, [4], &[1u32; 4]).unwrap();
        interop::device(view).unwrap().set_device_lost_callback(|_, _| {});
        destroy();
        is_lost(array.to_vec());
        // `to_vec` has detected the loss, so amp also reports it for other calls.
        is_lost(view.wait());
        is_lost(view.parallel_for_each(4, amp!(|i: Index<1>| array[i] += 1)));
    });
    all_others_work();
}

/// Destroys the device that all tests of a process share. The test below runs this test in a separate
/// process.
#[test]
#[ignore = "run by another, in its own process"]
fn destroys_the_device_of_all() {
    for gpu in Accelerator::all().into_iter().filter(interop::is_wgpu) {
        let view = gpu.default_view();
        let array = Array::from_slice_on(&view, [3], &[1u32, 2, 3]).unwrap();
        // The program adopts the device that amp itself opened.
        let (adapter, device) = (interop::adapter(&gpu).unwrap(), interop::device(&view).unwrap());
        let _adopted = interop::adopt(adapter, device, interop::queue(&view).unwrap());
        interop::device(&view).unwrap().destroy();
        is_lost(array.to_vec());
        is_lost(view.create_marker().wait());
        // Data on the lost device stays lost; a new queue opens a new device.
        assert_ne!(gpu.default_view(), view);
        for fresh in [gpu.default_view(), gpu.create_view(QueuingMode::Immediate).unwrap()] {
            let mut array = Array::from_slice_on(&fresh, [3], &[1u32, 2, 3]).unwrap();
            fresh.parallel_for_each(3, amp!(|i: Index<1>| array[i] *= 2)).unwrap();
            assert_eq!(array.to_vec().unwrap(), [2, 4, 6]);
        }
        is_lost(array.to_vec());
    }
}

#[cfg(unix)]
#[test]
fn lost_device_is_opened_again() {
    crate::run_test_in_process("loss::destroys_the_device_of_all", "");
}
