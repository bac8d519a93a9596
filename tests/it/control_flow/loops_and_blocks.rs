//! Control flow: nested loops, labels, guards, shadowing, values of blocks, evaluation order, and early returns.

use crate::compare::compare;

compare!(labelled_breaks_with_values, |i, x: u32, y: u32| {
    let n = x[i];
    let found = 'outer: loop {
        let mut k = 0;
        loop {
            if k * k > n {
                break 'outer k;
            }
            if k > 4 {
                break;
            }
            k += 1;
        }
        let again = loop {
            k += 3;
            if k % 7 == 0 {
                break k * 100;
            }
            if k > 40 {
                break 'outer 77;
            }
        };
        break again + n;
    };
    y[i] = found;
});

compare!(continue_of_an_outer_loop, |i, x: u32, y: u32| {
    let mut sum = 0;
    'rows: for row in 0..6u32 {
        let mut skipped = 0;
        for col in (0..=row).rev() {
            if (row + col) % 3 == x[i] % 3 {
                skipped += 1;
                if skipped > 1 {
                    continue 'rows;
                }
                continue;
            }
            if row * col > 12 {
                break 'rows;
            }
            sum += row * 10 + col;
        }
        sum += 1000;
    }
    y[i] = sum;
});

compare!(guards_with_side_effects, |i, x: u32, y: u32| {
    let mut guards = 0;
    let v = x[i] % 8;
    let r = match v {
        0 | 1
            if {
                guards += 1;
                v == 1
            } =>
        {
            10
        }
        n @ 0..=3
            if {
                guards += 10;
                n % 2 == 0
            } =>
        {
            n + 20
        }
        n if {
            guards += 100;
            n > 5
        } =>
        {
            guards += 1;
            n * 2
        }
        5 => return,
        _ => 40,
    };
    y[i] = r * 10_000 + guards;
});

compare!(shadowing, |i, x: u32, y: u32| {
    let n = x[i];
    let n = n + 1;
    let k = {
        let n = n * 2;
        let m = {
            let n = n + 5;
            n * n
        };
        m + n
    };
    let n = if n % 2 == 0 {
        let n = k;
        n + 1
    } else {
        n
    };
    for n in 0..n % 4 {
        let n = n + 1;
        y[i] += n;
    }
    let f = |n: u32| {
        let n = n + k;
        n
    };
    let k = 3;
    y[i] += f(n) + k;
});

compare!(values_of_blocks_and_branches, |i, x: u32, y: u32| {
    let a = if x[i] > 10 {
        let mut s = 0;
        for k in 0..x[i] {
            s += k;
        }
        s
    } else {
        match x[i] {
            3 => 30,
            4..=6 => 45,
            _ => 1,
        }
    };
    let b = loop {
        if a > 3 {
            break a - 1;
        } else {
            break {
                let c = a + 7;
                c
            };
        }
    };
    let c = {
        let mut z = b;
        while z > 10 {
            z /= 2;
        }
        z
    };
    let d = (if c > 5 { c } else { 5 })
        + (match c {
            5 => 1,
            _ => 2,
        }) * {
            let e = c;
            e + 1
        };
    y[i] = a ^ (b << 3) ^ (c << 7) ^ d;
});

compare!(order_of_evaluation, |i, x: u32, y: u32| {
    let mut n = x[i];
    let a = n + {
        n += 5;
        n
    } * {
        n *= 2;
        n
    };
    let list = [
        n,
        {
            n += 1;
            n
        },
        {
            n += n;
            n
        },
    ];
    let t = (
        n,
        {
            n -= 3;
            n
        },
        n,
    );
    let mut m = [0u32; 4];
    m[{
        n += 1;
        (n % 4) as usize
    }] = {
        n += 1;
        n
    };
    m[(n % 4) as usize] += {
        n *= 3;
        n % 100
    };
    y[i] = a
        ^ list[0]
        ^ (list[1] << 1)
        ^ (list[2] << 2)
        ^ t.0
        ^ (t.1 << 3)
        ^ (t.2 << 4)
        ^ m[0]
        ^ (m[1] << 5)
        ^ (m[2] << 6)
        ^ (m[3] << 7);
});

compare!(lazy_operators, |i, x: u32, y: u32| {
    let mut n = 0;
    let v = x[i];
    let a = v > 3 && {
        n += 1;
        v < 20
    } || {
        n += 10;
        v % 2 == 0
    } && !{
        n += 100;
        v == 2
    };
    let mut b = false;
    b |= {
        n += 1000;
        v == 7
    } | {
        n += 10_000;
        true
    };
    b &= a;
    while n % 7 != 0 && {
        n += 1;
        n < 50_000
    } || n == 12
    {
        n += 3;
    }
    y[i] = n * 2 + (b as u32);
});

compare!(early_returns, |i, x: u32, y: u32| {
    let v = x[i];
    if v == 3 {
        y[i] = 33;
        return;
    }
    for k in 0..v {
        if k == 9 {
            y[i] = 99;
            return;
        }
        let mut j = k;
        while j > 0 {
            j -= 1;
            if j * k == 20 {
                y[i] = 1;
                if v > 20 {
                    return;
                } else {
                    break;
                }
            }
        }
        y[i] += k;
    }
    let w = match v {
        8 => {
            y[i] += 5;
            return;
        }
        0 => 7,
        n => n,
    };
    y[i] += w;
});

compare!(deferred_initialisation, |i, x: u32, y: u32| {
    let v = x[i];
    let a;
    let b: u32;
    let mut c;
    if v > 5 {
        a = 1;
        b = v;
    } else if v == 2 {
        b = 9;
        a = b * 2;
    } else {
        a = 3;
        b = 4;
    }
    c = a;
    for k in 0..3 {
        let d;
        if k == 1 {
            d = c;
        } else {
            d = b;
        }
        c += d;
    }
    y[i] = a * 100 + b * 10 + c;
});

compare!(kinds_of_ranges, |i, x: i32, y: i32| {
    let v = x[i] - 10;
    let mut s = 0;
    for k in v..3 {
        s += k;
    }
    for k in (v..=2).rev() {
        s = s * 2 + k;
        s %= 1001;
    }
    for k in (-5..v).step_by(3) {
        s ^= k;
    }
    for k in (v..20).step_by(7).rev() {
        s += k * 3;
    }
    for k in (v..20).rev().step_by(4) {
        s -= k;
    }
    for mut k in 0..4 {
        k += s;
        s ^= k;
    }
    for _ in 5..2 {
        s = 0;
    }
    y[i] = s;
});

compare!(nested_matches, |i, x: u32, y: u32| {
    let (a, b) = (x[i] % 4, x[i] / 4 % 3);
    y[i] = match (a, b) {
        (0, _) => match b {
            0 => 1,
            1 => {
                if x[i] > 10 {
                    2
                } else {
                    3
                }
            }
            _ => 4,
        },
        (1, 0 | 2) => 5,
        (1, c) | (c, 1) => 60 + c,
        (p, q) if p > q && q != 0 => p * 10 + q,
        (.., 0) => 7,
        _ => 8,
    };
});

compare!(reassigned_variables, |i, x: u32, y: u32| {
    let mut a = x[i];
    let mut b = 1;
    for _ in 0..10 {
        (a, b) = (b, (a * 3 + b) % 101);
        if a % 2 == 0 {
            std::mem::swap(&mut a, &mut b);
        }
        [a, b] = [a ^ 1, b + 1];
        _ = a;
    }
    y[i] = a * 1000 + b;
});
