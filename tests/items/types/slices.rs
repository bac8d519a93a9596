//! Slices: of arrays, tile memory and views, as variables, parameters and arguments.

use crate::compare::compare;
use amp::prelude::*;

#[device]
fn total(xs: &[u32]) -> u32 {
    let mut sum = 0;
    for k in 0..xs.len() {
        sum = sum * 3 + xs[k];
    }
    sum
}

#[device]
fn iterated(xs: &[u32]) -> u32 {
    let mut sum = 7;
    for x in xs {
        sum = sum * 2 + *x;
    }
    sum + xs.iter().map(|x| x * x).sum::<u32>()
}

#[device]
fn shift(xs: &mut [u32], by: u32) {
    for k in 0..xs.len() {
        xs[k] += by + k as u32;
    }
}

#[device]
fn halves(xs: &[u32]) -> u32 {
    if xs.len() < 2 {
        return xs.len() as u32 * 100;
    }
    let mid = xs.len() / 2;
    total(&xs[..mid]) * 7 + total(&xs[mid..]) + total(xs) + iterated(&xs[1..])
}

#[device]
fn first_and_rest(xs: &mut [u32]) -> u32 {
    let first = xs[0];
    shift(&mut xs[1..], first);
    shift(xs, 1);
    first + xs.len() as u32
}

#[device]
fn largest<T: Scalar + PartialOrd>(xs: &[T]) -> T {
    let mut best = xs[0];
    for x in xs.iter() {
        if *x > best {
            best = *x;
        }
    }
    best
}

#[device]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Window {
    items: [u32; 6],
    of: [[u32; 3]; 2],
}

#[device]
impl Window {
    fn new(x: u32) -> Window {
        Window { items: [x, x + 1, x + 2, x + 3, x + 4, x + 5], of: [[x, 1, 2], [3, x, 5]] }
    }

    fn add(&mut self, xs: &[u32]) {
        for k in 0..xs.len() {
            self.items[k % 6] += xs[k];
        }
    }

    fn sum_of(&self, from: usize) -> u32 {
        total(&self.items[from..]) + total(&self.of[from % 2])
    }

    fn grow(&mut self) {
        shift(&mut self.items[2..4], 10);
    }
}

compare!(slices_of_arrays_are_arguments, |i, x: u32, y: u32| {
    let n = x[i] as usize % 5;
    let mut w = [x[i], 2, 3, 4, 5];
    let mut sum = total(&w[1..]) + total(&w[..n]) + total(&w[n..]) + total(&w) + total(&[7, x[i]]);
    shift(&mut w[n..], 3);
    shift(&mut w[1..=2], 1);
    sum += iterated(&w[..4]) + halves(&w) + halves(&w[n..n]);
    y[i] = sum + first_and_rest(&mut w[n..]) * 1000 + total(&w);
});

compare!(slices_are_variables, |i, x: u32, y: u32| {
    let n = x[i] as usize % 4;
    let mut w = [x[i], 2, 3, 4, 5, 6];
    let s = &w[n..];
    let t = &s[1..];
    let mut sum = s[0] + t[0] * 10 + s.len() as u32 * 100 + t.len() as u32;
    for (k, v) in t.iter().enumerate() {
        sum += k as u32 * v;
    }
    if !t.is_empty() {
        sum += total(t) + total(&t[..1]);
    }
    let r = 1..3;
    sum += total(&w[r.clone()]) + total(&s[r]);
    let m = &mut w[n..n + 2];
    m[0] = 50;
    m[1] += m[0];
    shift(m, 2);
    for v in m.iter_mut() {
        *v *= 2;
    }
    for v in &mut w[..2] {
        *v += 1;
    }
    let all: &[u32] = &w[..];
    y[i] = sum + total(all);
});

compare!(slices_of_fields_and_rows, |i, x: u32, y: u32| {
    let mut window = Window::new(x[i]);
    let n = x[i] as usize % 3;
    let mut sum = total(&window.items[n..5]) + total(&window.of[1][n..]) + total(&window.of[n % 2]);
    shift(&mut window.of[n % 2][1..], 9);
    window.add(&[1, 2, 3][n..]);
    let row = window.of[0];
    window.add(&row[1..]);
    window.grow();
    let part = &window.of[1][..2];
    sum += part[1] * 5 + total(part);
    let own = [window, Window::new(3)];
    y[i] = sum + window.sum_of(n) + total(&own[n % 2].items[2..]) + window.items[2];
});

