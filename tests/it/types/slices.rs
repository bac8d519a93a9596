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
