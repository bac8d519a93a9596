//! Conversions of numbers to bytes and back: `to_be_bytes`, `from_be_bytes` and so on.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn round_trip(x: f32, n: u64, k: i32) -> u32 {
    let bytes = x.to_be_bytes();
    let back = f32::from_be_bytes(bytes);
    let [a, .., h] = n.to_ne_bytes();
    let number = i32::from_le_bytes(k.to_le_bytes()) + i32::from(i16::from_be_bytes([a, h]));
    back.to_bits() ^ u64::from_le_bytes(n.to_be_bytes()).count_ones() ^ number as u32 ^ u32::from(bytes[1])
}

#[kernel]
fn round_trips(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<u32>) {
    y[i] = round_trip(x[i], 0x0123_4567_89ab_cdef << i[0], -70000 - i[0] as i32);
}

#[test]
fn numbers_are_made_of_bytes() {
    let x = [1.5f32, -0.0, 3e38, 1e-3, -7.25];
    let expected: Vec<u32> =
        (0..5).map(|k| round_trip(x[k], 0x0123_4567_89ab_cdef << k, -70000 - k as i32)).collect();
    on_each(|on| {
        if !on.supports_i64() {
            return;
        }
        let mut y = ArrayViewMut::without_source([5]).unwrap();
        on.default_view().parallel_for_each(5, round_trips(&ArrayView::new(&x), &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
