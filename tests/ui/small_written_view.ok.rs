//! Only read elements of 8 bits.

use amp::prelude::*;

#[test]
fn runs() {
    let pixels = [1u8, 2, 3];
    let x = ArrayView::new(&pixels);
    crate::gives(&[1, 2, 3], &[0u32; 3], |on, y| {
        on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = x[i] as u32))
    });
}
