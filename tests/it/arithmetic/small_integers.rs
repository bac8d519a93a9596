//! Operators and methods of integers of 8 and 16 bits, compared with Rust for pairs of values at the limits.

use amp::prelude::*;
use amp_tests::on_each;

/// Declares a test that computes each expression for each pair of values, on each accelerator and in plain Rust.
macro_rules! computes {
    ($test:ident $kernel:ident: $ty:ident, $values:expr, |$a:ident, $b:ident| [$($value:expr;)*]) => {
        #[kernel]
        fn $kernel(i: Index<1>, x: &ArrayView<$ty>, count: usize, y: &mut ArrayViewMut<i32, 2>) {
            let ($a, $b) = (x[i[0] / count], x[i[0] % count]);
            let mut at = 0;
            $(
                at += 1;
                y[[i[0], at - 1]] = $value as i32;
            )*
        }

        #[test]
        fn $test() {
            const TEXTS: &[&str] = &[$(stringify!($value)),*];
            let values: Vec<$ty> = $values;
            let count = values.len();
            on_each(|on| {
                let x = ArrayView::new(&values);
                let mut y = ArrayViewMut::without_source([count * count, TEXTS.len()]).unwrap();
                on.default_view().parallel_for_each(count * count, $kernel(&x, count, &mut y)).unwrap();
                let found = y.to_vec().unwrap();
                for (n, found) in found.chunks_exact(TEXTS.len()).enumerate() {
                    let ($a, $b) = (values[n / count], values[n % count]);
                    let expected = [$($value as i32),*];
                    for ((text, found), expected) in TEXTS.iter().zip(found).zip(expected) {
                        assert_eq!(*found, expected, "{text} for {} and {} on {}", $a, $b, on.description());
                    }
                }
            });
        }
    };
}

/// The methods that signed and unsigned integers have.
macro_rules! common_methods {
    ($test:ident $kernel:ident $ty:ident $values:expr) => {
        computes!($test $kernel: $ty, $values, |a, b| [
            a.wrapping_add(b);
            a.wrapping_sub(b);
            a.wrapping_mul(b);
            a.wrapping_neg();
            a.wrapping_pow((b & 7) as u32);
            a.wrapping_shl(b as u32);
            a.wrapping_shr(b as u32);
            a.unbounded_shl((b & 31) as u32);
            a.unbounded_shr((b & 31) as u32);
            a.saturating_add(b);
            a.saturating_sub(b);
            a.saturating_mul(b);
            a.saturating_pow((b & 7) as u32);
            a.overflowing_add(b).0;
            a.overflowing_add(b).1;
            a.overflowing_sub(b).0;
            a.overflowing_sub(b).1;
            a.overflowing_mul(b).0;
            a.overflowing_mul(b).1;
            a.overflowing_neg().0;
            a.overflowing_neg().1;
            a.overflowing_pow((b & 7) as u32).0;
            a.overflowing_pow((b & 7) as u32).1;
            a.overflowing_shl(b as u32).0;
            a.overflowing_shr(b as u32).1;
            a.checked_add(b).map_or(-9999, |it| it as i32);
            a.checked_sub(b).map_or(-9999, |it| it as i32);
            a.checked_mul(b).map_or(-9999, |it| it as i32);
            a.checked_div(b).map_or(-9999, |it| it as i32);
            a.checked_rem(b).map_or(-9999, |it| it as i32);
            a.count_ones();
            a.count_zeros();
            a.leading_zeros();
            a.leading_ones();
            a.trailing_zeros();
            a.trailing_ones();
            a.reverse_bits();
            a.swap_bytes();
            a.to_be();
            a.to_le();
            a.rotate_left((b & 31) as u32);
            a.rotate_right((b & 31) as u32);
            a.min(b);
            a.max(b);
            a.clamp(a.min(b), b.max(3));
            a.abs_diff(b);
            a.midpoint(b);
            a & b;
            a | b;
            a ^ b;
            !a;
            a >> (b & 7);
            a == b;
            a != b;
            a < b;
            a <= b;
            a > b;
            a >= b;
            a as u8;
            a as i8;
            a as u16;
            a as i16;
            a as u32;
            a as f32;
            a as usize;
            $ty::MAX;
            $ty::MIN;
            $ty::BITS;
        ]);
    };
}

