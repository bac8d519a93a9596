//! Functions that return an `Option` or a `Result` with a reference or with ranges. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Range, RangeInclusive};

mod table {
    use amp::prelude::*;

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    #[repr(C)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[device]
    impl Point {
        pub fn sum(&self) -> f32 {
            self.x + self.y
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub enum Missing {
        Empty,
        Far(u32),
    }

    #[derive(Clone, Copy, GpuType)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: amp::Value + Default, const N: usize> Stack<T, N> {
        pub fn new() -> Self {
            Self { items: [T::default(); N], len: 0 }
        }

        pub fn push(&mut self, v: T) {
            if self.len < N {
                self.items[self.len] = v;
                self.len += 1;
            }
        }

        /// The last item.
        pub fn peek(&self) -> Option<&T> {
            if self.len == 0 { None } else { Some(&self.items[self.len - 1]) }
        }

        pub fn at(&self, k: usize) -> Option<&T> {
            (k < self.len).then(|| &self.items[k])
        }

        pub fn lookup(&self, k: usize) -> Result<&T, Missing> {
            if self.len == 0 {
                return Err(Missing::Empty);
            }
            let item = self.at(k).ok_or(Missing::Far(k as u32))?;
            Ok(item)
        }

        pub fn len(&self) -> usize {
            self.len
        }
    }

    #[device]
    pub fn nearest(points: &[Point], x: f32) -> Option<&Point> {
        points.iter().min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))
    }

    #[device]
    pub fn below<'a>(points: &'a [Point], x: f32) -> Option<&'a Point> {
        let p = nearest(points, x)?;
        if p.x < x { Some(p) } else { nearest(points, x - 2.0) }
    }

    #[device]
    pub fn item(list: &[f32; 3], k: usize) -> Result<&f32, Missing> {
        match list.get(k) {
            Some(v) if *v > 0.0 => Ok(v),
            Some(_) => Err(Missing::Empty),
            None => Err(Missing::Far(k as u32)),
        }
    }
}
use table::{Missing, Point, Stack, below, item, nearest};

#[device]
fn score(points: &[Point; 3], list: &[f32; 3], k: usize) -> f32 {
    let x = k as f32;
    let mut sum = match nearest(points, x) {
        Some(p) => p.y,
        None => 0.0,
    };
    // The type shows that `found` contains a reference.
    let found: Option<&Point> = below(points, x);
    if let Some(p) = found {
        sum += p.sum() + if p == &points[0] { 1.0 } else { 0.5 };
    }
    sum += found.map_or(0.25, |p| p.x * 2.0);
    sum += nearest(&points[..k % 2], x).copied().map_or(7.0, |p| p.x);
    sum += match item(list, k) {
        Ok(v) => *v * 10.0,
        Err(Missing::Empty) => 1.0,
        Err(Missing::Far(k)) => k as f32,
    };
    if let Ok(&v) = item(list, k % 3) {
        sum += v;
    }
    let Some(p) = nearest(points, x + 1.0) else { return -1.0 };
    let q = *p;
    sum += q.x;
    sum += item(list, 5 - k % 6).map_or(0.125, |v| *v);
    sum += (*nearest(points, 2.0).unwrap()).x;
    sum + item(list, k).is_ok() as u32 as f32
}

#[device]
fn tried(points: &[Point], list: &[f32; 3], k: usize) -> Result<f32, Missing> {
    let p = nearest(points, k as f32).ok_or(Missing::Empty)?;
    let v = *item(list, k)?;
    Ok(p.x + v)
}

#[device]
fn stacked(k: usize, v: u32) -> u32 {
    let mut s = Stack::<u32, 4>::new();
    let mut sum = s.peek().is_none() as u32;
    for n in 0..k as u32 % 6 {
        s.push(v % (n + 3));
        if let Some(top) = s.peek() {
            sum = sum * 3 + *top;
        }
    }
    sum += s.at(1).copied().unwrap_or(50);
    sum += match s.lookup(2) {
        Ok(item) => item + 100,
        Err(Missing::Empty) => 1,
        Err(Missing::Far(k)) => 1000 + k,
    };
    sum + s.at(0).map(|item| item * 7).unwrap_or_default() + s.len() as u32
}

