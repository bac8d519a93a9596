//! `Option`s, tuples and variables with shared references. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Entry {
    key: u32,
    value: u32,
}

#[derive(Clone, Copy, PartialEq, GpuType)]
enum Missing {
    Key(u32),
}

#[device]
impl Entry {
    fn sum(&self) -> u32 {
        self.key + self.value
    }
}

#[device]
fn lookup(table: &[Entry], key: u32) -> Option<&Entry> {
    table.iter().find(|e| e.key == key)
}

#[device]
fn describe(entry: Option<&Entry>) -> u32 {
    entry.map(|e| e.value * 2 + 1).unwrap_or(0)
}

#[device]
fn both(first: Option<&Entry>, (k, other): (u32, &Entry), by: u32) -> u32 {
    match first {
        Some(&Entry { key, .. }) => key * by + other.sum() + k,
        None => k,
    }
}

#[device]
fn failed(entry: Result<&Entry, Missing>) -> u32 {
    match entry {
        Ok(e) => e.sum(),
        Err(Missing::Key(k)) => k + 100,
    }
}

#[device]
fn greatest(list: &[u32]) -> Option<&u32> {
    let mut best = list.first()?;
    for v in &list[1..] {
        if v > best {
            best = v;
        }
    }
    Some(best)
}

/// The value of a `mut` variable with a reference does not change with the variable.
#[device]
fn second(list: &[u32; 4]) -> u32 {
    let (mut best, mut before) = (&list[0], &list[0]);
    for v in list {
        if *v > *best {
            before = best;
            best = v;
        }
    }
    let old = best;
    best = before;
    *old * 100 + *best * 10 + before
}

#[device]
fn last_even(list: &[u32]) -> u32 {
    let mut found: Option<&u32> = None;
    for v in list {
        if v % 2 == 0 && found.is_none_or(|f| *f < *v) {
            found = Some(v);
        }
    }
    found.copied().unwrap_or(99)
}

#[device]
fn zigzag(values: &[u32]) -> u32 {
    let mut it = values.iter();
    let (mut front, mut out) = (true, 0);
    loop {
        let next = if front { it.next() } else { it.next_back() };
        let Some(&x) = next else { break };
        out = out * 7 + x;
        front = !front;
    }
    out
}

#[device]
fn chosen(table: &[Entry; 3], v: u32) -> u32 {
    let at = match v % 4 {
        0 => table.first(),
        1 => lookup(table, 5),
        2 => None,
        _ => Some(&table[2]),
    };
    let pair = (at, v);
    let side = if v % 3 == 0 { &table[0] } else { &table[1] };
    let loops = loop {
        if let Some(e) = table.get(v as usize % 5) {
            break Some(e);
        }
        break None;
    };
    let found = 'found: {
        if v > 9 {
            break 'found table.last();
        }
        pair.0
    };
    let none: Option<&Entry> = None;
    let nested = pair.0.map(|e| (e, v));
    let sum = nested.map_or(3, |(e, k)| e.value + k);
    describe(at)
        + describe(loops) * 3
        + describe(found) * 5
        + side.sum() * 7
        + both(at, (v, side), 2)
        + sum
        + describe(Some(&table[1]))
        + describe(none)
        + failed(at.ok_or(Missing::Key(v)))
        + failed(Ok(side))
}

#[device]
fn compared(table: &[Entry; 3], v: u32) -> u32 {
    let first = table.first() == Some(&Entry { key: v, value: 2 });
    let found = lookup(table, 5) == Some(&table[1]);
    let same = table.get(v as usize) == table.last();
    let chained: u32 = table[1..].iter().chain(table.first()).map(|e| e.value).sum();
    match (lookup(table, v), lookup(table, 5)) {
        (Some(a), Some(b)) => a.key * 10 + b.key,
        (None, Some(b)) => b.sum() + chained,
        _ => 7,
    }
    .wrapping_add(first as u32 * 1000 + found as u32 * 2000 + same as u32 * 4000)
}

#[device]
fn pieces(gains: &[i32; 5]) -> i32 {
    fn feed(sum: i32, (k, &x): (usize, &i32)) -> i32 {
        sum * 3 + x + k as i32
    }
    gains.iter().enumerate().fold(1, feed)
}

#[device]
fn position(sorted: &[u32], x: u32) -> usize {
    let (Ok(at) | Err(at)) = sorted.binary_search(&x);
    at
}

#[device]
fn sides(v: u32) -> u32 {
    let mut triple = (v, v + 1, v * 2);
    match &mut triple {
        (a, b, c) => {
            for side in [a, b, c] {
                *side += 3;
            }
        }
    }
    triple.0 * triple.1 + triple.2
}

#[device]
fn ramp(v: u32) -> u32 {
    const RAMP: &[u8] = b" .:-=+*#";
    const STEPS: &[u32] = &[1, 5, 25];
    RAMP[v as usize % RAMP.len()] as u32 + STEPS.iter().sum::<u32>() + STEPS[v as usize % 3]
}

#[device]
fn all(v: u32) -> u32 {
    let table = [Entry { key: 3, value: v }, Entry { key: 5, value: v + 10 }, Entry { key: v % 7, value: 2 }];
    let list = [v % 5, v % 3 + 2, v % 7, 4];
    let by_name: Option<&Entry> = lookup(&table, v % 6);
    let mut sum = describe(by_name) + chosen(&table, v) + compared(&table, v) * 3;
    sum += greatest(&list).map_or(1, |g| *g) + greatest(&list[..0]).is_none() as u32 + second(&list) * 5;
    sum += last_even(&list) * 11 + zigzag(&list[(v % 3) as usize..]);
    sum += pieces(&[1, v as i32, -3, 4, 2]) as u32 + position(&[1, 4, 6, 9], v) as u32 * 13;
    sum + sides(v) + ramp(v)
}