fn around_limits<T: TryFrom<i32>>() -> Vec<T> {
    let near = [-32768, -32767, -300, -256, -255, -129, -128, -127, -3, -2, -1, 0, 1, 2, 3, 5, 7, 15, 16];
    let far = [17, 31, 64, 100, 126, 127, 128, 129, 200, 254, 255, 256, 300, 4096, 32766, 32767, 32768];
    let all = near.into_iter().chain(far).chain([65280, 65534, 65535]);
    all.filter_map(|it| T::try_from(it).ok()).collect()
}

common_methods!(methods_of_u8_equal_rust common_u8 u8 around_limits());
common_methods!(methods_of_i8_equal_rust common_i8 i8 around_limits());
common_methods!(methods_of_u16_equal_rust common_u16 u16 around_limits());
common_methods!(methods_of_i16_equal_rust common_i16 i16 around_limits());

/// The methods of unsigned integers.
macro_rules! unsigned_methods {
    ($test:ident $kernel:ident $ty:ident $signed:ident) => {
        computes!($test $kernel: $ty, around_limits(), |a, b| [
            a / b.max(1);
            a % b.max(1);
            a.wrapping_div(b.max(1));
            a.wrapping_rem_euclid(b.max(1));
            a.div_euclid(b.max(1));
            a.rem_euclid(b.max(1));
            a.div_ceil(b.max(1));
            a.is_multiple_of(b);
            a.is_power_of_two();
            (a / 2).next_power_of_two();
            (a / 2).next_multiple_of((b / 4).max(1));
            a.cast_signed();
            a.isqrt();
            a.max(1).ilog2();
            a.max(1).ilog10();
            a.max(1).ilog(b.max(2));
            a.wrapping_add_signed(b as $signed);
            a.saturating_add_signed(b as $signed);
            a.overflowing_add_signed(b as $signed).0;
            a.overflowing_add_signed(b as $signed).1;
        ]);
    };
}

unsigned_methods!(unsigned_methods_of_u8_equal_rust unsigned_u8 u8 i8);
unsigned_methods!(unsigned_methods_of_u16_equal_rust unsigned_u16 u16 i16);

/// The methods of signed integers. `MIN / -1` overflows, so only the methods that define the result of an overflow get the
/// divisor -1.
macro_rules! signed_methods {
    ($test:ident $kernel:ident $ty:ident $unsigned:ident) => {
        computes!($test $kernel: $ty, around_limits(), |a, b| [
            a / b.max(1);
            a % b.max(1);
            a / b.min(-2);
            a % b.min(-2);
            a.wrapping_div(b | 1);
            a.wrapping_rem(b | 1);
            a.wrapping_div_euclid(b | 1);
            a.wrapping_rem_euclid(b | 1);
            a.saturating_div(b | 1);
            a.overflowing_div(b | 1).0;
            a.overflowing_div(b | 1).1;
            a.overflowing_rem(b | 1).1;
            a.overflowing_div_euclid(b | 1).0;
            a.overflowing_rem_euclid(b | 1).0;
            a.div_euclid(b.max(1));
            a.rem_euclid(b.min(-2));
            a.wrapping_abs();
            a.saturating_abs();
            a.saturating_neg();
            a.overflowing_abs().1;
            a.unsigned_abs();
            a.signum();
            a.is_positive();
            a.is_negative();
            a.cast_unsigned();
            a.wrapping_add_unsigned(b as $unsigned);
            a.wrapping_sub_unsigned(b as $unsigned);
            a.saturating_add_unsigned(b as $unsigned);
            a.saturating_sub_unsigned(b as $unsigned);
            a.overflowing_add_unsigned(b as $unsigned).1;
            a.overflowing_sub_unsigned(b as $unsigned).0;
            (a / 2).abs();
            -(a / 2);
            a.max(0).isqrt();
        ]);
    };
}

