//! Operators on constants whose types only rustc knows.

use amp::prelude::*;
use amp_tests::on_each;

const N: i32 = -7;
const F: f32 = -2.5;
const U: u32 = 0xF0;
const UP: Vec3 = Vec3::new(0.0, 1.5, 0.0);
const STEPS: IVec2 = IVec2::new(3, -4);
const ON: bool = false;

/// Only the constants determine the types of these expressions.
#[kernel]
fn negated(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let m = -N;
    let (p, q) = (-F, -N);
    let turned = match -N {
        7 => 1.0,
        _ => 2.0,
    };
    y[i] = m as f32 + (-N) as f32 * 10.0 + (-N / 2) as f32 * 100.0;
    y[i] += (-(F) as i32) as f32 + p * 2.0 + q as f32 + turned;
    y[i] += (-N).pow(2) as f32 + (!U & 0xFF) as f32 + (-UP).y + (-STEPS).x as f32;
    if !ON {
        y[i] += 0.25;
    }
}

#[test]
fn negated_constants() {
    on_each(|accelerator| {
        let mut found = [0.0; 3];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(3, negated(&mut y)).unwrap();
        y.finish().unwrap();
        let first = 7.0 + 70.0 + 300.0;
        let second = 2.0 + 5.0 + 7.0 + 1.0;
        assert_eq!(found, [first + second + 49.0 + 15.0 - 1.5 - 3.0 + 0.25; 3]);
    });
}

#[device]
fn identity(x: f32) -> f32 {
    x
}

#[device]
fn sum(a: u32, b: u32) -> u32 {
    a + b
}

/// A literal without a suffix gets the type of the constant beside it.
#[kernel]
fn arguments(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = identity(2.0 * F)
        + identity(1.0 - F)
        + identity(-2.0 * F * i[0] as f32)
        + Vec2::new(2.0 * F, F * y[i]).x;
    let twice = 2.0 * F;
    y[i] += identity(twice) + sum(1 + U, U * 2) as f32;
}

#[test]
fn constants_and_literals_in_arguments() {
    on_each(|accelerator| {
        let mut found = [0.0; 2];
        let mut y = ArrayViewMut::new(&mut found);
        accelerator.default_view().parallel_for_each(2, arguments(&mut y)).unwrap();
        y.finish().unwrap();
        let first = -5.0 + 3.5 - 5.0 - 5.0 + 241.0 + 480.0;
        assert_eq!(found, [first, first + 5.0]);
    });
}
