//! Functions that return slices. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

mod lists {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    pub struct List<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: amp::Value + Default, const N: usize> List<T, N> {
        pub fn new() -> Self {
            Self { items: [T::default(); N], len: 0 }
        }

        pub fn push(&mut self, v: T) {
            self.items[self.len % N] = v;
            self.len = N.min(self.len + 1);
        }

        pub fn as_slice(&self) -> &[T] {
            &self.items[..self.len]
        }

        pub fn from(&self, k: usize) -> &[T] {
            if k >= self.len {
                return &self.items[self.len..self.len];
            }
            &self.items[k..self.len]
        }

        pub fn is_full(&self) -> bool {
            self.len == N
        }

        pub fn count(&self) -> usize {
            self.as_slice().len()
        }
    }

    #[device]
    pub fn inner(list: &[u32], n: usize) -> &[u32] {
        let rest = &list[n % 2..];
        match n % 3 {
            0 => rest,
            1 => &rest[1..],
            _ => list,
        }
    }

    #[device]
    pub fn from(list: &[u32], n: usize) -> Option<&[u32]> {
        if n == 9 {
            return None;
        }
        list.get(n..)
    }

    #[device]
    impl<T: amp::Value + Default> List<T, 4> {
        pub fn half(&self, k: usize) -> Result<&[T], u32> {
            if k > 1 {
                return Err(k as u32);
            }
            Ok(&self.items[k * 2..k * 2 + 2])
        }
    }

    #[device]
    pub fn used<'a>(list: &'a List<u32, 4>, _n: &u32) -> &'a [u32] {
        if list.is_full() { &list.items } else { &list.items[..1] }
    }
}
use lists::{List, from, inner, used};

#[device]
fn total(list: &[u32]) -> u32 {
    list.iter().sum()
}

#[device]
fn with_slices(k: usize, v: u32) -> u32 {
    let mut s = List::<u32, 4>::new();
    let mut sum = 0;
    for n in 0..k as u32 % 6 {
        s.push(v % (n + 3));
        sum += s.as_slice().iter().sum::<u32>() * 3;
        for x in s.as_slice() {
            sum = sum * 3 % 1009 + x;
        }
    }
    let tail: &[u32] = s.from(k % 3);
    sum += total(tail) + total(s.as_slice()) * 5 + s.as_slice().len() as u32;
    let w = [v, v + 1, v + 2, v + 3];
    let part: &[u32] = inner(&w, k);
    sum += part[0] * 7 + total(part) + total(&part[1..]);
    let again: &[u32] = inner(&w[1..], k + 1);
    sum += again.iter().map(|x| x % 5).sum::<u32>();
    let rest: &[u32] = used(&s, &v);
    if let [first, ..] = rest {
        sum += first * 11;
    }
    let found: Option<&[u32]> = from(&w, k % 7);
    if let Some(list) = found {
        sum += total(list) * 13 + list.len() as u32;
    }
    let half: Result<&[u32], u32> = s.half(k % 3);
    sum += match half {
        Ok(list) => list[0] + list[1] * 2,
        Err(n) => n * 100,
    };
    sum + s.count() as u32
}

#[test]
fn slices_are_results() {
    on_each(|accelerator| {
        let source: Vec<u32> = (0..32).map(|k| k * k % 19).collect();
        let x = ArrayView::new(&source);
        let mut z = ArrayViewMut::<u32>::without_source([24]).unwrap();
        let queue = accelerator.default_view();
        queue
            .parallel_for_each(
                24,
                amp!(|i: Index<1>| {
                    let k = i[0];
                    let mut sum = with_slices(k, k as u32 * 5);
                    let part: &[u32] = inner(&x[k..k + 4], k);
                    sum += part.iter().sum::<u32>() + part.len() as u32 + total(part);
                    let found: Option<&[u32]> = from(&x[k..k + 4], k % 10);
                    sum += found.map_or(5, |list| list.iter().sum::<u32>());
                    let mut s = List::<u32, 3>::new();
                    s.push(x[k]);
                    s.push(4);
                    sum += s.as_slice()[k % 2];
                    z[i] = sum + s.as_slice().iter().rev().fold(0, |sum, x| sum * 2 + x);
                }),
            )
            .unwrap();
        for k in 0..24 {
            let mut sum = with_slices(k, k as u32 * 5);
            let part: &[u32] = inner(&source[k..k + 4], k);
            sum += part.iter().sum::<u32>() + part.len() as u32 + total(part);
            sum += from(&source[k..k + 4], k % 10).map_or(5, |list| list.iter().sum::<u32>());
            let mut s = List::<u32, 3>::new();
            s.push(source[k]);
            s.push(4);
            sum += s.as_slice()[k % 2];
            assert_eq!(z[k], sum + s.as_slice().iter().rev().fold(0, |sum, x| sum * 2 + x), "{k}");
        }
    });
}
