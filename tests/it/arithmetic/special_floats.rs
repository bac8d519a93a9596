//! Float functions at zeros, infinities and NaN.

use crate::compare::compare;
use amp::prelude::*;

const SPECIAL: [f32; 8] = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1.0, -1.0, 2.0];

/// Rounds so that all devices agree.
#[device]
fn normalized(x: f32) -> f32 {
    if x.is_nan() {
        return 77.0;
    }
    if x > 1e9 || x < -1e9 {
        return if x > 0.0 { 88.0 } else { -88.0 };
    }
    let rounded = (x * 1000.0).round();
    if rounded == 0.0 && x.is_sign_negative() { -0.25 } else { rounded }
}

compare!(atan2_of_special_values, |i, x: u32, y: f32| {
    let (a, b): (f32, f32) = (SPECIAL[x[i] as usize / 8 % 8], SPECIAL[x[i] as usize % 8]);
    y[i] = normalized(a.atan2(b));
});

compare!(hypot_of_special_values, |i, x: u32, y: f32| {
    let (a, b): (f32, f32) = (SPECIAL[x[i] as usize / 8 % 8], SPECIAL[x[i] as usize % 8]);
    y[i] = if a.is_nan() || b.is_nan() { 1.0 } else { normalized(a.hypot(b)) };
});

compare!(asin_and_acos_of_special_values, |i, x: u32, y: f32| {
    let a: f32 = SPECIAL[x[i] as usize % 8];
    y[i] = if x[i] % 16 < 8 { normalized(a.asin()) } else { normalized(a.acos()) };
});
