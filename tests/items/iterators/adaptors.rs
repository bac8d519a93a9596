//! Adaptors, alone and combined. Some tests count the calls of closures.

use super::chains;

chains!(maps_and_filters, 9, |i, x, w, n| [
    x.iter().filter(|v| **v > 0.0).fold(i as f32, |s, v| s * 0.5 + v),
    x.iter().filter_map(|v| if *v > i as f32 { Some(v * 2.0) } else { None }).fold(1.0, |s, v| s * 0.5 + v),
    x.iter().map_while(|v| if *v != i as f32 { Some(v + 1.0) } else { None }).fold(1.0, |s, v| s * 0.5 + v),
    {
        let mut m = 0.0f32;
        let s: f32 = x.iter().inspect(|v| m = m.max(**v)).take(i).sum();
        s + m
    },
    {
        let mut log = 0.0;
        let s: f32 = w.iter().inspect(|v| log = log * 2.0 + **v).map(|v| v + 1.0).sum();
        s + log
    },
    x.iter().copied().map(f32::abs).fold(0.0, f32::max),
    {
        let scale = |v: &f32| v * 2.0 + i as f32;
        x.iter().map(scale).sum::<f32>()
    },
    x.iter()
        .enumerate()
        .map(|(k, v): (usize, &f32)| -> f32 {
            if k == 2 {
                return 0.0;
            }
            *v
        })
        .sum::<f32>(),
    {
        let mut c = 1.0;
        let mut s = 0.0;
        for v in w.iter().map(move |v| {
            c += 1.0;
            v * c
        }) {
            s += v;
        }
        s + c
    },
]);

chains!(positions, 5, |i, x, w, n| [
    x.iter().enumerate().map(|(k, v)| k as f32 * v).sum::<f32>(),
    x.iter().enumerate().rev().fold(0.0, |s, (k, v)| s * 0.5 + k as f32 * v),
    x.iter().rev().enumerate().fold(0.0, |s, (k, v)| s * 0.5 + k as f32 * v),
    x.iter().enumerate().filter(|p| p.0 % 2 == 0 && *p.1 > 0.0).map(|p| p.0 as f32 * *p.1).sum::<f32>(),
    {
        let t = [(1.0, 2.0), (3.0, i as f32)];
        t.iter().map(|(a, b)| (b, a)).map(|(p, q)| *p * 10.0 + *q).sum::<f32>()
            + t.iter().map(|t| &t.1).sum::<f32>()
    },
]);

chains!(zips, 13, |i, x, w, n| [
    x.iter().zip(w.iter()).map(|(a, b)| a * b).sum::<f32>(),
    x.iter().skip(2).zip(w).map(|(a, b)| a * b).sum::<f32>(),
    w.iter().zip(1..).map(|(a, k)| a * k as f32).sum::<f32>(),
    (1..=3u32).zip(x.iter().rev()).map(|(k, a)| a * k as f32).sum::<f32>(),
    x.iter().filter(|v| **v < 2.0).zip(w.iter().rev()).fold(0.0, |s, (a, b)| s + a * b),
    w.iter().zip(3..=4i32).map(|(a, k)| a * k as f32).sum::<f32>(),
    w.iter().zip(x.iter().step_by(3)).map(|(a, k)| a * k).sum::<f32>(),
    w.iter().zip(x.iter().rev().step_by(3)).map(|(a, k)| a * k).sum::<f32>(),
    w.iter().zip(x.iter().step_by(3).rev()).map(|(a, k)| a * k).sum::<f32>(),
    x.iter().zip(x.iter().skip(1)).map(|(a, b)| b - a).fold(0.0, |s: f32, d| s.max(d)),
    (0..3i32).rev().map(|k| k as f32 - 1.0).zip(w).map(|(a, b)| a * b).sum::<f32>(),
    x.iter().take_while(|v| **v < 6.0).zip(w.iter().cloned()).map(|(a, b)| a * b).sum::<f32>(),
    x.iter().zip(w.iter()).zip(0..).map(|((a, b), c)| a * b + c as f32).sum::<f32>(),
]);

