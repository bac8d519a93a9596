//! Use operators of the type, and compare values of one type.

use amp::prelude::*;

#[kernel]
fn floats(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = -y[i];
    y[i] *= 3.0;
    y[i] = (y[i] as u32 >> 1) as f32;
}

#[kernel]
fn unsigned(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = (!(y[i] as u32)) as f32;
    let back = -(i[0] as i32);
    let odd = !(back > 3);
    y[i] = if odd { back as f32 } else { y[i] };
}

#[kernel]
fn bounded(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    let list: [f32; 2] = [1.0, 2.0];
    if i[0] < n as usize {
        y[i] += list[1];
    }
}

#[test]
fn runs() {
    crate::gives(&[2.0, -2.0], &[2.0, -2.0], |on, y| {
        on.parallel_for_each(y.extent(), floats(y))?;
        on.parallel_for_each(y.extent(), unsigned(y))?;
        on.parallel_for_each(y.extent(), bounded(1, y))?;
        let n = 2u32;
        let kernel = amp!(|i: Index<1>| {
            if i[0] >= n as usize {
                return;
            }
            y[i] -= i[0] as f32;
        });
        on.parallel_for_each(2, kernel)
    });
}
