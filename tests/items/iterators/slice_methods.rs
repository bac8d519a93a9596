//! Methods of slices that return parts, and searches with a comparison.

use super::same_for_values;
use amp::prelude::*;

same_for_values!(
    remainders,
    methods_of_remainders,
    parts_of_two,
    chunks_at_the_ends,
    flattened_arrays,
    selected_items,
    searches_by_an_order,
    splits_at_functions,
);

#[device]
fn remainders(v: u32) -> u32 {
    let data = v.to_le_bytes();
    let words = data.chunks_exact(3);
    let mut sum = 0;
    for &b in words.remainder() {
        sum += u32::from(b);
    }
    for part in words {
        sum = sum * 5 + part.iter().map(|&b| u32::from(b)).sum::<u32>();
    }
    for b in data.trim_ascii_end() {
        sum ^= u32::from(*b);
    }
    sum
}

#[device]
fn parts_of_two(v: u32) -> u32 {
    let bytes = v.to_le_bytes();
    let (pairs, rest) = bytes[..3].as_chunks::<2>();
    let mut sum = rest.len() as u32 + pairs.len() as u32 * 10;
    for pair in pairs {
        sum += u32::from(u16::from_le_bytes(*pair));
    }
    let (all, _) = bytes.as_chunks::<2>();
    sum ^ all.iter().map(|&[a, b]| u32::from(a) << 8 | u32::from(b)).max().unwrap()
}

#[device]
fn chunks_at_the_ends(v: u32) -> u32 {
    let w = v.to_le_bytes();
    let [a, b] = w.first_chunk::<2>().unwrap();
    let tail = *w.last_chunk::<2>().unwrap();
    let missing = w.first_chunk::<5>().is_none();
    let mut sum = u32::from(u16::from_be_bytes([*a, *b])) ^ u32::from(u16::from_be_bytes(tail));
    if let Some((head, rest)) = w[1..].split_first_chunk::<2>() {
        sum = sum * 3 + u32::from(head[1]) + u32::from(rest[0]);
    }
    if let Some((rest, last)) = w.split_last_chunk::<1>() {
        sum = sum * 3 + u32::from(last[0]) + rest.len() as u32;
    }
    sum + u32::from(missing)
}

#[device]
fn flattened_arrays(v: u32) -> u32 {
    let grid = [[v % 3, v % 5], [v % 7, 1]];
    let position = grid.as_flattened().iter().position(|&c| c == 1).unwrap();
    position as u32 * 1000 + grid.as_flattened().iter().fold(0, |a, c| a * 7 + c)
}

#[device]
fn selected_items(v: u32) -> u32 {
    let mut w = [v % 7, v % 5, v % 11, 4, v % 3];
    let (below, middle, above) = w.select_nth_unstable(2);
    let sum = below.iter().sum::<u32>() * 100 + above.iter().sum::<u32>();
    let mut n = sum * 100 + *middle;
    let mut floats = [v as f32, 3.0, -1.0];
    floats.select_nth_unstable_by(1, |a, b| b.total_cmp(a));
    n += floats[1] as u32;
    w.select_nth_unstable_by_key(0, |k| 20 - k);
    n * 31 + w[0]
}

#[device]
fn searches_by_an_order(v: u32) -> u32 {
    let mut w = [v % 40, v % 70, 20, 40, v % 90];
    w.sort_unstable();
    let a = w.binary_search_by(|p| p.cmp(&40)).unwrap_or_else(|k| k + 100);
    let b = w[1..].binary_search_by(|p| 30.cmp(p).reverse()).unwrap_or_else(|k| k + 10);
    (a * 1000 + b) as u32
}

#[device]
fn is_small(b: &u8) -> bool {
    *b < 99
}

#[device]
fn splits_at_functions(v: u32) -> u32 {
    let list = v.to_le_bytes();
    let a = list.split(is_small).map(<[u8]>::len).max().unwrap_or(9);
    let b = b"the quick brown fox".split(u8::is_ascii_whitespace).map(<[u8]>::len).max().unwrap_or(0);
    (a * 10 + b) as u32
}

#[device]
fn packed(bytes: &[u8]) -> u32 {
    let chunks = bytes.chunks_exact(4);
    let tail = chunks.remainder();
    let sum: u32 = chunks.clone().map(|c| u32::from(c[0]) + u32::from(c[3])).sum();
    let rest: u32 = chunks.remainder().iter().map(|&b| u32::from(b)).sum();
    let last = match chunks.remainder() {
        [] => 7,
        [one] => u32::from(*one),
        [.., last] => 2 * u32::from(*last),
    };
    let len = chunks.remainder().len() as u32;
    let second = chunks.remainder().get(1).copied().unwrap_or(3);
    let mut total = tail.len() as u32;
    for &b in chunks.remainder() {
        total += u32::from(b);
    }
    sum + rest * 3
        + last * 5
        + len * 7
        + u32::from(second) * 11
        + total * 13
        + u32::from(chunks.remainder().is_empty())
}

#[device]
fn methods_of_remainders(v: u32) -> u32 {
    let bytes = [1, 2, v as u8, 4, 5, 6, (v >> 3) as u8, 8, 9, 10, 11];
    packed(&bytes[..(v % 12) as usize])
}
