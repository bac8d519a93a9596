//! Index arithmetic has 64 bits on the host and 32 on a device. The checked accelerator reports operations whose results differ,
//! and accepts those whose low 32 bits agree.

use super::*;

/// Computes a value from an index, once where host and device agree, and once where they differ.
macro_rules! differ {
    ($($name:ident ($right:expr, $wrong:expr) $message:literal |$k:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
            for (n, fails) in [($right, false), ($wrong, true)] {
                let n: u32 = n;
                let kernel = amp!(|i: Index<1>| {
                    let $k = i[0] + n as usize;
                    y[i] = ($value) as u32;
                });
                let result = checked().parallel_for_each(1, kernel);
                match fails {
                    false => result.unwrap(),
                    true => {
                        let (_, message) = panicked(result);
                        assert!(message.starts_with($message), "{message}");
                    }
                }
            }
        }
    )*};
}

differ! {
    remainder (1, 0) "`18446744073709551615 % 7` in `usize` gives 1 here and 3 on a device, where an index has 32 bits" |k| k.wrapping_sub(1) % 7;
    division (1, 0) "`18446744073709551615 / 7` in `usize` gives 2635249153387078802 here and 613566756 on a device" |k| k.wrapping_sub(1) / 7;
    right_shift (1, 0) "`18446744073709551615 >> 1` in `usize`" |k| k.wrapping_sub(1) >> 1;
    rem_euclid (1, 0) "`18446744073709551615.rem_euclid(7)` in `usize` gives 1 here and 3 on a device" |k| k.wrapping_sub(1).rem_euclid(7);
    wrapping_rem (1, 0) "`18446744073709551615.wrapping_rem(7)` in `usize`" |k| k.wrapping_sub(1).wrapping_rem(7);
    is_multiple_of (1, 0) "`18446744073709551615.is_multiple_of(641)` in `usize` gives true here and false on a device" |k| k.wrapping_sub(1).is_multiple_of(641);
    midpoint (1, 0) "`18446744073709551615.midpoint(2)` in `usize`" |k| k.wrapping_sub(1).midpoint(2);
    wrapping_shr (1, 0) "`18446744073709551615.wrapping_shr(4)` in `usize`" |k| k.wrapping_sub(1).wrapping_shr(4);
    wrapping_shl (31, 32) "`1.wrapping_shl(32)` in `usize` gives 4294967296 here and 1 on a device" |k| 1usize.wrapping_shl(k as u32);
    count_ones (1, 0) "`18446744073709551615.count_ones()` in `usize` gives 64 here and 32 on a device" |k| k.wrapping_sub(1).count_ones();
    ilog2 (2, 0) "`18446744073709551615.ilog2()` in `usize` gives 63 here and 31 on a device" |k| k.wrapping_sub(1).ilog2();
    leading_zeros (1 << 31, 0) "`4294967296.leading_zeros()`" |k| if k == 0 { (k + 1).wrapping_mul(0x8000_0000).wrapping_mul(2).leading_zeros() } else { 0 };
    trailing_ones (1, 0) "`18446744073709551615.trailing_ones()` in `usize` gives 64 here and 32 on a device" |k| (!k).trailing_ones();
    rotate_left (1, 1 << 31) "`2147483648.rotate_left(1)` in `usize` gives 4294967296 here and 1 on a device" |k| k.rotate_left(1);
    comparison (3, 2) "`4294967298 < 10` in `usize` gives false here and true on a device" |k| k.wrapping_mul(0x8000_0001) < 10;
    equality (3, 2) "`4294967298 == 2` in `usize` gives false here and true on a device" |k| k.wrapping_mul(0x8000_0001) == 2;
    min (3, 2) "`4294967298.min(10)` in `usize` gives 10 here and 2 on a device" |k| k.wrapping_mul(0x8000_0001).min(10);
    saturating_mul (1, 1 << 16) "`65536.saturating_mul(65536)` in `usize` gives 4294967296 here and 4294967295 on a device" |k| k.saturating_mul(65536);
    overflowing_mul (1, 1 << 16) "`65536.overflowing_mul(65536)` in `usize` gives (4294967296, false) here and (0, true) on a device" |k| k.overflowing_mul(65536).1;
    loop_bound (2, 0) "`0..18446744073709551615` in `usize` gives 18446744073709551615 here and 4294967295 on a device" |k| { let mut sum = 0u32; for _ in 0..k.wrapping_sub(1) { sum += 1; } sum };
    comparison_of_isize (2, u32::MAX) "`4294967295 < 0` in `isize` gives false here and true on a device" |k| (k as isize) < 0;
    division_of_isize (4, u32::MAX) "`4294967295 / 2` in `isize` gives 2147483647 here and 0 on a device" |k| (k as isize) / 2;
}

#[test]
fn leading_zeros_of_each_index_are_reported() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    let (index, message) =
        panicked(checked().parallel_for_each(4, amp!(|i: Index<1>| y[i] = i[0].leading_zeros())));
    assert_eq!(index, [0]);
    assert!(
        message.starts_with("`0.leading_zeros()` in `usize` gives 64 here and 32 on a device"),
        "{message}"
    );
    checked().parallel_for_each(4, amp!(|i: Index<1>| y[i] = (i[0] as u32).leading_zeros())).unwrap();
    assert_eq!(y[3], 30);
}

/// The low 32 bits agree on host and device.
#[test]
fn operations_with_equal_low_bits_are_accepted() {
    let mut y = ArrayViewMut::<u32>::without_source([70]).unwrap();
    let mut z = ArrayViewMut::<u32>::without_source([70]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let hash = i[0].wrapping_mul(2654435769) as u32;
        let left = i[0].wrapping_sub(1);
        let bits = (left << 2) ^ (!left & 255) | left.wrapping_pow(3).wrapping_neg();
        let clamped = left.wrapping_add(3).clamp(1, 60).min(left.max(2));
        let most = if left < 70 && left != 7 && left >= 1 { 1 } else { 0 };
        y[i] = hash ^ bits as u32 ^ (left as i32) as u32;
        z[i] = (clamped + most + (left | 1).trailing_zeros() as usize + left % 8) as u32;
        for k in left..70 {
            z[i] ^= k as u32;
        }
    });
    checked().parallel_for_each(70, kernel).unwrap();
    let hash = |n: u32| n.wrapping_mul(2654435769);
    let expected = |n: u32| {
        let left = n.wrapping_sub(1);
        hash(n) ^ ((left << 2) ^ (!left & 255) | left.wrapping_pow(3).wrapping_neg()) ^ left
    };
    assert!((0..70).all(|n| y[n] == expected(n as u32)));
}
