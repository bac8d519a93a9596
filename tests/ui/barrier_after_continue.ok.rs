//! Execute the barrier in every iteration, and skip only the statements after it.

use amp::prelude::*;

#[kernel(tile = [2])]
fn skips(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    for k in 0..4 {
        t.barrier.wait();
        if y[t.global] >= k {
            sum += k;
        }
    }
    y[t.global] = sum;
}

#[kernel(tile = [2])]
fn leaves(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    let mut left = false;
    for k in 0..4 {
        left |= y[t.global] < k;
        t.barrier.wait();
        if !left {
            sum += k;
        }
    }
    y[t.global] = sum;
}

#[test]
fn runs() {
    crate::gives(&[0, 3], &[0, 2], |on, y| on.parallel_for_each(y.extent().tile([2])?, skips(y)));
    crate::gives(&[0, 3], &[0, 2], |on, y| on.parallel_for_each(y.extent().tile([2])?, leaves(y)));
}