signed_methods!(signed_methods_of_i8_equal_rust signed_i8 i8 u8);
signed_methods!(signed_methods_of_i16_equal_rust signed_i16 i16 u16);

computes!(operators_without_overflow_equal_rust operators: u8, around_limits(), |a, b| [
    a / 2 + b / 2;
    a.max(b) - a.min(b);
    (a & 15) * (b & 15);
    (a >> 4) << (b & 3);
    i16::from(a) - i16::from(b) * 3;
    u16::from(a) << 8 | u16::from(b);
    (i32::from(a) - i32::from(b)) as i8;
    -(i16::from(a)) >> 1;
    u32::from(a == b) + u32::from(a > 7);
]);

computes!(floats_saturate_at_the_limits_of_the_type floats: i16, around_limits(), |a, b| [
    (a as f32 * 0.01) as u8;
    (a as f32 * 0.01) as i8;
    (a as f32 * 4.0 + b as f32) as u16;
    (a as f32 * 4.0 + b as f32) as i16;
    (a as f32 / 0.0f32.min(b as f32)) as i8;
]);

/// The operators that overflow. On a GPU they wrap at the width of the type, unless the kernel asks for traps.
#[kernel]
fn overflowing(i: Index<1>, a: u8, b: i16, y: &mut ArrayViewMut<i32>) {
    let mut c = a;
    c += 100;
    let mut d = b;
    d *= 3;
    let mut e = a;
    e <<= 4;
    y[i] = match i[0] {
        0 => (a + a) as i32,
        1 => (a * 3) as i32,
        2 => (10 - a) as i32,
        3 => (b + b) as i32,
        4 => (b - 30000 - b - b) as i32,
        5 => c as i32,
        6 => d as i32,
        _ => e as i32,
    };
}

#[test]
fn operators_wrap_on_a_gpu() {
    let (a, b) = (200u8, 20000i16);
    let expected = [
        a.wrapping_add(a) as i32,
        a.wrapping_mul(3) as i32,
        10u8.wrapping_sub(a) as i32,
        b.wrapping_add(b) as i32,
        b.wrapping_sub(30000).wrapping_sub(b).wrapping_sub(b) as i32,
        a.wrapping_add(100) as i32,
        b.wrapping_mul(3) as i32,
        (a << 4) as i32,
    ];
    on_each(|on| {
        if [Accelerator::cpu(), Accelerator::cpu_checked()].contains(on) {
            return;
        }
        let mut y = ArrayViewMut::without_source([8]).unwrap();
        on.default_view().parallel_for_each(8, overflowing(a, b, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn checked_accelerator_reports_overflow_of_small_integers() {
    let on = Accelerator::cpu_checked().default_view();
    let mut y = ArrayViewMut::without_source([1]).unwrap();
    match on.parallel_for_each(1, overflowing(200, 1, &mut y)) {
        Err(amp::Error::KernelPanicked { message, .. }) => {
            assert!(message.contains("attempt to add with overflow"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}

/// Methods and operators of values whose type only rustc knows.
#[test]
fn closures_infer_small_integers() {
    let (x, z) = ([250u8, 7, 100], [-100i16, 30000, 5]);
    let expected: Vec<i32> = x
        .iter()
        .zip(&z)
        .map(|(&a, &b)| {
            a.wrapping_add(9) as i32 * 3 + (a / 2) as i32 + b.saturating_add(20000) as i32 + (b >> 3) as i32
        })
        .collect();
    on_each(|on| {
        let (x, z) = (ArrayView::new(&x), ArrayView::new(&z));
        let mut y = ArrayViewMut::without_source([3]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let (a, b) = (x[i], z[i]);
            y[i] = a.wrapping_add(9) as i32 * 3
                + (a / 2) as i32
                + b.saturating_add(20000) as i32
                + (b >> 3) as i32;
        });
        on.default_view().parallel_for_each(3, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
