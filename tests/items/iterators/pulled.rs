//! Iterators in pull form: `peekable`, `cycle`, and `zip` of iterators that skip items.

use super::same_for_values;
use amp::prelude::*;
use std::cmp::Ordering;

same_for_values!(
    peekable_of_bytes,
    peekable_of_chars,
    peekable_of_references,
    peekable_of_chains,
    peekable_of_flat_maps,
    peekable_at_the_end,
    peekable_of_unfused_iterators,
    peekable_in_loops,
    peekable_clones,
    peeked_items_are_modified,
    peekable_of_slices,
    merged_runs,
    zip_of_filters,
    zip_of_chains,
    zip_of_scans,
    zip_counts_calls,
    zip_in_variables,
    zip_of_steps,
    cycle_of_arrays,
    cycle_of_ranges,
    cycle_of_filters,
    cycle_in_variables,
    cycle_of_flat_maps,
    cycle_of_nothing,
    comparisons,
    equal_patterns,
    references_of_chosen_options,
    names_of_arguments,
    moved_iterators,
    nested_zips,
    parts_of_slices,
    parts_in_variables,
    empty_parts,
    next_as_a_statement,
    best_by_reference,
    results_of_closures,
    filled,
    split_patterns,
    converted_arguments,
    collected_sets,
    reversed_own_iterators,
    products,
);

#[device]
fn peekable_of_bytes(v: u32) -> u32 {
    let text: [u8; 8] = std::array::from_fn(|k| if (v >> k) & 1 == 0 { b'0' + (k as u8) } else { b'+' });
    let mut it = text.iter().copied().peekable();
    let mut sum = 0;
    while let Some(byte) = it.next() {
        if !byte.is_ascii_digit() {
            sum += 1;
            continue;
        }
        let mut number = u32::from(byte - b'0');
        while let Some(digit) = it.next_if(|b| b.is_ascii_digit()) {
            number = number * 10 + u32::from(digit - b'0');
        }
        sum = sum * 31 + number;
    }
    sum
}

#[device]
fn peekable_of_chars(v: u32) -> u32 {
    let mut it = "ab+c-d".chars().peekable();
    let mut n = v % 5;
    loop {
        match it.peek() {
            None => break,
            Some('+') => n += 10,
            Some(c) if c.is_ascii_lowercase() => n = n * 3 + *c as u32,
            Some(_) => n ^= 1,
        }
        it.next();
    }
    n
}

#[device]
fn peekable_of_references(v: u32) -> u32 {
    let w = [v % 3, v % 3, v % 5, v % 7, 4];
    let mut it = w.iter().peekable();
    let mut groups = 0;
    while let Some(first) = it.next() {
        let mut count = 1;
        while it.peek().is_some_and(|x| *x == first) {
            it.next();
            count += 1;
        }
        while it.next_if(|x| **x == first + 1).is_some() {
            count += 100;
        }
        groups = groups * 7 + count + *first;
    }
    groups
}

#[device]
fn peekable_of_chains(v: u32) -> u32 {
    let w = [v % 4, v % 6];
    let mut it = w.iter().copied().chain(3..6).filter(|k| k % 2 == 0).map(|k| k + 1).peekable();
    let a = it.peek().copied().unwrap_or(50);
    let b = it.next().unwrap_or(60);
    let c = it.by_ref().take(1).sum::<u32>();
    let d = it.next_if_eq(&5).unwrap_or(70);
    a + 3 * b + 5 * c + 11 * d + it.map(|k| k * 13).sum::<u32>()
}

#[device]
fn peekable_of_flat_maps(v: u32) -> u32 {
    let mut it = (0..4u32).flat_map(|r| (0..r).map(move |c| r * 10 + c)).peekable();
    let mut n = 0;
    while let Some(x) = it.next() {
        n = n * 3 + x + it.peek().map_or(v % 9, |next| next * 2);
    }
    n
}

