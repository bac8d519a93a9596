//! `move` closures, and closures passed by `&mut`. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn each(n: u32, f: &mut impl FnMut(u32)) {
    for k in 0..n {
        f(k);
    }
}

#[device]
fn each_named<F: FnMut(u32) -> u32>(n: u32, f: &mut F) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum += f(k);
    }
    each(n, &mut |k| sum += f(k));
    sum
}

#[device]
fn pairs(n: u32, mut f: impl FnMut(u32, u32)) {
    for a in 0..n {
        each(a, &mut |b| f(a, b));
    }
}

/// Passes the closure on, by name and by `&mut`.
#[device]
fn twice(n: u32, f: &mut impl FnMut(u32), mut g: impl FnMut(u32)) {
    each(n, f);
    each(2, &mut g);
    f(9);
    each(1, f);
}

#[device]
fn sum_of(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    (0..n).map(|k| f(k)).sum()
}

#[device]
fn totals(n: u32, mut f: impl FnMut(u32) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum = sum * 2 + f(k);
    }
    sum
}

#[device]
fn scaled(values: &mut [u32; 3], v: u32) {
    values.iter_mut().for_each(move |x| *x *= v);
}

#[device]
fn copies(k: u32, v: u32) -> [u32; 4] {
    let scale = v % 10;
    let weigh = move |a: u32, b: u32| a * scale + b;
    let mut sum = 0;
    pairs(k % 8, |a, b| sum += weigh(a, b));
    // The closure has the value of the variable at its creation.
    let mut n = v;
    let mut list = [v, 1, 2];
    let early = move |x: u32| x + n + list[1];
    n += 100;
    list[1] = 50;
    sum += early(1) + n + list[1] + sum_of(3, early);
    // A passed closure modifies its own copy.
    let mut own = 1;
    let total = totals(4, move |x| {
        own += x;
        own
    });
    let shown = totals(3, |x| {
        own += x;
        own
    });
    let mut list = [1, 2, 3];
    let by = 3;
    list.iter_mut().for_each(move |x| *x += by);
    scaled(&mut list, v);
    let (mut a, mut b) = (0, 0);
    twice(3, &mut |x| a += x + v, |x| b = b * 2 + x);
    let named = each_named(3, &mut |x| {
        b += x;
        b
    });
    let mut count = 0;
    let mut add = |x: u32| count += x;
    each(4, &mut add);
    add(3);
    [sum, total * 1000 + shown * 10 + own, a * 100 + b + list[0] + list[2], named + count]
}

#[test]
fn move_closures_have_copies() {
    const COUNT: usize = 24;
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![[0u32; 4]; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] as u32;
            let mut c = k;
            let f = move |x: u32| x + c;
            c += 1;
            let mut out = copies(k, k * 3);
            each(2, &mut |x| out[0] += f(x) + c);
            y[i] = out;
        });
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT as u32)
            .map(|k| {
                let mut out = copies(k, k * 3);
                out[0] += 2 * k + 1 + 2 * (k + 1);
                out
            })
            .collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
