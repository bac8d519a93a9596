//! Supported conditions and patterns.

use amp::prelude::*;

#[kernel]
fn patterns(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    if let (true, k) = (n > 1, n) {
        y[i] += k;
    }
    if n > 1
        && let 2 = y[i]
    {
        y[i] = 20;
    }
    while let 1.. = n
        && let 5 = y[i]
    {
        y[i] = 3;
    }
    let 0..=9 = n else {
        y[i] = 3;
        return;
    };
    match [n, y[i]] {
        [0, rest] => y[i] = rest,
        _ => y[i] += 1,
    }
}

#[test]
fn runs() {
    crate::gives(&[21, 4], &[0, 3], |on, y| on.parallel_for_each(y.extent(), patterns(2, y)));
    let n = 2u32;
    crate::gives(&[3, 2, 2, 3], &[1, 2, 4, 3], |on, y| {
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            if n > 1
                && let 1 | 2 | 4 = y[i]
            {
                y[i] = if matches!(y[i], 1) { 3 } else { 2 };
            }
        });
        on.parallel_for_each(extent, kernel)
    });
}
