//! Functions whose last expression diverges: loops that only a `return` leaves, and labelled blocks. Shader compilers want a
//! `return` behind them.

// The forms under test are ones that lints reject.
#![allow(clippy::needless_return, clippy::never_loop, unused_labels)]

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn past_nine(k: u32) -> u32 {
    let mut n = k;
    loop {
        if n > 9 {
            return n;
        }
        n += 3;
    }
}

#[device]
fn one_iteration(k: u32) -> u32 {
    loop {
        match k {
            0 => return 3,
            _ => return 4,
        }
    }
}

#[device]
fn labelled_block(k: u32) -> u32 {
    'a: {
        return 5 + k;
    }
}

#[device]
fn in_a_branch(k: u32) -> u32 {
    if k.is_multiple_of(2) {
        return 1;
    } else {
        loop {
            return 4;
        }
    }
}

/// The types are generic, and one of them has zero size in the call below.
#[device]
fn generic<T: amp::Value, const N: usize>(value: T, k: u32) -> ([T; N], (u32, bool)) {
    let mut n = k;
    loop {
        n += 7;
        if n > 40 {
            return ([value; N], (n, k > 3));
        }
    }
}

#[device]
fn until_twenty<T: amp::Value>(value: T, n: &mut u32) -> T {
    loop {
        *n += 5;
        if *n > 20 {
            return value;
        }
    }
}

/// Has a view argument, so its CPU code differs from the user's function.
#[device]
fn first_above(x: &ArrayView<u32>, least: u32) -> u32 {
    let mut k = 0;
    loop {
        if k == x.extent()[0] || x[k] > least {
            return k as u32;
        }
        k += 1;
    }
}

#[kernel]
fn all(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<[u32; 5]>) {
    let k = i[0] as u32;
    let (list, (n, more)) = generic::<u32, 2>(k, k);
    let mut stepped = n;
    until_twenty((), &mut stepped);
    y[i] = [
        past_nine(k) + 100 * one_iteration(k),
        labelled_block(k) + 100 * in_a_branch(k),
        list[0] + list[1] + n * 10 + more as u32,
        until_twenty(stepped, &mut stepped) + stepped,
        first_above(x, 3 * k),
    ];
}

#[test]
fn function_that_ends_in_a_diverging_expression() {
    let x: Vec<u32> = (0..12).map(|k| k * 5 % 23).collect();
    let above = |least: u32| x.iter().position(|x| *x > least).unwrap_or(x.len()) as u32;
    let expected: Vec<[u32; 5]> = (0..16u32)
        .map(|k| {
            let n = (k..).step_by(7).find(|n| *n > 40).unwrap();
            [
                (k..).step_by(3).find(|n| *n > 9).unwrap() + if k == 0 { 300 } else { 400 },
                5 + k + if k % 2 == 0 { 100 } else { 400 },
                2 * k + n * 10 + u32::from(k > 3),
                n + 5 + n + 10,
                above(3 * k),
            ]
        })
        .collect();
    on_each(|accelerator| {
        let mut found = [[0; 5]; 16];
        let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut found));
        accelerator.default_view().parallel_for_each(y.extent(), all(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(found[..], expected);
    });
}
