//! Write elements of 32 bits.

use amp::prelude::*;

#[test]
fn runs() {
    let mut pixels = Array::from_slice([3], &[1u32, 2, 3]).unwrap();
    parallel_for_each(3, amp!(|i: Index<1>| pixels[i] = 0)).unwrap();
    assert_eq!(pixels.to_vec().unwrap(), [0, 0, 0]);
}
