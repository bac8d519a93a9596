//! Forgotten objects (`mem::forget`): their data is not downloaded, but everything else works.

use std::future::Future;
use std::mem::forget;
use std::pin::Pin;
use std::task::{Context, Waker};

use amp::prelude::*;

use crate::on_each;

#[test]
fn forgotten_view() {
    on_each(|on| {
        let mut values = vec![1u32; 1000];
        for round in 0..3 {
            let mut y = ArrayViewMut::new(&mut values);
            on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            if round == 1 {
                y.synchronize().unwrap();
                on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            }
            forget(y);
            on.wait().unwrap();
        }
        // On the CPU, kernels write to the source directly. On a device, each view begins with the source's
        // data, and only the second view was synchronised.
        assert!(values == [5; 1000] || values == [2; 1000], "{}", values[0]);
    });
}

#[test]
fn forgotten_section() {
    on_each(|on| {
        let mut values = vec![1u32; 100];
        let mut y = ArrayViewMut::with_extent([10, 10], &mut values).unwrap();
        let mut section = y.section_mut([2, 2], [3, 3]).unwrap();
        on.parallel_for_each([3, 3], amp!(|i: Index<2>| section[i] = 7)).unwrap();
        forget(section);
        // The parent view downloads the elements that the kernel wrote through the section.
        y.finish().unwrap();
        assert_eq!(values.iter().filter(|&&value| value == 7).count(), 9);
    });
}

#[test]
fn forgotten_guard() {
    on_each(|on| {
        let mut values = vec![1u32; 100];
        let mut y = ArrayViewMut::with_extent([10, 10], &mut values).unwrap();
        on.parallel_for_each([10, 10], amp!(|i: Index<2>| y[i] += 1)).unwrap();
        let mut guard = y.write().unwrap();
        guard[[0, 0]] = 50;
        forget(guard);
        // This section has gaps, so its guard is a copy that is written back on drop.
        let mut section = y.section_mut([5, 5], [2, 2]).unwrap();
        let mut guard = section.write().unwrap();
        guard[[0, 0]] = 60;
        forget(guard);
        drop(section);
        forget(y.read().unwrap());
        on.parallel_for_each([10, 10], amp!(|i: Index<2>| y[i] += 1)).unwrap();
        y.finish().unwrap();
        assert_eq!((values[0], values[55], values[1]), (51, 3, 3));
    });
}

/// Polls a future once.
fn poll<F: Future + Unpin>(mut future: F) -> F {
    let _ = Pin::new(&mut future).poll(&mut Context::from_waker(Waker::noop()));
    future
}

#[test]
fn forgotten_future() {
    on_each(|on| {
        for polled in [false, true] {
            let mut values = vec![1u32; 1000];
            let mut y = ArrayViewMut::new(&mut values);
            on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            let mut target = Array::<u32>::new_on(on, [1000]).unwrap();
            if polled {
                forget(poll(y.synchronize_async()));
                forget(poll(y.read_async()));
                forget(poll(y.write_async()));
                forget(poll(y.to_vec_async()));
                forget(poll(copy_async(&y, &mut target)));
                forget(poll(on.create_marker()));
            } else {
                forget(y.synchronize_async());
                forget(y.read_async());
                forget(y.write_async());
                forget(y.to_vec_async());
                forget(copy_async(&y, &mut target));
                forget(on.create_marker());
            }
            on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            assert_eq!(target.to_vec().unwrap(), [2; 1000]);
            assert_eq!(y.to_vec().unwrap(), [3; 1000]);
            let finished = y.finish_async();
            forget(if polled { poll(finished) } else { finished });
            on.wait().unwrap();
            // If the first future was ready when it was polled, the source has the values after the first
            // launch.
            let seen = if polled { &[1, 2, 3][..] } else { &[1, 3] };
            assert!(seen.iter().any(|&value| values == [value; 1000]), "{}", values[0]);
        }
    });
}

#[test]
fn forgotten_array() {
    on_each(|on| {
        let mut array = Array::from_slice_on(on, [100], &[1u32; 100]).unwrap();
        on.parallel_for_each(100, amp!(|i: Index<1>| array[i] += 1)).unwrap();
        forget(array);
        on.wait().unwrap();
        let owned = ArrayViewMut::from_vec([100], vec![1u32; 100]).unwrap();
        forget(owned);
        on.wait().unwrap();
    });
}
