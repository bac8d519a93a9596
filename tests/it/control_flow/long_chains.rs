//! `match` and `else if` chains with more branches than a driver can nest.

// The forms under test are ones that lints reject.
#![allow(clippy::needless_return, clippy::identity_op, clippy::erasing_op)]

use amp::prelude::*;
use amp_tests::on_each;

/// Defines functions with one arm or `else if` for each literal.
macro_rules! define {
    ($($n:literal)*) => {
        #[device]
        fn matched(k: u32) -> u32 {
            match k {
                $($n => $n * 7 + 1,)*
                _ => 5,
            }
        }

        #[device]
        fn returned(k: u32) -> u32 {
            match k {
                $($n => return $n * 3 + 2,)*
                _ => return 6,
            }
        }

        /// `continue`, `break` and `return` in the branches of a loop.
        #[device]
        fn loop_with_exits(k: u32) -> u32 {
            let mut sum = 0;
            let mut n = k;
            loop {
                n += 3;
                $(if n == 5 * $n {
                    sum += $n;
                    if sum % 2 == 1 {
                        continue;
                    }
                    if sum > 1500 {
                        break;
                    }
                } else)* if n > 490 {
                    return sum + 1000;
                } else {
                    sum += 1;
                }
                sum += 1;
            }
            sum
        }

        /// A chain of `else if`s as a value.
        #[device]
        fn chosen(k: u32) -> u32 {
            $(if k == $n { let twice = $n * 2; twice + k } else)* { k + 7 }
        }

        /// A chain of `else if`s as a value in a branch of another one.
        #[device]
        fn chosen_within(k: u32, j: u32) -> u32 {
            $(if k == $n + 300 { $n } else)* if k > 20 {
                $(if j == $n { $n * 5 } else)* { j }
            } else {
                3
            }
        }

        /// A chain in a branch of another chain.
        #[device]
        fn nested(k: u32, j: u32) -> u32 {
            match k {
                $($n if j < $n + 200 => $n,)*
                110 => match j {
                    $($n if k > $n => $n + 5,)*
                    _ => j * 2,
                },
                _ => 9,
            }
        }
    };
}

define! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
    20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
    40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
    60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79
    80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99
}

macro_rules! define_with_statements {
    ($($n:literal)*) => {
        /// Conditions that need statements before them.
        #[device]
        fn conditions(k: u32, calls: &mut u32) -> u32 {
            let mut n = k;
            $(if let $n = counted(k, calls) {
                n += $n * 2;
            } else)* {
                n += 1;
            }
            n
        }
    };
}

define_with_statements! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
    20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
    40 41 42 43 44 45 46 47 48 49 50 51 52 53 54
}

#[device]
fn counted(k: u32, calls: &mut u32) -> u32 {
    *calls += 1;
    k
}

#[kernel]
fn values(i: Index<1>, y: &mut ArrayViewMut<[u32; 2]>) {
    let k = i[0] as u32;
    y[i] = [chosen(k), chosen_within(k, k + 1)];
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<[u32; 6]>) {
    let k = i[0] as u32;
    let mut calls = 0;
    let conditions = conditions(k, &mut calls);
    y[i] = [
        matched(k),
        returned(k),
        loop_with_exits(k),
        conditions,
        calls,
        nested(k, k * 3) + nested(110, k + 250),
    ];
}

#[test]
fn each_branch_of_a_long_chain() {
    on_each(|accelerator| {
        let mut found = [[0; 6]; 130];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(y.extent(), all(&mut y)).unwrap();
        y.finish().unwrap();
        for (k, found) in (0..).zip(found) {
            let mut calls = 0;
            let conditions = conditions(k, &mut calls);
            let expected = [
                matched(k),
                returned(k),
                loop_with_exits(k),
                conditions,
                calls,
                nested(k, k * 3) + nested(110, k + 250),
            ];
            assert_eq!(found, expected, "{k}");
        }
    });
    assert_eq!(matched(99), 99 * 7 + 1);
}

#[test]
fn values_of_long_chains() {
    on_each(|accelerator| {
        let mut found = [[0; 2]; 130];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(y.extent(), values(&mut y)).unwrap();
        y.finish().unwrap();
        for (k, found) in (0..).zip(found) {
            let expected = [chosen(k), chosen_within(k, k + 1)];
            assert_eq!(found, expected, "{k} on {}", accelerator.description());
        }
    });
}
