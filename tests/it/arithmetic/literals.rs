//! Literals without a suffix: they get the types that Rust infers.

use crate::compare::compare;

compare!(large_literals_before_a_cast, |i, x: u32, y: i64| {
    y[i] = x[i] as i64 * 10_000_000_000 - 5_000_000_000;
});

compare!(large_literals_with_an_annotated_type, |i, x: u64, y: u64| {
    let big: u64 = 18_446_744_073_709_551_615;
    let small: i64 = -9_223_372_036_854_775_808;
    let later;
    later = 0xffff_ffff_ff;
    y[i] = (big - x[i]) ^ small as u64 ^ later;
});

compare!(large_literals_in_patterns, |i, x: u64, y: u64| {
    let v = x[i] * 10_000_000_000;
    y[i] = match v {
        20_000_000_000 => 1,
        30_000_000_000..=50_000_000_000 => 2,
        _ if v > 100_000_000_000 => v % 7_000_000_001,
        _ => 4,
    };
});

compare!(large_literals_in_ranges, |i, x: i64, y: i64| {
    let mut sum = 0;
    for k in 9_000_000_000..9_000_000_003 + x[i] {
        sum += k;
    }
    for k in (5_000_000_000..=5_000_000_010i64).rev().step_by(4) {
        sum ^= k;
    }
    y[i] = sum;
});

compare!(float_literals_inferred_from_later_use, |i, x: f64, y: f64| {
    let a = 1.5;
    let b: f64 = a * x[i];
    let mut c = 0.1;
    c += b;
    let d = [0.25, 0.5, 0.1];
    let e = (0.3, 2);
    let f = if b > 3.0 { 0.7 } else { 0.9 };
    y[i] = b * 0.1 + c + d[i[0] % 3] * e.0 + f + (e.1 as f64);
});

compare!(float_literals_inferred_from_functions, |i, x: f64, y: f64| {
    let half = 0.1;
    let inner = |v: f64| v * 0.3;
    y[i] = inner(half).max(0.2) + x[i].min(0.7) + f64::min(0.1, x[i]) + (0.1f64).abs();
});

compare!(integer_literals_inferred_from_later_use, |i, x: u32, y: u32| {
    let mut n = 1;
    let mut list = [0; 4];
    let (a, b) = (3, -4);
    for k in 0..5 {
        n = n * 3 + k;
        list[k as usize % 4] += n;
    }
    let c = a + b;
    let shifted = 1 << (x[i] % 20);
    let negative = -7 / 2 * c;
    y[i] = n ^ list[2] ^ x[i] ^ shifted ^ negative as u32 ^ (c as u32);
});

compare!(literals_inferred_as_usize, |i, x: u32, y: u32| {
    let at = 3;
    let list = [x[i], 7, 9, 11];
    let mut steps = 0;
    let mut k = 0;
    while k < list.len() {
        k += 1;
        steps += 2;
    }
    y[i] = list[at] + list[k - 4] + steps;
});

compare!(double_negation, |i, x: f32, y: f32| {
    let k = -(-5i32);
    let wide = -(-(x[i] as f64));
    let integer = -(-(-(x[i] as i32)));
    let pair = (-x[i], -(-x[i]));
    y[i] =
        -(-x[i]) - -(-(k as f32)) + -(-(integer as f32)) + wide.abs() as f32 + -(-(-pair.0)) - -(-(-pair.1));
});
