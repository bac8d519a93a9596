//! The methods of numbers mean on every accelerator what they mean in Rust: swept over the edges.

use amp::prelude::*;
use amp_tests::on_each;

const FLOATS: [f32; 26] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    0.499_999_97,
    -0.499_999_97,
    1.0,
    -1.0,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.7,
    -3.7,
    1e-3,
    100.25,
    -100.75,
    8_388_607.5,
    -8_388_609.0,
    16_777_216.0,
    1e20,
    -1e20,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

const INTS: [i32; 14] = [0, 1, -1, 2, -2, 7, -7, 31, 32, 33, 1000, -1000, i32::MAX, i32::MIN];

const WORDS: [u32; 14] = [0, 1, 2, 3, 7, 8, 31, 32, 33, 1000, 65_535, 0x8000_0000, 0xffff_0000, u32::MAX];

/// All pairs.
fn pairs<T: Copy>(of: &[T]) -> (Vec<T>, Vec<T>) {
    of.iter().flat_map(|a| of.iter().map(|b| (*a, *b))).unzip()
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

fn near(a: f32, b: f32) -> bool {
    same(a, b) || (a - b).abs() <= 2e-5 * a.abs().max(b.abs()).max(1.0)
}

macro_rules! unary {
    ($values:expr, $in:ty => $out:ty, $agree:expr, $only:expr; $($method:ident)*) => {$(
        on_each(|accelerator| {
            let values: Vec<$in> = $values.iter().copied().filter($only).collect();
            let mut results = vec![<$out>::default(); values.len()];
            let x = ArrayView::new(&values);
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| { y[i] = x[i].$method(); });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for (value, result) in values.iter().zip(results) {
                let expected = value.$method();
                let agree: fn($out, $out) -> bool = $agree;
                assert!(agree(result, expected), "{value:?}.{}(): {result:?}, not {expected:?}", stringify!($method));
            }
        });
    )*};
}

macro_rules! binary {
    ($values:expr, $in:ty => $out:ty, $agree:expr, $only:expr; $($method:ident)*) => {$(
        on_each(|accelerator| {
            let (left, right) = pairs(&$values);
            let kept = left.into_iter().zip(right).filter(|(a, b)| $only(*a, *b));
            let (left, right): (Vec<$in>, Vec<$in>) = kept.unzip();
            let mut results = vec![<$out>::default(); left.len()];
            let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| { y[i] = a[i].$method(b[i]); });
            accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
            drop(y);
            for ((a, b), result) in left.iter().zip(&right).zip(results) {
                let (a, b) = (*a, *b);
                let expected = <$in>::$method(a, b);
                let agree: fn($out, $out) -> bool = $agree;
                assert!(agree(result, expected), "{a:?}.{}({b:?}): {result:?}, not {expected:?}", stringify!($method));
            }
        });
    )*};
}

#[test]
fn rounding_and_sign() {
    unary!(FLOATS, f32 => f32, same, |_| true; abs ceil floor trunc round round_ties_even signum);
    unary!(FLOATS, f32 => f32, same, |v| v.is_finite(); fract);
    unary!(INTS, i32 => i32, |a, b| a == b, |v| *v != i32::MIN; abs signum);
    binary!(FLOATS, f32 => f32, same, |_, _| true; copysign);
}

#[test]
fn which_is_larger() {
    // Of two zeros Rust gives either.
    binary!(FLOATS, f32 => f32, |a, b| same(a, b) || a == b, |_, _| true; min max);
    binary!(INTS, i32 => i32, |a, b| a == b, |_, _| true; min max);
    binary!(WORDS, u32 => u32, |a, b| a == b, |_, _| true; min max);
    binary!(INTS, i32 => u32, |a, b| a == b, |_, _| true; abs_diff);
}

#[test]
fn functions_of_one_number() {
    let small = |v: &f32| v.abs() < 50.0;
    unary!(FLOATS, f32 => f32, near, small; exp exp2 sin cos tan atan sinh cosh tanh to_degrees to_radians);
    unary!(FLOATS, f32 => f32, near, |v| *v > 0.0 && v.is_finite(); sqrt ln log2 log10);
    unary!(FLOATS, f32 => f32, near, |v| v.abs() <= 1.0; asin acos);
    unary!(FLOATS, f32 => f32, near, |v| v.abs() > 0.0; recip);
}

