//! A second assignment to a variable without `mut`.

use amp::prelude::*;

#[kernel]
fn twice(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let value;
    value = 3;
    value = y[i] + 3;
    y[i] = value;
}

#[kernel]
fn and_added_to(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let value: i32;
    value = y[i];
    value += 1;
    y[i] = value;
}

#[kernel]
fn not_at_all(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let value: i32;
    if y[i] > 3 {
        value = 1;
    }
    y[i] = value;
}

fn main() {}