compare!(generic_functions_take_slices, |i, x: u32, y: f32| {
    let n = x[i] as usize % 3;
    let a = [x[i] as f32, 4.0, 1.0, 2.5];
    let b = [1u32, x[i] % 7, 3];
    y[i] = largest(&a[n..])
        + largest(&b[..n + 1]) as f32
        + largest(&b) as f32
        + largest(&[3.0, 1.0])
        + dot(&a[n..], &a[1..])
        + dot(&a, &[1.0, 2.0]);
});

compare!(closures_take_slices, |i, x: u32, y: u32| {
    let w = [x[i], 2, 3, 4];
    let weigh = |s: &[u32], by: u32| {
        let mut sum = 0;
        for v in s {
            sum += v * by;
        }
        sum + s.len() as u32
    };
    let n = x[i] as usize % 3;
    y[i] = weigh(&w[n..], 3) + weigh(&w, 2) * 100;
});

#[device]
fn compare_slices(a: &[u32], b: &mut [u32], f: impl Fn(u32) -> u32) -> u32 {
    let mut sum = 0;
    for (x, y) in a.iter().zip(b.iter()) {
        sum += f(*x) * y;
    }
    b[0] = sum;
    sum
}

#[device]
fn mapped(xs: &[u32], f: impl Fn(usize) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..xs.len() {
        sum += xs[k] * f(k);
    }
    sum
}

#[device]
fn weighted(xs: &[u32], ys: &[u32]) -> u32 {
    mapped(xs, |k| ys[k % ys.len()] + xs[0])
}

compare!(closures_read_slice_parameters, |i, x: u32, y: u32| {
    let n = x[i] as usize % 3;
    let mut w = [x[i], 2, 3, 4];
    let v = [5, 6, x[i] % 5];
    let by = x[i] % 4;
    let sum = compare_slices(&w[n..], &mut [1, 2, 3][..], |x| x + by);
    y[i] = sum
        + weighted(&w[n..], &v[1..])
        + weighted(&v, &w)
        + compare_slices(&v, &mut w[1..], |x| x * 2)
        + w[1];
});

compare!(split_at_makes_two_slices, |i, x: u32, y: u32| {
    let n = x[i] as usize % 5;
    let mut w = [x[i], 2, 3, 4];
    let (a, b) = w.split_at(n);
    let sum = total(a) * 10 + b.len() as u32 + total(b);
    let (c, d) = w.split_at_mut(2);
    c[0] += d[1];
    d[0] += c[0];
    shift(c, 1);
    shift(d, 2);
    y[i] = sum + total(&w);
});

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Particle {
    at: [f32; 2],
    speed: f32,
}

#[device]
impl Particle {
    fn step(&mut self, by: f32) -> f32 {
        self.at[1] += self.speed * by;
        self.at[1]
    }
}

#[device]
fn advance(all: &mut [Particle], by: f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..all.len() {
        all[k].speed += 1.0;
        all[k].at[k % 2] += 0.5;
        sum += all[k].step(by);
        touch(&mut all[k], 2.0);
        let it = &mut all[k];
        it.at[0] *= 2.0;
    }
    sum
}

#[device]
fn touch(p: &mut Particle, by: f32) {
    p.speed *= by;
}

compare!(items_of_slices_are_structs, |i, x: u32, y: f32| {
    let p = Particle { at: [1.0, x[i] as f32], speed: 3.0 };
    let mut all = [p, p, p];
    let n = x[i] as usize % 3;
    let sum = advance(&mut all[n..], 0.5) + advance(&mut all, 0.25);
    y[i] = sum + all[n].at[0] + all[2].at[1] * 3.0 + all[1].speed;
});

compare!(slices_are_reordered, |i, x: u32, y: u32| {
    let n = x[i] as usize % 4;
    let mut w = [x[i] % 5, 9, 3, 7, x[i] % 3, 4, 8];
    w[n..].reverse();
    let mut sum = total(&w);
    w.reverse();
    w[1..6].rotate_left(n);
    sum += total(&w) % 1000;
    w[n..].rotate_right(2);
    w[..5].swap(n, 4);
    sum = sum * 7 % 100_000 + total(&w) % 1000;
    w[n..n + 2].fill(x[i] % 11);
    let v = [1, 2, x[i], 4];
    w[..n].copy_from_slice(&v[4 - n..]);
    sum = sum * 7 % 100_000 + total(&w) % 1000;
    w.copy_within(n..5, 2);
    w.copy_within(2..5, n);
    let s = &mut w[2..];
    s.swap(0, 1);
    s.reverse();
    y[i] = sum + total(&w) % 10_000;
});

