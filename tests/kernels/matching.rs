//! Patterns: of arrays, of what is declared before it has a value.

use crate::same;
use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Side {
    Left,
    Middle,
    Right,
}

#[device]
fn side(n: u32) -> Side {
    match n % 3 {
        0 => Side::Left,
        1 => Side::Middle,
        _ => Side::Right,
    }
}

#[device]
fn weight(side: Side) -> u32 {
    let weight;
    match side {
        Side::Left => weight = 10,
        Side::Middle | Side::Right => weight = 20,
    }
    weight
}

same!(arrays, |i, x: u32, y: u32| {
    let (a, b) = (x[i] % 3, x[i] % 5);
    let w = [a, b, 7, x[i]];
    let pair = match [a, b] {
        [0, n] => n + 1,
        [n, 0] => 10 + n,
        [m, n] => 100 * m + n,
    };
    let ends = match w {
        [0, .., last] => last,
        [first, _, 1..=6, _] => first,
        [.., seven @ 7, 9 | 10] => seven * 1000,
        [_, 0, ..] => 5000,
        all @ [..] => all[1] * 7,
    };
    let nested = match ([(a, 1u32), (b, 2)], a < b) {
        ([(0, k), _] | [_, (0, k)], _) => k,
        ([(m, _), (n, _)], true) => m * n + 40,
        ([_, (n, k)], false) if n > 1 => n + k,
        ([..], false) => 9,
    };
    y[i] = pair + ends * 3 + nested * 7;
});

same!(each_arm_gives_the_value, |i, x: u32, y: u32| {
    let s;
    match x[i] % 2 == 0 {
        true => s = 1,
        false => s = 2,
    };
    let t: u32;
    match side(x[i]) {
        Side::Left => t = 5,
        Side::Middle => t = x[i],
        Side::Right => {
            if s == 1 {
                t = 3;
            } else {
                t = 4;
            }
        }
    }
    let (u, v): (u32, u32);
    let (_, w): (u32, u32);
    w = 1;
    match (s, x[i] > 7) {
        (1, _) => {
            u = 1;
            v = 2;
        }
        (_, true) => (u, v) = (3, 4),
        (n, false) => (u, v) = (n, n),
    }
    y[i] = s + 10 * t + 100 * u + 1000 * v + w + weight(side(x[i]));
});

// What the whole row has in common stands between the declaration and the value.
same!(declared_long_before, |i, x: u32, y: u32| {
    let s;
    let mut t;
    let all;
    all = 2;
    if x[i] > 3 {
        s = all;
        t = x[i];
    } else {
        s = 7;
        t = 1;
    }
    t += all;
    y[i] = s * 100 + t;
});

same!(a_semicolon_too_many, |i, x: u32, y: u32| {
    y[i] = x[i];
    if x[i] > 3 {
        y[i] += 1;
    };
});
