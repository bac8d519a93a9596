//! Methods of `i32`, `u32` and `usize`, compared with Rust.

use amp::prelude::*;
use amp_tests::on_each;

use crate::arithmetic::sweep::{ints, pairs, words};

fn any<A, B>(_: A, _: B) -> bool {
    true
}

fn divisible(a: i32, b: i32) -> bool {
    b != 0 && !(a == i32::MIN && b == -1)
}

#[test]
fn sign_and_comparison_methods() {
    unary!(ints(), i32 => i32, |a, b| a == b, |v| *v != i32::MIN; abs);
    unary!(ints(), i32 => i32, |a, b| a == b, |_| true; signum);
    unary!(ints(), i32 => u32, |a, b| a == b, |_| true; unsigned_abs cast_unsigned);
    unary!(words(), u32 => i32, |a, b| a == b, |_| true; cast_signed);
    binary!(ints(), i32 => i32, |a, b| a == b, any; min max midpoint);
    binary!(words(), u32 => u32, |a, b| a == b, any; min max midpoint abs_diff);
    binary!(ints(), i32 => u32, |a, b| a == b, any; abs_diff);
}

#[test]
fn bit_methods() {
    unary!(words(), u32 => u32, |a, b| a == b, |_| true;
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones);
    unary!(words(), u32 => u32, |a, b| a == b, |_| true; reverse_bits swap_bytes to_be to_le);
    unary!(ints(), i32 => u32, |a, b| a == b, |_| true;
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones);
    unary!(ints(), i32 => i32, |a, b| a == b, |_| true; reverse_bits swap_bytes to_be to_le);
    unary!(words(), u32 => u32, |a, b| a == b, |v| *v <= 0x8000_0000; next_power_of_two);
    binary!(words(), u32 => u32, |a, b| a == b, any; rotate_left rotate_right);
    mixed!(ints(), i32, u32 => i32, any; rotate_left rotate_right);
}

#[test]
fn powers_and_logarithms() {
    unary!(words(), u32 => u32, |a, b| a == b, |v| *v > 0; ilog2 ilog10);
    unary!(ints(), i32 => u32, |a, b| a == b, |v| *v > 0; ilog2 ilog10);
    unary!(words(), u32 => u32, |a, b| a == b, |_| true; isqrt);
    unary!(ints(), i32 => i32, |a, b| a == b, |v| *v >= 0; isqrt);
    binary!(words(), u32 => u32, |a, b| a == b, |a, b| a > 0 && b > 1; ilog);
    binary!(ints(), i32 => u32, |a, b| a == b, |a, b| a > 0 && b > 1; ilog);
    mixed!(ints(), i32, u32 => i32, any; wrapping_pow saturating_pow);
    mixed!(words(), u32, u32 => u32, any; wrapping_pow saturating_pow);
    flagged!(ints(), i32, u32, any; overflowing_pow);
    flagged!(words(), u32, u32, any; overflowing_pow);
    let small = |a: i32, b: u32| a.checked_pow(b).is_some();
    mixed!(ints(), i32, u32 => i32, small; pow);
    let small = |a: u32, b: u32| a.checked_pow(b).is_some();
    mixed!(words(), u32, u32 => u32, small; pow);
}

#[test]
fn wrapping_arithmetic() {
    binary!(words(), u32 => u32, |a, b| a == b, any; wrapping_add wrapping_sub wrapping_mul);
    binary!(ints(), i32 => i32, |a, b| a == b, any; wrapping_add wrapping_sub wrapping_mul);
    unary!(words(), u32 => u32, |a, b| a == b, |_| true; wrapping_neg);
    unary!(ints(), i32 => i32, |a, b| a == b, |_| true; wrapping_neg wrapping_abs);
    let by_some = |_: i32, b: i32| b != 0;
    binary!(ints(), i32 => i32, |a, b| a == b, by_some;
        wrapping_div wrapping_rem wrapping_div_euclid wrapping_rem_euclid);
    let by_some = |_: u32, b: u32| b != 0;
    binary!(words(), u32 => u32, |a, b| a == b, by_some;
        wrapping_div wrapping_rem wrapping_div_euclid wrapping_rem_euclid);
    mixed!(words(), u32, i32 => u32, any; wrapping_add_signed);
    mixed!(ints(), i32, u32 => i32, any; wrapping_add_unsigned wrapping_sub_unsigned);
}

#[test]
fn shifts() {
    mixed!(words(), u32, u32 => u32, any; wrapping_shl wrapping_shr unbounded_shl unbounded_shr);
    mixed!(ints(), i32, u32 => i32, any; wrapping_shl wrapping_shr unbounded_shl unbounded_shr);
    flagged!(words(), u32, u32, any; overflowing_shl overflowing_shr);
    flagged!(ints(), i32, u32, any; overflowing_shl overflowing_shr);
}

#[test]
fn saturating_arithmetic() {
    binary!(words(), u32 => u32, |a, b| a == b, any; saturating_add saturating_sub saturating_mul);
    binary!(ints(), i32 => i32, |a, b| a == b, any; saturating_add saturating_sub saturating_mul);
    unary!(ints(), i32 => i32, |a, b| a == b, |_| true; saturating_neg saturating_abs);
    binary!(ints(), i32 => i32, |a, b| a == b, |_: i32, b: i32| b != 0; saturating_div);
    binary!(words(), u32 => u32, |a, b| a == b, |_: u32, b: u32| b != 0; saturating_div);
    mixed!(words(), u32, i32 => u32, any; saturating_add_signed);
    mixed!(ints(), i32, u32 => i32, any; saturating_add_unsigned saturating_sub_unsigned);
}