chains!(parts_of_an_iterator, 12, |i, x, w, n| [
    x.iter().step_by(i + 1).sum::<f32>(),
    x.iter().filter(|v| **v != 0.0).step_by(2).fold(0.0, |s, v| s * 0.5 + v),
    x.iter().take(i).sum::<f32>(),
    x.iter().rev().take(i).fold(0.0, |s, v| s * 0.5 + v),
    x.iter().take(i).rev().fold(0.0, |s, v| s * 0.5 + v),
    x.iter().skip(3 * i).sum::<f32>(),
    x.iter().rev().skip(2 * i).fold(0.0, |s, v| s * 0.5 + v),
    x.iter().skip(2).take(3).skip(1).fold(0.0, |s, v| s * 0.5 + v),
    x.iter().filter(|v| **v > 0.0).skip(i).sum::<f32>(),
    {
        let mut calls = 0;
        let s = x
            .iter()
            .map(|v| {
                calls += 1;
                *v
            })
            .filter(|v| *v > 0.0)
            .take(0)
            .sum::<f32>();
        s + calls as f32
    },
    x.iter().skip_while(|v| **v < 2.0).take(i).fold(1.0, |s, v| s * 0.5 + v),
    w.iter()
        .chain(x.iter())
        .skip(i)
        .step_by(2)
        .take(4)
        .enumerate()
        .map(|(k, v)| (k as f32 + 1.0) * v)
        .sum::<f32>(),
]);

chains!(calls_of_closures_are_counted, 7, |i, x, w, n| [
    {
        let mut calls = 0;
        let s = x
            .iter()
            .filter(|v| {
                calls += 1;
                **v > 0.0
            })
            .take(i)
            .sum::<f32>();
        s + 100.0 * calls as f32
    },
    {
        let mut calls = 0.0;
        let s: f32 = x
            .iter()
            .take_while(|v| {
                calls += 100.0;
                **v != 2.0
            })
            .sum();
        s + calls
    },
    {
        let mut calls = 0.0;
        let s: f32 = x
            .iter()
            .skip_while(|v| {
                calls += 100.0;
                **v != 2.0
            })
            .sum();
        s + calls
    },
    {
        let mut calls = 0.0;
        let s: f32 = x
            .iter()
            .map(|v| {
                calls += 100.0;
                v * 2.0
            })
            .skip(2)
            .sum();
        s + calls
    },
    {
        let mut calls = 0.0;
        let s: f32 = x
            .iter()
            .map(|v| {
                calls += 100.0;
                v * 2.0
            })
            .zip(w)
            .map(|(a, b)| a * b)
            .sum();
        s + calls
    },
    {
        let mut calls = 0.0;
        let s: f32 = x
            .iter()
            .map(|v| {
                calls += 100.0;
                v * 2.0
            })
            .step_by(3)
            .sum();
        s + calls
    },
    {
        let mut calls = 0;
        let s = x
            .iter()
            .filter(|v| {
                calls += 1;
                **v > 0.0
            })
            .step_by(2)
            .take(2)
            .sum::<f32>();
        s + 100.0 * calls as f32
    },
]);

chains!(several_iterators, 9, |i, x, w, n| [
    x.iter().chain(&w).fold(0.0, |s, v| s * 0.5 + v),
    x.iter().chain(w.iter()).rev().fold(0.0, |s, v| s * 0.5 + v),
    w.iter().chain(x.iter()).take(i).fold(1.0, |s, v| s * 0.5 + v),
    x.iter()
        .take_while(|v| **v != 2.0)
        .chain(w.iter().take_while(|v| **v != 3.0))
        .fold(1.0, |s, v| s * 0.5 + v),
    (0..i).flat_map(|r| (0..r).map(move |c| (r, c))).map(|(r, c)| (r * 10 + c) as f32).sum::<f32>(),
    (0..n).flat_map(|r| (0..r).map(move |c| r * 10 + c)).take(i * 2).fold(1.0, |s, v| s * 0.5 + v as f32),
    (0..i)
        .flat_map(|r| (0..r).map(move |c| (r, c)))
        .rev()
        .map(|(r, c)| (r * 10 + c) as f32)
        .fold(1.0, |s, v| s * 0.5 + v),
    (0..i).flat_map(|r| [r, r + 1]).filter(|v| v % 3 != 0).fold(1.0, |s, v| s * 0.5 + v as f32),
    x.iter()
        .flat_map(|v| w.iter().filter(move |u| **u > *v).map(move |u| u - v))
        .fold(1.0, |s, v| s * 0.5 + v),
]);

chains!(states, 2, |i, x, w, n| [
    x.iter()
        .scan(1.0, |s, v| {
            *s = *s * 0.5 + v;
            if *s < 8.0 { Some(*s + i as f32) } else { None }
        })
        .sum::<f32>(),
    w.iter()
        .scan(0.0, |sum, v| {
            *sum += v;
            Some(*sum)
        })
        .fold(1.0, |s, v| s * 0.5 + v),
]);
