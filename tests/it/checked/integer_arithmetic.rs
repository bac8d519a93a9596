//! Integer overflow, division by zero and shifts, and index arithmetic with more bits on the host than on a device.
//!
//! Each case runs one kernel with two inputs: with the first it succeeds, with the second it reports the error.

use super::*;

/// Runs a kernel over `x` and `y` with both values of `n`. The first run succeeds. The second panics in the first work-item
/// with `$message`.
macro_rules! pairs {
    ($($name:ident $ty:ident ($right:expr, $wrong:expr) $message:literal => |$i:ident, $x:ident, $y:ident, $n:ident| $body:block)*) => {$(
        #[test]
        fn $name() {
            let values: Vec<$ty> = vec![7; 10];
            let $x = ArrayView::new(&values);
            for ($n, fails) in [($right, false), ($wrong, true)] {
                let mut $y = ArrayViewMut::<$ty>::without_source([10]).unwrap();
                let result = checked().parallel_for_each(10, amp!(|$i: Index<1>| $body));
                if fails {
                    let (index, message) = panicked(result);
                    assert_eq!(index, [0], "{message}");
                    let start = concat!($message, ", at tests/it/checked/integer_arithmetic.rs:");
                    assert!(message.starts_with(start), "{message}");
                } else {
                    result.unwrap();
                }
            }
        }
    )*};
}

pairs! {
    addition u32 (1, u32::MAX) "attempt to add with overflow: 7 + 4294967295 in `u32`" => |i, x, y, n| { y[i] = x[i] + n; }
    subtraction u32 (7, 8) "attempt to subtract with overflow: 7 - 8 in `u32`" => |i, x, y, n| { y[i] = x[i] - n; }
    multiplication i32 (1 << 28, 1 << 29) "attempt to multiply with overflow: 7 * 536870912 in `i32`" => |i, x, y, n| { y[i] = x[i] * n; }
    division i32 (2, 0) "attempt to divide by zero: 7 / 0 in `i32`" => |i, x, y, n| { y[i] = x[i] / n; }
    remainder u32 (2, 0) "attempt to divide by zero: 7 % 0 in `u32`" => |i, x, y, n| { y[i] = x[i] % n; }
    negation_of_the_minimum i32 (-i32::MAX, i32::MIN) "attempt to negate with overflow: -(-2147483648) in `i32`" => |i, x, y, n| { y[i] = x[i] & -n; }
    division_of_the_minimum_by_minus_one i32 (-i32::MAX, i32::MIN) "attempt to divide with overflow: -2147483648 / -1 in `i32`" => |i, x, y, n| { y[i] = x[i] | n / (6 - x[i]); }
    left_shift u32 (31, 32) "attempt to shift with overflow: 7 << 32 in `u32`, which has 32 bits on a device" => |i, x, y, n| { y[i] = x[i] << n; }
    right_shift_by_a_negative_amount i32 (31, -1) "attempt to shift with overflow: 7 >> -1 in `i32`, which has 32 bits on a device" => |i, x, y, n| { y[i] = x[i] >> n; }
    compound_assignment u32 (7, 8) "attempt to subtract with overflow: 7 - 8 in `u32`" => |i, x, y, n| { let mut v = x[i]; v -= n; y[i] = v; }
    compound_assignment_to_an_element u32 (1, u32::MAX) "attempt to add with overflow: 7 + 4294967295 in `u32`" => |i, x, y, n| { y[i] = x[i]; y[i] += n; }
    variables_with_type_annotations u32 (1, u32::MAX) "attempt to add with overflow: 4294967295 + 1 in `u32`" => |i, x, y, n| { let mut v = 0u32; v = v | n; let w: u32 = v + 1; y[i] = x[i] & w; }
    pow u32 (11, 12) "attempt to compute `pow` of 7 with overflow in `u32`" => |i, x, y, n| { y[i] = x[i].pow(n); }
    abs i32 (-i32::MAX, i32::MIN) "attempt to compute `abs` of -2147483648 with overflow in `i32`" => |i, x, y, n| { y[i] = x[i] & n.abs(); }
    loop_bound u32 (1, 0) "attempt to subtract with overflow: 0 - 1 in `u32`" => |i, x, y, n| { for k in 0..n - 1 { y[i] += k + x[i]; } }
}

pairs! {
    index_multiplication usize32 (1, u32::MAX) "attempt to multiply with overflow: 4294967295 * 2 in `usize`, which has 32 bits on a device" => |i, x, y, n| { let big = n as usize; y[i] = x[i] & (big * 2) as u32; }
    wrapped_index_cast_to_a_float usize32 (1, 0) "lossy index arithmetic: the `usize` 18446744073709551615 cast to `f32` (an index has 32 bits on a device)" => |i, x, y, n| { let below = (n as usize).wrapping_sub(1); y[i] = x[i] & (below as f32) as u32; }
}

#[test]
fn float_cast_to_an_index() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (n, fails) in [(4e9f32, false), (-1.0, false), (f32::NAN, false), (5e9, true)] {
        let result = checked().parallel_for_each(1, amp!(|i: Index<1>| y[i] = n as usize as u32));
        match fails {
            false => result.unwrap(),
            true => {
                let (_, message) = panicked(result);
                assert!(
                    message.starts_with("lossy index arithmetic: the `f32` 5000000000 cast to `usize`"),
                    "{message}"
                );
            }
        }
    }
}

/// A second name for `u32`, so that the table above can mark the cases of indices.
#[allow(non_camel_case_types)]
type usize32 = u32;

#[test]
fn wrapping_methods_are_accepted() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let hash = (i[0] as u32).wrapping_mul(2_654_435_769).rotate_left(5) ^ u32::MAX.wrapping_add(9);
        // This wraps in the first work-item. Comparison, addition and cast give the same results on a device.
        let left = i[0].wrapping_sub(1);
        let signed = i[0] as i32 - 1;
        let back = signed as usize;
        if left < 10 && back < 10 && y.extent().contains(Index::new([left])) {
            y[left] = hash;
        }
    });
    checked().parallel_for_each(10, kernel).unwrap();
    assert_ne!(y[8], 0);
    assert_eq!(y[9], 0);
}

#[test]
fn u64_cast_to_an_index() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    for (n, fails) in [(9u64, false), (1 << 32, true)] {
        let kernel = amp!(|i: Index<1>| {
            let at = n as usize;
            y[i] = (at & 1) as u32;
        });
        let result = checked().parallel_for_each(10, kernel);
        if fails {
            let (_, message) = panicked(result);
            assert!(
                message.starts_with("lossy index arithmetic: the `u64` 4294967296 cast to `usize`"),
                "{message}"
            );
        } else {
            result.unwrap();
        }
    }
}

#[test]
fn compound_assignment_in_tile_memory() {
    let domain = Extent::new([32]).tile([16]).unwrap();
    for (n, fails) in [(5u32, false), (4, true)] {
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut left: [u32; 16];
            left[t.local[0]] = n;
            left[t.local[0]] -= 5;
        });
        let result = checked().parallel_for_each(domain, kernel);
        if fails {
            let (index, message) = panicked(result);
            assert_eq!(index, [0]);
            assert!(message.starts_with("attempt to subtract with overflow: 4 - 5 in `u32`"), "{message}");
        } else {
            result.unwrap();
        }
    }
}