#[device]
fn data(k: usize) -> ([Point; 3], [f32; 3]) {
    let v = (k * 7 % 5) as f32;
    (
        [Point { x: 1.0, y: 10.0 }, Point { x: v, y: 20.0 }, Point { x: 3.0, y: 30.0 }],
        [v - 1.0, k as f32, v * 0.5],
    )
}

#[test]
fn references_in_results_are_copies() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<f32>::without_source([24]).unwrap();
        let mut z = ArrayViewMut::<u32>::without_source([24]).unwrap();
        let queue = accelerator.default_view();
        queue
            .parallel_for_each(
                24,
                amp!(|i: Index<1>| {
                    let k = i[0];
                    let (points, list) = data(k);
                    y[i] = score(&points, &list, k);
                    z[i] = stacked(k, k as u32 * 5);
                    y[i] += match tried(&points, &list, k) {
                        Ok(v) => v,
                        Err(Missing::Empty) => 0.5,
                        Err(Missing::Far(k)) => k as f32 + 0.25,
                    };
                }),
            )
            .unwrap();
        for k in 0..24 {
            let (points, list) = data(k);
            let extra = match tried(&points, &list, k) {
                Ok(v) => v,
                Err(Missing::Empty) => 0.5,
                Err(Missing::Far(k)) => k as f32 + 0.25,
            };
            assert_eq!(y[k], score(&points, &list, k) + extra, "{k}");
            assert_eq!(z[k], stacked(k, k as u32 * 5), "{k}");
        }
    });
}

#[test]
fn kernels_use_references_in_results() {
    on_each(|accelerator| {
        let source: Vec<_> = (0..24).map(|k| Point { x: (k * 5 % 11) as f32, y: k as f32 }).collect();
        let x = ArrayView::new(&source);
        let mut y = ArrayViewMut::<f32>::without_source([24]).unwrap();
        let queue = accelerator.default_view();
        queue
            .parallel_for_each(
                24,
                amp!(|i: Index<1>| {
                    let k = i[0];
                    let at = k as f32;
                    // The slice is a part of a view.
                    let near = nearest(&x[..k], at);
                    let mut sum = match near {
                        Some(p) => p.y + p.sum(),
                        None => -1.0,
                    };
                    let typed: Option<&Point> = below(&x[k / 2..k + 1], at);
                    if let Some(p) = typed
                        && p.x > 2.0
                    {
                        sum += p.x;
                    }
                    let (points, list) = data(k);
                    if let Some(&p) = below(&points, at) {
                        sum += p.y * 2.0;
                    }
                    let mut n = 0;
                    while let Ok(v) = item(&list, n) {
                        sum += *v;
                        n += 1;
                    }
                    sum += nearest(&points, at).map_or(0.0, |p| p.sum());
                    y[i] = sum + nearest(&points, 1.0).unwrap().x;
                }),
            )
            .unwrap();
        for k in 0..24 {
            let at = k as f32;
            let mut sum = match nearest(&source[..k], at) {
                Some(p) => p.y + p.sum(),
                None => -1.0,
            };
            if let Some(p) = below(&source[k / 2..k + 1], at)
                && p.x > 2.0
            {
                sum += p.x;
            }
            let (points, list) = data(k);
            if let Some(&p) = below(&points, at) {
                sum += p.y * 2.0;
            }
            let mut n = 0;
            while let Ok(v) = item(&list, n) {
                sum += *v;
                n += 1;
            }
            sum += nearest(&points, at).map_or(0.0, |p| p.sum());
            assert_eq!(y[k], sum + nearest(&points, 1.0).unwrap().x, "{k}");
        }
    });
}

#[device]
fn overlap(a: &Range<u32>, b: &Range<u32>) -> Option<Range<u32>> {
    let r = a.start.max(b.start)..a.end.min(b.end);
    (!r.is_empty()).then_some(r)
}

