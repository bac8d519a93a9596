//! Capture a view of the `Vec`.

use amp::prelude::*;

#[test]
fn runs() {
    let data = vec![1.0f32, 5.0];
    let x = ArrayView::new(&data);
    crate::gives(&[1.0, 5.0], &[0.0, 0.0], |on, y| on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = x[i])));
}
