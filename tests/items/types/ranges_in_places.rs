//! Ranges that kernels capture, ranges in structs of views, and inclusive ranges that are advanced. Also `insert` of an
//! `Option`, and iterators over a `Result`.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Range, RangeInclusive};

#[kernel]
fn sums(i: Index<1>, r: Range<usize>, s: RangeInclusive<u32>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    for k in r.clone() {
        sum += x[k];
    }
    if s.contains(&(i[0] as u32)) {
        sum += 100 * s.end() + r.len() as u32;
    }
    y[i] = sum;
}

#[derive(Clone, GpuViews)]
struct Row<'a> {
    values: &'a ArrayView<'a, u32>,
    range: Range<usize>,
}

#[device]
impl Row<'_> {
    fn sum(&self) -> u32 {
        self.range.clone().map(|k| self.values[k]).sum()
    }

    fn sums(&self) -> u32 {
        self.sum() + self.sum() * self.range.len() as u32 + self.range.start as u32
    }
}

#[kernel]
fn rows(i: Index<1>, row: &Row, y: &mut ArrayViewMut<u32>) {
    let own = Row { values: row.values, range: i[0]..i[0] + 1 };
    y[i] = row.sums() + 100 * own.sums();
}

#[test]
fn kernel_captures_ranges() {
    on_each(|accelerator| {
        let x = ArrayView::from_vec([4], vec![1, 2, 3, 4]).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(4, sums(1..3, 2..=7, &x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [5, 5, 707, 707]);
        let row = Row { values: &x, range: 2..4 };
        assert_eq!(row.sums(), 7 * 3 + 2);
        queue.parallel_for_each(4, rows(&row, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0, 1, 2, 3].map(|k| 23 + 100 * (2 * (k + 1) + k)));
    });
}

#[device]
fn advanced(last: u8, n: u32) -> u32 {
    let mut r = 250..=last;
    let mut result = 0u32;
    while let Some(k) = r.next() {
        result = result.wrapping_mul(7).wrapping_add(u32::from(k));
        if result % 5 == 1 {
            if let Some(k) = r.next_back() {
                result += u32::from(k) * 1000;
            }
        }
    }
    let mut s = 0..=n;
    let found = s.find(|k| k * k > 10).unwrap_or(99);
    let any = s.any(|k| k == 6);
    result = result.wrapping_add(found + u32::from(any) * 10_000 + s.clone().sum::<u32>() * 7);
    let second = s.nth(1).unwrap_or(77);
    let mut t = (1..=n).rev().map(|k| k * 3);
    let first = t.next().unwrap_or(1);
    let rest: u32 = t.by_ref().take(2).sum();
    result
        .wrapping_add(second * 31 + u32::from(s.is_empty()) + u32::from(r.is_empty()) * 2)
        .wrapping_add(first + rest * 3 + t.next().unwrap_or(5) * 13)
}

#[kernel]
fn advances(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = advanced(248 + i[0] as u8, i[0] as u32);
}

#[test]
fn inclusive_ranges_are_advanced() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, advances(&mut y)).unwrap();
        let expected: Vec<_> = (0..8).map(|k| advanced(248 + k as u8, k)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[device]
fn inserted(o: Option<u32>, r: Result<u32, i32>) -> u32 {
    let mut best: Option<u32> = o;
    let before = best.is_some() as u32;
    *best.insert(5) += 1;
    let place = best.insert(best.unwrap_or(0) * 2);
    *place += 1;
    let mut list: Result<u32, i32> = r;
    let mut sum: u32 = list.iter().sum();
    for v in list.iter_mut() {
        *v += 10;
    }
    for v in list.iter() {
        sum += v * 100;
    }
    sum + before * 7 + best.unwrap_or(0) * 10_000
}

#[kernel]
fn inserts(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let k = i[0] as u32;
    let o = if k % 2 == 0 { Some(k) } else { None };
    let r = if k % 3 == 0 { Ok(k) } else { Err(-1) };
    y[i] = inserted(o, r);
}

#[test]
fn options_are_filled_and_results_iterated() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([6]).unwrap();
        accelerator.default_view().parallel_for_each(6, inserts(&mut y)).unwrap();
        let expected: Vec<_> = (0..6)
            .map(|k| inserted((k % 2 == 0).then_some(k), if k % 3 == 0 { Ok(k) } else { Err(-1) }))
            .collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
