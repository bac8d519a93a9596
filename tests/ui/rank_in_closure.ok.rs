//! Write as many subscripts as the view has dimensions, or change its rank with `view_as`.

use amp::prelude::*;

#[test]
fn runs() {
    let x = ArrayView::with_extent([2, 4], &[1u32, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let line = x.view_as(8).unwrap();
    crate::gives(&[2, 4, 6, 8, 10, 12, 14, 16], &[0; 8], |on, y| {
        on.parallel_for_each(8, amp!(|i: Index<1>| y[i] = x[[i[0] / 4, i[0] % 4]] + line[i]))
    });
}
