use amp::prelude::*;

#[device]
fn doubled<T: Float>(x: T) -> T {
    x * 2.0
}

#[device]
fn grown<T>(x: T) -> T
where
    T: Scalar,
{
    let mut x = x;
    x += 1;
    x
}

mod own {
    use amp::glam::Vec2;
    use amp::prelude::*;
    use std::ops::Mul;

    #[device]
    pub(super) trait Float: amp::Value + Mul<Output = Self> + Mul<f32, Output = Self> {}

    impl Float for Vec2 {}

    #[device]
    pub(super) fn halved<T: Float>(x: T) -> T {
        x * 0.5
    }
}

fn main() {}
