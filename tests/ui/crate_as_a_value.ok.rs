//! A path begins with `crate`, and ends with the name of a constant.

use amp::prelude::*;

const LIMIT: f32 = 4.0;

#[test]
#[allow(unused_qualifications)]
fn runs() {
    crate::gives(&[4.0, 4.0], &[1.0, 2.0f32], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = crate::crate_as_a_value::LIMIT))
    });
}
