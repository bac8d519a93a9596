use amp::prelude::*;

#[device]
fn adder(by: f32) -> impl Fn(f32) -> f32 {
    move |x: f32| x + by
}

fn main() {
    adder(1.0)(2.0);
}
