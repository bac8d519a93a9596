//! Asynchronous operations never block, neither in the call nor in a poll, for data at any location and for
//! any target. Each future may be dropped after any poll.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use amp::interop;
use amp::prelude::*;

use crate::on_each::on_each;

const EXTENT: [usize; 2] = [6, 10];

fn numbers(first: u32) -> Vec<u32> {
    (first..first + 60).collect()
}

/// A waker that unparks the polling thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Polls a future at most `times` times, and waits for a wake-up before each further poll. Drops the future
/// if it is not ready after the last poll.
fn poll_at_most<R>(future: impl Future<Output = R>, times: usize) -> Option<R> {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    for polls in 0..times {
        if polls > 0 {
            std::thread::park_timeout(std::time::Duration::from_millis(50));
        }
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(result);
        }
    }
    None
}

/// Runs an operation repeatedly: drops its future after no poll, after one poll, and so on, until the future
/// is ready before the drop.
fn drop_after_each_poll(what: &str, run: impl Fn(usize) -> bool) {
    let ready = (0..1000).find(|&times| run(times));
    assert!(ready.is_some(), "{what} is never ready");
}

/// Runs a test with pairs of queues, in both orders. Each accelerator's queue is paired with itself, the CPU,
/// another queue of the accelerator, and a second device.
fn pairs(test: impl Fn(&AcceleratorView, &AcceleratorView)) {
    on_each(|here| {
        let mut others = vec![here.clone(), Accelerator::cpu().default_view()];
        others.push(here.accelerator().create_view(QueuingMode::Automatic).unwrap());
        if interop::is_wgpu(here.accelerator()) {
            let adapter = interop::adapter(here.accelerator()).unwrap();
            let descriptor =
                wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
            let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
            others.push(interop::adopt(adapter, device, queue).default_view());
        }
        for there in &others {
            // Opens the device, as `create_view_async` does.
            Array::<u32>::new_on(there, [1]).unwrap();
            test(here, there);
            test(there, here);
        }
    });
}

/// Runs a closure and asserts that no call waited for the devices of these queues.
fn assert_no_waits<R>(views: [&AcceleratorView; 2], what: &str, run: impl FnOnce() -> R) -> R {
    let waits = || views.map(|view| view.activity().waits);
    let before = waits();
    let result = run();
    assert_eq!(
        waits(),
        before,
        "{what}: a call waited for a device, from {} to {}",
        views[0].accelerator(),
        views[1].accelerator()
    );
    result
}

/// Returns a matrix whose left half was written by a kernel, and whose right half is newest on the host.
fn mixed(on: &AcceleratorView) -> ArrayViewMut<'static, u32, 2> {
    let mut view = ArrayViewMut::from_vec(EXTENT, numbers(0)).unwrap();
    {
        let mut left = view.section_mut([0, 0], [6, 5]).unwrap();
        on.parallel_for_each([6, 5], amp!(|i: Index<2>| left[i] += 100)).unwrap();
    }
    view
}

fn mixed_numbers() -> Vec<u32> {
    numbers(0).into_iter().map(|value| value + if value % 10 < 5 { 100 } else { 0 }).collect()
}

