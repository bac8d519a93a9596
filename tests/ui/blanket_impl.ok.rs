//! Write the functions as default bodies of the trait, and an empty `impl` for each type.

use amp::prelude::*;
use std::ops::Mul;

#[device]
trait Square: Mul<Output = Self> {
    fn square(self) -> Self {
        self * self
    }
}

macro_rules! squares {
    ($($ty:ty)*) => {$(
        #[device]
        impl Square for $ty {}
    )*};
}

squares! { f32 u32 Vec3 }

#[kernel]
fn squared(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let length = Vec3::splat(y[i]).square().x + (i[0] as u32).square() as f32;
    y[i] = y[i].square() + length;
}

#[test]
fn runs() {
    crate::gives(&[8.0f32, 163.0], &[2.0, 9.0], |on, y| on.parallel_for_each(2, squared(y)));
}
