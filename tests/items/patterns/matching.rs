//! Patterns in `match`, `if let`, `while let` and `let else`, guards with side effects, and deferred initialisation.

use crate::compare::compare;
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

compare!(arrays, |i, x: u32, y: u32| {
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

compare!(deferred_initialisation_in_match_arms, |i, x: u32, y: u32| {
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

// Uniform statements stand between the declaration and the initialisation.
compare!(deferred_initialisation_after_uniform_statements, |i, x: u32, y: u32| {
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

compare!(redundant_semicolon, |i, x: u32, y: u32| {
    y[i] = x[i];
    if x[i] > 3 {
        y[i] += 1;
    };
});

const LIMIT: u32 = 9;

compare!(if_let, |i, x: u32, y: u32| {
    let n = x[i] % 12;
    let mut sum = 0;
    if let 1..=5 = x[i] {
        sum += 1;
    }
    if let (a, 3) = (n, x[i] % 4) {
        sum += a * 10;
    } else if let [0, k] | [k, 1] = [x[i] % 3, n] {
        sum += k * 100;
    } else {
        sum += 7;
    }
    if let LIMIT | 2 = n
        && sum > 3
        && x[i] != 9
    {
        sum += 1000;
    }
    let kind = if let Side::Middle = side(n) {
        50
    } else if let m @ 0..=6 = n {
        m
    } else {
        0
    };
    y[i] = sum + kind * 10000;
});

compare!(while_let, |i, x: u32, y: u32| {
    let mut n = x[i];
    let mut rounds = 0;
    while let 1..=40 = n {
        rounds += 1;
        if n % 3 == 0 {
            n += 2;
            continue;
        }
        n += 7;
    }
    let mut pair = (x[i], 20);
    'outer: while let (a, b @ 2..) = pair {
        pair = (a + 1, b - 2);
        while let true = pair.0 > 9 {
            pair.0 -= 3;
            if pair.0 == 8 {
                break 'outer;
            }
            if rounds > 3 {
                rounds += 10;
                continue 'outer;
            }
        }
        if let (4, _) = pair
            && a < 30
        {
            break;
        }
    }
    y[i] = n + 100 * rounds + 1000 * pair.0 + 100000 * pair.1;
});

compare!(let_else, |i, x: u32, y: u32| {
    let mut sum = 0;
    for k in 0..8u32 {
        let (a, 0..=4) = (k, x[i] % 7 + k % 3) else {
            sum += 1;
            continue;
        };
        let [b, c @ 0..=5]: [u32; 2] = [a, x[i] % 9] else {
            if sum > 4 {
                break;
            } else {
                continue;
            }
        };
        let a = 100;
        let Side::Left = side(a + b + c) else { continue };
        let last = k else { break };
        sum += a + b + c + last;
    }
    y[i] = sum;
    let 0..=20 = x[i] else {
        y[i] = 5;
        return;
    };
    y[i] += 1;
});

compare!(or_pattern_tries_the_guard_for_each_alternative, |i, x: u32, y: u32| {
    let k = x[i];
    let swapped = match (k % 3, k % 5) {
        (n, _) | (_, n) if n > 2 => n + 10,
        _ => 1,
    };
    let mut calls = 0;
    let counted = match k % 3 {
        1 | _
            if {
                calls += 1;
                false
            } =>
        {
            100
        }
        _ => calls,
    };
    // As in Rust, the first alternative of the left pattern is tried with each alternative of the right one, and then the
    // second.
    let mut order = 0;
    let nested = match (k % 2, (k % 3, k % 5)) {
        (0 | _, (m, _) | (_, m))
            if {
                order = order * 7 + m + 1;
                order > 40
            } =>
        {
            m
        }
        (1, pair @ ((0, n) | (n, 0))) if n < 3 && pair.0 != 1 => 50 + n,
        _ => order + 60,
    };
    // The body gets the bindings for which the guard held, and may change `mut` bindings.
    let mut found = match [k % 4, k % 7, k % 11] {
        [mut n, ..] | [_, mut n, _] | [.., mut n] if n % 3 == 2 => {
            n += k;
            n
        }
        [0, n, _] | [n, _, 0] if n == 5 || matches!((n, k % 6), (m, _) | (_, m) if m == 4) => n + 300,
        _ => 7,
    };
    found += match side(k) {
        Side::Left | Side::Right if side(k + found) == Side::Left => 1000,
        Side::Middle | Side::Right | Side::Left if k > 9 => 2000,
        _ => 3000,
    };
    y[i] = swapped + counted * 50 + nested * 1000 + found * 100000;
});

#[device]
fn over(count: &mut u32, n: u32) -> bool {
    *count += n + 1;
    n > 2
}

compare!(guards_with_if_let_and_side_effects, |i, x: u32, y: u32| {
    let k = x[i];
    // Bindings of the guard's `if let` are visible in the body.
    let bound = match (k % 4, k % 5) {
        (n, _) | (_, n)
            if let (2 | 4, m) = (n, k + n)
                && m > 5 =>
        {
            n * 100 + m
        }
        (n, 0 | 1) | (0, n) => n,
        _ => 9,
    };
    let mut count = 0;
    let called = match [k % 3, k % 4, k % 5] {
        [n, ..] | [_, n, _] | [.., n] if over(&mut count, n) => n,
        [0 | 1, ..] | [_, 0 | 1 | 2, _] if over(&mut count, 1) => 50,
        _ => 60,
    };
    let mut add = |n: u32| count += n;
    let mut rounds = 0;
    'all: for round in 0..4 {
        rounds += match (k + round) % 6 {
            0 | 1 | _
                if {
                    add(100);
                    if round == 2 && k % 2 == 0 {
                        continue;
                    }
                    if round == 3 && k % 3 == 0 {
                        break 'all;
                    }
                    round == 1
                } =>
            {
                7
            }
            n => n,
        };
    }
    y[i] = bound + called * 500 + rounds * 30_000 + count * 1_000_000;
});

#[device]
fn counted(x: u32) -> (u32, f32) {
    (x, x as f32 * 0.5)
}

#[device]
fn joined(p @ (a, b): (u32, u32), [q @ (c, _), ..]: [(u32, u32); 2]) -> u32 {
    p.0 + p.1 * a + b + q.1 * c
}

compare!(bindings_with_subpatterns, |i, x: u32, y: u32| {
    let mut p @ (a, b) = counted(x[i]);
    p.0 += 10;
    let q @ [c, d]: [f32; 2] = [p.1, 2.0];
    let (r @ (e, _), s @ t) = ((1.0, 2), 3.0);
    y[i] = p.0 + a + joined((1, x[i]), [(3, 4), (5, 6)]) + r.1;
    y[i] += ((b + q[0] + c + d + r.0 + e + s + t) * 2.0) as u32;
    match counted(x[i]) {
        w @ (g, _) if g > 2 => y[i] += (w.1 * 2.0) as u32,
        _ => {}
    }
});

#[derive(Clone, Copy, PartialEq, GpuType)]
enum Way {
    Up,
    Down { by: u32 },
}

#[derive(Clone, Copy, PartialEq, GpuType)]
struct Step {
    way: Way,
    at: [u32; 2],
    pair: (u32, bool),
}

impl Step {
    const UP: Self = Self { way: Way::Up, at: [1, 2], pair: (3, true) };
    const DOWN: Self = Self { way: Way::Down { by: 4 }, at: [1, 2], pair: (3, true) };
}

#[device]
impl Step {
    fn kind(self) -> u32 {
        match (self, self.pair.1) {
            (Step::UP, true) => 1,
            (Self::DOWN, _) => 2,
            _ => 3,
        }
    }
}

compare!(constants_of_structs, |i, x: u32, y: u32| {
    let n = x[i];
    let way = if n % 2 == 0 { Way::Up } else { Way::Down { by: n % 5 } };
    let at = [1, 1 + n % 2 + u32::from(n % 4 == 0)];
    let step = Step { way, at, pair: (3, n % 3 != 0) };
    let down = if let Some(Step::DOWN) = Some(step) { 10 } else { 20 };
    y[i] = step.kind() + down;
});
