//! Define the closure in the kernel.

use amp::prelude::*;

#[test]
fn runs() {
    crate::gives(&[4.0, 6.0], &[1.0, 2.0], |on, y| {
        on.parallel_for_each(
            2,
            amp!(|i: Index<1>| {
                let more = |x: f32| x + 1.0;
                y[i] = more(y[i]) * 2.0;
            }),
        )
    });
}
