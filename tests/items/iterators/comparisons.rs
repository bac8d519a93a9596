//! Comparisons of two iterators, `is_sorted`, sums of `Option`s and `Result`s, and `ControlFlow`.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn ordered(k: u32, w: [u32; 4], v: [u32; 3]) -> u32 {
    let mut bits = 0;
    let mut add = |condition: bool| bits = bits * 2 % 65_521 + condition as u32;
    add(w.iter().eq(v.iter()));
    add(w.iter().take(3).eq(&v));
    add(w.iter().ne(w.iter().rev()));
    add(w.iter().lt(v.iter()));
    add(w.iter().le(v.iter()));
    add(v.iter().gt(w.iter()));
    add(v.iter().ge(w.iter()));
    add((0..k).map(|n| n % 3).lt(0..k));
    add((0..k).eq(0..k));
    add(w.iter().take(k as usize).le(w.iter()));
    add(w.iter().filter(|v| **v > 2).copied().lt(v));
    add(w.iter().cmp(v.iter()) == Ordering::Less);
    add(v.iter().cmp(w.iter().take(3)) == Ordering::Greater);
    add(w.iter().is_sorted());
    add(w.is_sorted());
    add(v[..].is_sorted());
    add(w.is_sorted_by_key(|v| v % 4));
    add(w.is_sorted_by(|a, b| a / 2 <= b / 2));
    add(v.iter().map(|v| v % 5).is_sorted());
    add((0..k).is_sorted_by_key(|n| (n * 5) % 7));
    add(w.iter().is_sorted_by(|a, b| a < b));
    add(w.iter().rev().eq(w.iter()));
    let order = w.iter().cmp(v.iter());
    bits * 10
        + match order {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
}

#[device]
fn partly_ordered(a: [f32; 3], b: [f32; 3]) -> u32 {
    let code = match a.iter().partial_cmp(b.iter()) {
        None => 0,
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Greater) => 3,
    };
    let mut bits = code;
    for test in [
        a.iter().lt(b.iter()),
        a.iter().le(b.iter()),
        a.iter().gt(b.iter()),
        a.iter().ge(b.iter()),
        a.iter().eq(b.iter()),
        a.iter().ne(b.iter()),
        a.iter().is_sorted(),
    ] {
        bits = bits * 2 + test as u32;
    }
    bits
}

#[device]
fn totals(w: [u32; 4], limit: u32) -> u32 {
    let mut calls = 0;
    let sum: Option<u32> = w
        .iter()
        .map(|v| {
            calls += 1;
            v.checked_sub(limit)
        })
        .sum();
    let product = w.iter().map(|v| if *v < 50 { Ok(*v) } else { Err(*v) }).product::<Result<u32, u32>>();
    let all: Option<f32> = w.iter().map(|v| Some(*v as f32)).sum();
    let list: Option<u32> = [Some(limit), None, Some(3)].into_iter().sum();
    sum.unwrap_or(1000)
        + calls * 10_000
        + product.unwrap_or_else(|v| v + 7) % 997
        + all.map_or(0, |v| v as u32)
        + list.is_none() as u32
}

#[device]
fn first_above(values: &[u32], limit: u32) -> ControlFlow<u32, u32> {
    values.iter().try_fold(0u32, |sum, &v| {
        let sum = sum + v;
        if sum > limit { ControlFlow::Break(sum) } else { ControlFlow::Continue(sum) }
    })
}

#[device]
fn visited(values: &[u32], limit: u32) -> ControlFlow<(u32, usize)> {
    for (n, v) in values.iter().enumerate() {
        if *v > limit {
            return ControlFlow::Break((*v, n));
        }
    }
    ControlFlow::Continue(())
}

#[device]
fn both(values: &[u32], limit: u32) -> ControlFlow<(u32, usize), u32> {
    visited(values, limit * 2)?;
    let flow = first_above(values, limit);
    if flow.is_break() {
        return ControlFlow::Break((flow.break_value().unwrap_or(3), 77));
    }
    let last = values.iter().try_for_each(|v| {
        if *v == 4 {
            return ControlFlow::Break((9, 9));
        }
        ControlFlow::Continue(())
    });
    last?;
    ControlFlow::Continue(flow.continue_value().unwrap_or(8))
}

#[device]
fn flows(w: [u32; 4], limit: u32) -> u32 {
    let first = match first_above(&w, limit) {
        ControlFlow::Break(s) => s,
        ControlFlow::Continue(s) => s * 1000,
    };
    let second = match both(&w, limit) {
        ControlFlow::Break((v, n)) => v + n as u32,
        ControlFlow::Continue(v) => v * 100,
    };
    let third = match first_above(&w, limit).map_break(|v| v / 2) {
        ControlFlow::Break(v) | ControlFlow::Continue(v) => v,
    };
    first * 3 + second * 5 + third * 7 + first_above(&w, 9).is_continue() as u32
}

#[device]
fn all(k: u32, w: [u32; 4], v: [u32; 3]) -> [u32; 3] {
    [ordered(k, w, v), totals(w, k), flows(w, k * 4)]
}

#[kernel]
fn uses(i: Index<1>, x: &ArrayView<[u32; 4]>, y: &mut ArrayViewMut<[u32; 4]>, f: &ArrayView<[f32; 3]>) {
    let w = x[i];
    let [a, b, c] = all(i[0] as u32, w, [w[0], w[1], 3]);
    y[i] = [a, b, c, partly_ordered(f[i], [1.0, 2.0, 3.0])];
}

#[test]
fn items_are_compared() {
    let values = [
        [0u32, 1, 3, 9],
        [1, 2, 3, 0],
        [5, 5, 3, 3],
        [2, 2, 2, 2],
        [60, 4, 1, 2],
        [7, 6, 5, 4],
        [4, 5, 6, 7],
        [0, 0, 9, 70],
    ];
    let floats = [
        [1.0f32, 2.0, 3.0],
        [1.0, 2.0, f32::NAN],
        [f32::NAN, 2.0, 3.0],
        [0.0, 5.0, f32::NAN],
        [1.0, 3.0, -1.0],
        [-0.0, 0.0, 1.0],
        [1.0, 2.0, 2.5],
        [1.0, 2.0, 4.0],
    ];
    let expected: Vec<_> = (0..8)
        .map(|k| {
            let w = values[k];
            let [a, b, c] = all(k as u32, w, [w[0], w[1], 3]);
            [a, b, c, partly_ordered(floats[k], [1.0, 2.0, 3.0])]
        })
        .collect();
    let (x, f) = (ArrayView::new(&values), ArrayView::new(&floats));
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<[u32; 4]>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, uses(&x, &mut y, &f)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut z = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let w = x[i];
            let flow = w.iter().try_for_each(|v| {
                if v % 5 == 3 { ControlFlow::Break(*v) } else { ControlFlow::Continue(()) }
            });
            z[i] = w.iter().is_sorted() as u32 + flow.break_value().unwrap_or(10) * 2;
        });
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        let expected =
            values.map(|w| w.is_sorted() as u32 + w.iter().find(|v| **v % 5 == 3).copied().unwrap_or(10) * 2);
        assert_eq!(z.to_vec().unwrap(), expected);
    });
}
