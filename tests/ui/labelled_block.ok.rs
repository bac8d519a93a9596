//! Leave the block by its label, and the loop around it by the loop's label.

use amp::prelude::*;

#[kernel]
fn blocks(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    'all: for k in 0..4u32 {
        'one: {
            if x[i] > k {
                break 'all;
            }
            if x[i] == 2 {
                break 'one;
            }
            y[i] += k;
        }
    }
}

#[test]
fn runs() {
    let x = ArrayView::new(&[0u32, 1, 2]);
    crate::gives(&[6, 0, 0], &[0, 0, 0], |on, y| on.parallel_for_each(y.extent(), blocks(&x, y)));
}
