//! Counts of device commands: a kernel is compiled once, a bind group is created once, and the parameters of
//! several launches are written together.

use amp::prelude::*;

use crate::on_each::{on_each, on_host};

/// Runs a test on each accelerator with its own memory, in one queuing mode.
fn on_devices(mode: QueuingMode, test: impl Fn(&AcceleratorView)) {
    on_each(|view| {
        if !on_host(view.accelerator()) && view.queuing_mode() == mode {
            test(view);
        }
    });
}

#[test]
fn launches_are_batched_in_one_command_buffer_and_pass() {
    on_devices(QueuingMode::Automatic, |on| {
        let mut x = Array::<u32>::from_slice_on(on, [100], &[1; 100]).unwrap();
        let mut y = Array::<u32>::new_on(on, [100]).unwrap();
        for round in 1..=3 {
            // Each launch reads the result of the previous one.
            for _ in 0..5 {
                on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += x[i])).unwrap();
                on.parallel_for_each(100, amp!(|i: Index<1>| x[i] += y[99 - i[0]])).unwrap();
            }
            let before = on.activity();
            assert_eq!((before.launches, before.submissions), (10 * round, round - 1));
            on.flush().unwrap();
            let after = on.activity();
            assert_eq!((after.submissions, after.passes), (round, round));
            // The second round of the same launches needs no new bind groups, and its parameters are already
            // on the device.
            assert_eq!((after.bind_groups, after.parameter_writes), (2, 1));
            assert!(after.pipelines <= 2);
        }
        // Each pair of launches advances the elements of `x` and `y` by two Fibonacci numbers.
        let mut wanted = (1u32, 0u32);
        for _ in 0..15 {
            wanted.1 = wanted.1.wrapping_add(wanted.0);
            wanted.0 = wanted.0.wrapping_add(wanted.1);
        }
        assert_eq!((x.to_vec().unwrap()[7], y.to_vec().unwrap()[93]), wanted);
    });
}

#[test]
fn immediate_mode_submits_each_launch() {
    on_devices(QueuingMode::Immediate, |on| {
        let mut y = Array::<u32>::new_on(on, [100]).unwrap();
        for round in 1..=20 {
            on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += 1)).unwrap();
            let activity = on.activity();
            assert_eq!((activity.launches, activity.submissions, activity.waits), (round, round, 0));
            assert_eq!(activity.bind_groups, 1);
        }
        assert_eq!(y.to_vec().unwrap(), [20; 100]);
    });
}

#[test]
fn full_batches_are_submitted_without_a_wait() {
    on_devices(QueuingMode::Automatic, |on| {
        let mut y = Array::<u32>::new_on(on, [100]).unwrap();
        for _ in 0..1000 {
            on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        }
        let sent = on.activity().submissions;
        assert!((3..20).contains(&sent), "{sent} submissions of 1000 launches");
        assert_eq!(on.activity().bind_groups, 1);
    });
}

#[test]
fn parameters_of_a_batch_are_uploaded_together() {
    on_devices(QueuingMode::Automatic, |on| {
        let mut y = Array::<u32>::new_on(on, [100]).unwrap();
        for round in 1..=4 {
            for value in 0..10 {
                let value = 100 * round as u32 + value;
                on.parallel_for_each(100, amp!(|i: Index<1>| y[i] += value)).unwrap();
            }
            on.flush().unwrap();
            assert_eq!((on.activity().parameter_writes, on.activity().bind_groups), (round, 1));
        }
        assert_eq!(y.to_vec().unwrap()[0], (100 + 200 + 300 + 400) * 10 + 4 * 45);
    });
}

#[test]
fn temporary_buffers_reuse_bind_groups() {
    on_devices(QueuingMode::Automatic, |on| {
        let mut sum = Array::<u32>::new_on(on, [1000]).unwrap();
        let mut bound = Vec::new();
        for round in 0..60 {
            let values = vec![round; 1000];
            let x = ArrayView::new(&values);
            on.parallel_for_each(1000, amp!(|i: Index<1>| sum[i] += x[i])).unwrap();
            bound.push(on.activity().bind_groups);
        }
        assert_eq!(sum.to_vec().unwrap(), [1770; 1000]);
        assert_eq!(bound[9], bound[59], "{bound:?}");
        assert!(on.activity().pipelines <= 1);
    });
}
