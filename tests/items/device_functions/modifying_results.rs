//! Functions that return a `&` after they have modified their arguments, and names of functions beside parameters. The host's
//! results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
#[device]
fn half(x: u32) -> u32 {
    x / 2
}
#[device]
fn twice(x: u32) -> u32 {
    x * 2
}
#[derive(Clone, Copy, GpuType)]
struct Cache {
    keys: [u32; 4],
    len: usize,
    hits: u32,
}
#[device]
impl Cache {
    fn entry(&mut self, key: u32) -> &u32 {
        self.hits += 1;
        if let Some(at) = self.keys[..self.len].iter().position(|k| *k == key) {
            return &self.keys[at];
        }
        self.len = (self.len + 1).min(4);
        self.keys[self.len - 1] = key;
        &self.keys[self.len - 1]
    }
}
#[device]
trait Conv<T> {
    fn conv<U: Scalar>(self, t: T, u: U) -> u32;
}
#[device]
impl Conv<u8> for u32 {
    fn conv<U: Scalar>(self, t: u8, u: U) -> u32 {
        self + u32::from(t)
    }
}
#[device]
fn f(x: u32) -> u32 {
    x + 7
}
#[device]
fn outer(v: u32, g: fn(u32) -> u32) -> u32 {
    let mut total = 0;
    let h = if v % 2 == 0 { twice } else { f };
    for k in 0..4 {
        let p = match k {
            0 => half,
            1 => twice,
            2 => f,
            _ => half,
        };
        total = total * 3 + p(v + k) + h(k) + g(k);
    }
    total
}
#[device]
pub fn run(v: u32) -> u32 {
    let mut c = Cache { keys: [0; 4], len: 0, hits: 0 };
    let a = *c.entry(v) + *c.entry(3);
    let b: &u32 = c.entry(v % 2);
    let d = *b + *b;
    let e = &*c.entry(9);
    let s = *e + *e;
    a + d * 100 + s * 10_000 + c.hits * 1_000_000 + outer(v, twice) + v.conv::<f32>(3u8, 1.5)
}

#[test]
fn results_equal_those_of_the_host() {
    let wanted: Vec<u32> = (0..64).map(run).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(64, amp!(|i: Index<1>| y[i] = run(i[0] as u32)))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}

#[derive(Clone, Copy, GpuType)]
struct Checksum {
    a: u32,
    b: u32,
}

#[device]
impl Checksum {
    fn update(&mut self, bytes: &[u8]) -> &mut Self {
        for &byte in bytes {
            self.a = (self.a + u32::from(byte)) % 251;
            self.b = (self.b + self.a) % 251;
        }
        self
    }

    fn start(&self) -> u32 {
        self.a + 1
    }
}

/// Arguments of chained calls refer to temporary variables, whose values are computed once.
#[device]
fn checksum(v: u32) -> u32 {
    let mut sum = Checksum { a: 1, b: 0 };
    let mut other = Checksum { a: v, b: 2 };
    sum.update(b"header").update(&v.to_be_bytes());
    sum.update(&other.start().to_le_bytes()).update(&(v * 3).to_be_bytes());
    other.update(&sum.a.to_le_bytes()).update(b"end");
    sum.b * 256 + sum.a + other.b * 65_536
}

#[test]
fn arguments_of_chained_calls_are_temporary_variables() {
    let wanted: Vec<u32> = (0..64).map(checksum).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        let on = accelerator.default_view();
        on.parallel_for_each(64, amp!(|i: Index<1>| y[i] = checksum(i[0] as u32))).unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
