//! Free functions that return iterators, where the syntax alone does not show the iterator; and functions that return values of
//! types with `Iterator`.

use amp::prelude::*;
use amp_tests::on_each;
use std::iter;

#[device]
fn collatz(start: u32) -> impl Iterator<Item = u32> {
    iter::successors(Some(start), |&n| match n {
        1 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(3 * n + 1),
    })
}

mod grid {
    use amp::prelude::*;

    const SIDE: usize = 5;

    #[device]
    pub fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|&(x, y)| x < SIDE && y < SIDE)
    }
}

/// A function with the name of a macro, which stays the one of the standard library. Its calls show the iterator.
#[device]
fn write(n: u32) -> impl Iterator<Item = u32> {
    (0..n).map(|k| k * k)
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Bits(u32);

#[device]
impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 32).then_some(bit)
    }
}

#[device]
fn bits_of(v: u32) -> Bits {
    Bits(v * 5)
}

/// A type with methods that iterators have, too.
#[derive(Clone, Copy, GpuType)]
struct Poly([u32; 3]);

#[device]
impl Poly {
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Poly([f(self.0[0]), f(self.0[1]), f(self.0[2])])
    }

    fn sum(self) -> u32 {
        self.0[0] + self.0[1] + self.0[2]
    }
}

#[device]
fn poly(n: u32) -> Poly {
    Poly([n, n + 1, n + 2])
}

#[device]
fn list(n: u32) -> [u32; 3] {
    [n, 2 * n, 3 * n]
}

#[device]
fn larger(a: u32, b: u32) -> u32 {
    let n = std::cmp::max(a, b);
    std::cmp::min(n, 50).max(a)
}

#[device]
fn of_functions(k: u32) -> u32 {
    let steps = collatz(k + 1).count() as u32;
    let peak = collatz(k + 1).max().unwrap_or_default();
    let third = collatz(k + 1).nth(2).unwrap_or(77);
    let last = self::collatz(k + 1).last().unwrap_or(5);
    let is_same = collatz(k + 1).eq([4, 2, 1]) as u32;
    let zipped: u32 = collatz(k + 1).zip([3, 1, 4, 1]).map(|(a, b)| a * b).sum();
    let mut found = 0;
    for (x, y) in grid::neighbours(k as usize % 5, 2) {
        if x == 3 {
            continue;
        }
        found += x * 10 + y;
    }
    let sum = write(k).sum::<u32>();
    let of_variable = collatz(k + 2);
    let odd = of_variable.filter(|v| v % 2 == 1).count() as u32;
    steps
        + peak * 3
        + third * 5
        + last * 7
        + is_same * 1000
        + zipped * 11
        + found as u32 * 13
        + sum * 17
        + odd * 19
}

#[device]
fn of_values(k: u32) -> u32 {
    let squares: u32 = bits_of(k).map(|bit| bit * bit).sum();
    let even = bits_of(k).filter(|bit| bit % 2 == 0).count() as u32;
    let count = bits_of(k).count() as u32;
    let tripled = Bits(k * 3 + 1).map(|bit| bit * 3);
    let few: u32 = tripled.clone().take(2).sum();
    let many = tripled.skip(1).filter(|v| v % 2 == 0).count() as u32;
    squares + even * 100 + count * 1000 + few * 7 + many * 31
}

#[device]
fn of_other_types(k: u32) -> u32 {
    let mut sum = 0;
    for v in list(k) {
        sum += v;
    }
    let mapped = poly(k).map(|v| v + 1);
    sum + mapped.sum() * 10 + larger(k, 3) + list(k).map(|v| v + 1)[1]
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    fn twice(n: u32) -> u32 {
        2 * n
    }
    let k = i[0] as u32;
    let mut sum = collatz(k + 3).count() as u32 + twice(k).max(3);
    for v in collatz(k + 1) {
        if v == 2 {
            break;
        }
        sum += v;
    }
    y[i] = sum + of_functions(k) + of_values(k) * 3 + of_other_types(k) * 5;
}

#[test]
fn functions_are_iterated() {
    let expected = |k: u32| {
        let sum: u32 = collatz(k + 1).take_while(|v| *v != 2).sum();
        let own = collatz(k + 3).count() as u32 + (2 * k).max(3) + sum;
        own + of_functions(k) + of_values(k) * 3 + of_other_types(k) * 5
    };
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        accelerator.default_view().parallel_for_each(16, all(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..16).map(expected).collect::<Vec<_>>());
    });
}

#[test]
fn macros_of_the_standard_library_stay() {
    use std::fmt::Write as _;
    let mut text = String::new();
    write!(text, "{}", 3).unwrap();
    assert_eq!(text, "3");
}
