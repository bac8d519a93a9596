use amp::prelude::*;
use std::ops::Mul;

#[device]
trait Square {
    fn square(self) -> Self;
}

#[device]
impl<T: amp::Value + Mul<Output = T>> Square for T {
    fn square(self) -> Self {
        self * self
    }
}

fn main() {}