compare!(slices_are_sorted, |i, x: u32, y: u32| {
    let n = x[i] as usize % 4;
    let mut w = [x[i] % 5, 9, 3, 7, x[i] % 3, 4, 8];
    w[n..].sort_unstable();
    let mut sum = total(&w) % 10_000;
    w.sort_unstable_by(|a, b| b.cmp(a));
    sum = sum * 3 + total(&w) % 10_000;
    w[..5].sort_unstable_by_key(|v| (v * 7) % 11);
    sum = sum * 3 + total(&w) % 10_000;
    let mut floats = [0.5, x[i] as f32, -1.0, 2.5];
    floats.sort_unstable_by(|a, b| a.total_cmp(b).reverse());
    floats[1..].sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut pairs = [(3u32, 1u32), (x[i] % 4, 2), (3, 0), (1, 9)];
    pairs.sort_by_key(|p| p.0);
    pairs[2..].sort_unstable_by(|a, b| {
        let first = a.1;
        first.cmp(&b.1).then(b.0.cmp(&a.0))
    });
    for (k, f) in floats.iter().enumerate() {
        sum = (sum * 5 + (f * 2.0 + 10.0) as u32 * k as u32) % 1_000_000;
    }
    for (a, b) in pairs {
        sum = (sum * 3 + a * 5 + b) % 10_000_000;
    }
    y[i] = sum + 5.cmp(&n).is_ge() as u32 + x[i].cmp(&7).is_lt() as u32;
});

#[device]
fn found(xs: &[u32], key: u32) -> u32 {
    match xs.binary_search(&key) {
        Ok(k) => k as u32,
        Err(k) => 100 + k as u32,
    }
}

#[device]
fn ends(xs: &[u32]) -> u32 {
    let first = xs.first().copied().unwrap_or(50);
    let last = xs.last().copied().unwrap_or(60);
    let third = xs.get(2).copied().unwrap_or(70);
    if xs.is_empty() {
        return first + last * 100 + third * 10_000;
    }
    first + last * 100 + third * 10_000 + *xs.first().unwrap() + *xs.last().expect("an item")
}

compare!(slices_are_searched, |i, x: u32, y: u32| {
    let n = x[i] as usize % 6;
    let w = [1, 3, 3, 5, 9, 20];
    let key = x[i] % 12;
    let mut sum = found(&w, key) + found(&w[n..], key) * 7 + found(&w[n..n], key);
    sum += w[n..].contains(&key) as u32 * 1000 + w.contains(&9) as u32;
    sum += w.partition_point(|v| *v < key) as u32 * 10_000 + w[n..].partition_point(|v| v % 2 == 1) as u32;
    let at = w[..n].binary_search_by_key(&(key * 2), |v| v * 2);
    sum += at.unwrap_or_else(|k| k + 50) as u32;
    sum += w.starts_with(&[1, 3]) as u32 * 3
        + w[n..].ends_with(&[9, 20]) as u32 * 5
        + w[n..].starts_with(&w[2..3]) as u32 * 9;
    y[i] = sum + ends(&w[n..]) % 77 + ends(&w) + ends(&w[..0]) + w[..n].last().copied().unwrap_or(4);
});

#[device]
fn in_parts(xs: &[u32], n: usize) -> u32 {
    let mut sum = 0;
    for part in xs.chunks(n) {
        sum = sum * 3 + total(part) + part.len() as u32;
    }
    for part in xs.chunks_exact(n) {
        sum = sum * 3 + part[n - 1];
    }
    sum + xs.windows(n).map(|part| total(part) % 100).sum::<u32>() + xs.chunks(n).count() as u32
}

#[device]
fn shift_parts(xs: &mut [u32], n: usize) {
    for (k, part) in xs.chunks_mut(n).enumerate() {
        shift(part, k as u32);
        part.reverse();
    }
    for part in xs.chunks_exact_mut(n) {
        part[0] += 100;
    }
}

