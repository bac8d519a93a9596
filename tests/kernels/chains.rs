//! Questions joined by `&&`: each is asked where those before it hold.

use crate::same;
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
enum Without0 {
    Even = 4,
    Odd = 5,
}

#[device]
fn parity(x: u32, asked: &mut u32) -> Without0 {
    *asked += 1;
    if x % 2 == 0 { Without0::Even } else { Without0::Odd }
}

#[device]
fn both(x: u32, asked: &mut u32) -> (u32, Without0) {
    (x % 5, parity(x, asked))
}

#[device]
fn find(x: u32, asked: &mut u32) -> Found {
    *asked += 1;
    let kind = match x {
        0..10 => Kind::Nothing,
        10..30 => Kind::Small,
        _ => Kind::Large,
    };
    Found { at: x % 7, kind }
}

same!(names_of_earlier_ones, |i, x: u32, y: u32| {
    let mut asked = 0;
    if let Found { at, kind: Kind::Small | Kind::Large } = find(x[i], &mut asked)
        && at > 1
        && let Found { at: 0..=4, kind } = find(at * x[i], &mut asked)
        && let (Kind::Small, k @ 2..) | (Kind::Large, k) = (kind, at)
    {
        y[i] = 100 + k * 1000;
    } else if x[i] % 2 == 1
        && let n @ 0..=3 = find(x[i], &mut asked).at
    {
        y[i] = n + 10_000;
    } else {
        y[i] = 7;
    }
    y[i] += asked * 100_000;
});

same!(numbers_without_0, |i, x: u32, y: u32| {
    let mut asked = 0;
    if x[i] > 4
        && let Without0::Odd = parity(x[i], &mut asked)
        && let (1..=3, Without0::Even) = both(x[i] * 2, &mut asked)
    {
        y[i] = 1;
    }
    y[i] += 10 * asked;
});

// Behind the last item there is nothing: the question is not asked there.
same!(where_those_before_hold, |i, x: u32, y: u32| {
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

same!(values, |i, x: u32, y: u32| {
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
    let third = if let [whole, 0..=1] = [x[i] / 3, x[i] % 3]
        && let rest = whole % 4
    {
        whole * 10 + rest
    } else {
        0
    };
    y[i] = late * 1_000_000 + chosen * 1000 + third;
});

same!(while_they_hold, |i, x: u32, y: u32| {
    let mut n = x[i];
    let mut turns = 0;
    'all: while turns < 9
        && let 3..=200 = n
        && let (half, odd) = (n / 2, n % 2)
        && half != 11
    {
        turns += 1;
        n = half + odd;
        let mut left = 3;
        while let 1.. = left
            && let 0 = n % (left + 1)
        {
            left -= 1;
            if left == 1 && turns > 3 {
                break 'all;
            }
            if n % 5 == 0 {
                continue 'all;
            }
        }
        n += left;
    }
    y[i] = n + 1000 * turns;
});

#[device]
fn first(x: u32) -> u32 {
    let mut asked = 0;
    if let Found { at, .. } = find(x, &mut asked)
        && at > 2
        && let Kind::Large = find(at * 20, &mut asked).kind
    {
        return at + 10;
    }
    while x > 3
        && let Found { at: 0..5, kind: Kind::Small } = find(x + asked * 3, &mut asked)
    {
        if asked > 6 {
            return 5;
        }
    }
    asked
}

same!(in_functions, |i, x: u32, y: u32| {
    y[i] = first(x[i]);
});

same!(of_what_all_have_in_common, |i, x: u32, y: u32| {
    let all = 3;
    if let 1..=3 = all
        && let twice = all * 2
        && twice > 4
    {
        y[i] = x[i] + twice;
    }
});

#[test]
fn barriers_stand_behind_questions() {
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
            let mut turn = 0u32;
            while let 0..=2 = turn
                && let (twice, true) = (turn * 2, limit > turn)
            {
                let taken = shared[(own + twice as usize + 1) % 16];
                t.barrier.wait();
                shared[own] += taken;
                t.barrier.wait();
                turn += 1;
            }
            if limit == 3
                && let k @ 1..=4 = turn
            {
                t.barrier.wait();
                y[t.global[0]] = shared[15 - own] + k;
            }
        });
        on.default_view().parallel_for_each(Extent::from([64]).tile([16]).unwrap(), kernel).unwrap();
        drop(y);
        let mut shared: Vec<u32> = (0..16).map(|own| own * 10).collect();
        for turn in 0..3 {
            shared = (0..16).map(|own| shared[own] + shared[(own + turn * 2 + 1) % 16]).collect();
        }
        let expected: Vec<u32> = (0..64).map(|n| shared[15 - n % 16] + 3).collect();
        assert_eq!(found, expected);
    });
}