#[device]
fn peekable_at_the_end(v: u32) -> u32 {
    let mut it = (0..v % 3).peekable();
    let mut n = 0;
    for _ in 0..4 {
        let is_some = it.peek().is_some();
        n = n * 2 + u32::from(is_some);
        n = n * 10 + it.next().unwrap_or(7);
    }
    n + it.count() as u32
}

#[device]
fn peekable_of_unfused_iterators(v: u32) -> u32 {
    let mut k = v % 3;
    let mut it = std::iter::from_fn(move || {
        k += 1;
        if k % 3 == 0 { None } else { Some(k) }
    })
    .peekable();
    let mut n = 0;
    for step in 0..6 {
        if step % 2 == 0 {
            n = n * 5 + it.peek().copied().unwrap_or(9);
        }
        n = n * 5 + it.next().unwrap_or(8);
    }
    n
}

#[device]
fn peekable_in_loops(v: u32) -> u32 {
    let w = [v % 2, v % 3, v % 5, v % 7];
    let mut sum = 0;
    for start in 0..3 {
        let mut it = w.iter().skip(start).peekable();
        if it.peek().is_some_and(|x| **x > 1) {
            sum += 100;
        }
        for x in it {
            if *x == 3 {
                break;
            }
            sum = sum * 3 + x;
        }
    }
    sum
}

#[device]
fn peekable_clones(v: u32) -> u32 {
    let mut it = (v % 5..9).filter(|k| k % 3 != 1).peekable();
    it.peek();
    let mut copy = it.clone();
    let a = copy.next().unwrap_or(1) + 3 * copy.next().unwrap_or(2);
    let b = it.peek().copied().unwrap_or(3);
    a + 10 * b + 100 * it.count() as u32 + 1000 * copy.count() as u32
}

#[device]
fn peeked_items_are_modified(v: u32) -> u32 {
    let mut it = [v % 7, 2, 3].into_iter().peekable();
    if let Some(x) = it.peek_mut() {
        *x += 10;
    }
    let first = it.next().unwrap();
    if let Some(x) = it.peek_mut() {
        *x *= first;
    }
    first + it.sum::<u32>()
}

#[device]
fn peekable_of_slices(v: u32) -> u32 {
    let w = [v % 3, 1, v % 2, 5, 6];
    let mut it = w.chunks(2).peekable();
    let mut n = 0;
    while let Some(part) = it.next() {
        n = n * 11 + part.iter().sum::<u32>();
        if let Some(next) = it.peek() {
            n += next.len() as u32;
        }
    }
    n
}

#[device]
fn merged_runs(v: u32) -> u32 {
    let a = [v % 3, v % 3 + 2, 9];
    let b = [v % 5, v % 5 + 1];
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    let mut n = 0u32;
    loop {
        let next = match (left.peek(), right.peek()) {
            (Some(x), Some(y)) if x <= y => left.next(),
            (_, Some(_)) => right.next(),
            (Some(_), None) => left.next(),
            (None, None) => break,
        };
        if let Some(&x) = next {
            n = n.wrapping_mul(17).wrapping_add(x);
        }
    }
    n
}

#[device]
fn zip_of_filters(v: u32) -> u32 {
    let w = [v % 3, v % 5, v % 7, 4, 9];
    let even = w.iter().filter(|x| **x % 2 == 0);
    let odd = w.iter().filter(|x| **x % 2 == 1);
    even.zip(odd).fold(v % 11, |n, (a, b)| n * 7 + a * 3 + b)
}

#[device]
fn zip_of_chains(v: u32) -> u32 {
    let (a, b) = ([v % 3, 7], [v % 4, 5, 6]);
    let mut n = 0;
    for (x, (k, y)) in (0..9).filter(|k| k % 2 == v % 2).zip(a.iter().chain(&b).enumerate()) {
        if *y == 6 {
            continue;
        }
        n = n * 3 + x + k as u32 * y;
    }
    n
}

