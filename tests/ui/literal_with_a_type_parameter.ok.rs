//! Use the constants `ONE` and `ZERO` of the type parameter, or pass the value as an argument.

use amp::glam::Vec2;
use amp::prelude::*;

#[device]
fn doubled<T: Float>(x: T) -> T {
    x * (T::ONE + T::ONE)
}

#[device]
fn grown<T>(x: T, by: T) -> T
where
    T: Scalar,
{
    let mut x = x;
    x += by;
    x
}

#[kernel]
fn both(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = grown(doubled(y[i]), 1.0);
}

mod own {
    use amp::glam::Vec2;
    use amp::prelude::*;
    use std::ops::Mul;

    #[device]
    pub(super) trait Float: amp::Value + Mul<Output = Self> + Mul<f32, Output = Self> {}

    impl Float for f32 {}
    impl Float for Vec2 {}

    #[device]
    pub(super) fn halved<T: Float>(x: T) -> T {
        x * 0.5f32
    }
}

#[kernel]
fn halves(i: Index<1>, y: &mut ArrayViewMut<Vec2>) {
    y[i] = own::halved(y[i]) + Vec2::splat(own::halved(2.0f32));
}

#[test]
fn user_trait_with_the_name_of_an_amp_trait() {
    crate::gives(&[Vec2::new(1.5, 2.0)], &[Vec2::new(1.0, 2.0)], |on, y| {
        on.parallel_for_each(y.extent(), halves(y))
    });
}

#[test]
fn runs() {
    crate::gives(&[3.0, 5.0], &[1.0f32, 2.0], |on, y| on.parallel_for_each(y.extent(), both(y)));
}