compare!(slices_have_parts, |i, x: u32, y: u32| {
    let n = x[i] as usize % 3 + 1;
    let mut w = [1, 3, x[i] % 7, 5, 9, 20, 2];
    let mut sum = in_parts(&w, n) % 100_000 + in_parts(&w[2..], 2) % 1000;
    shift_parts(&mut w[1..], n);
    for part in w.chunks_mut(n) {
        part[0] *= 2;
    }
    for (k, part) in w[1..].windows(n).enumerate() {
        sum += part[0] * k as u32;
    }
    y[i] = sum % 1_000_000 + total(&w) % 1000;
});

#[device]
fn around(x: &ArrayView<u32>, at: usize) -> u32 {
    let part = &x[at.saturating_sub(1)..];
    let two = &x[at..=at + 1];
    total(&x[at..at + 2]) + part[0] + two.len() as u32 + total(&part[..2]) + found(two, part[1])
}

/// Slices of views that are only read: of a view of integers, of a row of a matrix, of a view of structs, and of a view of
/// bytes.
#[kernel]
fn view_slices(
    i: Index<1>,
    x: &ArrayView<u32>,
    m: &ArrayView<u32, 2>,
    p: &ArrayView<Particle>,
    b: &ArrayView<u8>,
    y: &mut ArrayViewMut<u32>,
) {
    let n = i[0] % 4;
    let s = &x[n..n + 3];
    let mut sum = s[0] + s[2] * 2 + s.len() as u32 + total(s) + total(&x[n..]) % 1000 + around(x, n);
    for v in s {
        sum += v * 3;
    }
    for (k, v) in x[..n].iter().enumerate() {
        sum += v * k as u32;
    }
    sum += s.contains(&5) as u32
        + s.iter().rev().take(2).sum::<u32>()
        + x[n..].windows(2).map(|w| w[0] * w[1] % 7).sum::<u32>();
    let row = m.project(n).unwrap();
    sum += total(&row[1..]) + row[n % 3..].len() as u32;
    let all = &p[n..];
    sum += (all[0].speed + fastest(all) + fastest(&p[1..n + 2])) as u32;
    y[i] = sum + bytes(&b[n..]) + bytes(&b[..n]);
}

#[device]
fn fastest(all: &[Particle]) -> f32 {
    let mut best = 0.0;
    for p in all {
        if p.speed + p.at[1] > best {
            best = p.speed + p.at[1];
        }
    }
    best
}

#[device]
fn bytes(xs: &[u8]) -> u32 {
    let mut sum = 0;
    for x in xs.iter() {
        sum = sum * 3 + u32::from(*x);
    }
    sum
}

#[test]
fn slices_of_read_views() {
    let data: Vec<u32> = (0..16).map(|n| (n * 7) % 11).collect();
    let matrix: Vec<u32> = (0..20).collect();
    let particles: Vec<Particle> =
        (0..6).map(|n| Particle { at: [0.5, n as f32], speed: (n * 5 % 7) as f32 }).collect();
    let small: Vec<u8> = (0..9).map(|n| n * 30).collect();
    let run = |on: &Accelerator| {
        let mut found = vec![0; 16];
        let x = ArrayView::new(&data);
        let m = ArrayView::with_extent([4, 5], &matrix).unwrap();
        let (p, b) = (ArrayView::new(&particles), ArrayView::new(&small));
        let mut y = ArrayViewMut::new(&mut found);
        on.default_view().parallel_for_each(16, view_slices(&x, &m, &p, &b, &mut y)).unwrap();
        drop(y);
        found
    };
    let expected = expected_of_views(&data, &matrix, &particles, &small);
    amp_tests::on_each(|on| assert_eq!(run(on), expected));
}

fn expected_of_views(x: &[u32], m: &[u32], p: &[Particle], b: &[u8]) -> Vec<u32> {
    let one = |i: usize| {
        let n = i % 4;
        let s = &x[n..n + 3];
        let around = {
            let part = &x[n.saturating_sub(1)..];
            let two = &x[n..=n + 1];
            total(two) + part[0] + 2 + total(&part[..2]) + found(two, part[1])
        };
        let mut sum = s[0] + s[2] * 2 + 3 + total(s) + total(&x[n..]) % 1000 + around;
        sum += s.iter().map(|v| v * 3).sum::<u32>();
        sum += x[..n].iter().enumerate().map(|(k, v)| v * k as u32).sum::<u32>();
        sum += s.contains(&5) as u32 + s[2] + s[1] + x[n..].windows(2).map(|w| w[0] * w[1] % 7).sum::<u32>();
        let row = &m[n * 5..(n + 1) * 5];
        sum += total(&row[1..]) + row[n % 3..].len() as u32;
        sum += (p[n].speed + fastest(&p[n..]) + fastest(&p[1..n + 2])) as u32;
        sum + bytes(&b[n..]) + bytes(&b[..n])
    };
    (0..16).map(one).collect()
}

