//! Functions that return `impl Trait`, and types with parts that rustc infers. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
#[device]
trait Shape: Copy {
    fn area(&self) -> f32;
    fn grow(&mut self, by: f32);
    fn twice(self) -> Twice<Self> {
        Twice(self)
    }
}
#[derive(Clone, Copy, GpuType)]
struct Sq(f32);
#[derive(Clone, Copy, GpuType)]
struct Twice<S>(S);
#[device]
impl Shape for Sq {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
    fn grow(&mut self, by: f32) {
        self.0 += by;
    }
}
#[device]
impl<S: Shape> Shape for Twice<S> {
    fn area(&self) -> f32 {
        2.0 * self.0.area()
    }
    fn grow(&mut self, by: f32) {
        self.0.grow(by + 1.0);
    }
}
#[device]
fn make(x: f32) -> impl Shape {
    Sq(x).twice()
}
#[device]
fn make2(x: f32, c: bool) -> impl Shape + Copy {
    if c {
        return make(x).twice();
    }
    let mut s = make(x + 1.0).twice();
    s.grow(1.0);
    s
}
#[device]
impl Sq {
    fn nested(self, n: u32) -> impl Shape {
        Twice(Twice(Sq(self.0 + n as f32)))
    }
}
#[device]
fn total<S: Shape>(s: S, n: u32) -> f32 {
    let mut t = s;
    for _ in 0..n {
        t.grow(0.5);
    }
    t.area()
}
#[derive(Clone, Copy, GpuType)]
struct Lcg(u32);
#[device]
impl Lcg {
    fn new(s: u32) -> Self {
        Lcg(s)
    }
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        self.0 >> 8
    }
    fn peek(&self) -> u32 {
        self.0
    }
}
#[device]
fn parse(v: u32) -> Result<u32, u8> {
    if v > 9 { Err(v as u8) } else { Ok(v) }
}
#[device]
pub fn run(v: u32) -> u32 {
    let mut m = make(v as f32);
    m.grow(0.25);
    let n = make2(1.0, v % 2 == 0);
    let k = Sq(1.5).nested(v);
    let o: Option<_> = (v > 3).then_some(v * 2);
    let r: Result<u32, _> = parse(v);
    let x: Result<_, u8> = r.map(|a| a + 1);
    Lcg(v).next()
        ^ Lcg::new(v).next()
        ^ Lcg::new(3).peek()
        ^ (m.area() + n.area() + total(m, 3) + k.area() + total(make(2.0), 1)) as u32
        ^ o.unwrap_or(7)
        ^ x.unwrap_or(100)
        ^ match r {
            Ok(a) => a,
            Err(e) => u32::from(e),
        }
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
