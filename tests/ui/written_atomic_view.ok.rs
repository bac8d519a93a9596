//! Write shared elements with atomic operations.

use amp::prelude::*;

#[test]
fn runs() {
    let mut counts = Array::<u32>::new([8]).unwrap();
    let view = counts.as_atomic();
    parallel_for_each(8, amp!(|i: Index<1>| atomic_store(&mut view[i], 2))).unwrap();
    assert_eq!(counts.to_vec().unwrap(), [2; 8]);
}
