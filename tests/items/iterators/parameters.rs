//! Iterators as parameters of device functions.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (mut n, mut sum) = (0, 0.0);
    for v in values {
        n += 1;
        sum += v;
    }
    sum / (n as f32).max(1.0)
}

#[device]
fn first_pair<T: Scalar, I: Iterator<Item = T>>(mut values: I, otherwise: T) -> (T, T) {
    match (values.next(), values.next()) {
        (Some(a), Some(b)) => (a, b),
        (Some(a), None) => (a, otherwise),
        _ => (otherwise, otherwise),
    }
}

#[device]
fn dot(scale: u32, a: impl Iterator<Item = u32>, mut b: impl Iterator<Item = u32>) -> u32 {
    let mut sum = 0;
    for v in a.filter(|v| v % 5 != 4) {
        let Some(w) = b.next() else { break };
        sum += v * w * scale;
    }
    sum
}

#[device]
fn taken(values: &mut impl Iterator<Item = u32>, n: usize) -> u32 {
    values.take(n).sum::<u32>()
}

#[device]
fn passed<I>(values: I) -> f32
where
    I: Iterator<Item = f32>,
{
    mean(values.map(|v| v * 2.0)) + 1.0
}

#[derive(Clone, Copy, GpuType)]
struct Countdown(u32);

#[device]
impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

#[derive(Clone, Copy, GpuType)]
struct Sums {
    total: u32,
}

#[device]
impl Sums {
    fn of(start: u32, values: impl Iterator<Item = u32>) -> Self {
        Sums { total: values.fold(start, |a, b| (a * 3 + b) % 10007) }
    }

    fn add(&mut self, values: impl Iterator<Item = u32>) -> u32 {
        let before = self.total;
        for v in values {
            if v == 13 {
                return 0;
            }
            self.total += v;
        }
        before
    }

    fn total(&self) -> u32 {
        self.total
    }
}

#[device]
fn all(k: u32, w: [f32; 4]) -> (f32, u32) {
    let list = [k as f32, 2.0, 0.5];
    let mut calls = 0;
    let a = mean(list.iter().map(|x| x * x)) + mean(w.iter().copied().filter(|v| *v > 0.75));
    let b = passed(w.iter().map(|v| v + 1.0).rev());
    let (p, q) = first_pair(
        (0..k).map(|v| {
            calls += 1;
            v * 3
        }),
        8,
    );
    let (r, s) = first_pair(w.into_iter().skip(1), 0.25);
    let d = dot(k + 1, (0..k + 3).map(|v| v + 1), Countdown(k + 2).by_ref());
    let mut rest = (0..k * 2).filter(|v| v % 3 != 1);
    let e = taken(&mut rest, 2) * 10 + taken(rest.by_ref(), 1);
    let f: u32 = rest.map(|v| v + 1).sum();
    let mut sums = Sums::of(k, (0..4u32).map(|v| v * k));
    let g = sums.add((k..20).map(|v| v + 1)) + sums.add(Countdown(k).map(|v| v + 2).fuse());
    (a + b + r + s, p + q * 3 + calls * 1000 + d * 5 + e + f * 7 + g * 11 + sums.total() * 13)
}

#[device]
fn collected(mut values: impl Iterator<Item = u32>) -> u32 {
    let first = values.next().unwrap_or(90);
    let second = values.next().unwrap_or(80);
    let mut mixed = first * 3 + second;
    for v in values {
        mixed = (mixed * 7 + v) % 10_007;
    }
    mixed
}

/// Adaptors with a state of their own, in arguments and in variables.
#[device]
fn with_state(k: u32, w: [u32; 6]) -> u32 {
    let mut calls = 0;
    let a = collected(w.iter().copied().filter(|v| v % 4 != 1).take(3));
    let b = collected((0..k + 4).step_by(3));
    let c = collected(w.iter().take_while(|v| **v != k).map(|v| v + 1));
    let d = collected(w.into_iter().skip_while(|v| *v < k).enumerate().map(|(n, v)| n as u32 * v));
    let e = collected(w.iter().scan(k, |sum, v| {
        calls += 1;
        *sum += v;
        (*sum < 40).then_some(*sum)
    }));
    let f = collected(w.iter().filter(|v| **v > 1).skip(1).step_by(2).map(|v| v * 2));
    let g = collected(w.iter().map_while(|v| v.checked_sub(1)));
    let h = collected(std::iter::successors(Some(k), |v| (*v < 30).then_some(v * 2 + 1)).take(4));
    let mut taken = w.iter().copied().filter(|v| v % 2 == 1).take(2);
    let i = taken.next().unwrap_or(70) * 3
        + taken.clone().next().unwrap_or(50)
        + taken.clone().count() as u32 * 100;
    let j = taken.next().unwrap_or(60) + taken.next().map_or(5, |v| v * 1000);
    let mut until = w.iter().take_while(|v| **v < 7);
    let first = until.any(|v| *v == 2);
    let l = until.map(|v| v + 1).sum::<u32>() + first as u32 * 10_000;
    a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + g * 17 + h * 19 + i * 23 + j * 29 + l + calls
}

#[kernel]
fn keeps(i: Index<1>, x: &ArrayView<[u32; 6]>, y: &mut ArrayViewMut<u32>) {
    y[i] = with_state(i[0] as u32, x[i]);
}

#[test]
fn adaptors_keep_their_state() {
    let values = [[3u32, 1, 2, 4, 6, 5], [1, 1, 1, 1, 1, 1], [0, 2, 4, 8, 3, 6], [9, 7, 5, 2, 1, 0]];
    let x = ArrayView::new(&values);
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        accelerator.default_view().parallel_for_each(4, keeps(&x, &mut y)).unwrap();
        let expected: Vec<_> = (0..4).map(|k| with_state(k as u32, values[k])).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[kernel]
fn uses(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>) {
    let k = i[0] as u32;
    let (a, b) = all(k, [0.25, 1.0, 0.5, k as f32]);
    z[i] = a + mean(x.iter().copied()) + mean((0..i[0]).map(|k| x[k]));
    y[i] = b;
}

#[test]
fn functions_take_iterators() {
    let values = [1.0f32, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
    let x = ArrayView::new(&values);
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let mut z = ArrayViewMut::<f32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, uses(&x, &mut y, &mut z)).unwrap();
        for k in 0..8usize {
            let (a, b) = all(k as u32, [0.25, 1.0, 0.5, k as f32]);
            let expected = a + mean(values.iter().copied()) + mean((0..k).map(|k| values[k]));
            assert!((z[k] - expected).abs() <= 1e-5 * expected.abs(), "{} {expected}", z[k]);
            assert_eq!(y[k], b);
        }
        let mut w = ArrayViewMut::<f32>::without_source([8]).unwrap();
        let scale = 3.0;
        let kernel = amp!(|i: Index<1>| w[i] = mean(x.iter().take(i[0]).map(|v| v * scale)));
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        assert_eq!(w[3], 7.0);
    });
}
