//! Loops with several exits.

use crate::compare;

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