#[device]
fn zip_of_scans(v: u32) -> u32 {
    let mut out = [0; 6];
    let sums = (0..v % 8).scan(0, |total, k| {
        *total += k;
        (*total < 12).then_some(*total)
    });
    for (slot, sum) in out.iter_mut().zip(sums) {
        *slot = sum + 1;
    }
    out.iter().fold(0, |n, x| n * 5 + x)
}

#[device]
fn zip_counts_calls(v: u32) -> u32 {
    let (mut first, mut second) = (0, 0);
    let pairs = (0..v % 6)
        .inspect(|_| first += 1)
        .zip((0..4u32).filter(|k| {
            second += 1;
            k % 2 == 1
        }))
        .count();
    pairs as u32 + 10 * first + 100 * second
}

#[device]
fn zip_in_variables(v: u32) -> u32 {
    let w = [v % 3, v % 5, v % 7, 8];
    let mut it = w.iter().zip((0..).filter(|k| k % 3 != v % 3));
    let a = it.next().map_or(0, |(x, k)| x + k);
    let b = it.nth(1).map_or(50, |(x, k)| x * 2 + k);
    a + 10 * b + 100 * it.map(|(x, k)| x ^ k).sum::<u32>()
}

#[device]
fn zip_of_steps(v: u32) -> u32 {
    let w = [1, v % 5, 3, 4, v % 9, 6];
    let evens = w.iter().step_by(2).skip_while(|x| **x == 1);
    w.iter().rev().filter(|x| **x != 3).zip(evens).fold(0, |n, (a, b)| n * 13 + a * b)
}

#[device]
fn cycle_of_arrays(v: u32) -> u32 {
    let key = [v % 3, v % 5, 7];
    let text = [1, 2, 3, 4, 5, 6, 7, 8u32];
    let a = text.iter().zip(key.iter().cycle()).fold(0u32, |n, (t, k)| n.wrapping_mul(5).wrapping_add(t ^ k));
    let b = key.iter().zip(key.iter().cycle().skip(1)).map(|(x, y)| x * y).sum::<u32>();
    let c = text.iter().zip(key[..(v % 4) as usize].iter().cycle()).count() as u32;
    a.wrapping_add(b * 3).wrapping_add(c * 1000)
}

#[device]
fn cycle_of_ranges(v: u32) -> u32 {
    let week: u32 = (1..=7).cycle().skip((v % 7) as usize).take(10).sum();
    let mut n = 0;
    for (k, x) in (v % 3..5).cycle().enumerate() {
        if k > 11 {
            break;
        }
        n = n * 3 + x;
    }
    week + n
}

#[device]
fn cycle_of_filters(v: u32) -> u32 {
    let w = [v % 3, v % 4, v % 5, 1];
    w.iter().copied().filter(|x| x % 2 == 1).chain([v % 7]).cycle().take(9).fold(0, |n, x| n * 3 + x)
}

#[device]
fn cycle_in_variables(v: u32) -> u32 {
    let w = [v % 3, v % 4, 5];
    let mut it = w.iter().cycle();
    let mut n = 0;
    for _ in 0..v % 9 {
        n = n * 3 + it.next().unwrap();
    }
    let mut copy = it.clone();
    let a = copy.nth(4).copied().unwrap_or(9);
    n * 100 + a * 10 + it.next().unwrap()
}

#[device]
fn cycle_of_flat_maps(v: u32) -> u32 {
    let mut it = (0..3u32).flat_map(|r| (0..r).map(move |c| r * 2 + c)).skip((v % 3) as usize).cycle();
    let a = it.next().unwrap_or(50);
    it.take(7).fold(a, |n, x| n * 3 + x)
}

#[device]
fn cycle_of_nothing(v: u32) -> u32 {
    let a = (5..5 + v % 2).cycle().take(3).count();
    let mut it = (0..9u32).filter(|k| *k > 8 + v % 2).cycle();
    let b = it.next().unwrap_or(20) + it.next().unwrap_or(30);
    a as u32 + 10 * b
}

