//! L-11 to L-14, L-16: values, references, static dispatch, and the bits of a float.

use amp::prelude::*;

#[device]
trait Shape {
    fn area(&self) -> f32;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[device]
impl Shape for Square {
    fn area(&self) -> f32 {
        self.side * self.side
    }
}

#[device]
fn lent(x: &f32) -> f32 {
    *x
}

#[device]
fn by_type<S: Shape>(shape: S) -> f32 {
    shape.area()
}

#[device]
fn by_closure(f: impl Fn(f32) -> f32, p: &f32) -> f32 {
    f(*p)
}

#[kernel]
fn points(i: Index<1>, square: Square, y: &mut ArrayViewMut<f32>) {
    let mut x = y[i];
    let p = &mut x;
    *p += 1.0;
    let bits: u32 = x.to_bits();
    y[i] = by_closure(|v| v.sqrt(), &x) + lent(&x) + by_type(square) + f32::from_bits(bits);
}

#[test]
fn runs() {
    let square = Square { side: 3.0 };
    crate::gives(&[19.0, 30.0], &[3.0, 8.0], |on, y| on.parallel_for_each(y.extent(), points(square, y)));
}
