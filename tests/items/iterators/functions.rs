//! Iterators that device functions return: consumers, adaptors, loops, early ends, and methods of structs of views.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn multiples(of: u32, n: u32) -> impl Iterator<Item = u32> {
    let first = of + 1;
    (0..n).map(move |k| first * k)
}

#[device]
fn pairs(w: [f32; 4], least: f32) -> impl Iterator<Item = (usize, f32)> {
    w.into_iter().enumerate().filter(move |(_, v)| *v > least)
}

#[device]
fn all_consumers(k: u32) -> u32 {
    let sum: u32 = multiples(k, 5).map(|v| v + 1).sum();
    let product = multiples(k, 4).skip(1).product::<u32>();
    let found = multiples(2, k + 3).filter(|v| v % 2 == 1).max().unwrap_or(7);
    let first = multiples(k, 10).filter(|v| *v > 4).find(|v| v % 3 == 0).unwrap_or(1000);
    let at = multiples(k, 10).enumerate().position(|(n, v)| n as u32 + v > 9).unwrap_or(50) as u32;
    let some = multiples(k, 6).map(|v| v % 5).any(|v| v == 4) as u32;
    let taken = multiples(k, 6).take(k as usize).sum::<u32>();
    let folded = multiples(k, 6).take_while(|v| *v < 12).fold(0, |a, b| a * 3 + b);
    let plain = multiples(k, 3).sum::<u32>();
    sum + product * 3 + found * 5 + first * 7 + at * 11 + some * 13 + taken * 17 + folded * 19 + plain * 23
}

#[device]
fn loops(k: u32, w: [f32; 4]) -> f32 {
    let mut sum = 0.0;
    let mut count = 0;
    'outer: for step in 1..4u32 {
        for (n, v) in multiples(k, 6).enumerate() {
            if v == 4 {
                continue;
            }
            if n as u32 > step + 2 {
                break;
            }
            if v > 30 {
                continue 'outer;
            }
            if v > 24 && step == 3 {
                break 'outer;
            }
            sum += v as f32;
            count += 1;
        }
        sum += 100.0;
    }
    pairs(w, 0.5).map(|(n, v)| n as f32 * v).for_each(|v| sum += v);
    multiples(k, 3).for_each(|v| sum += v as f32);
    sum + count as f32
}

#[kernel]
fn uses(i: Index<1>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>) {
    let k = i[0] as u32;
    y[i] = all_consumers(k) + multiples(k, 2).map(|v| v * 2).sum::<u32>();
    z[i] = loops(k, [0.25, 1.0, 0.5, k as f32]);
}

#[test]
fn functions_return_iterators() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let mut z = ArrayViewMut::<f32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, uses(&mut y, &mut z)).unwrap();
        let expected: Vec<_> = (0..8).map(|k| all_consumers(k) + 2 * (k + 1)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
        let expected: Vec<_> = (0..8).map(|k| loops(k, [0.25, 1.0, 0.5, k as f32])).collect();
        assert_eq!(z.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, GpuViews)]
struct Csr<'a> {
    rows: &'a ArrayView<'a, u32>,
    columns: &'a ArrayView<'a, u32>,
    values: &'a ArrayView<'a, f32>,
}

#[device]
impl<'a> Csr<'a> {
    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        (self.rows[i]..self.rows[i + 1])
            .map(move |k| (self.columns[k as usize] as usize, self.values[k as usize]))
    }

    fn dot(&self, i: usize, x: &ArrayView<f32>) -> f32 {
        self.row(i).map(|(c, v)| v * x[c]).sum()
    }
}

#[kernel]
fn spmv(i: Index<1>, a: &Csr, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let mut least = 1000.0f32;
    for (_, v) in a.row(i[0]) {
        if v < 0.0 {
            break;
        }
        least = least.min(v);
    }
    y[i] = a.dot(i[0], x) + a.row(i[0]).map(|(c, v)| v * x[c]).sum::<f32>() + 1000.0 * least;
}

