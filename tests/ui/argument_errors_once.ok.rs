//! Pass one argument of the right type for each parameter.

use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u32)]
enum Side {
    Left = 0,
    Right = 1,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn plus(self, by: f32) -> Pair {
        Pair { a: self.a + by, b: self.b + by }
    }
}

#[device]
fn sum(a: f32, b: f32) -> f32 {
    a + b
}

#[device]
fn add(to: &mut f32, by: f32) {
    *to += by;
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<f32>, side: Side, n: u32) {
    if side == Side::Right {
        y[i] = sum(1.0, n as f32) + Vec3::new(1.0, 2.0, 3.0).x;
    }
    let pair = Pair { a: y[i], b: 0.0 }.plus(n as f32);
    let mut own = pair.a;
    add(&mut own, pair.b);
    y[i] = own;
}

#[test]
fn runs() {
    for (side, result) in [(Side::Left, 13.0), (Side::Right, 14.0)] {
        crate::gives(&[result], &[5.0], |on, y| on.parallel_for_each(y.extent(), all(y, side, 4)));
    }
}
