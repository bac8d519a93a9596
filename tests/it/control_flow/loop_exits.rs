//! Loops with several exits.

use crate::compare::compare;
use amp::prelude::*;

// Some drivers evaluate an exit condition with the value of a counter before its first increment.
compare!(exits_behind_an_increment, |i, x: u32, y: u32| {
    let mut sum = x[i];
    let mut k = 0u32;
    loop {
        k += 1;
        if k > 4 {
            break;
        }
        if k == 0 {
            sum = 99;
            break;
        }
        sum += k;
    }
    let mut at = -1i32;
    while at < 6 {
        at += 1;
        if at < 0 {
            sum = 98;
            break;
        }
        sum += 10;
    }
    let mut half = 0.0f32;
    let found = loop {
        half += 0.5;
        match half {
            0.0 => break 97,
            _ if half > 2.0 => break sum,
            _ => sum += 100,
        }
    };
    let mut left = 5u32;
    for _ in 0..4 {
        left -= 1;
        if left == 5 {
            y[i] = 96;
            return;
        }
        sum += 1000;
    }
    y[i] = found + sum;
});

#[kernel]
fn iterations(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let mut count = 0;
    for _ in 0..n {
        count += 1;
    }
    let mut left = n;
    while left > 0 {
        left -= 1;
        count += 2;
    }
    y[i] = count;
}

#[test]
fn long_loops_run_all_iterations() {
    for accelerator in Accelerator::all() {
        if accelerator.is_emulated() && !accelerator.device_path().starts_with("cpu") {
            eprintln!("skipped on {accelerator}: it emulates a GPU, and leaves long loops");
            continue;
        }
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        accelerator.default_view().parallel_for_each(3, iterations(70_000, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [210_000; 3], "on {accelerator}");
    }
}
