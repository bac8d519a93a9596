//! Closures passed by reference, and closures that trait functions take.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn sum_of(n: u32, f: &impl Fn(u32) -> u32) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum += f(k);
    }
    sum
}

/// Passes the closure on, by reference and by value.
#[device]
fn sums_of<F: Fn(u32) -> u32>(n: u32, f: &F) -> u32 {
    sum_of(n, f) * 100 + sum_of(n + 1, &f) + once(2, f)
}

#[device]
fn once(x: u32, f: impl Fn(u32) -> u32) -> u32 {
    f(x) + sum_of(1, &f)
}

#[device]
fn square(k: u32) -> u32 {
    k * k
}

#[device]
fn squares(n: u32) -> u32 {
    sum_of(n, &square)
}

#[device]
fn picked(v: &ArrayView<u32>, f: &impl Fn(u32) -> u32, at: usize) -> u32 {
    f(v[at])
}

/// A sequence of values.
#[device]
trait Fold {
    fn fold(self, start: u32, join: impl Fn(u32, u32) -> u32) -> u32;
    fn any<F: Fn(u32) -> bool>(self, f: &F) -> bool;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Three {
    values: [u32; 3],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct UpTo {
    end: u32,
}

#[device]
impl Fold for Three {
    fn fold(self, start: u32, join: impl Fn(u32, u32) -> u32) -> u32 {
        let mut all = start;
        for value in self.values {
            all = join(all, value);
        }
        all
    }

    fn any<F: Fn(u32) -> bool>(self, f: &F) -> bool {
        f(self.values[0]) || f(self.values[1]) || f(self.values[2])
    }
}

#[device]
impl Fold for UpTo {
    fn fold(self, start: u32, join: impl Fn(u32, u32) -> u32) -> u32 {
        let mut all = start;
        for k in 0..self.end {
            all = join(all, k);
        }
        all
    }

    fn any<F: Fn(u32) -> bool>(self, f: &F) -> bool {
        let mut k = 0;
        while k < self.end {
            if f(k) {
                return true;
            }
            k += 1;
        }
        false
    }
}

/// Calls both trait functions in generic code.
#[device]
fn folded<T: Fold>(it: T, scale: u32) -> u32 {
    let sum = it.fold(1, |a, b| a + b * scale);
    let many = it.any(&|k| k > 3);
    sum * 2 + u32::from(many)
}

#[test]
fn closures_are_passed_by_reference() {
    on_each(|on| {
        let input: Vec<u32> = (0..16).map(|n| n * 7).collect();
        let mut found = [0; 16];
        let v = ArrayView::new(&input);
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let base = v[i];
            let f = |k: u32| k * 3 + base;
            y[i] = sum_of(4, &f) + sums_of(3, &|k| k + base) + squares(2);
            y[i] += picked(&v, &|x| x * 2 + base, i[0]) + picked(&v, &f, 0);
        });
        on.default_view().parallel_for_each(16, kernel).unwrap();
        drop(y);
        let expected: Vec<u32> = input
            .iter()
            .map(|&base| {
                let g = |k: u32| k + base;
                let sums = (0..3).map(g).sum::<u32>() * 100 + (0..4).map(g).sum::<u32>() + g(2) + g(0);
                (0..4).map(|k| k * 3 + base).sum::<u32>() + sums + 1 + base * 3 + base
            })
            .collect();
        assert_eq!(found, *expected);
    });
}

#[test]
fn trait_functions_take_closures() {
    on_each(|on| {
        let threes: Vec<Three> = (0..16).map(|n| Three { values: [n, n / 2, 1] }).collect();
        let mut found = [0; 16];
        let v = ArrayView::new(&threes);
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let limit = i[0] as u32;
            y[i] = folded(v[i], 3) + folded(UpTo { end: limit }, 2) * 1000;
            y[i] += v[i].fold(0, |a: u32, b: u32| a.max(b)) + v[i].fold(limit, |a, b| a ^ b);
        });
        on.default_view().parallel_for_each(16, kernel).unwrap();
        drop(y);
        let expected: Vec<u32> = (0..16u32)
            .map(|n| {
                let values = [n, n / 2, 1];
                let three = (1 + values.iter().sum::<u32>() * 3) * 2 + u32::from(n > 3);
                let up = (1 + (0..n).sum::<u32>() * 2) * 2 + u32::from(n > 4);
                three + up * 1000 + n.max(1) + (n ^ n ^ (n / 2) ^ 1)
            })
            .collect();
        assert_eq!(found, *expected);
    });
}
