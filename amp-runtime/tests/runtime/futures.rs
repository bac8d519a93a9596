//! `CompletionFuture` under several executors, and dropped at any point.

use std::future::Future;
use std::sync::mpsc::channel;
use std::task::{Context, Waker};
use std::time::Duration;

use amp::Error;
use amp::prelude::*;

use crate::executors::{execute, execute_all};
use crate::on_each::on_each;

const EXTENT: [usize; 2] = [6, 10];

fn numbers(first: u32) -> Vec<u32> {
    (first..first + 60).collect()
}

#[test]
fn futures_become_ready() {
    on_each(|view| {
        for wait in [pollster::block_on::<CompletionFuture<'static>>, execute, CompletionFuture::wait] {
            let source = Array::from_slice_on(view, [60], &numbers(5)).unwrap();
            let mut target = Array::new_on(view, [60]).unwrap();
            wait(copy_async(&source, &mut target)).unwrap();
            assert_eq!(target.to_vec().unwrap(), numbers(5));
            wait(view.create_marker()).unwrap();
        }
        let (sender, receiver) = channel();
        view.create_marker().then(move |result| sender.send(result).unwrap());
        assert_eq!(receiver.recv(), Ok(Ok(())));
    });
}

#[test]
fn synchronize_async_overlaps_other_work() {
    on_each(|on| {
        let mut values = numbers(0);
        let mut view = ArrayViewMut::with_extent(EXTENT, &mut values).unwrap();
        for round in 0..4 {
            on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            match round {
                0 => execute(view.synchronize_async()).unwrap(),
                1 => pollster::block_on(view.synchronize_async()).unwrap(),
                // While the future is pending, another operation downloads some of the elements.
                2 => {
                    let later = view.synchronize_async();
                    assert_eq!(view.section([2, 2], [1, 2]).unwrap()[[0, 0]], 22 + 3);
                    later.wait().unwrap();
                }
                // The future begins, and is then forgotten.
                _ => {
                    let mut later = Box::pin(view.synchronize_async());
                    let waker = Waker::noop();
                    let _ = later.as_mut().poll(&mut Context::from_waker(waker));
                    std::mem::forget(later);
                }
            }
            if round < 3 {
                let before = view.transfers();
                assert_eq!(view.to_vec().unwrap(), numbers(round + 1));
                assert_eq!(view.transfers(), before);
            }
        }
        view.finish().unwrap();
        assert_eq!(values, numbers(4));
    });
}

#[test]
fn every_blocking_operation_has_a_future() {
    on_each(|on| {
        let values = numbers(0);
        let source = ArrayView::with_extent(EXTENT, &values).unwrap();
        let mut target = numbers(100);
        let mut view = ArrayViewMut::with_extent(EXTENT, &mut target).unwrap();
        let result: amp::Result<()> = execute(async {
            source.synchronize_to_async(on).await?;
            view.synchronize_to_async(on).await?;
            let before = (source.transfers(), view.transfers());
            on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += source[i]))?;
            assert_eq!((source.transfers(), view.transfers()), before);
            assert_eq!(view.read_async().await?[[1, 2]], 112 + 12);
            assert_eq!(source.read_async().await?[[1, 2]], 12);
            view.write_async().await?[[1, 2]] = 1;
            on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += source[i]))?;
            assert_eq!(view.section([1, 1], [1, 3])?.to_vec_async().await?, [111 + 22, 13, 113 + 26]);
            let array = Array::copy_of_on(on, &view)?;
            on.create_marker().await?;
            assert_eq!(array.to_vec_async().await?[59], 159 + 118);
            view.finish_async().await
        });
        result.unwrap();
        assert_eq!((target[0], target[12], target[59]), (100, 13, 159 + 118));
    });
}

#[test]
fn to_vec_async_copies_the_elements_at_the_call() {
    on_each(|on| {
        let mut array = Array::from_slice_on(on, EXTENT, &numbers(1)).unwrap();
        let before = array.to_vec_async();
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| array[i] = 0)).unwrap();
        array.write().unwrap()[0] = 9;
        // Some of the data is on the host, and some on the device.
        let after = array.to_vec_async();
        drop(array);
        assert_eq!(execute(before).unwrap(), numbers(1));
        let after = pollster::block_on(after).unwrap();
        assert_eq!((after[0], &after[1..]), (9, &[0; 59][..]));
    });
}

#[test]
fn one_thread_waits_for_many_futures() {
    on_each(|on| {
        let arrays: Vec<_> =
            (0..20).map(|n| Array::from_slice_on(on, EXTENT, &numbers(n)).unwrap()).collect();
        let mut targets: Vec<_> = (0..20).map(|_| Array::<u32, 2>::new_on(on, EXTENT).unwrap()).collect();
        let copies = arrays.iter().zip(&mut targets).map(|(from, to)| copy_async(from, to));
        for result in execute_all(copies.collect()) {
            result.unwrap();
        }
        let reads = execute_all(targets.iter().rev().map(Array::to_vec_async).collect());
        for (n, found) in (0..20).rev().zip(reads) {
            assert_eq!(found.unwrap(), numbers(n));
        }
    });
}

