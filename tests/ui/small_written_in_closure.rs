use amp::prelude::*;

fn main() {
    let mut pixels = Array::from_slice([3], &[1u8, 2, 3]).unwrap();
    parallel_for_each(3, amp!(|i: Index<1>| pixels[i] = 0)).unwrap();
}
