//! Assign the variable once, or declare it with `mut`.

use amp::prelude::*;

#[kernel]
fn twice(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let value;
    value = y[i] + 3;
    y[i] = value;
}

#[kernel]
fn and_added_to(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let mut value: i32;
    value = y[i];
    value += 1;
    y[i] = value;
}

#[kernel]
fn not_at_all(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let value: i32;
    if y[i] > 3 {
        value = 1;
    } else {
        value = 2;
    }
    y[i] = value;
}

#[test]
fn runs() {
    crate::gives(&[5, 4], &[2, 1], |on, y| on.parallel_for_each(y.extent(), twice(y)));
    crate::gives(&[3, 2], &[2, 1], |on, y| on.parallel_for_each(y.extent(), and_added_to(y)));
    crate::gives(&[1, 2], &[4, 1], |on, y| on.parallel_for_each(y.extent(), not_at_all(y)));
}
