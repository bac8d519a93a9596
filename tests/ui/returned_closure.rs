use amp::prelude::*;

#[device]
fn total(by: f32) -> impl FnMut(f32) -> f32 {
    let mut sum = 0.0;
    move |x: f32| {
        sum += x * by;
        sum
    }
}

fn main() {
    total(1.0)(2.0);
}
