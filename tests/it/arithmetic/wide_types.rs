//! `f64`, `i64` and `u64` on accelerators that support them: methods, constants, captures and comparisons.

use amp::prelude::*;
use amp_tests::on_each;

use crate::arithmetic::sweep::{FLOATS, ints, words};
use crate::compare::launch;

#[test]
fn f64_methods() {
    let x: Vec<f64> =
        FLOATS.into_iter().filter(|v| v.is_finite()).map(|v| f64::from(v) * 1.000_000_000_1).collect();
    on_each(|accelerator| {
        let count = x.len();
        let mut results = vec![0f64; count * 12];
        let v = ArrayView::new(&x);
        let mut y = ArrayViewMut::new(&mut results);
        let kernel = amp!(|i: Index<1>| {
            let (at, a) = (i[0] * 12, v[i]);
            y[at] = a.abs();
            y[at + 1] = a.ceil();
            y[at + 2] = a.floor();
            y[at + 3] = a.trunc();
            y[at + 4] = a.round();
            y[at + 5] = a.round_ties_even();
            y[at + 6] = a.min(2.0);
            y[at + 7] = a.max(-2.0);
            y[at + 8] = a.clamp(-1.0, 1.5);
            y[at + 9] = a.abs().sqrt();
            y[at + 10] = a.powi(3);
            y[at + 11] = a.fract();
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        for (x, found) in x.iter().zip(results.chunks(12)).filter(|_| ran) {
            let expected = [
                x.abs(),
                x.ceil(),
                x.floor(),
                x.trunc(),
                x.round(),
                x.round_ties_even(),
                x.min(2.0),
                x.max(-2.0),
                x.clamp(-1.0, 1.5),
                x.abs().sqrt(),
                x * x * x,
                x.fract(),
            ];
            for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
                let near = (found - expected).abs() <= 1e-13 * expected.abs() || *found == expected;
                assert!(near, "{at} of {x}: {found:e}, not {expected:e}, on {}", accelerator.description());
            }
        }
    });
}

#[test]
fn i64_and_u64_methods() {
    let a: Vec<i64> = ints()
        .into_iter()
        .map(|v| i64::from(v).wrapping_mul(0x1_2345_6789))
        .chain([i64::MIN, i64::MAX, 0, -1])
        .collect();
    let b: Vec<u64> = words()
        .into_iter()
        .map(|v| u64::from(v).wrapping_mul(0x1_2345_6789))
        .chain([u64::MAX, 1 << 63, 1, 3])
        .collect();
    let (a, b) = (&a[a.len() - 1000..], &b[b.len() - 1000..]);
    on_each(|accelerator| {
        let (mut signed, mut unsigned) = (vec![0i64; a.len() * 10], vec![0u64; a.len() * 10]);
        let (v, w) = (ArrayView::new(a), ArrayView::new(b));
        let (mut y, mut z) = (ArrayViewMut::new(&mut signed), ArrayViewMut::new(&mut unsigned));
        let kernel = amp!(|i: Index<1>| {
            let (at, a, b) = (i[0] * 10, v[i], w[i]);
            y[at] = a.wrapping_abs();
            y[at + 1] = a.signum();
            y[at + 2] = a.wrapping_mul(12345);
            y[at + 3] = a.saturating_add(a);
            y[at + 4] = a.rotate_left(40);
            y[at + 5] = a.rem_euclid(1000);
            y[at + 6] = a.div_euclid(-1000);
            y[at + 7] = a.min(b as i64);
            y[at + 8] = a.clamp(-5, 1 << 40);
            y[at + 9] = a.midpoint(7);
            z[at] = b.saturating_mul(3);
            z[at + 1] = b.count_ones() as u64;
            z[at + 2] = b.leading_zeros() as u64;
            z[at + 3] = b.trailing_zeros() as u64;
            z[at + 4] = b.abs_diff(1 << 60);
            z[at + 5] = a.unsigned_abs();
            z[at + 6] = b.rotate_right(63);
            z[at + 7] = b.is_power_of_two() as u64;
            z[at + 8] = b.wrapping_pow(5);
            z[at + 9] = b.wrapping_shl(33);
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop((y, z));
        for at in (0..a.len()).filter(|_| ran) {
            let (a, b) = (a[at], b[at]);
            let expected = [
                a.wrapping_abs(),
                a.signum(),
                a.wrapping_mul(12345),
                a.saturating_add(a),
                a.rotate_left(40),
                a.rem_euclid(1000),
                a.div_euclid(-1000),
                a.min(b as i64),
                a.clamp(-5, 1 << 40),
                a.midpoint(7),
            ];
            assert_eq!(signed[at * 10..][..10], expected, "{a}, {b}, on {}", accelerator.description());
            let expected = [
                b.saturating_mul(3),
                b.count_ones().into(),
                b.leading_zeros().into(),
                b.trailing_zeros().into(),
                b.abs_diff(1 << 60),
                a.unsigned_abs(),
                b.rotate_right(63),
                b.is_power_of_two().into(),
                b.wrapping_pow(5),
                b.wrapping_shl(33),
            ];
            assert_eq!(unsigned[at * 10..][..10], expected, "{a}, {b}, on {}", accelerator.description());
        }
    });
}

/// naga evaluates conversions of constants, but not of every type.
#[test]
fn conversions_of_constants() {
    on_each(|accelerator| {
        let mut found = vec![0u32; 5];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            y[0] = 5_000_000_000u64 as u32;
            y[1] = -1i64 as u32;
            y[2] = 3i64 as u64 as i32 as u32;
            y[i[0] + 3] = (7u64 as f32) as u32;
            y[4] = (-9.5f64 as f32).to_bits();
        });
        let ran = launch(accelerator, 1.into(), kernel);
        drop(y);
        let expected = [5_000_000_000u64 as u32, u32::MAX, 3, 7, (-9.5f32).to_bits()];
        assert!(!ran || found == expected, "{found:?} on {}", accelerator.description());
    });
}

#[test]
fn captured_64_bit_values() {
    on_each(|accelerator| {
        let (a, b, c, pair) = (-5_000_000_007i64, u64::MAX - 3, -0.1f64, (1i64 << 40, 7u32));
        let (mut ints, mut words, mut floats) = ([0i64; 4], [0u64; 4], [0f64; 4]);
        let mut y = ArrayViewMut::new(&mut ints);
        let x = [3, -1, 0, -1_000_000];
        let v = ArrayView::new(&x);
        let kernel = amp!(|i: Index<1>| y[i] = a % 1000 + v[i] as i64 * pair.0 + pair.1 as i64);
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        let expected = x.map(|x| a % 1000 + i64::from(x) * pair.0 + 7);
        assert!(!ran || ints == expected, "{ints:?}, not {expected:?}");

        let mut z = ArrayViewMut::new(&mut words);
        let ran = launch(accelerator, v.extent(), amp!(|i: Index<1>| z[i] = b - i[0] as u64));
        drop(z);
        assert!(!ran || words == [b, b - 1, b - 2, b - 3], "{words:?}");

        let mut z = ArrayViewMut::new(&mut floats);
        let ran = launch(accelerator, v.extent(), amp!(|i: Index<1>| z[i] = c * v[i] as f64));
        drop(z);
        let expected = x.map(|x| c * f64::from(x));
        assert!(!ran || floats == expected, "{floats:?}, not {expected:?}");
    });
}

/// Comparisons of widened 32-bit values with constants, which some drivers narrow incorrectly.
#[test]
fn comparisons_of_widened_values_with_constants() {
    let x = [0i32, 1, -1, i32::MAX, i32::MIN, 7, -8, 1000];
    on_each(|accelerator| {
        let mut found = [0u32; 8];
        let (v, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut found));
        let kernel = amp!(|i: Index<1>| {
            let (a, b) = (v[i] as i64, v[i] as u32 as u64);
            let c = v[i] as u32 as i64;
            y[i] = (a < 1i64) as u32 | ((a > -1i64) as u32) << 1 | ((a >= 7) as u32) << 2;
            y[i] |= ((a == -8) as u32) << 3 | ((1 > a) as u32) << 4 | ((a < 5_000_000_000) as u32) << 5;
            y[i] |= ((b < 8) as u32) << 6 | ((b >= 0xFFFF_FFFF) as u32) << 7 | ((c <= 8) as u32) << 8;
            y[i] |= ((c > -1) as u32) << 9 | ((v[i] as u64 > 9) as u32) << 10;
        });
        let ran = launch(accelerator, v.extent(), kernel);
        drop(y);
        let expected = x.map(|v| {
            let (a, b, c) = (i64::from(v), u64::from(v as u32), i64::from(v as u32));
            let bits = [
                a < 1,
                a > -1,
                a >= 7,
                a == -8,
                1 > a,
                a < 5_000_000_000,
                b < 8,
                b >= 0xFFFF_FFFF,
                c <= 8,
                c > -1,
                v as u64 > 9,
            ];
            bits.iter().zip(0..).fold(0, |all, (bit, n)| all | u32::from(*bit) << n)
        });
        assert!(!ran || found == expected, "{found:?}, not {expected:?}");
    });
}
