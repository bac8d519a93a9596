//! `ref` and `ref mut` in patterns, and `&` before patterns of structs and tuples. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
struct Inner {
    a: u32,
    pair: (u32, u32),
}

#[derive(Clone, Copy, GpuType)]
struct Outer {
    inner: Inner,
    flag: Option<u32>,
    list: [u32; 3],
}

#[device]
fn parts(k: u32, v: u32) -> u32 {
    let mut outer = Outer { inner: Inner { a: v % 12, pair: (k, 9) }, flag: Some(v), list: [k, v, 3] };
    let Outer { inner: ref part, .. } = outer;
    let &Inner { pair: (p, _), a } = part;
    let Inner { pair: (ref x, y), .. } = *part;
    let sum = p + a + *x * 3 + y + part.a;
    let Outer { inner: Inner { ref mut a, pair }, list: [first, ref mut second, _], ref mut flag } = outer;
    *a += pair.0 + first;
    *second *= 2;
    if let Some(n) = flag {
        *n += 1;
    }
    let (ref mut m, ref n) = (v, k);
    *m += *n;
    let ref mut whole = outer.inner;
    whole.pair.1 += *m;
    let mut k = 1;
    let ref mut item = outer.list[k];
    k = 0;
    *item += 5;
    sum * 1000 + outer.inner.a + outer.list[1] + outer.inner.pair.1 + outer.flag.unwrap_or(0) + k as u32
}

#[device]
fn loops(v: u32) -> u32 {
    let pairs = [(v, 2), (3, v + 1)];
    let mut sum = 0;
    for &(a, b) in &pairs {
        sum += a * b;
    }
    for (ref a, b) in pairs {
        sum += *a + b;
    }
    let weigh = |&(a, b): &(u32, u32)| a * 7 + b;
    let of = |ref a: u32, (b, ref c): (u32, u32)| *a + b * *c;
    sum += pairs.iter().map(|&(a, b)| a + b).sum::<u32>() + weigh(&pairs[1]) + of(v, pairs[0]);
    match pairs[0] {
        (ref a, 2) => sum + *a,
        (_, ref b) => sum * *b,
    }
}

#[test]
fn ref_names_are_references_to_parts() {
    const COUNT: usize = 24;
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![[0u32; 2]; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] as u32;
            let (ref mut a, b) = (parts(k, k * 5), loops(k));
            *a += b;
            y[i] = [*a, b];
        });
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT as u32).map(|k| [parts(k, k * 5) + loops(k), loops(k)]).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
