//! Functions, generic and not, and closures: early returns, side effects, block-scoped items, and raw identifiers.

use crate::compare::compare;
use amp::Value;
use amp::prelude::*;

#[device]
fn first_over(limit: u32, n: u32, f: impl Fn(u32) -> u32) -> u32 {
    for k in 0..n {
        let v = f(k);
        if v > limit {
            return k;
        }
        for j in 0..k {
            if f(j) + v == limit {
                return 100 + j;
            }
            if j == 5 {
                break;
            }
        }
    }
    n
}

#[device]
fn nested<A: Value, B: Value, F: Fn(A) -> B, G: Fn(B) -> u32>(a: A, none: B, f: F, g: G) -> u32 {
    let mut b = none;
    b = f(a);
    g(b) + pair(a, 3u32, |p| p.1)
}

#[device]
fn pair<A: Value, B: Value>(a: A, b: B, f: impl Fn((A, B)) -> u32) -> u32 {
    f((a, b))
}

#[device]
fn largest<T: Scalar, const N: usize>(list: [T; N]) -> T {
    let mut best = list[0];
    for item in list {
        if item > best {
            best = item;
        }
    }
    best
}

#[device]
fn swap_if(yes: bool, a: &mut u32, b: &mut u32) -> bool {
    if !yes {
        return false;
    }
    let c = *a;
    *a = *b;
    *b = c;
    true
}

#[device]
fn sort<const N: usize>(list: &mut [u32; N]) -> u32 {
    let mut swaps = 0;
    for end in (1..N).rev() {
        for k in 0..end {
            if list[k] > list[k + 1] {
                let larger = list[k];
                list[k] = list[k + 1];
                list[k + 1] = larger;
                swaps += 1;
            }
        }
    }
    swaps
}

#[device]
fn collatz(n: u32) -> (u32, u32) {
    let (mut n, mut steps, mut top) = (n + 1, 0, 0);
    loop {
        top = top.max(n);
        n = match n {
            1 => return (steps, top),
            even if even % 2 == 0 => even / 2,
            odd => odd * 3 + 1,
        };
        steps += 1;
        if steps > 60 {
            break;
        }
    }
    (steps, 0)
}

#[device]
fn bits(mut n: u32) -> u32 {
    let mut count = 0;
    while n != 0 {
        n &= n - 1;
        count += 1;
    }
    count
}

#[device]
fn gcd(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

mod deep {
    pub mod er {
        use amp::prelude::*;

        #[device]
        pub fn step(n: u32) -> u32 {
            super::up(n) * 2
        }
    }

    #[amp::prelude::device]
    pub fn up(n: u32) -> u32 {
        n + 1
    }
}

compare!(early_returns_in_loops_with_closures, |i, x: u32, y: u32| {
    let v = x[i];
    let f = |k: u32| {
        if k > v { return_of(k) } else { k * 3 }
    };
    y[i] = first_over(v, 12, f) * 1000
        + first_over(20, v, |k| k * k + v)
        + first_over(7, 3, |k| first_over(k, 4, |j| j * 2));
});

#[device]
fn return_of(k: u32) -> u32 {
    if k % 2 == 0 {
        return k / 2;
    }
    k + 1
}

compare!(nested_generic_functions, |i, x: u32, y: u32| {
    let v = x[i];
    let a = nested(v, (0u32, 0f32), |a| (a, a as f32), |(b, c)| b + c as u32);
    let b = nested([v, 2], 0i32, |a| a[0] as i32 - a[1] as i32, |b| (b + 10) as u32);
    let c = nested(v > 3, true, |a| !a, |b| if b { 1 } else { 20 });
    y[i] = a + b * 100 + c * 10_000 + largest([v, 7, 9]) + largest([1.5, v as f32 * 0.5]) as u32;
});

compare!(reference_arguments, |i, x: u32, y: u32| {
    let (mut a, mut b) = (x[i], 9);
    let mut t = (a, [b, 4, x[i] * 5 % 7, 3]);
    let s = swap_if(a > 3, &mut a, &mut b);
    let r = swap_if(s, &mut t.0, &mut t.1[2]);
    let n = sort(&mut t.1);
    swap_if(r, &mut b, &mut t.1[0]);
    y[i] = a + b * 10 + t.0 * 100 + t.1[0] + (t.1[1] << 2) + (t.1[2] << 4) + (t.1[3] << 6) + n;
});

compare!(early_returns, |i, x: u32, y: u32| {
    let (steps, top) = collatz(x[i]);
    y[i] = steps * 10_000 + top + bits(x[i] * 77) + gcd(x[i] * 6, 84) + deep::er::step(x[i]);
});

compare!(closures_in_closures, |i, x: u32, y: u32| {
    let base = x[i];
    let add = |a: u32, b: u32| a + b + base;
    let twice = |a: u32| add(add(a, 1), 2);
    let base = 1000;
    let both = |a: u32| {
        let c = twice(a);
        let add = |d: u32| d * c;
        add(base)
    };
    y[i] = both(3) + twice(base) + add(base, base);
});

compare!(closures_with_side_effects, |i, x: u32, y: u32| {
    let mut count = 0;
    let mut list = [0u32; 3];
    let mut bump = |by: u32| {
        count += by;
        list[by as usize % 3] += count;
        count
    };
    let a = bump(1) + bump(x[i]);
    let b = if a > 5 { bump(3) } else { 2 };
    y[i] = a * 100 + b * 10 + count + list[0] * 3 + list[1] * 5 + list[2] * 7;
});

compare!(scalar_methods, |i, x: i32, y: i32| {
    let v = x[i] - 16;
    let a = v.pow(3).rem_euclid(7).abs() + v.signum() * v.div_euclid(3);
    let b = (v as u32).leading_zeros() as i32 + v.wrapping_mul(i32::MAX).count_ones() as i32;
    let c = (v as f32 / 3.0).floor() as i32 + (v as f32 * 0.5).round() as i32;
    let d = v.clamp(-3, 5).saturating_sub(i32::MIN).wrapping_add(1) >> 3;
    y[i] = a ^ b ^ c ^ d;
});

const BY: u32 = 1;

#[derive(Clone, Copy, amp::GpuType)]
#[repr(C)]
struct Step {
    by: u32,
}

#[device]
fn step(x: u32) -> u32 {
    x + 7
}

#[device]
fn with_own_items(list: [u32; SIZE], k: u32) -> u32 {
    const SIZE: u32 = 90;
    let inner = {
        const BY: u32 = 20;
        fn step(x: u32) -> u32 {
            x + BY
        }
        step(k)
    };
    inner * 1000 + step(k) * 100 + BY + list[1] + SIZE
}

const SIZE: usize = 2;

compare!(block_scoped_items, |i, x: u32, y: u32| {
    let k = x[i];
    let a = {
        const BY: u32 = 20;
        BY + k
    };
    let b = {
        fn step(x: u32) -> u32 {
            x + 50
        }
        step(k)
    };
    // Items are visible before their declaration, and hide those of outer blocks.
    let step_2 = |k: u32| k + 3;
    let c = {
        let sum = step(BY) + step_2(k);
        const BY: u32 = 300;
        fn step(x: u32) -> u32 {
            const BY: u32 = 4;
            x * BY
        }
        let both = match sum % 5 {
            BY..=400 => 1,
            by => by + Step { by }.by,
        };
        assert!(both != BY, "{BY}");
        both + sum + {
            const BY: u32 = 5000;
            if k > 4 { BY } else { step(BY) }
        }
    };
    let with = |k: u32| {
        const BY: u32 = 11;
        fn step(x: u32) -> u32 {
            x / 2
        }
        step(k) + BY
    };
    let d = with(k) + with(b) * BY;
    let e = loop {
        fn step(x: u32) -> u32 {
            x % 6
        }
        break step(k) + with_own_items([k, BY], k);
    };
    y[i] = a * 100 + BY + step(k) + b * 3 + c * 5 + d * 7 + e;
});

const r#SCALE: u32 = 6;

#[derive(Clone, Copy, amp::GpuType)]
#[repr(C)]
struct Raw {
    r#by: u32,
    r#type: u32,
}

#[device]
impl Raw {
    fn sum(self, r#k: u32) -> u32 {
        self.by + self.r#type * k
    }

    fn r#match(&mut self, by: u32) -> u32 {
        self.r#by += r#by;
        self.r#sum(by)
    }
}

