//! Inputs of the method tests, and macros that compare a method in a kernel with the method on the host.

use crate::compare::launch;
use amp::Kernel;
use amp::prelude::*;

pub(crate) const FLOATS: [f32; 26] = [
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

pub(crate) const INTS: [i32; 20] = [
    0,
    1,
    -1,
    2,
    -2,
    7,
    -7,
    31,
    32,
    33,
    1000,
    -1000,
    46_340,
    46_341,
    -65_536,
    0x1234_5678,
    i32::MAX,
    i32::MAX - 1,
    i32::MIN,
    i32::MIN + 1,
];

pub(crate) const WORDS: [u32; 20] = [
    0,
    1,
    2,
    3,
    7,
    8,
    10,
    31,
    32,
    33,
    1000,
    65_535,
    65_536,
    0x1234_5678,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_0000,
    0xfffe_0001,
    u32::MAX - 1,
    u32::MAX,
];

/// Edge cases and pseudo-random values.
pub(crate) fn words() -> Vec<u32> {
    let mut state = 9u32;
    let random = (0..1200).map(|n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Shifts by 0 to 31 bits, so that small and large values occur.
        (state ^ (state >> 13)) >> (n % 32)
    });
    WORDS.into_iter().chain(random).collect()
}

pub(crate) fn ints() -> Vec<i32> {
    INTS.into_iter().chain(words().into_iter().map(|word| word.rotate_left(1).cast_signed())).collect()
}

/// Pairs of inputs.
pub(crate) fn pairs<T: Copy>(of: &[T]) -> (Vec<T>, Vec<T>) {
    // The first 26 values, which are edge cases, in all combinations. Then each value with one other value.
    let edges = &of[..of.len().min(26)];
    let edges = edges.iter().flat_map(|a| edges.iter().map(|b| (*a, *b)));
    edges.chain(of.iter().copied().zip(of.iter().rev().copied())).unzip()
}

/// 64-bit edge cases, then pseudo-random values of all magnitudes.
pub(crate) fn longs() -> Vec<u64> {
    let edges = [
        0,
        1,
        2,
        3,
        10,
        31,
        63,
        64,
        65,
        1 << 32,
        (1 << 32) - 1,
        1 << 62,
        (1 << 62) - 1,
        (1 << 63) - 1,
        1 << 63,
    ];
    let more = [
        u64::MAX,
        u64::MAX - 1,
        u64::MAX - (1 << 62),
        0x0123_4567_89ab_cdef,
        u64::from(u32::MAX).pow(2),
        9_000_000_000,
        1 << 31,
    ];
    let random =
        words().into_iter().zip(ints()).map(|(a, b)| u64::from(a) << 32 | u64::from(b.cast_unsigned()));
    edges
        .into_iter()
        .chain(more)
        .chain(random.skip(20).enumerate().map(|(n, word)| word >> (n % 64)))
        .collect()
}

/// The values of `longs`, each rotated left by one bit, as signed integers.
pub(crate) fn signed_longs() -> Vec<i64> {
    longs().into_iter().map(|long| long.rotate_left(1).cast_signed()).collect()
}

/// Runs a kernel over values of the type `T`. Returns `false` if the device does not support `T`. Every device
/// must support a `T` of less than 64 bits.
pub(crate) fn ran<T, K: Kernel<Extent<1>>>(accelerator: &Accelerator, extent: Extent<1>, kernel: K) -> bool {
    let ran = launch(accelerator, extent, kernel);
    assert!(ran || size_of::<T>() == 8, "{}", accelerator.description());
    ran
}

pub(crate) fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

pub(crate) fn near(a: f32, b: f32) -> bool {
    same(a, b) || (a - b).abs() <= 2e-5 * a.abs().max(b.abs()).max(1.0)
}