#[test]
fn overflowing_arithmetic() {
    flagged!(words(), u32, u32, any; overflowing_add overflowing_sub overflowing_mul);
    flagged!(ints(), i32, i32, any; overflowing_add overflowing_sub overflowing_mul);
    flagged!(words(), u32, u32, |_: u32, b: u32| b != 0;
        overflowing_div overflowing_rem overflowing_div_euclid overflowing_rem_euclid);
    flagged!(ints(), i32, i32, |_: i32, b: i32| b != 0;
        overflowing_div overflowing_rem overflowing_div_euclid overflowing_rem_euclid);
    flagged!(words(), u32, i32, any; overflowing_add_signed);
    flagged!(ints(), i32, u32, any; overflowing_add_unsigned overflowing_sub_unsigned);
}

#[test]
fn integer_predicates() {
    on_each(|accelerator| {
        let (words, ints) = (words(), ints());
        let (left, right) = pairs(&words);
        let mut results = vec![0u32; left.len().max(ints.len())];
        let (a, b, c) = (ArrayView::new(&left), ArrayView::new(&right), ArrayView::new(&ints));
        let mut y = ArrayViewMut::new(&mut results);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            if i[0] < a.extent()[0] {
                y[i] = a[i].is_multiple_of(b[i]) as u32 | (a[i].is_power_of_two() as u32) << 1;
            }
            if i[0] < c.extent()[0] {
                y[i] |= (c[i].is_positive() as u32) << 2 | (c[i].is_negative() as u32) << 3;
            }
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        for (at, (a, b)) in left.iter().zip(&right).enumerate() {
            let multiple = if *b == 0 { *a == 0 } else { a % b == 0 };
            assert_eq!(
                results[at] & 3,
                u32::from(multiple) | u32::from(a.is_power_of_two()) << 1,
                "{a}, {b}"
            );
        }
        for (c, found) in ints.iter().zip(&results) {
            let expected = u32::from(c.is_positive()) << 2 | u32::from(c.is_negative()) << 3;
            assert_eq!(found & 12, expected, "{c}");
        }
    });
}

#[test]
fn division_methods() {
    binary!(ints(), i32 => i32, |a, b| a == b, divisible; div_euclid rem_euclid);
    binary!(words(), u32 => u32, |a, b| a == b, |_, b| b != 0; div_euclid rem_euclid div_ceil);
    let fits = |a: u32, b: u32| a.checked_next_multiple_of(b).is_some();
    binary!(words(), u32 => u32, |a, b| a == b, fits; next_multiple_of);
}

#[test]
fn usize_methods() {
    let mut results = [0u32; 8];
    let mut y = ArrayViewMut::new(&mut results);
    let extent = y.extent();
    let kernel = amp!(|i: Index<1>| {
        let n = i[0];
        let back = n.wrapping_add_signed(-1).abs_diff(3);
        let (sum, wrapped) = n.overflowing_sub(20);
        y[i] = if wrapped && back < 4 { n.midpoint(4) as u32 } else { sum.leading_zeros() & 1 };
    });
    parallel_for_each(extent, kernel).unwrap();
    y.finish().unwrap();
    assert_eq!(results[1..7], [2, 3, 3, 4, 4, 5]);
}

#[test]
fn byte_order_conversions() {
    let all = words();
    on_each(|accelerator| {
        let mut results = vec![[0u32; 3]; all.len()];
        let (x, mut y) = (ArrayView::new(&all), ArrayViewMut::new(&mut results));
        let kernel = amp!(|i: Index<1>| {
            let n = x[i].cast_signed();
            y[i] = [u32::from_be(x[i]), u32::from_le(x[i]), i32::from_be(n).cast_unsigned()];
        });
        accelerator.default_view().parallel_for_each(x.extent(), kernel).unwrap();
        drop(y);
        for (word, found) in all.iter().zip(results) {
            assert_eq!(found, [u32::from_be(*word), u32::from_le(*word), u32::from_be(*word)], "{word}");
        }
    });
}

#[device]
fn composed(a: u32, b: u32, flag: bool) -> [u32; 12] {
    let (sum, carry) = a.carrying_add(b, flag);
    let (difference, borrow) = a.borrowing_sub(b, flag);
    let (byte, carry8) = (a as u8).carrying_add(b as u8, flag);
    [
        sum,
        difference,
        u32::from(carry) | u32::from(borrow) << 1 | u32::from(carry8) << 2 | u32::from(byte) << 8,
        a.checked_ilog10().unwrap_or(77),
        (a as i32).checked_ilog10().unwrap_or(77),
        a.checked_ilog(b).unwrap_or(77),
        (a as i32).checked_isqrt().unwrap_or(-5) as u32,
        (a as i8).checked_isqrt().unwrap_or(-5) as u32,
        a.checked_next_multiple_of(b).unwrap_or(11),
        (a as u16).checked_next_multiple_of(b as u16).map_or(11, u32::from),
        a.checked_signed_diff(b).unwrap_or(-9) as u32,
        (a as u8).checked_signed_diff(b as u8).unwrap_or(-9) as u32,
    ]
}

#[test]
fn composed_methods() {
    let all = words();
    let pairs: Vec<[u32; 2]> = all.iter().flat_map(|a| all.iter().map(|b| [*a, *b])).collect();
    on_each(|accelerator| {
        let x = ArrayView::new(&pairs);
        let mut y = ArrayViewMut::without_source([pairs.len()]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let p = x[i];
            y[i] = composed(p[0], p[1], i[0] % 2 == 0);
        });
        accelerator.default_view().parallel_for_each(x.extent(), kernel).unwrap();
        for (at, ([a, b], found)) in pairs.iter().zip(y.to_vec().unwrap()).enumerate() {
            assert_eq!(found, composed(*a, *b, at % 2 == 0), "{a}, {b}");
        }
    });
}