#[device]
fn comparisons(v: u32) -> u32 {
    let w = [v % 3, v % 4, v % 5];
    let equal = w.iter().copied().eq((0..9).filter(|k| k % 2 == 0).take(3));
    let order = w.iter().filter(|x| **x > 0).cmp(w.iter().rev().filter(|x| **x > 0));
    let less = (0..2).lt(w.iter().copied().chain([1]));
    let order = match order {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    };
    u32::from(equal) + 10 * order + 100 * u32::from(less)
}

#[device]
fn equal_patterns(v: u32) -> u32 {
    let text = [b'a', (v % 3) as u8 + b'a', b'c'];
    let mut it = text.iter().peekable();
    let mut n = 0;
    if let Some(b'a') = it.peek() {
        n += 1;
    }
    it.next();
    if let Some(&&b) = it.peek() {
        n += u32::from(b);
    }
    while let Some(b) = it.next_if(|b| **b != b'c') {
        n = n * 3 + u32::from(*b);
    }
    n * 2 + u32::from(it.peek().is_none())
}

#[device]
fn references_of_chosen_options(v: u32) -> u32 {
    let (a, b) = ([v % 3, 5], [v % 4, 6]);
    let (mut left, mut right) = (a.iter(), b.iter());
    let mut n = 0;
    for k in 0..5 {
        let x = if (v >> k) & 1 == 0 { left.next() } else { right.next() };
        n = n * 10 + x.copied().unwrap_or(9);
        let y = match k {
            1 => None,
            2 => left.next(),
            _ => a.iter().max(),
        };
        n += y.map_or(3, |y| y % 4);
    }
    n
}

#[device]
fn is_same(a: &u32, b: &u32) -> bool {
    a == b
}

#[device]
fn names_of_arguments(v: u32) -> u32 {
    let w = [v % 2, v / 2 % 2, v / 4 % 2, v / 8 % 2];
    w.chunk_by(is_same).fold(0, |n, part| n * 5 + part.len() as u32)
}

#[device]
fn moved_iterators(v: u32) -> u32 {
    let w = [v % 3, v % 4, v % 5, 6, 7];
    let mut first = w.iter().skip_while(|x| **x < 1);
    let a = first.next().copied().unwrap_or(8);
    let mut second = first.enumerate();
    let b = second.next().map_or(9, |(k, x)| k as u32 + x);
    let c = second.next().map_or(9, |(k, x)| k as u32 + x);
    a + 10 * b + 100 * c
}

#[device]
fn nested_zips(v: u32) -> u32 {
    let w = [v % 3, v % 4, v % 5, 6];
    let inner = w.iter().zip(w.iter().filter(|x| **x > 1));
    let mut n = 0;
    for (k, (a, b)) in (0..).filter(|k| k % 2 == 0).zip(inner) {
        n = n * 7 + k + a * b;
    }
    n
}

#[device]
fn parts_of_slices(v: u32) -> u32 {
    let w = [v % 3, v % 2, v / 2 % 3, v / 6 % 2, v / 12 % 3, 1];
    let mut n = 0;
    for part in w.split_inclusive(|x| *x == 0) {
        n = n * 11 + part.iter().sum::<u32>() + 5 * part.len() as u32;
    }
    for part in w.splitn(2, |x| *x == 1) {
        n = n * 3 + part.len() as u32;
    }
    for part in w.rsplitn((v % 4) as usize, |x| *x == 1) {
        n = n * 3 + part.len() as u32;
    }
    for part in w.rsplit(|x| *x == 2) {
        n = n * 5 + part.first().copied().unwrap_or(7) + part.len() as u32;
    }
    n
}

