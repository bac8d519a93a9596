use amp::prelude::*;

#[device]
trait Square {
    fn square(self) -> Self;
}

#[device]
impl<T: amp::Value + std::ops::Mul<Output = T>> Square for T {
    fn square(self) -> Self {
        self * self
    }
}

fn main() {}
