//! Write the point or the type suffix of a float literal.

use amp::prelude::*;

#[kernel]
fn sums(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let mut sum = 0.0;
    for k in 0..4 {
        sum += x[k];
    }
    y[i] = sum;
}

#[kernel]
fn chooses(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] += if n > 1 { 1f32 } else { 2.5 };
}

#[kernel]
fn adds(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let both = 1.0 + 2.5;
    y[i] += both;
}

#[kernel]
fn takes_one(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let first = |v: u32| {
        if v > 3 {
            return 1;
        }
        v
    };
    y[i] = match x[i] {
        0 => 2,
        v => first(v),
    };
}

#[test]
fn runs() {
    let x = [1.0, 2.0, 3.0, 4.0];
    crate::gives(&[14.5, 14.5], &[0.0, 0.0], |on, y| {
        on.parallel_for_each(y.extent(), sums(&ArrayView::new(&x), y))?;
        on.parallel_for_each(y.extent(), chooses(2, y))?;
        on.parallel_for_each(y.extent(), adds(y))
    });
}

#[test]
fn integer_literals_of_integer_type() {
    let x = [0, 2, 5];
    crate::gives(&[2, 2, 1], &[0, 0, 0], |on, y| {
        on.parallel_for_each(y.extent(), takes_one(&ArrayView::new(&x), y))
    });
}
