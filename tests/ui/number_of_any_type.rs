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

fn main() {}
