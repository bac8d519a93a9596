//! Convert an element of 8 bits where the closure reads it.

use amp::prelude::*;

#[test]
fn runs() {
    let pixels = [1u8, 2, 255];
    let v = ArrayView::new(&pixels);
    crate::gives(&[2, 3, 256], &[0u32; 3], |on, y| {
        on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = v[i] as u32 + v[0] as u32))
    });
}
