//! Generic parameters that only a turbofish or the result determines. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
#[device]
fn table<const N: usize>() -> [u32; N] {
    std::array::from_fn(|k| (k * k) as u32)
}
#[derive(Clone, Copy, GpuType)]
struct Fixed<const P: u32>(i32);
#[device]
impl<const P: u32> Fixed<P> {
    fn from_int(x: i32) -> Self {
        Fixed(x << P)
    }
    fn to<const Q: u32>(self) -> Fixed<Q> {
        if Q >= P { Fixed(self.0 << (Q - P)) } else { Fixed(self.0 >> (P - Q)) }
    }
    fn zeros<const K: usize>() -> [Self; K] {
        [Fixed(1); K]
    }
    fn parts<const K: usize, T: Default + Copy>(&self, k: u8) -> [T; K]
    where
        T: amp::Value,
    {
        [T::default(); K]
    }
    fn apply<const K: u32>(self, f: impl Fn(i32) -> i32) -> i32 {
        let mut v = self.0;
        for _ in 0..K {
            v = f(v);
        }
        v
    }
    fn bump<const BY: i32>(&mut self) {
        self.0 += BY;
    }
}
#[derive(Clone, Copy, GpuType)]
struct Bounded<const LO: u32, const HI: u32>(u32);
#[device]
impl<const LO: u32, const HI: u32> Bounded<LO, HI> {
    fn new(v: u32) -> Self {
        Bounded(v.clamp(LO, HI))
    }
}
#[device]
trait Mix {
    fn mix<const R: u32>(self) -> u32;
    fn twice<const R: u32>(self) -> u32
    where
        Self: Copy,
    {
        let _ = 0;
        R * 2
    }
}
#[device]
impl Mix for u32 {
    fn mix<const R: u32>(self) -> u32 {
        self.rotate_left(R)
    }
}
#[device]
impl Mix for i32 {
    fn mix<const R: u32>(self) -> u32 {
        (self as u32).rotate_right(R)
    }
    fn twice<const R: u32>(self) -> u32 {
        R + 1
    }
}
#[device]
pub fn run(v: u32) -> u32 {
    let t = table::<6>();
    let x = Fixed::<16>::from_int(v as i32 - 7);
    let y: Fixed<8> = x.to();
    let z = x.to::<4>();
    let w: [Fixed<3>; 2] = Fixed::zeros();
    let u = Fixed::<5>::zeros::<4>();
    let p: [u32; 3] = y.parts(v as u8);
    let q = y.parts::<2, f32>(3);
    let mut m = z;
    m.bump::<3>();
    let n = <u32 as Mix>::mix::<3>(v)
        ^ 5i32.mix::<2>()
        ^ Mix::mix::<7>(v)
        ^ 3u32.twice::<8>()
        ^ 3i32.twice::<8>();
    let b = Bounded::<3, 20>::new(v).0;
    (t[5] + b).wrapping_add(y.0 as u32).wrapping_mul(31)
        ^ z.0 as u32
        ^ w[1].0 as u32
        ^ u[3].0 as u32
        ^ p[2]
        ^ q[1] as u32
        ^ z.apply::<3>(|k| k * 2 + 1) as u32
        ^ m.0 as u32
        ^ n
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
