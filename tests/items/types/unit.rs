//! Values of `()`: device functions without a result, called where an expression is expected.

#![allow(clippy::let_unit_value, clippy::let_and_return, clippy::redundant_locals)] // the forms under test

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn put(y: &mut ArrayViewMut<u32>, at: usize, value: u32) {
    y[at] += value;
}

#[device]
fn bump(x: &mut u32) {
    *x += 1;
}

#[device]
fn for_each(n: u32, f: impl Fn(u32)) {
    for k in 0..n {
        f(k);
    }
}

/// Returns the result of the closure, which may be `()`.
#[device]
fn last_of<R: amp::Value>(n: u32, first: R, f: impl Fn(u32) -> R) -> R {
    let mut last = first;
    for k in 0..n {
        last = f(k);
    }
    last
}

#[device]
fn keep<T: amp::Value>(x: T, n: u32) -> (T, u32) {
    let x = x;
    (x, n + 1)
}

#[device]
fn early(x: &mut u32, n: u32) {
    if n > 2 {
        return bump(x);
    }
    let u = bump(x);
    u
}

/// Runs a kernel over eight elements and compares them with `expected`.
macro_rules! run {
    ($expected:expr, |$y:ident| $kernel:expr) => {
        on_each(|accelerator| {
            let mut values = [0u32; 8];
            let mut $y = ArrayViewMut::new(&mut values);
            let extent = $y.extent();
            accelerator.default_view().parallel_for_each(extent, $kernel).unwrap();
            drop($y);
            let expected: [u32; 8] = std::array::from_fn($expected);
            assert_eq!(values, expected);
        })
    };
}

#[test]
fn closure_that_returns_unit() {
    run!(|n| 6 + 4 * n as u32, |y| amp!(|i: Index<1>| for_each(4, |k| put(&mut y, i[0], k + i[0] as u32))));
    run!(|n| 6 + n as u32, |y| amp!(|i: Index<1>| {
        let base = i[0] as u32;
        let f = |k: u32| put(&mut y, i[0], k);
        for_each(4, f);
        let none = ();
        last_of(1, none, |k| put(&mut y, i[0], k + base));
        let u = last_of(1, (), |_k| ());
        let _v = u;
    }));
}

#[test]
fn variables_of_unit_type() {
    run!(|n| 3 + n as u32, |y| amp!(|i: Index<1>| {
        let u = put(&mut y, i[0], 1);
        let (v, n) = keep(u, i[0] as u32);
        let _ = v;
        let w: () = put(&mut y, i[0], n);
        let _w = w;
        let mut a = 0;
        let b = bump(&mut a);
        let c = (b, a, ());
        y[i] += c.1;
    }));
}

#[test]
fn branches_of_unit_type() {
    run!(|n| [10, 20, 0, 30][n % 4], |y| amp!(|i: Index<1>| {
        let at = i[0];
        let u = match at % 4 {
            0 => put(&mut y, at, 10),
            1 => put(&mut y, at, 20),
            2 => (),
            _ => {
                put(&mut y, at, 30);
            }
        };
        let _v = u;
    }));
    run!(|n| if n % 2 == 0 { 1 } else { 2 }, |y| amp!(|i: Index<1>| {
        let mut a = 0;
        let u = if i[0] % 2 == 0 { bump(&mut a) } else { early(&mut a, 1) };
        let w = if i[0] % 2 == 0 {
        } else {
            early(&mut a, 3);
        };
        let v;
        if a > 1 {
            v = u;
        } else {
            v = w;
        }
        let _x = [v; 3];
        y[i] = a;
    }));
}