#[device]
fn r#twice(r#n: u32) -> u32 {
    let r#fn = n * 2;
    r#fn + r#n - n
}

compare!(raw_identifiers, |i, x: u32, y: u32| {
    let mut k = x[i];
    let r#k = k + 1;
    let a = k + r#k;
    let with = |r#by: u32| by + k * SCALE;
    let r#type = r#with(twice(a)) + r#twice(k);
    let mut sum = 0;
    'outer: for r#n in 0..9 {
        for type_ in n..r#x[r#i] {
            if type_ > 4 {
                break 'r#outer;
            }
            sum += r#type % 7;
        }
    }
    const r#LAST: u32 = 3;
    let mut raw = Raw { by: k, r#type };
    let Raw { by, r#type: end } = raw;
    let r#match = raw.r#match(LAST) + r#raw.by * by;
    assert!(
        match (r#k, end) {
            (r#a, _) | (_, a) if a > 0 => true,
            _ => false,
        },
        "{k}"
    );
    y[i] = a + r#type * 3 + sum * 50 + r#match * r#LAST + end;
});

#[kernel]
fn raw(r#i: Index<1>, r#n: u32, r#in: u32, x: &ArrayView<u32>, r#y: &mut ArrayViewMut<u32>) {
    let r#n = n + r#x[i];
    y[r#i] = n + r#in * 100 + r#twice(r#n);
}

#[test]
fn raw_identifiers_as_parameters() {
    let input: Vec<u32> = (0..20).collect();
    amp_tests::on_each(|on| {
        let mut found = vec![0; 20];
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::new(&mut found);
        on.default_view().parallel_for_each(20, raw(5, 7, &x, &mut y)).unwrap();
        drop(y);
        assert!((0..20).all(|n| found[n as usize] == (n + 5) * 3 + 700), "{found:?}");
    });
}

#[device]
fn joined<T: Value>(list: [T; 3], join: impl Fn(T, T) -> T) -> T {
    join(join(list[0], list[1]), list[2])
}

#[device]
fn counted<A: Value>(a: A, f: impl Fn(A) -> u32) -> u32 {
    f(a)
}

compare!(scalar_methods_as_arguments, |i, x: u32, y: u32| {
    y[i] = joined([x[i], 7, 3], u32::max) + 10 * joined([x[i], 7, 3], u32::abs_diff);
    y[i] ^= counted(x[i], u32::count_ones) + counted(-(x[i] as i32), i32::unsigned_abs);
    y[i] += joined([Vec3::ZERO, Vec3::ONE, Vec3::splat(x[i] as f32)], Vec3::max).y as u32;
});
