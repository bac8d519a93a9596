//! What is done with results whose types only rustc can see.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn halves(x: u32) -> (u32, u32) {
    (x >> 16, x & 0xffff)
}

#[test]
fn a_part_is_shifted_by_a_number() {
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..64).map(|n| n * 0x0012_3457).collect();
        let expected: Vec<u32> =
            values.iter().map(|x| (((x >> 16) + 1) << 3) ^ ((x & 0xffff) >> 1)).collect();
        let mut y = ArrayViewMut::new(&mut values);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let (high, low) = halves(y[i]);
            y[i] = ((high + 1) << 3) ^ (low >> 1);
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        assert_eq!(values, expected);
    });
}
