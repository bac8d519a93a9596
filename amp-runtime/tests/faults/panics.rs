//! Panics of user code, in kernels and around them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Context, Wake, Waker};

use amp::Error;
use amp::prelude::*;

use crate::{all_others_work, on_each, with_separate_device};

#[test]
fn between_launch_and_drop() {
    on_each(|on| {
        let mut values = vec![1u32; 1000];
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let mut y = ArrayViewMut::new(&mut values);
            on.parallel_for_each(1000, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            panic!("between launch and drop");
        }));
        assert!(panicked.is_err());
        // Unwinding dropped the view, which updated its source.
        assert_eq!(values, [2; 1000]);
    });
}

#[test]
fn while_a_guard_is_held() {
    on_each(|on| {
        let mut values = vec![1u32; 100];
        let mut y = ArrayViewMut::with_extent([10, 10], &mut values).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let mut section = y.section_mut([1, 1], [2, 2]).unwrap();
            let mut guard = section.write().unwrap();
            guard[[0, 0]] = 9;
            panic!("while a guard is held");
        }));
        assert!(panicked.is_err());
        on.parallel_for_each([10, 10], amp!(|i: Index<2>| y[i] += 1)).unwrap();
        y.finish().unwrap();
        assert_eq!((values[11], values[12]), (10, 2));
    });
}

#[test]
fn in_a_kernel() {
    for accelerator in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = accelerator.default_view();
        let zero = 0;
        let mut values = vec![1u32; 5000];
        let mut y = ArrayViewMut::new(&mut values);
        for _ in 0..3 {
            let line = line!() + 4;
            let kernel = amp!(|i: Index<1>| {
                y[i] = 2;
                if i[0] == 4000 {
                    y[i] = 7 / zero;
                }
            });
            let error = on.parallel_for_each(5000, kernel).unwrap_err();
            let Error::KernelPanicked { index, message, .. } = &error else { panic!("{error:?}") };
            let place = format!("{}:{line}", file!());
            assert!(message.contains("divide by zero") && message.contains(&place), "{message}, not {place}");
            assert_eq!(*index, [4000]);
            let place = format!("{}:{}", file!(), line!() + 1);
            let error = on.parallel_for_each(5000, amp!(|i: Index<1>| y[i + 1] = 3)).unwrap_err();
            let Error::KernelPanicked { index, message, .. } = &error else { panic!("{error:?}") };
            assert!(*index == [4999] && message.contains(&place), "{message}, not {place}");
        }
        // The thread pool still works, and each element is old or was written by a work-item.
        on.parallel_for_each(5000, amp!(|i: Index<1>| y[i] += 10)).unwrap();
        y.finish().unwrap();
        assert!(values.iter().all(|value| [11, 12, 13].contains(value)));
        assert!(values.contains(&13));
    }
    all_others_work();
}

/// On a GPU, the launch is queued when the work-item fails, so a later call returns the error.
#[test]
fn in_a_kernel_with_traps() {
    with_separate_device(|on, _| {
        let mut values = vec![1u32; 5000];
        let mut y = ArrayViewMut::new(&mut values);
        let zero = 0;
        for _ in 0..3 {
            let kernel = amp!(trap, |i: Index<1>| {
                y[i] = 2;
                if i[0] == 4000 {
                    y[i] = 7 / zero;
                    y[i] = 3;
                }
            });
            on.parallel_for_each(5000, kernel).unwrap();
            let Err(Error::KernelPanicked { index, .. }) = on.wait() else { panic!("no error") };
            assert_eq!(index, [4000]);
            on.wait().unwrap();
        }
        // The device still works. The failed work-item wrote nothing after its failure.
        on.parallel_for_each(5000, amp!(|i: Index<1>| y[i] += 10)).unwrap();
        y.finish().unwrap();
        assert!(values.iter().all(|value| *value == 12));
    });
    all_others_work();
}

/// The first fault is reported, and the rest of the domain does not run.
#[test]
fn stops_the_other_tiles() {
    let n = 1 << 24;
    for accelerator in [Accelerator::cpu(), Accelerator::cpu().serial()] {
        let mut y = ArrayViewMut::<u32>::without_source(n).unwrap();
        let zero = 0;
        let kernel = amp!(|i: Index<1>| {
            y[i] = 1;
            if i[0] < 64 {
                y[i] = 7 / zero;
            }
        });
        let failed = accelerator.default_view().parallel_for_each(n, kernel);
        assert!(matches!(failed, Err(Error::KernelPanicked { .. })), "{failed:?}");
        assert!(y.read().unwrap().contains(&0), "all of {accelerator} ran");
    }
}

#[test]
fn in_a_callback() {
    on_each(|on| {
        on.create_marker().then(|_| panic!("in a callback"));
        on.create_marker().then(|_| std::panic::panic_any(Payload));
        // Callbacks of other futures still run.
        let (sender, receiver) = channel();
        on.create_marker().then(move |result| sender.send(result).unwrap());
        assert_eq!(receiver.recv(), Ok(Ok(())));
    });
}

/// A panic payload that panics again when it is dropped.
struct Payload;

impl Drop for Payload {
    fn drop(&mut self) {
        panic!("in a payload");
    }
}

struct Bomb;

impl Wake for Bomb {
    fn wake(self: Arc<Self>) {
        panic!("in a waker");
    }
}

#[test]
fn in_a_waker() {
    on_each(|on| {
        let mut y = Array::<u32>::new_on(on, [1 << 12]).unwrap();
        for _ in 0..10 {
            on.parallel_for_each(1 << 12, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        }
        let mut marker = on.create_marker();
        let bomb = Waker::from(Arc::new(Bomb));
        let polled = std::pin::Pin::new(&mut marker).poll(&mut Context::from_waker(&bomb));
        // The waiter thread still runs, and wakes this future.
        pollster::block_on(on.create_marker()).unwrap();
        if polled.is_pending() {
            pollster::block_on(marker).unwrap();
        }
        assert_eq!(y.to_vec().unwrap()[7], 10);
    });
}

#[test]
fn in_an_element_constructor() {
    on_each(|on| {
        let made = catch_unwind(|| {
            Array::<u32>::from_fn_on(on, [10], |i| if i[0] == 7 { panic!("here") } else { 1 })
        });
        assert!(made.is_err());
        let made = Array::<u32>::from_fn_on(on, [10], |i| i[0] as u32).unwrap();
        assert_eq!(made.to_vec().unwrap()[9], 9);
    });
}

#[test]
fn on_another_thread_with_a_view() {
    on_each(|on| {
        let mut values = vec![1u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        let result = std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let read = y.read().unwrap();
                assert_eq!(read[0], 3, "on purpose");
            });
            reader.join()
        });
        assert!(result.is_err());
        on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        y.finish().unwrap();
        assert_eq!(values, [3; 100]);
    });
}