#[test]
fn method_of_a_struct_of_views_returns_an_iterator() {
    on_each(|accelerator| {
        let (rows, columns) = (ArrayView::new(&[0, 2, 3, 6]), ArrayView::new(&[0, 2, 1, 0, 1, 2]));
        let values = ArrayView::new(&[1.0, 2.0, 3.0, 4.0, -5.0, 2.0]);
        let x = ArrayView::new(&[1.0, 10.0, 100.0]);
        let a = Csr { rows: &rows, columns: &columns, values: &values };
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        accelerator.default_view().parallel_for_each(3, spmv(&a, &x, &mut y)).unwrap();
        let expected = [1000.0, 3000.0, 4000.0];
        let expected: Vec<_> = (0..3).map(|i| 2.0 * a.dot(i, &x) + expected[i]).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
        assert_eq!(a.dot(0, &x), 201.0);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Grid {
    width: u32,
    height: u32,
}

#[device]
impl Grid {
    fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn diagonal(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        (from..self.width.min(self.height)).map(|k| k * self.width + k)
    }

    fn area(self) -> u32 {
        self.width * self.height
    }
}

#[device]
fn windows(w: &[f32], n: usize) -> impl Iterator<Item = f32> + '_ {
    w.windows(n).map(|part| part.iter().sum::<f32>())
}

#[device]
fn powers<T: Scalar>(base: T, n: usize) -> impl Iterator<Item = T> {
    let mut power = T::ONE;
    (0..n).map(move |_| {
        power = power * base;
        power
    })
}

#[device]
fn of_methods(k: u32, w: &[f32; 6]) -> f32 {
    let grid = Grid { width: k + 1, height: 3 };
    let mut cells = 0;
    for (x, y) in grid.cells().filter(|(x, y)| x != y) {
        cells = cells * 3 + x * 10 + y;
    }
    let first = 1 + 1;
    let on = grid
        .diagonal({
            cells += 1;
            first - 2
        })
        .map(|v| v + 1)
        .sum::<u32>();
    let most = windows(w, 2).map(|v| v + 1.0).fold(0.0f32, f32::max);
    let part = windows(&w[1..4], 2).map(|v| v * 2.0).sum::<f32>();
    let grown = powers(2.0f32, 4).map(|v| v + 1.0).sum::<f32>();
    let whole = powers(3u32, 3).take(2).map(|v| v + 1).sum::<u32>();
    cells as f32 + on as f32 * 0.5 + most + part * 100.0 + grown + (whole + grid.area()) as f32
}

#[kernel]
fn uses_methods(i: Index<1>, w: [f32; 6], y: &mut ArrayViewMut<f32>) {
    y[i] = of_methods(i[0] as u32, &w);
}

#[test]
fn methods_and_generic_functions_return_iterators() {
    let w = [1.0, 3.0, 2.0, 5.0, 4.0, 0.5];
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<f32>::without_source([5]).unwrap();
        accelerator.default_view().parallel_for_each(5, uses_methods(w, &mut y)).unwrap();
        let expected: Vec<_> = (0..5).map(|k| of_methods(k, &w)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[kernel]
fn in_closures(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let k = i[0] as u32;
    let total = |of: u32| multiples(of, 3).map(|v| v + k).sum::<u32>();
    let nested: u32 = multiples(k, 3).map(|v| multiples(v, 2).map(|u| u + v).sum::<u32>()).sum();
    let both: u32 = multiples(k, 3).zip(0..2).map(|(a, b)| a * 10 + b).sum();
    let joined: u32 = (0..2).chain(multiples(k, 3).filter(|v| *v < 100)).sum();
    y[i] = total(2) + nested * 7 + both * 100 + joined * 10_000;
}

#[test]
fn iterators_of_functions_are_nested_and_joined() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        accelerator.default_view().parallel_for_each(4, in_closures(&mut y)).unwrap();
        let expected = (0..4).map(|k| {
            let total = |of: u32| multiples(of, 3).map(|v| v + k).sum::<u32>();
            let nested: u32 = multiples(k, 3).map(|v| multiples(v, 2).map(|u| u + v).sum::<u32>()).sum();
            let both: u32 = multiples(k, 3).zip(0..2).map(|(a, b)| a * 10 + b).sum();
            let joined: u32 = (0..2).chain(multiples(k, 3).filter(|v| *v < 100)).sum();
            total(2) + nested * 7 + both * 100 + joined * 10_000
        });
        assert_eq!(y.to_vec().unwrap(), expected.collect::<Vec<_>>());
    });
}

#[device]
fn collatz(n: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(n), |&n| match n {
        0 | 1 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(3 * n + 1),
    })
}

#[derive(Clone, Copy, GpuType)]
struct Ring<const N: usize> {
    list: [u32; N],
    head: usize,
    len: usize,
}

#[device]
impl<const N: usize> Ring<N> {
    const fn new() -> Self {
        Ring { list: [0; N], head: 0, len: 0 }
    }

    fn push(&mut self, v: u32) {
        self.list[(self.head + self.len) % N] = v;
        if self.len < N { self.len += 1 } else { self.head = (self.head + 1) % N }
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len).map(move |i| self.list[(self.head + i) % N])
    }

    fn odd(&self, offset: u32) -> impl Iterator<Item = u32> + '_ {
        self.iter().map(move |v| v + offset).filter(|v| v % 2 == 1)
    }

    fn steps(n: u32) -> impl Iterator<Item = u32> {
        (0..n).map(|v| v * v)
    }

    fn summary(&self) -> u32 {
        let mut mixed = 0;
        for v in self.iter() {
            mixed = mixed * 3 % 1009 + v;
        }
        let ends = self.iter().last().unwrap_or(5) * 10 + self.iter().next().unwrap_or(6);
        let sum: u32 = self.odd(1).sum();
        let steps = Self::steps(self.len as u32).count() as u32 + Self::steps(4).nth(2).unwrap_or(0);
        mixed + ends + sum + steps * 100 + self.odd(0).count() as u32
    }
}

#[device]
fn unadapted(k: u32) -> u32 {
    let steps = collatz(k + 1).take(200).count() as u32;
    let top = collatz(k + 1).max().unwrap();
    let low = collatz(k + 1).map(|n| n + 3).min().map_or(9, |n| n * 2);
    let last = collatz(k + 2).fuse().last().unwrap_or(8);
    let mut mixed = 0;
    for n in collatz(k).fuse() {
        mixed = (mixed * 7 + n) % 10_007;
    }
    let mut ring = Ring::<4>::new();
    for n in 0..k % 9 {
        ring.push(k * 5 + n);
    }
    for n in ring.iter() {
        mixed = (mixed * 5 + n) % 10_007;
    }
    let ends = ring.iter().last().unwrap_or(3) + ring.iter().map(|v| v + 1).last().unwrap_or(4);
    steps + top * 3 + low * 5 + last * 7 + mixed * 11 + ends + ring.summary() + ring.iter().count() as u32
}

#[kernel]
fn summarize(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = unadapted(i[0] as u32) + collatz(i[0] as u32).max().unwrap_or(1);
}

#[test]
fn consumers_follow_functions_directly() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([20]).unwrap();
        accelerator.default_view().parallel_for_each(20, summarize(&mut y)).unwrap();
        let expected: Vec<_> = (0..20).map(|k| unadapted(k) + collatz(k).max().unwrap_or(1)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
