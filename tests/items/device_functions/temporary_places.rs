//! `&mut` of temporary values, methods that modify them, `mem::take` and `mem::replace`. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use std::mem;
#[derive(Clone, Copy, GpuType)]
struct Pcg {
    state: u32,
}
#[device]
impl Pcg {
    fn new(state: u32) -> Self {
        Pcg { state }
    }
    fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(747796405).wrapping_add(2891336453);
        self.state >> 7
    }
}
#[device]
fn fill(a: &mut [u32], rng: &mut Pcg) -> u32 {
    for x in a.iter_mut() {
        *x = rng.next();
    }
    a[1]
}
#[derive(Clone, Copy, Default, PartialEq, GpuType)]
struct Acc {
    a: u32,
    b: f32,
}
#[derive(Clone, Copy, GpuType)]
enum Either {
    Left { a: u32, b: u32 },
    Right(u32),
}
#[device]
impl Either {
    fn step(&mut self) {
        match self {
            Self::Left { a, b } => *a += *b,
            Self::Right(x) => *x *= 2,
        }
    }
    fn get(self) -> u32 {
        match self {
            Either::Left { a, b } => a ^ b << 4,
            Either::Right(x) => x,
        }
    }
}
#[device]
impl Acc {
    fn both(&mut self) {
        let Self { a, b } = self;
        *a += 1;
        *b *= 2.0;
    }
    fn flush(&mut self) -> Acc {
        mem::take(self)
    }
}
#[device]
pub fn run(v: u32) -> u32 {
    let mut w = [0; 3];
    let s = fill(&mut w, &mut Pcg { state: v })
        ^ fill(&mut [1, 2, 3], &mut Pcg::new(v))
        ^ Pcg { state: v }.next()
        ^ Pcg::new(v + 1).next();
    let mut acc = Acc { a: v, b: 2.0 };
    acc.both();
    let mut list = [acc; 2];
    let old = mem::take(&mut list[v as usize % 2]);
    let flushed = acc.flush();
    let mut o = Some(v);
    let t = mem::take(&mut o);
    let mut pair = (v, [1.0f32, 2.0]);
    let p = mem::take(&mut pair);
    let r = mem::replace(&mut list[1], Acc { a: 9, b: 0.5 });
    let mut e = if v % 2 == 0 { Either::Left { a: v, b: 3 } } else { Either::Right(v) };
    e.step();
    s ^ old.a
        ^ flushed.a * 3
        ^ (acc == Acc::default()) as u32
        ^ t.unwrap_or(1)
        ^ o.is_none() as u32 * 8
        ^ p.0 + pair.0
        ^ r.a
        ^ list[0].a * 7
        ^ e.get()
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
