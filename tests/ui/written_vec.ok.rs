//! Write to a view of the `Vec`.

use amp::prelude::*;

#[test]
fn runs() {
    let mut data = vec![1.0f32; 2];
    let mut y = ArrayViewMut::new(&mut data);
    parallel_for_each(2, amp!(|i: Index<1>| y[i] = 2.0)).unwrap();
    y.finish().unwrap();
    assert_eq!(data, [2.0, 2.0]);
}
