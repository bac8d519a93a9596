//! Iterators in variables whose chains have several parts: each use continues after the previous one.

use super::same_for_values;
use amp::prelude::*;

same_for_values!(
    chain_of_array_and_range,
    chain_after_from_fn,
    split_of_bytes,
    runs,
    flat_map_of_ranges,
    flatten_of_arrays,
    flatten_of_options,
    endless_sources,
    borrowed_iterators,
    zips_of_borrowed_iterators,
    filtered_zip,
    flat_map_with_a_body,
    chains_as_arguments,
);

#[device]
fn chain_of_array_and_range(v: u32) -> u32 {
    let w = [v % 7, v % 11, 3];
    let mut it = w.iter().copied().chain(5..8);
    let a = it.next().unwrap();
    let b = it.nth(2).unwrap_or(100);
    let c: u32 = it.by_ref().take(1).sum();
    let d = it.next_back().unwrap_or(50);
    let e = it.next().unwrap_or(60);
    a + 3 * b + 5 * c + 7 * d + 11 * e + it.count() as u32
}

#[device]
fn chain_after_from_fn(v: u32) -> u32 {
    let mut n = 0;
    let mut calls = 0;
    let mut it = std::iter::from_fn(|| {
        calls += 1;
        n += 1;
        if n % 3 == 0 { None } else { Some(n) }
    })
    .chain([v % 5, 9, 8]);
    let mut sum = 0;
    let mut k = 1;
    while let Some(x) = it.next() {
        sum += k * x;
        k += 1;
    }
    sum += 7 * it.next().unwrap_or(13);

    sum * 10 + calls
}

#[device]
fn split_of_bytes(v: u32) -> u32 {
    let list = v.to_le_bytes();
    let mut parts = list.split(|&b| b < 99);
    let first = parts.next().map_or(9, |p| p.len());
    let mut n = first as u32;
    for p in parts.by_ref().take(1) {
        n = n * 10 + p.len() as u32;
    }
    while let Some(p) = parts.next() {
        n = n * 10 + p.iter().map(|&b| u32::from(b)).sum::<u32>();
    }
    n + u32::from(parts.next().is_none())
}

#[device]
fn runs(v: u32) -> u32 {
    let list = [v % 3, v / 3 % 3, v / 9 % 3, v / 27 % 3, v / 81 % 3];
    let mut runs = list.chunk_by(|a, b| a == b);
    let first = runs.next().unwrap().len() as u32;
    let second = runs.next().map_or(0, |r| r[0] + 10 * r.len() as u32);
    let rest = runs.clone().count() as u32;
    let last = runs.last().map_or(0, |r| r.len() as u32);
    first + 10 * second + 1000 * rest + 10000 * last
}

#[device]
fn flat_map_of_ranges(v: u32) -> u32 {
    let mut it = (0..4u32).flat_map(|r| (0..r).map(move |c| r * 10 + c));
    let a = it.next().unwrap();
    let b = it.next().unwrap() * (v % 5);
    let mut n = a + b;
    for k in it.by_ref() {
        if k == 30 {
            break;
        }
        n = n * 3 + k;
    }
    n ^= it.next().unwrap_or(77);
    n ^= it.next().unwrap_or(78);
    n ^ it.next().unwrap_or(79)
}

#[device]
fn flatten_of_arrays(v: u32) -> u32 {
    let grid = [[v % 3, v % 5], [v % 7, 1], [2, v % 4]];
    let mut it = grid.iter().flatten();
    let mut n = *it.next().unwrap();
    n = n * 10 + it.next().copied().unwrap_or(0);
    n = n * 10 + it.by_ref().map(|x| *x).take(3).fold(0, |a, x| a * 3 + x);
    n = n * 10 + it.next().map_or(0, |x| x + 1);
    n * 2 + u32::from(it.next().is_none())
}

#[device]
fn flatten_of_options(v: u32) -> u32 {
    let list: [Option<u32>; 4] = [None, (v % 2 == 0).then_some(v % 9), Some(3), None];
    let mut it = list.into_iter().flatten();
    let a = it.next().unwrap_or(50);
    let b = it.next().unwrap_or(60);
    a * 100 + b + u32::from(it.next().is_some())
}

#[device]
fn endless_sources(v: u32) -> u32 {
    let mut odd = (1..).map(|k| k * 2 + v % 3);
    let a = odd.next().unwrap();
    let b: u32 = odd.by_ref().take(3).sum();
    let mut ones = std::iter::repeat(4).take(3);
    let c = ones.next().unwrap_or(0) + ones.len() as u32;
    a + b * 10 + c * 1000 + odd.next().unwrap()
}

#[device]
fn borrowed_iterators(v: u32) -> u32 {
    let w = [v % 7, v % 11, 3, 5, 8, 13];
    let mut it = w.iter();
    let head = it.by_ref().take(2);
    let mut n = 0;
    for x in head {
        n = n * 10 + x;
    }
    let mut pair = it.by_ref().skip(1).take(2);
    n = n * 10 + pair.next().unwrap();
    n = n * 10 + it.next().unwrap();
    let mut zipped = it.by_ref().zip(1..3);
    n = n * 10 + zipped.next().map_or(0, |(a, b)| a * b);
    n * 10 + it.next().copied().unwrap_or(9)
}

#[device]
fn zips_of_borrowed_iterators(v: u32) -> u32 {
    let w = [v % 7, v % 11, 3, 5, 8, 13];
    let mut it = w.iter();
    let mut n = 0;
    for (a, b) in it.by_ref().zip([2, 3]) {
        n += a * b;
    }
    n = n * 10 + it.next().unwrap();
    for (a, b) in [1, 2].iter().zip(it.by_ref()) {
        n += a * b;
    }
    n * 10 + it.next().copied().unwrap_or(9)
}

#[device]
fn filtered_zip(v: u32) -> u32 {
    let w = [v % 7, v % 11, 3, 5, 8, 13];
    let mut it = w.iter().filter(|x| **x % 2 == 1).zip(10u32..);
    let a = it.next().map_or(0, |(x, k)| x * k);
    let b = it.by_ref().take(1).map(|(x, k)| x + k).sum::<u32>();
    a + b * 100 + it.next().map_or(7, |(_, k)| k)
}

#[device]
fn flat_map_with_a_body(v: u32) -> u32 {
    let grid = [[v % 5, v % 3, 1], [2, v % 7, v % 2], [4, 4, v % 4]];
    let mut it = grid.iter().enumerate().flat_map(|(k, row)| {
        let first = row[0] + k as u32;
        row.iter().map(move |x| x * first)
    });
    let mut n = it.next().unwrap() + it.next().unwrap();
    n = n * 3 + it.by_ref().skip(1).take(3).fold(0, |a, x| a * 2 + x);
    n * 3 + it.map(|x| x + 1).sum::<u32>()
}

#[device]
fn total(values: impl Iterator<Item = u32>) -> u32 {
    let mut sum = 0;
    for v in values {
        sum = sum * 3 + v;
    }
    sum
}

#[device]
fn chains_as_arguments(v: u32) -> u32 {
    let w = [v % 7, v % 11, 3];
    let a = total(w.iter().copied().chain(4..6));
    let b = total(w.iter().flat_map(|&n| 0..n % 4));
    let mut it = w.iter().copied();
    let c = total(it.by_ref().take(2));
    a ^ b << 8 ^ c << 20 ^ it.next().unwrap_or(9)
}
