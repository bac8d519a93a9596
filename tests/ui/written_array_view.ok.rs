//! Use an `ArrayViewMut` for a view that the kernel writes.

use amp::prelude::*;

#[test]
fn runs() {
    let mut data = [1.0f32; 8];
    let mut y = ArrayViewMut::new(&mut data);
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = 2.0)).unwrap();
    y.finish().unwrap();
    assert_eq!(data, [2.0; 8]);
}
