//! The methods of `Result`, patterns on nested sum types, and methods of scalars whose result is an `Option`.

use amp::prelude::*;

use super::compare;

#[device]
fn check(x: u32) -> Result<u32, i32> {
    if x > 5 { Err(-(x as i32)) } else { Ok(x) }
}

#[device]
fn results(n: u32) -> [i32; 34] {
    let r = check(n);
    let s = n as i32 - 4;
    let nest: Option<Option<u32>> = if n > 3 { Some(if n > 6 { Some(n) } else { None }) } else { None };
    let list = [Some(1.5f32), None, Some(n as f32)];
    let mut sum = 0.0;
    for item in list {
        if let Some(v) = item {
            sum += v;
        }
    }
    let mut count = 0;
    let mut left = Some(n);
    while let Some(v) = left {
        count += 1;
        left = if v > 1 { Some(v / 2) } else { None };
    }
    let pair = (r.ok(), s.checked_div(n as i32));
    [
        r.is_ok() as i32,
        r.is_err() as i32,
        r.is_ok_and(|v| v > 2) as i32,
        r.is_err_and(|e| e < -7) as i32,
        r.ok().map_or(-1, |v| v as i32),
        r.err().unwrap_or(9),
        r.unwrap_or(50) as i32,
        r.unwrap_or_else(|e| (e * -2) as u32) as i32,
        r.map(|v| v as f32 * 1.5).map_or(3, |v| v as i32),
        match r.map_err(|e| e as f32 * 0.5) {
            Ok(v) => v as i32,
            Err(e) => (e * 2.0) as i32,
        },
        r.map_or_else(|e| e, |v| v as i32 * 3),
        r.and_then(|v| if v > 1 { Ok(v + 1) } else { Err(77) }).unwrap_or(4) as i32,
        r.or_else(|e| if e < -8 { Err(1u32) } else { Ok(5u32) }).unwrap_or(6) as i32,
        (n > 2).then(|| n * 2).unwrap_or(1) as i32,
        (n > 2).then_some(s).unwrap_or(-9),
        n.checked_sub(3).map_or(-1, |v| v as i32),
        s.checked_mul(1 << 30).unwrap_or(12),
        (u32::MAX - 3).checked_add(n).is_none() as i32,
        r.unwrap_or_default() as i32,
        s.checked_pow(n).unwrap_or(-13),
        s.wrapping_sub(i32::MAX).checked_neg().unwrap_or(-14),
        n.checked_neg().map_or(-15, |v| v as i32),
        s.checked_shl(n * 10).unwrap_or(-16),
        s.checked_shr(n * 10).unwrap_or(-17),
        (n / 2).checked_ilog2().map_or(-18, |v| v as i32),
        (i32::MIN + n as i32 / 3).checked_abs().unwrap_or(-19),
        (n << 30).checked_next_power_of_two().map_or(-20, |v| v as i32),
        s.checked_rem_euclid(n as i32).unwrap_or(-21) + s.checked_div_euclid(n as i32 - 2).unwrap_or(-22),
        match nest {
            None => 0,
            Some(None) => 1,
            Some(Some(v)) => v as i32,
        },
        sum as i32,
        count,
        match pair {
            (Some(a), Some(b)) => a as i32 + b,
            (Some(a), None) => a as i32 + 100,
            (None, Some(b)) => b,
            _ => -5,
        },
        matches!(r, Ok(1..=3)) as i32,
        (r == Ok(2)) as i32,
    ]
}

#[kernel]
fn methods(i: Index<1>, y: &mut ArrayViewMut<[i32; 34]>) {
    y[i] = results(i[0] as u32);
}

#[test]
fn methods_of_result_and_patterns() {
    compare!(results, methods);
}
