//! Public structs with private fields, and public methods with private types in their signatures.

#![allow(unreachable_pub)] // Only `pub` items can expose a private type.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Shade {
    Dark,
    Grey,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Hit {
    t: u32,
    shade: Shade,
}

/// Has only private fields.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Hits {
    both: [Hit; 2],
}

/// A field has a type whose fields are private.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Ray {
    from: u32,
    hits: Hits,
}

/// A tuple struct with a field of a private type.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Pair(Hit, u32);

#[device]
impl Hit {
    fn duplicate(self) -> Hit {
        Hit { ..self }
    }
}

#[device]
trait Traced {
    fn nearest(&self, limit: &u32) -> Hit;
    fn sum(&self, by: u32, hit: Hit) -> u32 {
        by * hit.t
    }
    fn limited(&self, limit: &u32) -> u32 {
        *limit + 1
    }
}

#[device]
impl Traced for Ray {
    fn nearest(&self, limit: &u32) -> Hit {
        if self.hits.both[0].t < *limit {
            return self.hits.both[0];
        }
        self.hits.both[1]
    }
}

#[device]
impl Ray {
    fn pair(self) -> Pair {
        Pair(self.hits.both[1], self.from)
    }

    fn hit(self, hit: Hit, limit: u32) -> Hit {
        if hit.t >= limit {
            return Hit { t: limit, shade: Shade::Grey };
        }
        hit
    }

    fn both(self) -> ([Hit; 2], u32) {
        (self.hits.both, self.from)
    }

    fn shaded(self, shade: &Shade, f: impl Fn(u32) -> u32) -> u32 {
        if *shade == Shade::Dark { f(self.from) } else { f(7) }
    }

    fn with(self, f: impl Fn(Hit) -> Hit) -> u32 {
        f(self.hits.both[0]).t
    }

    fn add(self, sum: &mut u32, n: &u32) {
        *sum += n + self.from;
    }

    fn of(n: &u32) -> Hit {
        Hit { t: *n, shade: Shade::Dark }
    }

    fn of_more(n: u32) -> Hit {
        let hit = Self::of(&(n + 1)).duplicate();
        if n > 3 { hit } else { Ray::of(&n).duplicate().duplicate() }
    }
}

const LIMIT: u32 = 5;

#[device]
fn traced<T: Traced>(it: T) -> u32 {
    it.nearest(&3).t + it.sum(2, it.nearest(&100)) + it.limited(&8)
}

#[kernel]
pub fn trace(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32, 1>) {
    let near = Hit { t: n, shade: Shade::Dark };
    let far = Hit { t: 9, shade: Shade::Grey };
    let ray = Ray { from: i[0] as u32, hits: Hits { both: [near, far] } };
    let Pair(last, from) = ray.pair();
    let (hits, _) = ray.both();
    let mut sum = 1;
    ray.add(&mut sum, &2);
    y[i] = last.t + from + hits[1].t + ray.hit(far, 4).t + traced(ray) + sum;
    y[i] += ray.shaded(&Shade::Grey, |k: u32| k + 1) + ray.shaded(&{ Shade::Dark }, |k| k * 2);
    y[i] += ray.with(|hit| Hit { t: hit.t + 1, ..hit })
        + Ray::of(&LIMIT).t
        + Ray::of_more(n).t
        + ray.nearest(&LIMIT).t;
    y[i] += if ray.hit(near, LIMIT).shade == Shade::Dark { 1 } else { 2 };
}

fn expected_sum(i: u32, n: u32) -> u32 {
    let near = |limit: u32| if n < limit { n } else { 9 };
    let first = 9 + i + 9 + 4 + (near(3) + 2 * near(100) + 9) + (1 + 2 + i);
    first + 8 + i * 2 + (n + 1) + 5 + if n > 3 { n + 1 } else { n } + near(5) + if n < 5 { 1 } else { 2 }
}

#[test]
fn public_structs_with_private_types_in_kernels() {
    on_each(|accelerator| {
        for n in [2u32, 4, 6] {
            let mut found = [0u32; 5];
            let mut y = ArrayViewMut::new(&mut found);
            accelerator.default_view().parallel_for_each(5, trace(n, &mut y)).unwrap();
            y.finish().unwrap();
            let expected: [u32; 5] = std::array::from_fn(|i| expected_sum(i as u32, n));
            assert_eq!(found, expected, "{n}");
        }
    });
}
