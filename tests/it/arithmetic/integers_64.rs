//! Methods of `i64` and `u64` on accelerators that support them, compared with Rust.

use amp::prelude::*;

use crate::arithmetic::sweep::{longs, pairs, ran, signed_longs};

fn any<A, B>(_: A, _: B) -> bool {
    true
}

#[test]
fn bit_methods_of_64_bit_integers() {
    unary!(longs(), u64 => u32, |a, b| a == b, |_| true;
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones);
    unary!(signed_longs(), i64 => u32, |a, b| a == b, |_| true;
        count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones);
    unary!(longs(), u64 => u64, |a, b| a == b, |_| true; reverse_bits swap_bytes to_be to_le);
    unary!(signed_longs(), i64 => i64, |a, b| a == b, |_| true; reverse_bits swap_bytes to_be to_le);
    unary!(longs(), u64 => u64, |a, b| a == b, |v| *v <= 1 << 63; next_power_of_two);
    mixed!(longs(), u64, u32 => u64, any; unbounded_shl unbounded_shr rotate_left);
    mixed!(signed_longs(), i64, u32 => i64, any; unbounded_shl unbounded_shr rotate_right);
}

#[test]
fn powers_and_logarithms_of_64_bit_integers() {
    unary!(longs(), u64 => u32, |a, b| a == b, |v| *v > 0; ilog2 ilog10);
    unary!(signed_longs(), i64 => u32, |a, b| a == b, |v| *v > 0; ilog2 ilog10);
    unary!(longs(), u64 => u64, |a, b| a == b, |_| true; isqrt);
    unary!(signed_longs(), i64 => i64, |a, b| a == b, |v| *v >= 0; isqrt);
    mixed!(signed_longs(), i64, u32 => i64, any; saturating_pow);
    mixed!(longs(), u64, u32 => u64, any; saturating_pow);
    flagged!(signed_longs(), i64, u32, any; overflowing_pow);
    flagged!(longs(), u64, u32, any; overflowing_pow);
}

#[test]
fn saturating_arithmetic_of_64_bit_integers() {
    binary!(signed_longs(), i64 => i64, |a, b| a == b, any; saturating_add saturating_sub saturating_mul);
    binary!(longs(), u64 => u64, |a, b| a == b, any; saturating_add saturating_sub saturating_mul);
    mixed!(longs(), u64, i64 => u64, any; saturating_add_signed);
    mixed!(signed_longs(), i64, u64 => i64, any; saturating_add_unsigned saturating_sub_unsigned);
}

#[test]
fn overflowing_arithmetic_of_64_bit_integers() {
    flagged!(signed_longs(), i64, i64, any; overflowing_add overflowing_sub overflowing_mul);
    flagged!(longs(), u64, u64, any; overflowing_add overflowing_sub overflowing_mul);
    flagged!(longs(), u64, i64, any; overflowing_add_signed);
    flagged!(signed_longs(), i64, u64, any; overflowing_add_unsigned overflowing_sub_unsigned);
    flagged!(longs(), u64, u32, any; overflowing_shl overflowing_shr);
    flagged!(signed_longs(), i64, u32, any; overflowing_shl overflowing_shr);
}

#[test]
fn overflowing_divisions_of_64_bit_integers() {
    let by_some = |_: i64, b: i64| b != 0;
    flagged!(signed_longs(), i64, i64, by_some;
        overflowing_div overflowing_rem overflowing_div_euclid overflowing_rem_euclid);
    let by_some = |_: u64, b: u64| b != 0;
    flagged!(longs(), u64, u64, by_some;
        overflowing_div overflowing_rem overflowing_div_euclid overflowing_rem_euclid);
}

#[test]
fn overflowing_negation_and_byte_order() {
    let (signed, unsigned) = (signed_longs(), longs());
    amp_tests::on_each(|accelerator| {
        let count = unsigned.len();
        let (mut values, mut flags) = (vec![0u64; count * 5], vec![0u32; count]);
        let (x, v) = (ArrayView::new(&signed), ArrayView::new(&unsigned));
        let (mut y, mut z) = (ArrayViewMut::new(&mut values), ArrayViewMut::new(&mut flags));
        let kernel = amp!(|i: Index<1>| {
            let (at, a, b) = (i[0] * 5, x[i], v[i]);
            let (negated, of_negated) = a.overflowing_neg();
            let (absolute, of_absolute) = a.overflowing_abs();
            let (opposite, of_opposite) = b.overflowing_neg();
            y[at] = negated as u64;
            y[at + 1] = absolute as u64;
            y[at + 2] = opposite;
            y[at + 3] = u64::from_be(b);
            y[at + 4] = i64::from_be(i64::from_le(a)) as u64;
            z[i] = of_negated as u32 | (of_absolute as u32) << 1 | (of_opposite as u32) << 2;
        });
        let ran = ran::<u64, _>(accelerator, v.extent(), kernel);
        drop((y, z));
        for at in (0..count).filter(|_| ran) {
            let (a, b) = (signed[at], unsigned[at]);
            let (negated, absolute, opposite) =
                (a.overflowing_neg(), a.overflowing_abs(), b.overflowing_neg());
            let swapped = [u64::from_be(b), i64::from_be(i64::from_le(a)) as u64];
            let expected = [negated.0 as u64, absolute.0 as u64, opposite.0, swapped[0], swapped[1]];
            assert_eq!(values[at * 5..][..5], expected, "{a}, {b}, on {}", accelerator.description());
            let expected = u32::from(negated.1) | u32::from(absolute.1) << 1 | u32::from(opposite.1) << 2;
            assert_eq!(flags[at], expected, "{a}, {b}, on {}", accelerator.description());
        }
    });
}
