//! Use the value of the last expression, or end it with `;`.

use amp::prelude::*;

#[device]
fn scaled(v: f32) -> f32 {
    v * 3.0
}

#[device]
fn scale(v: &mut f32) {
    *v *= 2.0;
}

#[kernel]
fn doubles(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = y[i] * 2.0
}

#[kernel]
fn chooses(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    for _ in 0..2 {
        y[i] = y[i].sqrt()
    }
    match i[0] {
        0 => y[i] = 1.0,
        _ => scale(&mut y[i]),
    }
}

#[kernel]
fn calls(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    if i[0] > 1 {
        scaled(2.0)
    } else {
        1.0
    };
    y[i] = scaled(y[i])
}

#[kernel]
fn compares(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let _ = y[i] == 1.0;
    if y[i] > 2.0 {
        y[i] += 1.0;
    }
    y[i] > 2.0 && {
        y[i] += 1.0;
        true
    };
}

#[test]
fn runs() {
    crate::gives(&[3.0, 18.0], &[16.0, 8.0], |on, y| {
        on.parallel_for_each(y.extent(), doubles(y))?;
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = y[i] * y[i] / y[i]))?;
        on.parallel_for_each(y.extent(), chooses(y))?;
        on.parallel_for_each(y.extent(), compares(y))?;
        on.parallel_for_each(y.extent(), calls(y))
    });
}