#[test]
fn values_with_references_have_the_results_of_the_host() {
    let wanted: Vec<u32> = (0..32).map(all).collect();
    on_each(|accelerator| {
        let mut z = ArrayViewMut::<u32>::without_source([32]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(32, amp!(|i: Index<1>| z[i] = all(i[0] as u32)))
            .unwrap();
        assert_eq!(z.to_vec().unwrap(), wanted);
    });
}

#[kernel]
fn in_kernel(i: Index<1>, x: &ArrayView<u32>, z: &mut ArrayViewMut<u32>) {
    let n = i[0];
    let table = [Entry { key: 1, value: x[n] }, Entry { key: 2, value: 9 }];
    let at = if n % 2 == 0 { table.first() } else { lookup(&table, n as u32) };
    let mut near = &x[n];
    if n > 2 {
        near = &x[n - 1];
    }
    let pair = (at, near);
    z[n] = describe(at) * 10 + *near + pair.0.map_or(5, |e| e.key);
}

#[test]
fn kernels_have_values_with_references() {
    let data: Vec<u32> = (0..8).map(|v| v * v + 1).collect();
    let wanted: Vec<u32> = (0..8usize)
        .map(|n| {
            let table = [Entry { key: 1, value: data[n] }, Entry { key: 2, value: 9 }];
            let at = if n % 2 == 0 { table.first() } else { lookup(&table, n as u32) };
            let near = if n > 2 { data[n - 1] } else { data[n] };
            describe(at) * 10 + near + at.map_or(5, |e| e.key)
        })
        .collect();
    on_each(|accelerator| {
        let x = ArrayView::new(&data);
        let mut z = ArrayViewMut::<u32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, in_kernel(&x, &mut z)).unwrap();
        assert_eq!(z.to_vec().unwrap(), wanted);
    });
}

/// A reference in a value stays that of its time, whatever happens to the variables around it.
#[device]
fn shadowed(v: u32) -> u32 {
    let list = [v, v + 5, v * 3];
    let mut k = 1;
    let pair = (&list[k], k);
    k = 2;
    let mut at = list.get(k);
    let first = at;
    let mut sum = 0;
    for n in 0..4 {
        if let Some(x) = at {
            let before = at.copied();
            at = if n % 2 == 0 { list.get(n) } else { None };
            sum = sum * 10 + *x + before.unwrap_or(0);
            let x = x + 1;
            sum += x;
        } else {
            at = Some(pair.0);
        }
    }
    let list = [9, 8, 7];
    sum + *pair.0 * 2 + pair.1 as u32 + first.map_or(0, |f| *f) + list[k]
}

/// Each value is evaluated once and in order.
#[device]
fn counted(v: u32) -> u32 {
    let list = [v % 3, 4, 5];
    let mut calls = 0;
    let mut next = |k: u32| {
        calls = calls * 10 + k;
        k
    };
    let at = if next(1) + v > 3 { list.get(next(2) as usize) } else { list.get(next(3) as usize - 3) };
    let other = (list.get(next(4) as usize), at);
    let found = match (other.1, next(5)) {
        (Some(&x), n) if x > 4 => x + n,
        (Some(x), _) => *x,
        (None, n) => n * 100,
    };
    calls * 1000 + found
}

#[derive(Clone, Copy, GpuType)]
struct Cells {
    cells: [u32; 4],
    used: usize,
}

#[device]
impl Cells {
    fn best(&self) -> Option<&u32> {
        self.cells[..self.used].iter().max_by(|a, b| a.cmp(b))
    }

    fn either<'a>(&'a self, first: Option<&'a u32>) -> Option<&'a u32> {
        match first {
            Some(v) if *v > 2 => Some(v),
            _ => self.best(),
        }
    }

    fn sum(&self, of: (Option<&u32>, u32)) -> Option<u32> {
        let (first, by) = of;
        let first = first?;
        Some(*first * by + *self.best()?)
    }
}

#[device]
fn cells(v: u32) -> u32 {
    let cells = Cells { cells: [v % 5, 3, v % 7, 1], used: v as usize % 5 };
    let mut copy = cells;
    let best: Option<&u32> = cells.best();
    copy.cells[0] += 50;
    let first: Option<&u32> = copy.cells.first();
    let chosen: Option<&u32> = cells.either(first);
    let least = best.unwrap_or(&77);
    cells.sum((best, 3)).unwrap_or(500) + chosen.map_or(9, |c| *c) * 7 + *least
}

#[test]
fn references_keep_their_targets() {
    let wanted: Vec<u32> =
        (0..32).map(|v| shadowed(v) ^ counted(v).rotate_left(7) ^ cells(v).rotate_left(20)).collect();
    on_each(|accelerator| {
        let mut z = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let v = i[0] as u32;
            z[i] = shadowed(v) ^ counted(v).rotate_left(7) ^ cells(v).rotate_left(20);
        });
        accelerator.default_view().parallel_for_each(32, kernel).unwrap();
        assert_eq!(z.to_vec().unwrap(), wanted);
    });
}