/// Slices of a written view are used where they are made.
#[kernel]
fn written_slices(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let own = &mut y[4 * i[0]..4 * i[0] + 4];
    own[1] += own[0];
    for v in own.iter_mut() {
        *v *= 2;
    }
    own[1..].reverse();
    own.sort_unstable_by(|a, b| b.cmp(a));
    own[..2].fill(i[0] as u32);
    for (k, part) in own.chunks_mut(3).enumerate() {
        part[0] += 100 + k as u32;
    }
    let read = &y[4 * i[0]..];
    let sum = read[0] + total(&read[1..3]);
    y[4 * i[0] + 3] += sum;
}

#[test]
fn slices_of_written_views() {
    let mut expected: Vec<u32> = (0..64).map(|n| (n * 7) % 23).collect();
    for (i, own) in expected.chunks_exact_mut(4).enumerate() {
        own[1] += own[0];
        own.iter_mut().for_each(|v| *v *= 2);
        own[1..].reverse();
        own.sort_unstable_by(|a, b| b.cmp(a));
        own[..2].fill(i as u32);
        own[0] += 100;
        own[3] += 101;
        own[3] += own[0] + total(&own[1..3]);
    }
    amp_tests::on_each(|on| {
        let mut data: Vec<u32> = (0..64).map(|n| (n * 7) % 23).collect();
        let mut y = ArrayViewMut::new(&mut data);
        on.default_view().parallel_for_each(16, written_slices(&mut y)).unwrap();
        drop(y);
        assert_eq!(data, expected);
    });
}

#[test]
fn slices_of_captured_views_in_closures() {
    amp_tests::on_each(|on| {
        let data: Vec<u32> = (0..40).map(|n| (n * 7) % 11).collect();
        let mut found = vec![0; 16];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        let table = [3u32, 1, 4, 1, 5];
        let kernel = amp!(|i: Index<1>| {
            let s = &x[i[0]..2 * i[0] + 3];
            let own = table;
            let t = &own[i[0] % 3..];
            y[i] = s[0] + total(&s[1..3]) + total(&x[..3]) + t[0] * 100 + total(t) + iterated(&own);
        });
        on.default_view().parallel_for_each(16, kernel).unwrap();
        drop(y);
        let one = |i: usize| {
            let (s, t) = (&data[i..2 * i + 3], &table[i % 3..]);
            s[0] + total(&s[1..3]) + total(&data[..3]) + t[0] * 100 + total(t) + iterated(&table)
        };
        assert_eq!(found, (0..16).map(one).collect::<Vec<_>>());
    });
}

#[test]
fn slices_of_views_with_strides() {
    amp_tests::on_each(|on| {
        let data: Vec<u32> = (0..24).map(|n| (n * 7) % 11).collect();
        let mut found = vec![0; 4];
        let m = ArrayView::with_extent([8, 3], &data).unwrap();
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let row = m.section([i[0], 0], [4, 3]).unwrap();
            let line = row.project(1).unwrap();
            let part = &line[1..];
            y[i] = total(part) + total(&line[..2]) + part[0];
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        drop(y);
        let one = |i: usize| {
            let line = &data[3 * (i + 1)..3 * (i + 2)];
            total(&line[1..]) + total(&line[..2]) + line[1]
        };
        assert_eq!(found, (0..4).map(one).collect::<Vec<_>>());
    });
}

#[kernel(tile = [8])]
fn tile_slices(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut s: [u32; 8];
    #[tile_static]
    let mut rows: [[u32; 4]; 2];
    let me = t.local[0];
    s[me] = x[t.global];
    rows[me / 4][me % 4] = x[t.global] + 1;
    t.barrier.wait();
    let sum = total(&s[me..]) + total(&rows[me / 4][..2]) + iterated(&s[..me]) + total(&s) % 100;
    t.barrier.wait();
    shift(&mut s[me..me + 1], 5);
    let row = &mut rows[me / 4][me % 4..me % 4 + 1];
    row[0] *= 2;
    t.barrier.wait();
    let part = &s[1..5];
    let mut best = part[0];
    for v in part {
        best = best.max(*v);
    }
    y[t.global] = sum % 100_000 + best * 7 + part.len() as u32 + total(&rows[1 - me / 4]);
}