#[test]
fn functions_of_two_numbers() {
    let small = |a: f32, b: f32| a.abs() < 200.0 && b.abs() < 200.0;
    binary!(FLOATS, f32 => f32, near, |a: f32, b: f32| small(a, b) && (a != 0.0 || b != 0.0); atan2 hypot);
    binary!(FLOATS, f32 => f32, |a, b| same(a, b) || (a - b).abs() <= 1e-4 * b.abs(),
        |a: f32, b: f32| a.abs() < 5.0 && b.abs() < 5.0 && a != 0.0; powf);
    binary!(FLOATS, f32 => f32, near, |a: f32, b: f32| small(a, b) && b.abs() > 0.1; rem_euclid div_euclid);
}

#[test]
fn bits() {
    unary!(FLOATS, f32 => u32, |a, b| a == b, |v| !v.is_nan(); to_bits);
    unary!(WORDS, u32 => u32, |a, b| a == b, |_| true; count_ones leading_zeros trailing_zeros reverse_bits wrapping_neg);
    unary!(INTS, i32 => u32, |a, b| a == b, |_| true; count_ones leading_zeros trailing_zeros unsigned_abs);
    unary!(INTS, i32 => i32, |a, b| a == b, |_| true; reverse_bits wrapping_neg);
    unary!(WORDS, u32 => u32, |a, b| a == b, |v| *v <= 0x8000_0000; next_power_of_two);
    unary!(WORDS, u32 => u32, |a, b| a == b, |v| *v > 0; ilog2);
    binary!(WORDS, u32 => u32, |a, b| a == b, |_, _| true; rotate_left rotate_right wrapping_shl wrapping_shr);
}

#[test]
fn arithmetic_at_the_edge() {
    binary!(WORDS, u32 => u32, |a, b| a == b, |_, _| true; wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub);
    binary!(INTS, i32 => i32, |a, b| a == b, |_, _| true; wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub);
    let divisible = |a: i32, b: i32| b != 0 && !(a == i32::MIN && b == -1);
    binary!(INTS, i32 => i32, |a, b| a == b, divisible; div_euclid rem_euclid);
    binary!(WORDS, u32 => u32, |a, b| a == b, |_, b| b != 0; div_euclid rem_euclid div_ceil);
}

#[test]
fn remainders_are_exact() {
    on_each(|accelerator| {
        let (left, right) = pairs(&FLOATS);
        let mut results = vec![0.0; left.len()];
        let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
        let mut y = ArrayViewMut::new(&mut results);
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    y[i] = a[i] % b[i];
                }),
            )
            .unwrap();
        drop(y);
        for ((a, b), result) in left.iter().zip(&right).zip(results) {
            assert!(same(result, a % b), "{a} % {b}: {result}, not {}", a % b);
        }
    });
}

#[test]
fn tests_of_floats() {
    on_each(|accelerator| {
        let mut results = vec![0u32; FLOATS.len()];
        let x = ArrayView::new(&FLOATS);
        let mut y = ArrayViewMut::new(&mut results);
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            let v = x[i];
            let mut flags = 0u32;
            if v.is_nan() {
                flags |= 1;
            }
            if v.is_infinite() {
                flags |= 2;
            }
            if v.is_finite() {
                flags |= 4;
            }
            if v.is_sign_negative() {
                flags |= 8;
            }
            y[i] = flags;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop(y);
        for (v, flags) in FLOATS.iter().zip(results) {
            let expected = u32::from(v.is_nan())
                | u32::from(v.is_infinite()) << 1
                | u32::from(v.is_finite()) << 2
                | u32::from(v.is_sign_negative()) << 3;
            assert_eq!(flags, expected, "{v}");
        }
    });
}

#[test]
fn casts_saturate() {
    on_each(|accelerator| {
        let mut ints = vec![0i32; FLOATS.len()];
        let mut words = vec![0u32; FLOATS.len()];
        let x = ArrayView::new(&FLOATS);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ints), ArrayViewMut::new(&mut words));
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            y[i] = x[i] as i32;
            z[i] = x[i] as u32;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((y, z));
        for (at, v) in FLOATS.iter().enumerate() {
            assert_eq!((ints[at], words[at]), (*v as i32, *v as u32), "{v}");
        }
    });
}
