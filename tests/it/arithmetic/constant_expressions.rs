//! Expressions that naga rejects as constants: non-finite floats, and unreachable divisions by zero, subscripts and shifts.

use crate::compare::compare;
use amp::prelude::*;

const NONE: u32 = 0;
const THIRD: usize = 3;
const BIG: usize = 7;
const HUGE: f32 = 1e30;
const WIDTH: u32 = 40;

#[device]
fn shared<const K: usize>(k: u32) -> u32 {
    if K > 0 { k / K as u32 + k % K as u32 } else { k }
}

#[device]
fn item<const K: usize>(k: u32, of: [u32; 3]) -> u32 {
    if K < 3 { of[K] } else { k }
}

compare!(unreachable_division_by_zero, |i, x: u32, y: u32| {
    let mut r = x[i];
    if NONE != 0 {
        r /= NONE;
        r %= NONE;
        r += x[i] / NONE + x[i] % NONE;
    }
    let zero = 0u32;
    let signed = 0i32;
    if zero != 0 {
        r += x[i] / zero;
    }
    if signed != 0 {
        r += (x[i] as i32 % signed) as u32;
    }
    y[i] = r + shared::<0>(x[i]) + 100 * shared::<7>(x[i]);
});

compare!(unreachable_subscripts_behind_the_end, |i, x: u32, y: u32| {
    let mut a = [x[i], 2, 3];
    let behind = 5usize;
    let mut r = item::<5>(x[i], a) + item::<1>(x[i], a) * 10;
    if THIRD > 5 {
        a[THIRD] = 4;
        a[BIG] += 1;
        r += a[BIG];
    }
    if behind < 3 {
        r += a[behind];
    }
    y[i] = r + a[THIRD - 1] * 1000;
});

compare!(unreachable_shifts_beyond_the_width, |i, x: u32, y: u32| {
    let mut r = x[i];
    if WIDTH < 32 {
        r = x[i] << WIDTH;
        r += 1u32 << WIDTH;
    }
    let last = 1u32 << 31;
    let gone = 3u32 << 31 << 1;
    y[i] = r + (last >> 20) + gone + ((1i32 << 30 << 1) as u32 >> 24);
});

compare!(infinities, |i, x: f32, y: f32| {
    let zero = 0.0;
    let x = x[i] + 1.0;
    y[i] =
        x / (1.0 / zero) + x / (f32::MAX * 2.0) + x / (1e20 * 1e20) + x / (HUGE * HUGE) + x / 1000.0f32.exp()
            - x / 0.0f32.ln()
            + x / 1e20f32.powi(3)
            + x / 1e20f32.powf(3.0)
            + x / f32::INFINITY
            + 2.0 * 3.0 * x;
});

compare!(nan_constants, |i, x: f32, y: u32| {
    let a = 0.0 / 0.0;
    let b = (-1.0f32).sqrt();
    let c = HUGE * HUGE - HUGE * HUGE;
    y[i] = (x[i] + a).is_nan() as u32
        + b.is_nan() as u32 * 2
        + c.is_nan() as u32 * 4
        + (f32::NAN * x[i]).is_nan() as u32 * 8;
});

compare!(infinities_of_f64, |i, x: f64, y: u32| {
    let wide = x[i] + f64::INFINITY;
    let low = x[i] + f64::NEG_INFINITY;
    let none = x[i] * f64::NAN;
    let quotient = 1.0f64 / 0.0;
    y[i] = (wide > f64::MAX) as u32
        + (low < f64::MIN) as u32 * 2
        + none.is_nan() as u32 * 4
        + (f64::MAX * 2.0 == quotient) as u32 * 8;
});