#[test]
fn slices_of_tile_memory() {
    let data: Vec<u32> = (0..32).map(|n| (n * 7) % 13).collect();
    let mut expected = Vec::new();
    for x in data.chunks_exact(8) {
        for me in 0..8 {
            let row: Vec<u32> = x[me / 4 * 4..me / 4 * 4 + 4].iter().map(|v| v + 1).collect();
            let other: Vec<u32> = x[4 - me / 4 * 4..8 - me / 4 * 4].iter().map(|v| (v + 1) * 2).collect();
            let sum = total(&x[me..]) + total(&row[..2]) + iterated(&x[..me]) + total(x) % 100;
            let best = x[1..5].iter().max().unwrap() + 5;
            expected.push(sum % 100_000 + best * 7 + 4 + total(&other));
        }
    }
    amp_tests::on_each(|on| {
        let mut found = vec![0; 32];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([8]).unwrap();
        on.default_view().parallel_for_each(domain, tile_slices(&x, &mut y)).unwrap();
        drop(y);
        assert_eq!(found, expected);
    });
}

#[device]
fn normalise(xs: &mut [u32], by: u32) -> u32 {
    xs.sort_unstable();
    let last = *xs.last().unwrap();
    for x in xs.iter_mut() {
        *x += by;
    }
    last
}

#[device]
fn swapped(pairs: &mut [Particle]) {
    pairs.reverse();
    for p in pairs.iter_mut() {
        p.at[0] += 1.0;
    }
}

/// Functions write slices of views of integers, of rows of a matrix, of views of structs, and of views of bytes.
#[kernel]
fn passed_written_slices(
    i: Index<1>,
    y: &mut ArrayViewMut<u32>,
    m: &mut ArrayViewMut<u32, 2>,
    p: &mut ArrayViewMut<Particle>,
    b: &mut ArrayViewMut<u8>,
) {
    let n = i[0];
    let sum = normalise(&mut y[4 * n..4 * n + 4], 3);
    let own = &mut y[4 * n + 1..4 * n + 4];
    own[0] += sum;
    shift(&mut own[1..], 10);
    let mut row = m.project_mut(n).unwrap();
    shift(&mut row[1..4], sum);
    row[0] = total(&row[2..]) % 1000;
    swapped(&mut p[2 * n..2 * n + 2]);
    shift_bytes(&mut b[3 * n..3 * n + 3]);
}

#[device]
fn shift_bytes(xs: &mut [u8]) {
    for k in 0..xs.len() {
        xs[k] = xs[k] / 2 + k as u8;
    }
}

#[test]
fn functions_write_slices_of_views() {
    let start: Vec<u32> = (0..32).map(|n| (n * 7) % 23).collect();
    let particle = |n: usize| Particle { at: [n as f32, 0.0], speed: (n * 5 % 7) as f32 };
    let (mut ey, mut em, mut eb) =
        (start.clone(), (0..40).collect::<Vec<u32>>(), (0..24).map(|n| n * 9).collect::<Vec<u8>>());
    let mut ep: Vec<Particle> = (0..16).map(particle).collect();
    for n in 0..8 {
        let sum = normalise(&mut ey[4 * n..4 * n + 4], 3);
        ey[4 * n + 1] += sum;
        shift(&mut ey[4 * n + 2..4 * n + 4], 10);
        let row = &mut em[5 * n..5 * n + 5];
        shift(&mut row[1..4], sum);
        row[0] = total(&row[2..]) % 1000;
        swapped(&mut ep[2 * n..2 * n + 2]);
        shift_bytes(&mut eb[3 * n..3 * n + 3]);
    }
    amp_tests::on_each(|on| {
        let (mut data, mut matrix, mut small) =
            (start.clone(), (0..40).collect::<Vec<u32>>(), (0..24).map(|n| n * 9).collect::<Vec<u8>>());
        let mut all: Vec<Particle> = (0..16).map(particle).collect();
        let mut y = ArrayViewMut::new(&mut data);
        let mut m = ArrayViewMut::with_extent([8, 5], &mut matrix).unwrap();
        let mut p = ArrayViewMut::new(&mut all);
        let mut b = ArrayViewMut::new(&mut small);
        on.default_view()
            .parallel_for_each(8, passed_written_slices(&mut y, &mut m, &mut p, &mut b))
            .unwrap();
        drop((y, m, p, b));
        assert_eq!((&data, &matrix, &small), (&ey, &em, &eb));
        let parts = |all: &[Particle]| all.iter().map(|p| (p.at, p.speed)).collect::<Vec<_>>();
        assert_eq!(parts(&all), parts(&ep));
    });
}

