//! `return` in a kernel's own closures.

use crate::compare::compare;
use amp::prelude::*;

/// The host calls the same function.
#[device]
fn sum_of(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum += f(k);
    }
    sum
}

compare!(return_from_a_closure, |i, x: u32, y: u32| {
    let clamped = |v: u32| {
        if v < 3 {
            return 3;
        }
        if v > 20 { 20 } else { v }
    };
    y[i] = clamped(x[i]) + 100 * clamped(x[i] / 2);
});

compare!(return_from_a_loop_in_a_closure, |i, x: u32, y: u32| {
    let root = |v: u32| -> u32 {
        for k in 0..40u32 {
            let mut odd = 0;
            loop {
                odd += 1;
                if odd * odd + k > v {
                    return k * 10 + odd;
                }
                if odd > k {
                    break;
                }
            }
        }
        1000
    };
    y[i] = root(x[i]) + root(900);
});

compare!(return_from_a_closure_without_a_value, |i, x: u32, y: u32| {
    let mut sum = 0;
    let mut add = |v: u32| {
        if v % 3 == 0 {
            return;
        }
        sum += v;
    };
    add(x[i]);
    add(x[i] + 1);
    y[i] = sum;
});

compare!(return_from_nested_closures, |i, x: u32, y: u32| {
    let outer = |v: u32| {
        let inner = |w: u32| {
            if w % 2 == 0 {
                return w / 2;
            }
            3 * w + 1
        };
        if v > 9 {
            return inner(v);
        }
        inner(inner(v)) + 1
    };
    y[i] = outer(x[i]);
});

compare!(return_from_closures_as_arguments, |i, x: u32, y: u32| {
    let own = x[i];
    let first = sum_of(own % 7, |k| {
        for j in 0..k {
            if j * 3 > own % 5 {
                return j;
            }
        }
        k + 1
    });
    let by_name = |k: u32| {
        if k > 3 {
            return own;
        }
        1
    };
    y[i] = first + 100 * sum_of(6, by_name) + sum_of(2, |k| return k + 1);
});