#[test]
fn copy_async_between_all_queues() {
    pairs(|here, there| {
        let views = [here, there];
        drop_after_each_poll("array to array", |times| {
            let source = Array::from_slice_on(here, EXTENT, &numbers(5)).unwrap();
            let mut target = Array::<u32, 2>::new_on(there, EXTENT).unwrap();
            let done = assert_no_waits(views, "array to array", || {
                poll_at_most(copy_async(&source, &mut target), times)
            });
            if done.is_some() {
                // If the future was polled until it was ready, the data is on the queue's device. A launch
                // then does not wait.
                assert_no_waits(views, "the launch after it", || {
                    there.parallel_for_each(EXTENT, amp!(|i: Index<2>| target[i] += 1)).unwrap();
                });
                assert_eq!(target.to_vec().unwrap(), numbers(6));
            } else {
                assert_eq!(target.to_vec().unwrap(), numbers(5));
            }
            done.is_some()
        });
        drop_after_each_poll("mixed to section", |times| {
            let source = mixed(here);
            let mut target = Array::<u32, 2>::new_on(there, [8, 12]).unwrap();
            let copied = copy_async(&source, &mut target.section_mut([1, 1], EXTENT).unwrap());
            let done = assert_no_waits(views, "mixed to section", || poll_at_most(copied, times));
            let mut whole = Array::<u32, 2>::new_on(there, EXTENT).unwrap();
            let copied = assert_no_waits(views, "mixed to array", || copy_async(&source, &mut whole));
            let found = target.section([1, 1], EXTENT).unwrap().to_vec().unwrap();
            assert_eq!(found, mixed_numbers());
            assert_eq!(target.to_vec().unwrap().iter().filter(|value| **value == 0).count(), 96 - 60);
            assert_no_waits(views, "mixed to array", || poll_at_most(copied, times));
            assert_eq!(whole.to_vec().unwrap(), mixed_numbers());
            done.is_some()
        });
        drop_after_each_poll("section to view", |times| {
            let source = mixed(here);
            let mut values = vec![7u32; 12];
            let mut target = ArrayViewMut::with_extent([3, 4], &mut values).unwrap();
            there.parallel_for_each([3, 4], amp!(|i: Index<2>| target[i] = 9)).unwrap();
            let part = source.section([1, 3], [3, 4]).unwrap();
            let done = assert_no_waits(views, "section to view", || {
                poll_at_most(copy_async(&part, &mut target), times)
            });
            target.finish().unwrap();
            assert_eq!(values, [113, 114, 15, 16, 123, 124, 25, 26, 133, 134, 35, 36]);
            done.is_some()
        });
        drop_after_each_poll("to a slice", |times| {
            let source = mixed(here);
            let mut list = vec![1u32; 60];
            let part = source.section([0, 1], [6, 8]).unwrap();
            let done = assert_no_waits(views, "to a slice", || {
                poll_at_most(amp::copy_to_slice_async(&part, &mut list[..48]), times)
            });
            match &done {
                Some(result) => {
                    assert_eq!(*result, Ok(()));
                    assert_eq!(list[..9], [101, 102, 103, 104, 5, 6, 7, 8, 111]);
                }
                // After a dropped copy, each element of the target is old or new.
                None => assert!((0..60).all(|at| list[at] == 1 || at < 48)),
            }
            assert_eq!(list[48..], [1; 12]);
            done.is_some()
        });
    });
}

#[test]
fn data_in_flight_can_be_used() {
    pairs(|here, there| {
        let source = Array::from_slice_on(here, EXTENT, &numbers(5)).unwrap();
        let mut target = Array::<u32, 2>::new_on(there, EXTENT).unwrap();
        let copied = copy_async(&source, &mut target);
        there.parallel_for_each(EXTENT, amp!(|i: Index<2>| target[i] *= 2)).unwrap();
        copied.wait().unwrap();
        let doubled: Vec<_> = numbers(5).iter().map(|value| 2 * value).collect();
        assert_eq!(target.to_vec().unwrap(), doubled);
        // If the host writes to the target while a copy is pending, the copy does not overwrite the written
        // data.
        let copied = copy_async(&source, &mut target);
        target.write().unwrap().fill(3);
        copied.wait().unwrap();
        assert_eq!(target.to_vec().unwrap(), [3; 60]);
        // A pending copy does not overwrite data that the host has borrowed for writing either.
        let copied = copy_async(&source, &mut target);
        let mut guard = target.write().unwrap();
        copied.wait().unwrap();
        guard.fill(7);
        drop(guard);
        there.parallel_for_each(EXTENT, amp!(|i: Index<2>| target[i] += 1)).unwrap();
        assert_eq!(target.to_vec().unwrap(), [8; 60]);
    });
}