#[test]
fn host_code_takes_slices_of_views() {
    let mut data = [1u32, 2, 3, 4, 5, 6];
    let x = ArrayView::new(&data);
    assert_eq!((total(&x[1..3]), &x[4..], &x[..0], &x[2..=3]), (9, &[5, 6][..], &[][..], &[3, 4][..]));
    let mut y = ArrayViewMut::new(&mut data);
    shift(&mut y[1..3], 10);
    y[4..].reverse();
    drop(y);
    assert_eq!(data, [1, 12, 14, 4, 6, 5]);
    amp_tests::on_each(|on| {
        let mut small: Vec<u8> = (0..40).collect();
        let mut y = ArrayViewMut::new(&mut small);
        for _ in 0..2 {
            on.default_view().parallel_for_each(40, amp!(|i: Index<1>| y[i] = y[i] + 1)).unwrap();
            assert_eq!((y[3..5].len(), y[4]), (2, y[4..][0]));
            y[5..8].reverse();
            y[..2].fill(9);
        }
        drop(y);
        let mut expected: Vec<u8> = (2..42).collect();
        expected[..2].fill(9);
        assert_eq!(small, expected);
    });
}

#[device]
trait Weigh {
    fn weigh(&self, xs: &[u32]) -> u32;
    fn twice(&self, xs: &[u32]) -> u32 {
        self.weigh(xs) * 2 + self.weigh(&xs[1..])
    }
}

#[device]
impl Weigh for Window {
    fn weigh(&self, xs: &[u32]) -> u32 {
        total(xs) + self.items[xs.len()]
    }
}

#[device]
fn weighed<W: Weigh>(by: &W, xs: &[u32]) -> u32 {
    by.weigh(&xs[1..]) + by.twice(xs)
}

compare!(traits_take_slices, |i, x: u32, y: u32| {
    let window = Window::new(x[i]);
    let w = [x[i], 2, 3, 4];
    let n = x[i] as usize % 3;
    y[i] = window.weigh(&w[n..]) + window.twice(&w[..2]) + weighed(&window, &w[n..]) + weighed(&window, &w);
});

/// Each access outside a slice or its array ends the kernel on the CPU accelerators.
#[test]
fn accesses_outside_slices_are_reported() {
    let report = |on: &Accelerator, which: u32, n: usize| {
        let mut data = [0u32; 4];
        let mut y = ArrayViewMut::new(&mut data);
        let kernel = amp!(|i: Index<1>| {
            let w = [1, 2, 3, 4u32];
            if which == 0 {
                let s = &w[1..3];
                y[i] = s[n];
            } else if which == 1 {
                y[i] = total(&w[n..3]);
            } else if which == 2 {
                y[i] = first_of(&w[..2], n);
            } else if which == 3 {
                let s = &y[..3];
                y[i] = s[n];
            } else {
                y[i] = total(&y[2..n + 2]);
            }
        });
        on.default_view().parallel_for_each(1, kernel)
    };
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        for (which, inside, outside) in [(0, 1, 2), (1, 3, 4), (2, 1, 2), (3, 2, 3), (4, 2, 3)] {
            report(&on, which, inside).unwrap();
            let error = report(&on, which, outside).expect_err("outside");
            assert!(matches!(error, amp::Error::KernelPanicked { .. }), "{which}: {error}");
        }
    }
}

#[device]
fn first_of(xs: &[u32], n: usize) -> u32 {
    xs[n]
}

#[kernel(tile = [4])]
fn racy(t: TiledIndex<1>, to: usize, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut s: [u32; 8];
    let me = t.local[0];
    s[me] = 1;
    s[me + 4] = 2;
    t.barrier.wait();
    shift(&mut s[me..me + to], 1);
    t.barrier.wait();
    y[t.global] = total(&s[..]);
}

#[kernel]
fn racy_views(i: Index<1>, to: usize, y: &mut ArrayViewMut<u32>) {
    shift(&mut y[i[0]..i[0] + to], 1);
}

