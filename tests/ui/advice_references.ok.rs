//! Reborrow existing variables, and pass references directly as arguments.

use amp::prelude::*;

#[kernel]
fn references(i: Index<1>, n: u32, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let r = &n;
    let rr = &r;
    let a = **rr;
    let b = n;
    let take = |&(p, q): &(u32, u32)| p + q;
    let d = take(&(n, 2));
    let set = |p: &mut u32| *p += 1;
    set(&mut y[i]);
    y[i] += a + b + d + x[i];
}

#[test]
fn runs() {
    let x = ArrayView::new(&[10u32, 20]);
    crate::gives(&[22, 33], &[0, 1], |on, y| on.parallel_for_each(y.extent(), references(3, &x, y)));
}