#[test]
fn synchronize_to_async_completes_despite_concurrent_writes() {
    on_each(|here| {
        let mut counts = ArrayViewMut::from_vec([4], vec![0u32; 4]).unwrap();
        let (all, stop) = (counts.as_atomic(), AtomicBool::new(false));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    here.parallel_for_each(4, amp!(|i: Index<1>| atomic_fetch_add(&mut all[i], 1))).unwrap();
                }
            });
            let cpu = Accelerator::cpu().default_view();
            let arrived: Vec<_> = (0..3).map(|_| all.synchronize_to_async(&cpu).wait()).collect();
            stop.store(true, Ordering::Relaxed);
            assert!(arrived.iter().all(Result::is_ok), "{arrived:?}");
        });
    });
}

#[test]
fn synchronize_to_async_between_all_queues() {
    pairs(|here, there| {
        let views = [here, there];
        drop_after_each_poll("synchronize_to_async", |times| {
            let mut view = mixed(here);
            let done = assert_no_waits(views, "synchronize_to_async", || {
                let done = poll_at_most(view.synchronize_to_async(there), times);
                if done.is_some() {
                    there.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
                }
                done
            });
            let wanted: Vec<_> =
                mixed_numbers().iter().map(|value| value + u32::from(done.is_some())).collect();
            assert_eq!(view.to_vec().unwrap(), wanted);
            done.is_some()
        });
        drop_after_each_poll("of an atomic view", |times| {
            let mut counts = ArrayViewMut::from_vec([4], vec![0u32; 4]).unwrap();
            let all = counts.as_atomic();
            let count = |on: &AcceleratorView| {
                on.parallel_for_each(40, amp!(|i: Index<1>| atomic_fetch_add(&mut all[i[0] % 4], 1)))
                    .unwrap();
            };
            count(here);
            let done = assert_no_waits(views, "of an atomic view", || {
                let later = all.synchronize_to_async(there);
                let copied = all.to_vec_async();
                let done = poll_at_most(later, times);
                poll_at_most(copied, times);
                done
            });
            count(there);
            assert_eq!(all.to_vec().unwrap(), [20; 4]);
            done.is_some()
        });
    });
}

#[test]
fn reads_and_writes_of_views_and_arrays() {
    on_each(|on| {
        let views = [on, on];
        let no = |what: &str,
                  times: usize,
                  ready: &mut bool,
                  begun: &dyn Fn(&mut ArrayViewMut<'_, u32, 2>, usize) -> bool| {
            let mut view = mixed(on);
            *ready &= assert_no_waits(views, what, || begun(&mut view, times));
            assert_eq!(view.to_vec().unwrap(), mixed_numbers(), "{what}");
        };
        drop_after_each_poll("home", |times| {
            let mut ready = true;
            no("read_async", times, &mut ready, &|view, times| {
                poll_at_most(view.read_async(), times).is_some()
            });
            no("write_async", times, &mut ready, &|view, times| {
                poll_at_most(view.write_async(), times).is_some()
            });
            no("to_vec_async", times, &mut ready, &|view, times| {
                poll_at_most(view.to_vec_async(), times).is_some()
            });
            no("synchronize_async", times, &mut ready, &|view, times| {
                poll_at_most(view.synchronize_async(), times).is_some()
            });
            let view = mixed(on);
            if let Some(found) =
                assert_no_waits(views, "into_vec_async", || poll_at_most(view.into_vec_async(), times))
            {
                assert_eq!(found.unwrap(), mixed_numbers());
            } else {
                ready = false;
            }
            ready
        });
        drop_after_each_poll("arrays", |times| {
            let array = assert_no_waits(views, "from_slice_on_async", || {
                poll_at_most(Array::from_slice_on_async(on, EXTENT, &numbers(3)), times)
            });
            let Some(Ok(mut array)) = array else { return false };
            let clone =
                assert_no_waits(views, "try_clone_async", || poll_at_most(array.try_clone_async(), times));
            let again = assert_no_waits(views, "copy_from_async", || {
                poll_at_most(array.copy_from_async(&numbers(4)), times)
            });
            let other = assert_no_waits(views, "copy_of_on_async", || {
                poll_at_most(Array::copy_of_on_async(on, &array), times)
            });
            let list = assert_no_waits(views, "to_vec_async", || poll_at_most(array.to_vec_async(), times));
            assert_eq!(array.to_vec().unwrap(), numbers(4));
            let (Some(clone), Some(other), Some(list), Some(again)) = (clone, other, list, again) else {
                return false;
            };
            again.unwrap();
            let (clone, other): (Array<_, 2>, Array<_, 2>) = (clone.unwrap(), other.unwrap());
            assert_eq!((clone.to_vec().unwrap(), other.to_vec().unwrap()), (numbers(3), numbers(4)));
            assert_eq!(list.unwrap(), numbers(4));
            true
        });
    });
}