#[test]
fn staging_arrays_are_copied_asynchronously() {
    on_each(|on| {
        let mut staging = Array::<u32, 2>::staging(on, EXTENT).unwrap();
        assert_eq!(staging.accelerator_view(), &Accelerator::cpu().default_view());
        assert_eq!(staging.associated_accelerator_view(), on);
        staging.write().unwrap().copy_from_slice(&numbers(5));
        let mut array = Array::new_on(on, EXTENT).unwrap();
        assert_eq!(array.associated_accelerator_view(), on);
        execute(copy_async(&staging, &mut array)).unwrap();
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| array[i] *= 2)).unwrap();
        let later = copy_async(&array, &mut staging);
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| array[i] = 0)).unwrap();
        execute(later).unwrap();
        let moved = staging.transfers();
        let doubled: Vec<_> = numbers(5).iter().map(|value| 2 * value).collect();
        assert_eq!(staging.read().unwrap()[..], doubled);
        // The read transfers nothing, because the future completed the transfer.
        assert_eq!(staging.transfers(), moved);
        // If the future is dropped, the next read transfers the data.
        drop(copy_async(&array, &mut staging));
        assert_eq!(staging.read().unwrap()[..], [0; 60]);
    });
}

/// Polls a future once, and returns whether it is ready.
fn poll<F: Future + Unpin>(future: &mut F) -> bool {
    std::pin::Pin::new(future).poll(&mut Context::from_waker(Waker::noop())).is_ready()
}

#[test]
fn future_may_be_dropped_at_any_point() {
    on_each(|on| {
        for polled in [false, true] {
            let mut values = numbers(0);
            let mut view = ArrayViewMut::with_extent(EXTENT, &mut values).unwrap();
            for _ in 0..3 {
                on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
                let mut read = view.read_async();
                let mut whole = view.to_vec_async();
                let mut ahead = view.synchronize_to_async(on);
                let mut home = view.synchronize_async();
                let mut other = Array::new_on(on, EXTENT).unwrap();
                let mut copied = copy_async(&view, &mut other);
                if polled {
                    poll(&mut read);
                    poll(&mut whole);
                    poll(&mut ahead);
                    poll(&mut home);
                    poll(&mut copied);
                }
                drop((copied, read, whole, ahead, home));
                let mut write = view.write_async();
                if polled {
                    poll(&mut write);
                }
                drop(write);
                on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            }
            let mut finished = view.finish_async();
            if polled {
                poll(&mut finished);
            }
            drop(finished);
            assert_eq!(values, numbers(6), "polled: {polled}");
        }
    });
}

#[test]
fn forgotten_future_does_not_write_to_the_source() {
    on_each(|on| {
        let mut values = numbers(0);
        let view = &mut ArrayViewMut::with_extent(EXTENT, &mut values).unwrap();
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
        let mut home = view.synchronize_async();
        poll(&mut home);
        std::mem::forget(home);
        on.wait().unwrap();
        // The forgotten future has no effect, and other operations transfer its data.
        assert_eq!(view.read().unwrap()[..], numbers(1));
    });
}

#[test]
fn wait_timeout_returns_the_future() {
    on_each(|on| {
        let mut array = Array::<u32>::new_on(on, [1 << 12]).unwrap();
        on.parallel_for_each(
            array.extent(),
            amp!(|i: Index<1>| for k in 0..100 {
                array[i] += k;
            }),
        )
        .unwrap();
        let mut marker = on.create_marker();
        let mut rounds = 0;
        let result = loop {
            match marker.wait_timeout(Duration::from_micros(10)) {
                Ok(result) => break result,
                Err(again) => marker = again,
            }
            rounds += 1;
            assert!(rounds < 10_000_000);
        };
        result.unwrap();
        assert_eq!(array.to_vec().unwrap()[77], 4950);
    });
}

#[test]
fn then_receives_the_result() {
    on_each(|on| {
        let array = Array::from_slice_on(on, EXTENT, &numbers(3)).unwrap();
        let mut target = Array::<u32, 2>::new_on(on, EXTENT).unwrap();
        let (sender, receiver) = channel();
        let mut copied = copy_async(&array, &mut target);
        let known = poll(&mut copied);
        copied.then(move |result| sender.send(result).unwrap());
        // A future returns its result once.
        assert_eq!(receiver.recv().unwrap(), if known { Err(Error::AlreadyTaken) } else { Ok(()) });
        let (sender, receiver) = channel();
        target.to_vec_async().then(move |result| sender.send(result).unwrap());
        assert_eq!(receiver.recv().unwrap().unwrap(), numbers(3));
    });
}