#[device]
fn parts_in_variables(v: u32) -> u32 {
    let w = [v % 3, 0, v / 2 % 3, v / 6 % 2, 0, 1];
    let mut it = w[(v % 4) as usize..].rsplit(|x| *x == 0);
    let a = it.next().map_or(8, |part| part.len());
    let mut copy = it.clone();
    let b = copy.next().map_or(9, |part| part.len());
    let c = it.by_ref().take(1).map(|part| part.len()).sum::<usize>();
    let mut twice = w.splitn(3, |x| *x == 0);
    twice.next();
    let d = twice.next().map_or(9, |part| part.len());
    let e = w.split(|x| *x == 0).rev().fold(0, |n, part| n * 4 + part.len());
    (a + 10 * b + 100 * c + 1000 * d + 10000 * e + twice.count() * 7) as u32
}

#[device]
fn empty_parts(v: u32) -> u32 {
    let w = [v % 2, 0, 3];
    let none = &w[..(v % 3) as usize];
    let count = none.rsplit(|x| *x == 0).count() + 10 * none.split_inclusive(|x| *x == 0).count();
    (count + 100 * none.splitn(2, |x| *x == 0).count()) as u32
}

#[device]
fn next_as_a_statement(v: u32) -> u32 {
    let w = [v % 3, v % 5, 7];
    let mut it = w.iter();
    it.next();
    it.next_back();
    it.copied().sum()
}

#[device]
fn best_by_reference(v: u32) -> u32 {
    let mut w = [v % 5, v % 3, v % 7];
    if let Some(x) = w.iter_mut().min_by_key(|x| (**x).abs_diff(2)) {
        *x += 100;
    }
    if let Some(x) = w.iter_mut().max_by_key(|x| **x % 4) {
        *x += 1000;
    }
    w.iter().fold(0, |n, x| n * 3 + x)
}

#[device]
fn meet(a: u32, k: u32) -> Option<u32> {
    a.checked_sub(k * 3)
}

#[device]
fn folded(v: u32) -> Option<u32> {
    (0..5).try_fold(v % 50, |a, k| meet(a, meet(k + 9, 1)?))
}

#[device]
fn met(v: u32) -> Option<u32> {
    (1..4).map(|k| meet(v % 20, k)).sum()
}

#[device]
fn tried(v: u32) -> Result<u32, u32> {
    let sum: Option<u32> = (1..4).try_fold(v % 20, |a, k| meet(a, k));
    (0..3).try_for_each(|k| if v % 7 == k { Err(k) } else { Ok(()) })?;
    Ok(sum.unwrap_or(99))
}

#[device]
fn results_of_closures(v: u32) -> u32 {
    let product: Option<u32> = (1..3).map(|k| meet(v % 20, k)).product();
    let total = met(v).unwrap_or(3) + product.unwrap_or(8);
    total * 10_000 + folded(v).unwrap_or(7) * 100 + tried(v).unwrap_or_else(|e| e + 50)
}

#[device]
fn filled(v: u32) -> u32 {
    let mut w = [0; 6];
    let mut seed = v % 9;
    w.fill_with(|| {
        seed = (seed * 5 + 1) % 16;
        seed
    });
    let mut own = v % 4;
    w[4..].fill_with(|| {
        own += 1;
        own
    });
    w.iter().fold(seed + own, |n, x| n * 7 + x)
}

#[device]
fn split_patterns(v: u32) -> u32 {
    let w = [v % 3, v % 5, 7, 8];
    let s = &w[..(v % 5) as usize];
    let at = if v % 2 == 0 { s.len() } else { 0 };
    let (left, [first, rest @ ..]) = s.split_at(at) else { return 5 + left_of(s) };
    left.len() as u32 + first * 10 + rest.len() as u32 * 100
}

#[device]
fn left_of(s: &[u32]) -> u32 {
    match s.split_at(s.len() / 2) {
        ([], _) => 1,
        ([a], [b, ..]) => a + 10 * b,
        (a, b) => (a.len() + 100 * b.len()) as u32,
    }
}