#[test]
fn races_in_slices_are_reported() {
    let on = Accelerator::cpu_checked();
    let run = |to: usize| {
        let mut data = [0u32; 8];
        let mut y = ArrayViewMut::new(&mut data);
        let domain = y.extent().tile([4]).unwrap();
        on.default_view().parallel_for_each(domain, racy(to, &mut y))
    };
    run(1).unwrap();
    assert!(matches!(run(2), Err(amp::Error::Race { .. })), "{:?}", run(2));
    let run = |to: usize| {
        let mut data = [0u32; 16];
        let mut y = ArrayViewMut::new(&mut data);
        on.default_view().parallel_for_each(8, racy_views(to, &mut y))
    };
    run(1).unwrap();
    assert!(matches!(run(2), Err(amp::Error::Race { .. })), "{:?}", run(2));
}

#[device]
fn gathered(xs: &[u32], x: &ArrayView<u32>, out: &mut [u32], f: impl Fn(u32) -> u32) -> u32 {
    for k in 0..out.len() {
        out[k] = f(x[xs[k % xs.len()] as usize]);
    }
    out.reverse();
    total(&x[..2]) + total(out)
}

/// Slices beside views and closures. Whole arrays, also captured ones, coerce to slices.
#[test]
fn slices_beside_views_and_captured_arrays() {
    amp_tests::on_each(|on| {
        let data: Vec<u32> = (0..16).map(|n| (n * 7) % 11).collect();
        let mut found = vec![0; 16];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        let table = [3u32, 1, 4, 1, 5];
        let kernel = amp!(|i: Index<1>| {
            let mut out = [0u32; 4];
            let at = [i[0] as u32, 2, 5];
            let by = i[0] as u32;
            let a = gathered(&at[1..], &x, &mut out[i[0] % 3..], |v| v + by);
            let b = gathered(&at, &x, &mut out, |v| v * 2);
            y[i] = a + b + total(&out) + total(&table) + halves(&table);
        });
        on.default_view().parallel_for_each(16, kernel).unwrap();
        drop(y);
        let one = |i: usize| {
            let (mut out, at, by) = ([0u32; 4], [i as u32, 2, 5], i as u32);
            let of = |xs: &[u32], out: &mut [u32], f: &dyn Fn(u32) -> u32| {
                for k in 0..out.len() {
                    out[k] = f(data[xs[k % xs.len()] as usize]);
                }
                out.reverse();
                total(&data[..2]) + total(out)
            };
            let a = of(&at[1..], &mut out[i % 3..], &|v| v + by);
            let b = of(&at, &mut out, &|v| v * 2);
            a + b + total(&out) + total(&table) + halves(&table)
        };
        assert_eq!(found, (0..16).map(one).collect::<Vec<_>>());
    });
}

/// Private arrays of work-items live across barriers, and so do slices of them.
#[kernel(tile = [8])]
fn slices_across_barriers(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut s: [u32; 8];
    let me = t.local[0];
    let mut w = [x[t.global], 2, 3, 4];
    let v = [5, x[t.global], 7];
    let part = &v[me % 2..];
    s[me] = total(&w[me % 3..]);
    t.barrier.wait();
    shift(&mut w[1..], s[7 - me]);
    w[..3].reverse();
    let mine = &mut w[me % 2..];
    t.barrier.wait();
    mine[0] += s[(me + 1) % 8];
    for k in part {
        mine[1] += k;
    }
    y[t.global] = (total(part) + mine.len() as u32) % 1000 + total(&w) % 100_000;
}

#[test]
fn slices_of_arrays_across_barriers() {
    let data: Vec<u32> = (0..32).map(|n| (n * 7) % 13).collect();
    let mut expected = Vec::new();
    for x in data.chunks_exact(8) {
        let s: Vec<u32> = (0..8).map(|me| total(&[x[me], 2, 3, 4][me % 3..])).collect();
        for me in 0..8 {
            let (mut w, v) = ([x[me], 2, 3, 4], [5, x[me], 7]);
            let part = &v[me % 2..];
            shift(&mut w[1..], s[7 - me]);
            w[..3].reverse();
            let mine = &mut w[me % 2..];
            mine[0] += s[(me + 1) % 8];
            mine[1] += part.iter().sum::<u32>();
            let len = mine.len() as u32;
            expected.push((total(part) + len) % 1000 + total(&w) % 100_000);
        }
    }
    amp_tests::on_each(|on| {
        let mut found = vec![0; 32];
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([8]).unwrap();
        on.default_view().parallel_for_each(domain, slices_across_barriers(&x, &mut y)).unwrap();
        drop(y);
        assert_eq!(found, expected);
    });
}
