//! Copies in every combination, and what is waited for.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use amp::prelude::*;
use amp::{CopySource, CopyTarget, Error};

use crate::everywhere::{everywhere, on_host};

/// Wakes the thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The smallest executor.
fn execute<R>(future: impl Future<Output = R>) -> R {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(result) => return result,
            Poll::Pending => std::thread::park(),
        }
    }
}

const EXTENT: [usize; 2] = [6, 10];

fn numbers(first: u32) -> Vec<u32> {
    (first..first + 60).collect()
}

/// Runs a test with each pair of accelerator views; one is the other, too.
fn pairs(test: impl Fn(&AcceleratorView, &AcceleratorView)) {
    everywhere(|here| {
        test(here, here);
        for accelerator in Accelerator::all() {
            test(here, &accelerator.create_view(QueuingMode::Automatic).unwrap());
        }
    });
}

/// Copies from every kind of source, with new data at each try, to one target.
fn from_all(here: &AcceleratorView, what: &str, to: &mut dyn FnMut(&dyn CopySource<u32, 2>) -> Vec<u32>) {
    let data = numbers(100);
    let array = Array::from_slice_on(here, EXTENT, &data).unwrap();
    assert_eq!(to(&array), data, "an array to {what}");
    let data = numbers(200);
    assert_eq!(to(&ArrayView::with_extent(EXTENT, &data).unwrap()), data, "a view to {what}");
    let mut data = numbers(300);
    let mut view = ArrayViewMut::with_extent(EXTENT, &mut data).unwrap();
    here.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 100)).unwrap();
    assert_eq!(to(&view), numbers(400), "what a kernel wrote to {what}");
    let mut large = vec![0u32; 12 * 20];
    let mut view = ArrayViewMut::with_extent([12, 20], &mut large).unwrap();
    {
        let mut section = view.section_mut([3, 5], EXTENT).unwrap();
        let kernel = amp!(|i: Index<2>| section[i] = 500 + (i[0] * 10 + i[1]) as u32);
        here.parallel_for_each(EXTENT, kernel).unwrap();
    }
    assert_eq!(to(&view.section([3, 5], EXTENT).unwrap()), numbers(500), "a section to {what}");
}

fn put(source: &dyn CopySource<u32, 2>, target: &mut dyn CopyTarget<u32, 2>) {
    copy(source, target).unwrap();
}

#[test]
fn everything_is_copied_to_everything() {
    pairs(|here, there| {
        let mut array = Array::new_on(there, EXTENT).unwrap();
        from_all(here, "an array", &mut |source| {
            put(source, &mut array);
            array.to_vec().unwrap()
        });
        from_all(here, "a view", &mut |source| {
            let mut data = numbers(0);
            let mut view = ArrayViewMut::with_extent(EXTENT, &mut data).unwrap();
            there.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            put(source, &mut view);
            there.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            view.finish().unwrap();
            data.iter().map(|value| value - 1).collect()
        });
        from_all(here, "nothing", &mut |source| {
            let mut view = ArrayViewMut::without_source(EXTENT).unwrap();
            put(source, &mut view);
            view.to_vec().unwrap()
        });
        from_all(here, "a section", &mut |source| {
            let mut large = vec![7u32; 8 * 12];
            let mut view = ArrayViewMut::with_extent([8, 12], &mut large).unwrap();
            put(source, &mut view.section_mut([1, 1], EXTENT).unwrap());
            let copied = view.section([1, 1], EXTENT).unwrap().to_vec().unwrap();
            view.finish().unwrap();
            assert_eq!(large.iter().filter(|&&value| value == 7).count(), 8 * 12 - 60);
            copied
        });
    });
}

#[test]
fn extents_must_match() {
    let source = [1u32; 6];
    let source = ArrayView::with_extent([2, 3], &source).unwrap();
    let mut target = ArrayViewMut::<u32, 2>::without_source([3, 2]).unwrap();
    assert!(matches!(copy(&source, &mut target), Err(Error::ExtentMismatch { .. })));
    let later = copy_async(&source, &mut target);
    assert!(matches!(execute(later), Err(Error::ExtentMismatch { .. })));
}

#[test]
fn what_is_on_a_device_stays_there() {
    everywhere(|view| {
        let source = Array::from_slice_on(view, [60], &numbers(1)).unwrap();
        let mut middle = Array::new_on(view, [60]).unwrap();
        let mut values = vec![0; 60];
        let mut target = ArrayViewMut::new(&mut values);
        copy(&source, &mut middle).unwrap();
        copy(&middle, &mut target).unwrap();
        assert_eq!((source.transfers().downloads, middle.transfers()), (0, amp::Transfers::default()));
        let home = on_host(view.accelerator());
        assert_eq!(target.transfers().uploads, 0);
        target.finish().unwrap();
        assert_eq!(values, numbers(1));
        assert_eq!(source.transfers().uploads, u64::from(!home));
    });
}

#[test]
fn futures_are_ready_when_it_is_done() {
    everywhere(|view| {
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
fn sources_are_brought_up_to_date_while_somebody_else_works() {
    everywhere(|on| {
        let mut values = numbers(0);
        let mut view = ArrayViewMut::with_extent(EXTENT, &mut values).unwrap();
        for round in 0..4 {
            on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            match round {
                0 => execute(view.synchronize_async()).unwrap(),
                1 => pollster::block_on(view.synchronize_async()).unwrap(),
                // Somebody else brings a part of it meanwhile.
                2 => {
                    let later = view.synchronize_async();
                    assert_eq!(view.section([2, 2], [1, 2]).unwrap()[[0, 0]], 22 + 3);
                    later.wait().unwrap();
                }
                // Begun, and given up.
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
fn data_goes_ahead_of_the_kernel() {
    everywhere(|on| {
        let values = numbers(3);
        let view = ArrayView::new(&values);
        let mut out = ArrayViewMut::without_source([60]).unwrap();
        out.synchronize_to(on).unwrap();
        view.synchronize_to(on).unwrap();
        let before = view.transfers();
        on.parallel_for_each([60], amp!(|i: Index<1>| out[i] = view[i])).unwrap();
        assert_eq!(view.transfers(), before);
        assert_eq!(out.to_vec().unwrap(), values);
    });
}