#[device]
fn total(items: impl IntoIterator<Item = u32>) -> Option<u32> {
    let mut sum = 0u32;
    let tried = items.into_iter().try_for_each(|x| {
        sum = sum * 3 + x;
        if x < 90 { Ok(()) } else { Err(x) }
    });
    if tried.is_err() {
        return None;
    }
    Some(sum)
}

#[derive(Clone, Copy, Default, GpuType)]
struct Set(u32);

#[device]
impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(iter: I) -> Self {
        let mut set = Set(0);
        set.extend(iter);
        set
    }
}

#[device]
impl Set {
    fn add_all(&mut self, items: impl IntoIterator<Item = u32>) {
        items.into_iter().for_each(|k| self.0 ^= 1 << (k % 32));
    }
}

#[device]
impl Extend<u32> for Set {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, iter: I) {
        for k in iter {
            self.0 |= 1 << (k % 32);
        }
    }
}

#[device]
fn collected_sets(v: u32) -> u32 {
    let even: Set = (0..v % 32).step_by(2).collect();
    let mut small = (0..v % 7).collect::<Set>();
    small.extend([v, 31].into_iter());
    small.extend([v % 30, 2, v / 3]);
    small.add_all([v % 5; 2]);
    small.extend((0..9).filter(|k| k % 3 == v % 3));
    even.0 ^ small.0.rotate_left(7)
}

#[device]
fn product(items: impl Iterator<Item = u32> + Clone) -> Option<u32> {
    let mut product = 1u32;
    items.skip(1).try_for_each(|x| {
        product = product.checked_mul(x)?;
        (product < 5000).then_some(())
    })?;
    Some(product)
}

#[device]
fn products(v: u32) -> u32 {
    let list = [3, v % 90, v % 70, 2];
    product(list.into_iter()).unwrap_or(5) * 10 + product((v % 9..11).into_iter()).unwrap_or(6)
}

#[device]
fn converted_arguments(v: u32) -> u32 {
    let a = total([v % 100, 2].into_iter()).unwrap_or(1);
    let b = total((v % 5..7).into_iter()).unwrap_or(2);
    let (mut left, right) = ([v % 3, 4].into_iter(), (0..v % 4).map(|k| k * 2));
    let c = left.next().unwrap_or(9) + total(right).unwrap_or(3);
    a + 7 * b + 1000 * c + left.sum::<u32>()
}

#[derive(Clone, Copy, GpuType)]
struct Digits {
    n: u32,
    scale: u32,
}

#[device]
impl Digits {
    fn new(n: u32) -> Self {
        Digits { n, scale: 10u32.pow(n.checked_ilog10().unwrap_or(0)) }
    }
}

#[device]
impl Iterator for Digits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let digit = self.n.checked_div(self.scale)?;
        self.n -= digit * self.scale;
        self.scale /= 10;
        Some(digit)
    }
}

#[device]
impl DoubleEndedIterator for Digits {
    fn next_back(&mut self) -> Option<u32> {
        (self.scale > 0).then(|| {
            let digit = self.n % 10;
            self.n /= 10;
            self.scale /= 10;
            digit
        })
    }
}

#[device]
fn reversed_own_iterators(v: u32) -> u32 {
    let n = v % 100_000;
    let reversed = Digits::new(n).rev().fold(0u32, |r, d| r * 10 + d);
    let some = Digits::new(n).filter(|d| d % 2 == 1).map(|d| d + 1).rev().take(2).fold(0, |r, d| r * 7 + d);
    let mut copy = Digits::new(n);
    let peeked = copy.by_ref().peekable().peek().copied().unwrap_or(5);
    let is_palindrome = Digits::new(n % 1000).eq(Digits::new(n % 1000).rev());
    u32::from(is_palindrome) ^ reversed ^ some * 1000 ^ peeked ^ copy.count() as u32
}
