//! Functions where there is no number, or only one that is the limit of several.

use crate::same;
use amp::prelude::*;

const ENDS: [f32; 8] = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1.0, -1.0, 2.0];

/// A number of which all devices see the same digits.
#[device]
fn digits(x: f32) -> f32 {
    if x.is_nan() {
        return 77.0;
    }
    if x > 1e9 || x < -1e9 {
        return if x > 0.0 { 88.0 } else { -88.0 };
    }
    let rounded = (x * 1000.0).round();
    if rounded == 0.0 && x.is_sign_negative() { -0.25 } else { rounded }
}

same!(of_two, |i, x: u32, y: f32| {
    let (a, b): (f32, f32) = (ENDS[x[i] as usize / 8 % 8], ENDS[x[i] as usize % 8]);
    y[i] = digits(a.atan2(b));
});

same!(of_two_long_sides, |i, x: u32, y: f32| {
    let (a, b): (f32, f32) = (ENDS[x[i] as usize / 8 % 8], ENDS[x[i] as usize % 8]);
    y[i] = if a.is_nan() || b.is_nan() { 1.0 } else { digits(a.hypot(b)) };
});

same!(of_one, |i, x: u32, y: f32| {
    let a: f32 = ENDS[x[i] as usize % 8];
    y[i] = if x[i] % 16 < 8 { digits(a.asin()) } else { digits(a.acos()) };
});
