//! Functions of the standard library that the module imports by name, and device functions with such names.

use super::same_for_values;
use amp::prelude::*;
use std::cmp::{max, min};
use std::iter::{once, repeat, repeat_n, repeat_with, successors, zip};
use std::mem::{replace, swap, take};

same_for_values!(functions_of_values, iterators, arrays, own_functions, through_a_glob);

#[device]
fn sorted(mut values: [u32; 4]) -> [u32; 4] {
    for i in 0..4 {
        for k in i + 1..4 {
            if values[k] < values[i] {
                let (a, b) = values.split_at_mut(k);
                swap(&mut a[i], &mut b[0]);
            }
        }
    }
    values
}

#[device]
fn functions_of_values(v: u32) -> u32 {
    let mut sorted = sorted([v % 5, v % 11, 4, v % 17]);
    let old = replace(&mut sorted[0], 9);
    let last = take(&mut sorted[3]);
    let largest = sorted.into_iter().reduce(max).unwrap_or(0);
    let least = sorted.iter().copied().fold(100, min);
    old + 10 * last + 200 * min(largest, 7) + 3000 * max(least, 2)
}

#[device]
fn powers() -> impl Iterator<Item = u32> {
    successors(Some(1u32), |&n| n.checked_mul(3))
}

#[device]
fn iterators(v: u32) -> u32 {
    let (w, x) = ([v % 7, 3, v % 4], [1, v % 2, 5, 6]);
    let mut total = 0;
    for (a, b) in zip(w, x) {
        total += a * b;
    }
    for n in once(v % 9).chain(repeat_n(2, 3)) {
        total += n;
    }
    total += repeat(v % 3).take(3).sum::<u32>();
    let mut state = v;
    let draw = || {
        state = state.wrapping_mul(5) ^ 3;
        state % 7
    };
    let drawn: u32 = repeat_with(draw).take(4).sum();
    let below = powers().take_while(|&power| power < 1000 + v % 5000).count() as u32;
    total + 1000 * drawn + 100_000 * below
}

mod of_arrays {
    use amp::prelude::*;
    use std::array::from_fn;

    #[device]
    pub(super) fn cubes(v: u32) -> [u32; 3] {
        from_fn(|k| k as u32 * k as u32 * (v % 100))
    }
}

mod of_iterators {
    use amp::prelude::*;
    use std::iter::from_fn;

    #[device]
    pub(super) fn digits(v: u32) -> u32 {
        let mut rest = v;
        from_fn(|| {
            let digit = rest % 10;
            rest /= 10;
            (digit + rest > 0).then_some(digit)
        })
        .map(|digit| digit * digit)
        .sum()
    }
}

#[device]
fn arrays(v: u32) -> u32 {
    let [a, b, c] = of_arrays::cubes(v);
    a + b * 2 + c * 3 + of_iterators::digits(v)
}

/// Other functions with these names.
mod helpers {
    use amp::prelude::*;

    #[device]
    pub(super) fn swap(a: &mut u32, b: &mut u32) {
        *a += *b;
        *b = 1;
    }

    #[device]
    pub(super) fn max<T: Scalar>(a: T, _: T) -> T {
        a
    }

    #[device]
    pub(super) fn once(n: u32) -> impl Iterator<Item = u32> {
        0..n
    }

    #[device]
    pub(super) fn repeat(n: u32) -> u32 {
        n * 11
    }
}

mod of_helpers {
    use super::helpers::{max, swap};
    use amp::prelude::*;

    #[device]
    fn min(a: u32, b: u32) -> u32 {
        a * 3 + b
    }

    #[device]
    pub(super) fn called(v: u32) -> u32 {
        let (mut a, mut b) = (v % 100, v % 7);
        swap(&mut a, &mut b);
        a * 100 + b + max(1, v) + min(v % 50, 2)
    }
}

mod glob {
    use super::helpers::*;
    use amp::prelude::*;

    #[device]
    pub(super) fn called(v: u32) -> u32 {
        let sum: u32 = once(v % 5).sum();
        sum + repeat(v % 100) + max(3, v % 9)
    }
}

#[device]
fn own_functions(v: u32) -> u32 {
    of_helpers::called(v)
}

#[device]
fn through_a_glob(v: u32) -> u32 {
    glob::called(v)
}

#[kernel]
fn swapped(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let (mut a, mut b) = (y[i], 7);
    if a > b {
        swap(&mut a, &mut b);
    }
    y[i] = a * 10 + min(b, 12) + successors(Some(1), |n| (n * 2 < 20).then_some(n * 2)).sum::<u32>();
}

#[test]
fn kernels_call_imported_functions() {
    amp_tests::on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([3], vec![3u32, 9, 20]).unwrap();
        accelerator.default_view().parallel_for_each(3, swapped(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [30 + 7 + 31, 70 + 9 + 31, 70 + 12 + 31]);
    });
}
