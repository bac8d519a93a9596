//! Use elements of 32 bits for atomic operations.

use amp::prelude::*;

#[kernel]
fn count(i: Index<1>, x: &ArrayView<u8>, bins: &mut ArrayViewMut<u32>) {
    atomic_fetch_add(&mut bins[x[i] as usize], 1);
}

#[test]
fn runs() {
    let x = ArrayView::new(&[1u8, 0, 1]);
    crate::gives(&[1, 2], &[0, 0], |on, bins| on.parallel_for_each(3, count(&x, bins)));
}