macro_rules! unary {
    ($values:expr, $in:ty => $out:ty, $agree:expr, $only:expr; $($method:ident)*) => {$(
        amp_tests::on_each(|accelerator| {
            let values: Vec<$in> = $values.iter().copied().filter($only).collect();
            let mut results = vec![<$out>::default(); values.len()];
            let x = ArrayView::new(&values);
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| { y[i] = x[i].$method(); });
            let ran = crate::arithmetic::sweep::ran::<$in, _>(accelerator, extent, kernel);
            drop(y);
            if !ran {
                return;
            }
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
        amp_tests::on_each(|accelerator| {
            let (left, right) = pairs(&$values);
            let kept = left.into_iter().zip(right).filter(|(a, b)| $only(*a, *b));
            let (left, right): (Vec<$in>, Vec<$in>) = kept.unzip();
            let mut results = vec![<$out>::default(); left.len()];
            let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| { y[i] = a[i].$method(b[i]); });
            let ran = crate::arithmetic::sweep::ran::<$in, _>(accelerator, extent, kernel);
            drop(y);
            if !ran {
                return;
            }
            for ((a, b), result) in left.iter().zip(&right).zip(results) {
                let (a, b) = (*a, *b);
                let expected = <$in>::$method(a, b);
                let agree: fn($out, $out) -> bool = $agree;
                assert!(agree(result, expected), "{a:?}.{}({b:?}): {result:?}, not {expected:?}", stringify!($method));
            }
        });
    )*};
}

/// Compares methods that return a value and a flag, such as `overflowing_pow`. The type of their argument is
/// `$other`.
macro_rules! flagged {
    ($values:expr, $in:ty, $other:ty, $only:expr; $($method:ident)*) => {$(
        amp_tests::on_each(|accelerator| {
            let (left, right) = pairs(&$values);
            let kept = left.into_iter().zip(right).map(|(a, b)| (a, b as $other)).filter(|(a, b)| $only(*a, *b));
            let (left, right): (Vec<$in>, Vec<$other>) = kept.unzip();
            let (mut results, mut flags) = (vec![<$in>::default(); left.len()], vec![0u32; left.len()]);
            let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
            let (mut y, mut z) = (ArrayViewMut::new(&mut results), ArrayViewMut::new(&mut flags));
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| {
                let (value, flag) = a[i].$method(b[i]);
                y[i] = value;
                z[i] = flag as u32;
            });
            let ran = crate::arithmetic::sweep::ran::<$in, _>(accelerator, extent, kernel);
            drop((y, z));
            if !ran {
                return;
            }
            for at in 0..left.len() {
                let (a, b) = (left[at], right[at]);
                let (value, flag) = a.$method(b);
                let found = (results[at], flags[at] != 0);
                assert_eq!(found, (value, flag), "{a:?}.{}({b:?})", stringify!($method));
            }
        });
    )*};
}

/// Compares methods whose argument has another type than the receiver, such as `rotate_left`.
macro_rules! mixed {
    ($values:expr, $in:ty, $other:ty => $out:ty, $only:expr; $($method:ident)*) => {$(
        amp_tests::on_each(|accelerator| {
            let (left, right) = pairs(&$values);
            let kept = left.into_iter().zip(right).map(|(a, b)| (a, b as $other)).filter(|(a, b)| $only(*a, *b));
            let (left, right): (Vec<$in>, Vec<$other>) = kept.unzip();
            let mut results = vec![<$out>::default(); left.len()];
            let (a, b) = (ArrayView::new(&left), ArrayView::new(&right));
            let mut y = ArrayViewMut::new(&mut results);
            let extent = y.extent();
            let kernel = amp!(|i: Index<1>| { y[i] = a[i].$method(b[i]); });
            let ran = crate::arithmetic::sweep::ran::<$in, _>(accelerator, extent, kernel);
            drop(y);
            if !ran {
                return;
            }
            for ((a, b), result) in left.iter().zip(&right).zip(results) {
                let (a, b) = (*a, *b);
                assert_eq!(result, a.$method(b), "{a:?}.{}({b:?})", stringify!($method));
            }
        });
    )*};
}
