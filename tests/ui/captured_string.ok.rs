//! Convert the text to a number before the kernel captures it.

use amp::prelude::*;

#[test]
fn runs() {
    let factor: f32 = String::from("2").parse().unwrap();
    crate::gives(&[2.0, 4.0], &[1.0, 2.0], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] *= factor))
    });
}
