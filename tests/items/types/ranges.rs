//! Ranges as values: variables, parameters, results, their methods, and as sources of iterators.

use crate::compare::compare;
use amp::prelude::*;
use std::ops::{Range, RangeInclusive};

#[device]
fn shrunk(r: Range<u32>, by: u32) -> Range<u32> {
    if r.end - r.start < 2 * by {
        return r.start..r.start;
    }
    r.start + by..r.end - by
}

#[device]
fn total(r: Range<usize>) -> u32 {
    let mut sum = 0;
    for k in r.clone() {
        sum += k as u32;
    }
    sum * 100 + r.len() as u32
}

#[device]
fn holds(r: &RangeInclusive<u32>, x: u32) -> bool {
    r.contains(&x) && !r.is_empty()
}

#[device]
fn around(x: u32) -> RangeInclusive<u32> {
    x.saturating_sub(2)..=x + 1
}

#[device]
fn clamped<T: Scalar + PartialOrd>(x: T, r: Range<T>) -> T {
    if r.contains(&x) { x } else { r.start }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Segment {
    first: u32,
    count: u32,
}

#[device]
impl Segment {
    fn range(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    fn of(r: Range<u32>) -> Segment {
        Segment { first: r.start, count: r.end - r.start }
    }

    fn sum_in(self, r: Range<u32>) -> u32 {
        let own: Range<u32> = self.range();
        r.filter(|k| own.contains(k)).sum::<u32>()
    }
}

compare!(ranges_are_variables, |i, x: u32, y: u32| {
    let n = x[i] % 7;
    let r = 1..n;
    let mut sum = r.len() as u32;
    for k in r.clone() {
        sum = sum * 3 + k;
    }
    let mut wide = r.start..=r.end;
    if wide.contains(&3) {
        wide = 2..=*wide.end() + 2;
    }
    for k in wide.clone().rev() {
        sum = sum * 3 + k;
    }
    if r.is_empty() {
        sum += 1000;
    }
    let ends = wide.into_inner();
    y[i] = sum + *(ends.0..=ends.1).start() + (r.end - 1.min(r.end)) * 7;
});

compare!(ends_of_ranges_are_assigned, |i, x: u32, y: u32| {
    let mut r = 0..x[i];
    r.start += 2;
    r.end = r.end.min(20);
    let mut sum = 0u32;
    while !r.is_empty() {
        sum = sum.wrapping_mul(3) + r.start;
        r.start += 3;
    }
    y[i] = sum + 1;
});

compare!(ranges_are_parameters_and_results, |i, x: u32, y: u32| {
    let n = x[i];
    let r: Range<u32> = shrunk(n..2 * n, 2);
    let s: Range<u32> = shrunk(r.clone(), 1);
    let inner = around(n % 5);
    let inner: RangeInclusive<u32> = inner;
    let near: RangeInclusive<u32> = around(n);
    let mut sum = total(s.start as usize..s.end as usize);
    if holds(&near, 7) {
        sum += 5000;
    }
    if holds(&near.clone(), 8) {
        sum += 50000;
    }
    y[i] = sum
        + r.start
        + clamped(n, 5..9) * 3
        + clamped(n as f32, 1.5..10.5) as u32
        + inner.map(|k| k * k).sum::<u32>();
});

compare!(methods_take_and_return_ranges, |i, x: u32, y: u32| {
    let segment = Segment { first: x[i], count: 5 };
    let r: Range<u32> = segment.range();
    let other = Segment::of(r.start + 1..r.end);
    y[i] = other.count * 1000 + segment.sum_in(3..12) + other.sum_in(r);
});

compare!(conditions_choose_ranges, |i, x: u32, y: u32| {
    let n = x[i];
    let r = if n % 2 == 0 { 0..n } else { n..n + 3 };
    let s = match n % 3 {
        0 => r.start..=r.start,
        1 => 0..=3,
        _ => 5..=r.end,
    };
    let t: Range<u32>;
    if n > 10 {
        t = r.clone();
    } else {
        t = 3..n + 4;
    }
    y[i] = r.sum::<u32>() + 100 * s.fold(0, |a, k| (a * 2 + k) % 97) + t.end + 1;
});

compare!(ranges_are_sources_of_iterators, |i, x: u32, y: u32| {
    let n = x[i] as usize;
    let r = 0..n;
    let even = r.clone().filter(|k| k % 2 == 0).count();
    let steps = r.clone().step_by(3).map(|k| k as u32).sum::<u32>();
    let backwards = r.clone().rev().take(2).fold(0, |a, k| a * 100 + k as u32);
    let pairs = (0..4u32).zip(r.clone()).map(|(a, b)| a * b as u32).sum::<u32>();
    let best = r.clone().max_by_key(|k| (k * 7) % 11).unwrap_or(99) as u32;
    let found = r.clone().any(|k| k == 9);
    let mut sum = 0;
    for (at, k) in r.enumerate() {
        sum += at as u32 * k as u32;
    }
    y[i] = 1 + even as u32 + steps + backwards + pairs + best + sum + found as u32;
});

compare!(closures_take_ranges, |i, x: u32, y: u32| {
    let weigh = |r: Range<u32>, factor: u32| {
        let mut sum = 0;
        for k in r {
            sum += k * factor;
        }
        sum
    };
    let n = x[i] % 9;
    let r = 1..n;
    y[i] = weigh(r.clone(), 3) + weigh(0..2, n) + weigh(r, 1) + 1;
});

compare!(signed_and_small_numbers, |i, x: u32, y: u32| {
    let n = x[i] as i32 - 10;
    let r = -4..n;
    let bytes = 250u8..=255;
    let mut sum = 0i32;
    for k in r.clone() {
        sum = sum * 2 % 100 + k;
    }
    for b in bytes.clone() {
        sum += b as i32;
    }
    let words = -3i16..x[i] as i16;
    y[i] = (sum + 1000) as u32
        + r.len() as u32
        + bytes.len() as u32
        + words.len() as u32
        + bytes.contains(&(x[i] as u8)) as u32;
});

// A loop that counts would take minutes.
compare!(lengths_of_long_ranges, |i, x: u32, y: u32| {
    let n = x[i] as i32;
    let r = i32::MIN..n;
    let bytes = (n - 16) as i8 * 7..n as i8 * 2;
    let words = i16::MIN..(n - 9) as i16;
    y[i] = r.len() as u32
        ^ (-2_000_000_000 - n..2_000_000_000).count() as u32
        ^ (9 - (x[i] & 7)..u32::MAX).count() as u32
        ^ (bytes.len() << 3) as u32
        ^ (words.len() << 9) as u32
        ^ (n..-4).len() as u32
        ^ (0..n - 20).len() as u32 * 64
        ^ (n - 20..0).len() as u32 * 4096;
});

compare!(references_to_ranges_and_tuples_of_ranges, |i, x: u32, y: u32| {
    let (r, s) = (1..x[i], 2..=4u32);
    let q = &r;
    let both = (q.clone(), s);
    let mut sum = q.end - q.start.min(q.end);
    for k in both.0.clone() {
        sum += k;
    }
    for k in both.1.clone().rev() {
        sum = sum * 2 + k;
    }
    if both.0.contains(&5) && q.contains(both.1.end()) {
        sum += 7;
    }
    y[i] = sum + holds(&both.1, 3) as u32;
});

#[device]
trait Windows {
    fn window(&self, at: u32) -> Range<u32>;
    fn covers(&self, r: Range<u32>) -> bool {
        let own: Range<u32> = self.window(r.start);
        own.contains(&r.start) && own.end >= r.end
    }
}

#[device]
impl Windows for Segment {
    fn window(&self, at: u32) -> Range<u32> {
        self.first.max(at)..self.first + self.count
    }
}

#[device]
fn width<W: Windows>(of: &W, at: u32) -> u32 {
    let r: Range<u32> = of.window(at);
    r.len() as u32 * 2 + of.covers(at..at + 2) as u32
}

#[device]
fn first_in(x: &ArrayView<u32>, r: Range<usize>, f: impl Fn(u32) -> bool) -> u32 {
    for k in r.clone() {
        if f(x[k]) {
            return k as u32;
        }
    }
    r.end as u32 + 100
}

compare!(traits_with_ranges, |i, x: u32, y: u32| {
    let segment = Segment { first: x[i], count: 4 };
    y[i] = width(&segment, 7) + segment.covers(3..5) as u32 * 100 + 1;
});

#[kernel]
fn searched(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let r = i[0]..x.len();
    y[i] = first_in(x, r.clone(), |v| v % 5 == 3) + r.len() as u32;
}

#[test]
fn functions_take_views_and_ranges() {
    amp_tests::on_each(|on| {
        let data: Vec<u32> = (0..20).map(|n| n * 3).collect();
        let mut found = vec![0; 20];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        on.default_view().parallel_for_each(20, searched(&x, &mut y)).unwrap();
        drop(y);
        let expected: Vec<u32> =
            (0..20).map(|n| first_in(&x, n..20, |v| v % 5 == 3) + 20 - n as u32).collect();
        assert_eq!(found, expected);
    });
}

/// A range of captured values stays uniform, so it may bound a loop with a barrier.
#[kernel(tile = [4])]
fn rounds(t: TiledIndex<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut values: [u32; 4];
    let me = t.local[0];
    let r = 1..n;
    values[me] = y[t.global];
    for k in r.clone() {
        t.barrier.wait();
        let next = values[(me + k as usize) % 4];
        t.barrier.wait();
        values[me] += next;
    }
    y[t.global] = values[me] + r.len() as u32;
}

#[test]
fn uniform_ranges_bound_loops_with_barriers() {
    amp_tests::on_each(|on| {
        let mut data: Vec<u32> = (0..16).collect();
        let mut y = ArrayViewMut::new(&mut data);
        on.default_view().parallel_for_each(Extent::new([16]).tile([4]).unwrap(), rounds(4, &mut y)).unwrap();
        drop(y);
        let mut expected: Vec<u32> = (0..16).collect();
        for tile in expected.chunks_exact_mut(4) {
            for k in 1..4 {
                let old: Vec<u32> = tile.to_vec();
                (0..4).for_each(|me| tile[me] += old[(me + k) % 4]);
            }
            tile.iter_mut().for_each(|v| *v += 3);
        }
        assert_eq!(data, expected);
    });
}