#[test]
fn into_vec_async_returns_the_same_vector() {
    on_each(|on| {
        let mut view = ArrayViewMut::from_vec([60], numbers(1)).unwrap();
        let address = view.read().unwrap().as_ptr();
        on.parallel_for_each(60, amp!(|i: Index<1>| view[i] += 1)).unwrap();
        let back = view.into_vec_async().wait().unwrap();
        assert_eq!((back.as_ptr(), back), (address, numbers(2)));
    });
}

#[test]
fn warm_up_async_compiles_in_the_background() {
    on_each(|on| {
        drop_after_each_poll("warm_up_async", |times| {
            let x = [1u32, 2, 3];
            let mut y = ArrayViewMut::<u32>::without_source([3]).unwrap();
            let later = {
                // The captures are dropped before the compilation is complete.
                let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::<u32>::without_source([3]).unwrap());
                on.warm_up_async(amp!(|i: Index<1>| y[i] = x[i] + 12_321))
            };
            let done = assert_no_waits([on, on], "warm_up_async", || poll_at_most(later, times));
            let x = ArrayView::new(&x);
            on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = x[i] + 12_321)).unwrap();
            assert_eq!(y.to_vec().unwrap(), [12_322, 12_323, 12_324]);
            done.is_some()
        });
    });
}

#[test]
fn first_launch_after_warm_up_compiles_nothing() {
    #[kernel]
    fn marked(i: Index<1>, y: &mut ArrayViewMut<u32>) {
        y[i] ^= 77_007;
    }
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
        pollster::block_on(on.warm_up_async(marked(&mut y))).unwrap();
        let before = on.activity();
        on.parallel_for_each(100, marked(&mut y)).unwrap();
        assert_eq!(on.activity().pipelines, before.pipelines);
        assert_eq!(y.to_vec().unwrap(), [77_007; 100]);
        let mut elsewhere = Array::<u32>::new_on(on, [4]).unwrap();
        let result = amp::warm_up_async(amp!(|i: Index<1>| elsewhere[i] = 1)).wait();
        assert_eq!(result, Ok(()));
    });
}

#[test]
fn profile_async_does_not_block() {
    on_each(|on| {
        // Without a device clock, a profile uses the host's clock and must wait.
        let clock = !interop::is_wgpu(on.accelerator())
            || interop::device(on).unwrap().features().contains(wgpu::Features::TIMESTAMP_QUERY);
        drop_after_each_poll("profile_async", |times| {
            let mut y = ArrayViewMut::<u32>::without_source([1000]).unwrap();
            let run = async {
                for _ in 0..3 {
                    on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1))?;
                }
                assert_eq!(y.read_async().await?[7], 3);
                on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1))
            };
            let before = on.activity().waits;
            let profile = poll_at_most(on.profile_async(run), times);
            assert!(on.activity().waits == before || !clock, "on {}", on.accelerator());
            // The profile is closed, even if its future was dropped.
            on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            let Some(profile) = profile else { return false };
            assert_eq!(profile.unwrap().launches().len(), 4);
            assert_eq!(y[7], 5);
            true
        });
        // A profile inside another profile.
        let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
        let mut inner = None;
        let outer = on.profile(|| {
            on.parallel_for_each(10, amp!(|i: Index<1>| y[i] += 1))?;
            let run = async { on.parallel_for_each(10, amp!(|i: Index<1>| y[i] += 1)) };
            inner = Some(pollster::block_on(on.profile_async(run))?);
            Ok(())
        });
        assert_eq!((outer.unwrap().launches().len(), inner.unwrap().launches().len()), (2, 1));
    });
}
