//! `if let` and `while let` chains: conditions joined by `&&`, each evaluated only if those before it hold.

use crate::compare::compare;
use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(C)]
struct Found {
    at: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Kind {
    Nothing,
    Small,
    Large,
}

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum WithoutZero {
    Even = 4,
    Odd = 5,
}

#[device]
fn parity(x: u32, calls: &mut u32) -> WithoutZero {
    *calls += 1;
    if x % 2 == 0 { WithoutZero::Even } else { WithoutZero::Odd }
}

#[device]
fn both(x: u32, calls: &mut u32) -> (u32, WithoutZero) {
    (x % 5, parity(x, calls))
}

#[device]
fn find(x: u32, calls: &mut u32) -> Found {
    *calls += 1;
    let kind = match x {
        0..10 => Kind::Nothing,
        10..30 => Kind::Small,
        _ => Kind::Large,
    };
    Found { at: x % 7, kind }
}

compare!(bindings_of_earlier_conditions, |i, x: u32, y: u32| {
    let mut calls = 0;
    if let Found { at, kind: Kind::Small | Kind::Large } = find(x[i], &mut calls)
        && at > 1
        && let Found { at: 0..=4, kind } = find(at * x[i], &mut calls)
        && let (Kind::Small, k @ 2..) | (Kind::Large, k) = (kind, at)
    {
        y[i] = 100 + k * 1000;
    } else if x[i] % 2 == 1
        && let n @ 0..=3 = find(x[i], &mut calls).at
    {
        y[i] = n + 10_000;
    } else {
        y[i] = 7;
    }
    y[i] += calls * 100_000;
});

compare!(enum_without_a_zero_discriminant, |i, x: u32, y: u32| {
    let mut calls = 0;
    if x[i] > 4
        && let WithoutZero::Odd = parity(x[i], &mut calls)
        && let (1..=3, WithoutZero::Even) = both(x[i] * 2, &mut calls)
    {
        y[i] = 1;
    }
    y[i] += 10 * calls;
});

// An early evaluation of the second condition would index behind the end, or divide by zero.
compare!(conditions_are_evaluated_lazily, |i, x: u32, y: u32| {
    let list = [3, 1, 4, 1, 5u32];
    let k = (x[i] % 9) as usize;
    if k < 5
        && let n @ 1..=4 = list[k]
        && let m @ 1.. = 12 / n
    {
        y[i] = n * 10 + m;
    }
    if k != 0
        && let 0..=3 = 20 / k
    {
        y[i] += 1000;
    }
});

compare!(chains_in_value_position, |i, x: u32, y: u32| {
    let late;
    if x[i] > 5
        && let [0 | 1, n, ..] = [x[i] % 3, x[i], 8]
    {
        late = n;
    } else {
        late = 1;
    }
    let chosen = if x[i] > 2
        && let (a, true) = (x[i] % 5, x[i] % 2 == 0)
        && a != 3
    {
        a
    } else {
        40
    };
    let third = if let [quotient, 0..=1] = [x[i] / 3, x[i] % 3]
        && let rest = quotient % 4
    {
        quotient * 10 + rest
    } else {
        0
    };
    y[i] = late * 1_000_000 + chosen * 1000 + third;
});

compare!(while_let_chains, |i, x: u32, y: u32| {
    let mut n = x[i];
    let mut rounds = 0;
    'all: while rounds < 9
        && let 3..=200 = n
        && let (half, odd) = (n / 2, n % 2)
        && half != 11
    {
        rounds += 1;
        n = half + odd;
        let mut left = 3;
        while let 1.. = left
            && let 0 = n % (left + 1)
        {
            left -= 1;
            if left == 1 && rounds > 3 {
                break 'all;
            }
            if n % 5 == 0 {
                continue 'all;
            }
        }
        n += left;
    }
    y[i] = n + 1000 * rounds;
});

#[device]
fn first(x: u32) -> u32 {
    let mut calls = 0;
    if let Found { at, .. } = find(x, &mut calls)
        && at > 2
        && let Kind::Large = find(at * 20, &mut calls).kind
    {
        return at + 10;
    }
    while x > 3
        && let Found { at: 0..5, kind: Kind::Small } = find(x + calls * 3, &mut calls)
    {
        if calls > 6 {
            return 5;
        }
    }
    calls
}

compare!(chains_in_functions, |i, x: u32, y: u32| {
    y[i] = first(x[i]);
});

compare!(chains_of_uniform_conditions, |i, x: u32, y: u32| {
    let all = 3;
    if let 1..=3 = all
        && let twice = all * 2
        && twice > 4
    {
        y[i] = x[i] + twice;
    }
});

#[test]
fn barriers_in_while_let_chains() {
    on_each(|on| {
        let mut found = vec![0u32; 64];
        let mut y = ArrayViewMut::new(&mut found);
        let limit = 3u32;
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut shared: [u32; 16];
            let own = t.local[0];
            shared[own] = own as u32 * 10;
            t.barrier.wait();
            let mut round = 0u32;
            while let 0..=2 = round
                && let (twice, true) = (round * 2, limit > round)
            {
                let next = shared[(own + twice as usize + 1) % 16];
                t.barrier.wait();
                shared[own] += next;
                t.barrier.wait();
                round += 1;
            }
            if limit == 3
                && let k @ 1..=4 = round
            {
                t.barrier.wait();
                y[t.global[0]] = shared[15 - own] + k;
            }
        });
        on.default_view().parallel_for_each(Extent::from([64]).tile([16]).unwrap(), kernel).unwrap();
        drop(y);
        let mut shared: Vec<u32> = (0..16).map(|own| own * 10).collect();
        for round in 0..3 {
            shared = (0..16).map(|own| shared[own] + shared[(own + round * 2 + 1) % 16]).collect();
        }
        let expected: Vec<u32> = (0..64).map(|n| shared[15 - n % 16] + 3).collect();
        assert_eq!(found, expected);
    });
}
