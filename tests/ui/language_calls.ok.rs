//! L-10, L-15: return a `bool` beside the value, and assert what must hold.

use amp::prelude::*;

#[device]
fn found(v: i32) -> (bool, i32) {
    (v > 0, v)
}

#[kernel]
fn unwraps(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    if let (true, v) = found(y[i]) {
        y[i] = v + 10;
    }
    y[i] = y[i].saturating_add(1);
}

#[kernel]
fn formats(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    debug_assert!(y[i] < 100, "{} is too large", y[i]);
    let list = [1, 2];
    y[i] += list[1];
}

#[test]
fn runs() {
    crate::gives(&[13, 0], &[2, -1], |on, y| on.parallel_for_each(y.extent(), unwraps(y)));
    crate::gives(&[4, 1], &[2, -1], |on, y| on.parallel_for_each(y.extent(), formats(y)));
}
