//! Integers: overflow, division by zero, and indices that have more bits here than on a device.
//!
//! Each pair is the same kernel with two inputs: one is right, the other goes wrong.

use super::*;

/// Runs a kernel over `x` and `y` with `n`, which is fine with the first `n`, and stops with the second, in the first
/// work-item.
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
                    let (index, message) = stopped(result);
                    assert_eq!(index, [0], "{message}");
                    let start = concat!($message, ", at tests/checked/arithmetic.rs:");
                    assert!(message.starts_with(start), "{message}");
                } else {
                    result.unwrap();
                }
            }
        }
    )*};
}

pairs! {
    sums u32 (1, u32::MAX) "attempt to add with overflow: 7 + 4294967295 in `u32`" => |i, x, y, n| { y[i] = x[i] + n; }
    differences u32 (7, 8) "attempt to subtract with overflow: 7 - 8 in `u32`" => |i, x, y, n| { y[i] = x[i] - n; }
    products i32 (1 << 28, 1 << 29) "attempt to multiply with overflow: 7 * 536870912 in `i32`" => |i, x, y, n| { y[i] = x[i] * n; }
    quotients i32 (2, 0) "attempt to divide by zero: 7 / 0 in `i32`" => |i, x, y, n| { y[i] = x[i] / n; }
    remainders u32 (2, 0) "attempt to divide by zero: 7 % 0 in `u32`" => |i, x, y, n| { y[i] = x[i] % n; }
    the_least_has_no_opposite i32 (-i32::MAX, i32::MIN) "attempt to negate with overflow: -(-2147483648) in `i32`" => |i, x, y, n| { y[i] = x[i] & -n; }
    divided_by_minus_one i32 (-i32::MAX, i32::MIN) "attempt to divide with overflow: -2147483648 / -1 in `i32`" => |i, x, y, n| { y[i] = x[i] | n / (6 - x[i]); }
    shifts u32 (31, 32) "attempt to shift with overflow: 7 << 32 in `u32`, which has 32 bits on a device" => |i, x, y, n| { y[i] = x[i] << n; }
    shifts_back i32 (31, -1) "attempt to shift with overflow: 7 >> -1 in `i32`, which has 32 bits on a device" => |i, x, y, n| { y[i] = x[i] >> n; }
    compound u32 (7, 8) "attempt to subtract with overflow: 7 - 8 in `u32`" => |i, x, y, n| { let mut v = x[i]; v -= n; y[i] = v; }
    compound_in_a_view u32 (1, u32::MAX) "attempt to add with overflow: 7 + 4294967295 in `u32`" => |i, x, y, n| { y[i] = x[i]; y[i] += n; }
    known_types u32 (1, u32::MAX) "attempt to add with overflow: 4294967295 + 1 in `u32`" => |i, x, y, n| { let mut v = 0u32; v = v | n; let w: u32 = v + 1; y[i] = x[i] & w; }
    powers u32 (11, 12) "attempt to compute `pow` of 7 with overflow in `u32`" => |i, x, y, n| { y[i] = x[i].pow(n); }
    magnitudes i32 (-i32::MAX, i32::MIN) "attempt to compute `abs` of -2147483648 with overflow in `i32`" => |i, x, y, n| { y[i] = x[i] & n.abs(); }
    loops_count_down u32 (1, 0) "attempt to subtract with overflow: 0 - 1 in `u32`" => |i, x, y, n| { for k in 0..n - 1 { y[i] += k + x[i]; } }
}

pairs! {
    indices_have_32_bits usize32 (1, u32::MAX) "attempt to multiply with overflow: 4294967295 * 2 in `usize`, which has 32 bits on a device" => |i, x, y, n| { let big = n as usize; y[i] = x[i] & (big * 2) as u32; }
    what_wrapped_is_another_float usize32 (1, 0) "lossy index arithmetic: the `usize` 18446744073709551615 cast to `f32` (an index has 32 bits on a device)" => |i, x, y, n| { let below = (n as usize).wrapping_sub(1); y[i] = x[i] & (below as f32) as u32; }
}

#[test]
fn floats_are_indices_up_to_a_limit() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (n, fails) in [(4e9f32, false), (-1.0, false), (f32::NAN, false), (5e9, true)] {
        let result = checked().parallel_for_each(1, amp!(|i: Index<1>| y[i] = n as usize as u32));
        match fails {
            false => result.unwrap(),
            true => {
                let (_, message) = stopped(result);
                assert!(
                    message.starts_with("lossy index arithmetic: the `f32` 5000000000 cast to `usize`"),
                    "{message}"
                );
            }
        }
    }
}

/// So that the table above can say it.
#[allow(non_camel_case_types)]
type usize32 = u32;

#[test]
fn wrapping_is_said_aloud() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let hash = (i[0] as u32).wrapping_mul(2_654_435_769).rotate_left(5) ^ u32::MAX.wrapping_add(9);
        // Below zero for the first: compared, added and cast it is what it is on a device.
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
fn long_integers_are_cut_to_indices() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    for (n, fails) in [(9u64, false), (1 << 32, true)] {
        let kernel = amp!(|i: Index<1>| {
            let at = n as usize;
            y[i] = (at & 1) as u32;
        });
        let result = checked().parallel_for_each(10, kernel);
        if fails {
            let (_, message) = stopped(result);
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
fn in_tile_memory_too() {
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
            let (index, message) = stopped(result);
            assert_eq!(index, [0]);
            assert!(message.starts_with("attempt to subtract with overflow: 4 - 5 in `u32`"), "{message}");
        } else {
            result.unwrap();
        }
    }
}
