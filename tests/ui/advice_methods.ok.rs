//! The methods under their supported names.

use amp::prelude::*;

#[kernel]
fn floats(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].powi(2);
    y[i] += x[i].clamp(0.0, 1.0);
    y[i] += 1.0 / x[i].sqrt();
    y[i] += x[i] % 2.0;
    y[i] += (x[i] as i32).count_ones() as f32;
    y[i] += 1.0;
}

#[kernel]
fn numbers(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = x[i].isqrt();
    y[i] += x[i].pow(2);
    y[i] += x[i];
    y[i] += x[i].leading_zeros();
    y[i] += (x[i] as f32).sin() as u32;
}

#[kernel]
fn rest(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let [first, second, ..] = [1.0, 2.0, 3.0];
    y[i] = first + second;
}

#[test]
fn runs() {
    let (x, n) = ([4.0], [16]);
    let (x, n) = (ArrayView::new(&x), ArrayView::new(&n));
    crate::gives(&[19.5], &[0.0], |on, y| on.parallel_for_each(y.extent(), floats(&x, y)));
    crate::gives(&[303], &[0], |on, y| on.parallel_for_each(y.extent(), numbers(&n, y)));
    crate::gives(&[3.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), rest(y)));
}