#[device]
fn halves(r: Range<u32>) -> (Range<u32>, Range<u32>) {
    let mid = r.start.midpoint(r.end);
    (r.start..mid, mid..r.end)
}

#[device]
fn labelled(n: u32) -> (u32, RangeInclusive<u32>) {
    (n * 2, n..=n + 3)
}

#[device]
fn checked_part(r: Range<usize>, len: usize) -> Result<Range<usize>, Missing> {
    if r.end > len {
        return Err(Missing::Far(len as u32));
    }
    Ok(r)
}

#[device]
fn clipped(r: &Range<u32>, list: &[u32]) -> Option<Range<u32>> {
    let r = overlap(r, &(2..20))?;
    Some(r.start..r.end + list[0])
}

#[device]
fn signed(n: i32) -> f32 {
    let far: Option<Range<i32>> = (n > -9).then_some(-2_000_000_000..2_000_000_000 + n);
    let small = (n < 7).then_some(-100i8..100);
    let halves = (n != 3).then_some(-0.5f32..n as f32);
    let wide = Some(-3i64..n as i64);
    let mut sum = far.map_or(0, |r| r.len() / 1000 + r.contains(&n) as usize) as f32;
    sum += small.map_or(9, |r| r.len()) as f32;
    if let Some(r) = halves {
        sum += if r.is_empty() { 0.25 } else { r.end - r.start };
        sum += r.contains(&1.5) as u32 as f32;
    }
    sum + wide.is_some_and(|r| r.contains(&2) && !r.is_empty()) as u32 as f32
}

#[device]
fn with_ranges(k: usize, v: u32) -> u32 {
    let a = v % 20..v % 20 + 10;
    let b = k as u32..k as u32 + 6;
    let mut sum = overlap(&a, &b).map_or(0, |r| r.start * 100 + r.len() as u32);
    if let Some(r) = overlap(&b, &(3..9)) {
        sum += r.end - r.start + u32::from(r.contains(&4));
    }
    let (low, high): (Range<u32>, Range<u32>) = halves(a.clone());
    for j in low {
        sum += j;
    }
    sum += high.end;
    let both = halves(b);
    sum += both.0.end + both.1.start;
    if let Some(r) = clipped(&a, &[1, 2]) {
        sum += r.end * 3 + r.start;
    }
    let (twice, span): (u32, RangeInclusive<u32>) = labelled(v % 4);
    sum += twice + *span.end();
    match checked_part(k..k + 3, 12) {
        Ok(r) => sum + r.start as u32,
        Err(Missing::Far(n)) => sum + n * 1000,
        Err(Missing::Empty) => 0,
    }
}

#[test]
fn ranges_are_parts_of_results() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..32).map(|k| k * 3 % 8).collect();
        let x = ArrayView::new(&source);
        let mut z = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let queue = accelerator.default_view();
        queue
            .parallel_for_each(
                32,
                amp!(|i: Index<1>| {
                    let (k, v) = (i[0], i[0] as u32 * 7);
                    let a = v % 20..v % 20 + 10;
                    let mut sum = with_ranges(k, v);
                    if let Some(r) = overlap(&a, &(5..25)) {
                        sum += r.start + r.len() as u32;
                    }
                    let both = overlap(&a, &(0..9));
                    sum += both.map_or(3, |r| r.end);
                    let both = clipped(&a, &x[k..]);
                    sum += both.map_or(0, |r| r.len() as u32);
                    let (low, _) = halves(a);
                    z[i] = sum + low.end + signed(k as i32 - 10) as u32;
                }),
            )
            .unwrap();
        for k in 0..32 {
            let v = k as u32 * 7;
            let a = v % 20..v % 20 + 10;
            let mut sum = with_ranges(k, v);
            if let Some(r) = overlap(&a, &(5..25)) {
                sum += r.start + r.len() as u32;
            }
            sum += overlap(&a, &(0..9)).map_or(3, |r| r.end);
            sum += clipped(&a, &source[k..]).map_or(0, |r| r.len() as u32);
            let (low, _) = halves(a);
            assert_eq!(z[k], sum + low.end + signed(k as i32 - 10) as u32, "{k}");
        }
    });
}
