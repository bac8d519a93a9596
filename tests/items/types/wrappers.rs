//! `Reverse`, `Wrapping`, `Saturating` and `NonZero` in kernels. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::cmp::{Ordering, Reverse};
use std::num::{NonZero, NonZeroI32, NonZeroU8, NonZeroU32, Saturating, Wrapping};

#[derive(Clone, Copy, PartialEq, Eq, GpuType)]
#[repr(C)]
struct Task {
    cost: u32,
    id: u32,
}

#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, Eq, Ord, GpuType)]
#[repr(C)]
struct Level(u32, i32);

#[device]
fn orders(k: usize, v: u32) -> u32 {
    let tasks = [
        Task { cost: v % 5, id: 1 },
        Task { cost: k as u32 % 5, id: 2 },
        Task { cost: 2, id: 3 },
        Task { cost: v % 3, id: 4 },
    ];
    let cheap = tasks.iter().min_by_key(|t| (t.cost, Reverse(t.id))).unwrap();
    let dear = tasks.iter().max_by_key(|t| (Reverse(t.cost), t.id)).unwrap();
    let mut order = tasks;
    order.sort_unstable_by_key(|t| (Reverse(t.cost), Reverse(t.id)));
    let mut sorted = [v % 7, v % 11, k as u32, 5];
    sorted.sort_unstable_by_key(|x| std::cmp::Reverse(*x));
    let r = Reverse(v % 3);
    let compared = match r.cmp(&Reverse(1)) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    };
    let before = u32::from(r < Reverse(1)) + 2 * u32::from(r >= Reverse(1)) + 4 * u32::from(r == Reverse(2));
    cheap.id * 1000
        + dear.id * 100
        + order[0].id * 10
        + order[3].id
        + sorted[0] * 10000
        + compared * 7
        + r.0
        + before
}

#[device]
fn tuples(k: usize, v: u32) -> u32 {
    let (a, b) = (Level(v % 3, -1), Level(k as u32 % 3, 4));
    let first = (a, v % 2, Reverse(k as u32));
    let second = (b, k as u32 % 2, Reverse(v));
    let bits =
        [first < second, first <= second, first > second, first >= second, first == second, first != second];
    let lists = ([a, b], 1u32) < ([b, a], 0);
    bits.iter().fold(u32::from(lists), |all, bit| all * 2 + u32::from(*bit))
}

#[device]
fn hashed(mut h: Wrapping<u32>, v: u32) -> Wrapping<u32> {
    h ^= Wrapping(v);
    h *= Wrapping(16_777_619);
    (h << 5) + (h >> 3)
}

#[device]
fn integers(k: usize, v: u32) -> u32 {
    let mut h = hashed(Wrapping(2_166_136_261), v);
    h += 7;
    h -= Wrapping(u32::MAX);
    h <<= 33usize;
    let s = Wrapping(i32::MIN) / Wrapping(-1) - Wrapping(v as i32 * 9000) + Wrapping(i32::MIN) % Wrapping(-1);
    let b = Wrapping(200u8) + Wrapping(v as u8);
    let mut t = Saturating(v as u8) * Saturating(3) + Saturating(20u8);
    t -= 100;
    t *= Saturating(2);
    let u = -Saturating(i32::MIN) - Saturating(k as i32) + Saturating(i32::MIN) / Saturating(-1);
    let w = !h % Wrapping(1000) & Wrapping(0xff) | Wrapping(1);
    let mut sum = Wrapping((h.0 ^ s.0 as u32).rotate_left(3)) - -w;
    sum += Wrapping(u32::from(b.0)) * Wrapping(3) + Wrapping(u32::from(t.0)) * Wrapping(5);
    (sum ^ Wrapping(u.0 as u32)).0 ^ u32::from(h > Wrapping(1 << 31))
}

#[device]
fn least(a: NonZeroU32, b: NonZeroU32) -> NonZeroU32 {
    if b < a { b } else { a }
}

#[device]
fn part(a: u32) -> Option<NonZeroU8> {
    NonZeroU8::new(a as u8)
}

#[device]
fn nonzero(k: usize, v: u32) -> u32 {
    let a = NonZeroU32::new(v % 5 + 1).unwrap();
    let mut sum = 0;
    if let Some(b) = NonZeroU32::new(k as u32 % 3) {
        sum += least(a, b).get() + b.get();
    }
    let c = NonZeroI32::new(k as i32 - 3);
    if let Some(c) = c {
        sum += (c.get() + 10) as u32;
    }
    if c.is_none() {
        sum += 1000;
    }
    let list = [a, NonZeroU32::MIN];
    sum + list[k % 2].get() * 100
        + part(v).map_or(7, |p| u32::from(p.get()))
        + u32::from(a == NonZeroU32::MIN)
}

#[device]
fn divided(k: usize, v: u32) -> u32 {
    let mut rest = v;
    let parts = NonZero::new(v % 5).map_or(0, |n| v / n);
    if let Some(n) = NonZeroU32::new(k as u32 % 4) {
        rest %= n;
        rest += v / n + v % n;
    }
    let byte = v as u8;
    let small: Option<NonZeroU8> = NonZero::new(byte % 3);
    let mut quotient = byte;
    if let Some(n) = small {
        quotient /= n;
    }
    parts + rest * 1000 + u32::from(quotient) + NonZero::<u16>::MIN.get() as u32
}

macro_rules! agree {
    ($($test:ident $function:ident)*) => {$(
        #[test]
        fn $test() {
            let input: Vec<u32> = (0..64).map(|k| k * 7919 % 1009).collect();
            let expected: Vec<u32> = input.iter().enumerate().map(|(k, v)| $function(k, *v)).collect();
            on_each(|on| {
                let x = ArrayView::new(&input);
                let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
                on.default_view().parallel_for_each(64, amp!(|i: Index<1>| y[i] = $function(i[0], x[i]))).unwrap();
                assert_eq!(y.to_vec().unwrap(), expected, "{}", on.description());
            });
        }
    )*};
}

agree! {
    reversed_orders orders
    tuples_of_own_types_are_compared tuples
    wrapping_and_saturating_integers integers
    integers_that_are_not_zero nonzero
    integers_are_divided_by_such_integers divided
}

#[test]
fn captured_wrappers() {
    let (seed, best, limit) = (Wrapping(u32::MAX), Reverse(3), NonZeroU32::new(5));
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let n = i[0] as u32;
            let limit = limit.map_or(0, |limit| limit.get());
            y[i] = (seed + Wrapping(n)).0.wrapping_add(limit) + u32::from(Reverse(n) < best);
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [4, 5, 6, 7]);
    });
}
