//! Ranges in options, tuples and arrays, and functions by name as arguments of `map`.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Range, RangeInclusive};

#[device]
fn overlap(a: &Range<u32>, b: &Range<u32>) -> u32 {
    let r = a.start.max(b.start)..a.end.min(b.end);
    let both = (!r.is_empty()).then_some(r);
    let first: Option<Range<u32>> = (a.start > 3).then(|| a.start..b.end);
    let closed: Option<RangeInclusive<u32>> = Some(a.start..=b.end);
    let other = first.unwrap_or(2..5);
    both.map_or(0, |r| r.start * 100 + r.len() as u32)
        + other.len() as u32
        + u32::from(closed.is_some_and(|r| r.contains(&3)))
}

#[device]
fn parts(k: usize, v: u32) -> u32 {
    let a = v % 20..v % 20 + 10;
    let b = k as u32..k as u32 + 6;
    let list: [Range<u32>; 2] = [a.clone(), b.clone()];
    let (x, n): (Range<u32>, u32) = (a.clone(), 2);
    let mut sum = 0;
    for r in list {
        for j in r.start..r.end {
            sum += j;
        }
    }
    if let Some(r) = (v % 2 == 0).then_some(1..v % 7) {
        sum += r.end - r.start.min(r.end);
        if r.is_empty() {
            sum += 1;
        }
    }
    overlap(&a, &b) + x.end + n + sum
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

#[device]
impl Point {
    fn length(self) -> f32 {
        self.x.abs() + self.y.abs()
    }

    fn twice(x: f32) -> f32 {
        x * 2.0
    }

    fn all(w: [f32; 3]) -> f32 {
        w.into_iter().map(Self::twice).sum::<f32>() + w.map(Self::twice)[1]
    }
}

#[device]
fn half(x: u32) -> u32 {
    x / 2
}

#[device]
fn by_name(k: usize, v: u32) -> u32 {
    let w = [v % 100, 4, 9];
    let mut n = [v, 4].map(half)[1];
    let t = [v, 4].map(half);
    n += t[k % 2] / 2 + Some(v).map(half).unwrap() / 4;
    n += w.iter().copied().map(half).sum::<u32>();
    n += w.iter().copied().map(u32::count_ones).sum::<u32>() + w.map(u32::leading_zeros)[2];
    let f = [4.0f32, 9.0, 16.0];
    n += f.map(f32::sqrt)[k % 3] as u32 + Some(f[1]).map(f32::sqrt).map_or(3, |x| x as u32);
    let p = [Point { x: 1.0, y: 2.0 }, Point { x: (v % 8) as f32, y: 3.0 }];
    n += p.map(Point::length)[1] as u32 + p.iter().copied().map(Point::length).sum::<f32>() as u32;
    n + Point::all([1.0, 2.0, 3.0]) as u32
}

#[kernel]
fn run(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<[u32; 3]>) {
    let k = i[0];
    let n = [x[k], 4].map(half)[0];
    y[i] = [parts(k, x[k]), by_name(k, x[k]), n];
}

#[test]
fn ranges_and_functions_have_the_values_of_rust() {
    let inputs: Vec<u32> = (0..64).map(|k| k * 37 % 101).collect();
    let expected: Vec<_> =
        inputs.iter().enumerate().map(|(k, v)| [parts(k, *v), by_name(k, *v), v / 2]).collect();
    on_each(|on| {
        let x = ArrayView::new(&inputs);
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, run(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let mut y = ArrayViewMut::without_source([64]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0];
            let gap = (x[k] > 3).then_some(3..x[k]);
            y[i] = [parts(k, x[k]), by_name(k, x[k]), gap.map_or(0, |r| r.end)];
        });
        on.default_view().parallel_for_each(64, kernel).unwrap();
        let expected: Vec<_> =
            expected.iter().zip(&inputs).map(|(e, v)| [e[0], e[1], if *v > 3 { *v } else { 0 }]).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
