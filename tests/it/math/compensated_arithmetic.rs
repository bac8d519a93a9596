//! Error-free transformations, and `strict_float` kernels and functions: drivers must not rearrange them.

use amp::precise_math;
use amp::prelude::*;
use amp_tests::on_each;

use crate::math::inputs::Random;

/// Pairs of both signs with magnitudes from 2^-30 to 2^30. Some of the pairs cancel.
fn pairs() -> Vec<(f32, f32)> {
    let mut random = Random(7);
    let mut one = || {
        let size = 2f32.powi((random.bits() % 60) as i32 - 30);
        (random.unit() - 0.5) * 2.0 * size
    };
    let mut all: Vec<_> = (0..2000).map(|_| (one(), one())).collect();
    all.extend((0..200).map(|_| one()).map(|a| (a, -a * 0.999_999)));
    all.extend([
        (1.0, 1e-8),
        (1e-8, 1.0),
        (16_777_216.0, 1.0),
        (-16_777_216.0, 1.5),
        (0.0, 3.0),
        (0.1, 0.2),
        (0.0, 0.0),
    ]);
    all
}

/// A number times 2^64, as an integer. The numbers here have no bits below 2^-56.
fn exact(x: f64) -> i128 {
    let scaled = x * 2f64.powi(64);
    assert_eq!(scaled, scaled.trunc(), "{x:e}");
    scaled as i128
}

#[test]
fn sums_are_exact() {
    let input = pairs();
    let (x, y): (Vec<f32>, Vec<f32>) = input.iter().copied().unzip();
    on_each(|accelerator| {
        let mut found = vec![[0f32; 6]; input.len()];
        let (a, b, mut z) = (ArrayView::new(&x), ArrayView::new(&y), ArrayViewMut::new(&mut found));
        let kernel = amp!(|i: Index<1>| {
            let (s, e) = precise_math::two_sum(a[i], b[i]);
            let larger = if a[i].abs() < b[i].abs() { b[i] } else { a[i] };
            let smaller = if a[i].abs() < b[i].abs() { a[i] } else { b[i] };
            let (fast, lost) = precise_math::fast_two_sum(larger, smaller);
            let (p, rest) = precise_math::two_prod(a[i], b[i]);
            z[i] = [s, e, fast, lost, p, rest];
        });
        accelerator.default_view().parallel_for_each(a.extent(), kernel).unwrap();
        z.finish().unwrap();
        for ((a, b), [s, e, fast, lost, p, rest]) in input.iter().zip(found) {
            let on = accelerator.description();
            assert_eq!((s, fast), (a + b, a + b), "{a:e} + {b:e} on {on}");
            let sum = exact((*a).into()) + exact((*b).into());
            assert_eq!(exact(s.into()) + exact(e.into()), sum, "{a:e} + {b:e}: {s:e} and {e:e} on {on}");
            assert_eq!(exact(fast.into()) + exact(lost.into()), sum, "{a:e} + {b:e}, fast, on {on}");
            // A product of two 24-bit numbers fits into 53 bits.
            assert_eq!(p, a * b, "{a:e} * {b:e} on {on}");
            let product = f64::from(*a) * f64::from(*b);
            assert_eq!(f64::from(p) + f64::from(rest), product, "{a:e} * {b:e}: {p:e} and {rest:e} on {on}");
        }
    });
}

#[test]
fn wide_sums_are_exact() {
    let input: Vec<(f64, f64)> = pairs()
        .into_iter()
        .map(|(a, b)| {
            let wide = |v: f32, by: f64| (f64::from(v) * by * 2f64.powi(20)).round() / 2f64.powi(20);
            (wide(a, 1.000_000_123_456_7), wide(b, 0.999_999_876_543_21e-3))
        })
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = input.iter().copied().unzip();
    on_each(|accelerator| {
        if !accelerator.supports_f64() {
            return;
        }
        let mut found = vec![[0f64; 2]; input.len()];
        let (a, b, mut z) = (ArrayView::new(&x), ArrayView::new(&y), ArrayViewMut::new(&mut found));
        let kernel = amp!(|i: Index<1>| {
            let (s, e) = precise_math::two_sum(a[i], b[i]);
            z[i] = [s, e];
        });
        accelerator.default_view().parallel_for_each(a.extent(), kernel).unwrap();
        z.finish().unwrap();
        for ((a, b), [s, e]) in input.iter().zip(found) {
            assert_eq!(s, a + b);
            assert_eq!(exact(s) + exact(e), exact(*a) + exact(*b), "{a:e} + {b:e}: {s:e} and {e:e}");
        }
    });
}

/// Kahan's sum: the rounding error of each addition is added to the next number.
#[device(strict_float)]
fn kahan(x: &ArrayView<f32>, from: usize, count: usize) -> f32 {
    let (mut sum, mut lost) = (0.0f32, 0.0f32);
    for k in 0..count {
        let next = x[from + k] - lost;
        let grown = sum + next;
        lost = (grown - sum) - next;
        sum = grown;
    }
    sum
}

fn summed(x: &[f32]) -> f32 {
    let (mut sum, mut lost) = (0.0f32, 0.0f32);
    for x in x {
        let next = x - lost;
        let grown = sum + next;
        lost = (grown - sum) - next;
        sum = grown;
    }
    sum
}

#[kernel(strict_float)]
fn neumaier(i: Index<1>, count: usize, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let (mut sum, mut lost) = (0.0f32, 0.0f32);
    for k in 0..count {
        let next = x[i[0] * count + k];
        let grown = sum + next;
        if sum.abs() >= next.abs() {
            lost += (sum - grown) + next;
        } else {
            lost += (next - grown) + sum;
        }
        sum = grown;
    }
    y[i] = sum + lost;
}

#[test]
fn compensated_sums_compensate() {
    const COUNT: usize = 1000;
    let mut random = Random(3);
    let x: Vec<f32> =
        (0..8 * COUNT).map(|n| if n % COUNT == 0 { 4096.0 } else { random.unit() * 0.01 }).collect();
    on_each(|accelerator| {
        let view = accelerator.default_view();
        let (mut kahans, mut neumaiers, mut plain) = ([0f32; 8], [0f32; 8], [0f32; 8]);
        let v = ArrayView::new(&x);
        let (mut a, mut b, mut c) = (
            ArrayViewMut::new(&mut kahans),
            ArrayViewMut::new(&mut neumaiers),
            ArrayViewMut::new(&mut plain),
        );
        view.parallel_for_each(8, amp!(|i: Index<1>| a[i] = kahan(&v, i[0] * 1000, 1000))).unwrap();
        view.parallel_for_each(8, neumaier(COUNT, &v, &mut b)).unwrap();
        let sums = amp!(|i: Index<1>| {
            let mut sum = 0.0f32;
            for k in 0..1000 {
                sum += v[i[0] * 1000 + k];
            }
            c[i] = sum;
        });
        view.parallel_for_each(8, sums).unwrap();
        drop((a, b, c));
        let mut uncompensated = 0;
        for (at, x) in x.chunks(COUNT).enumerate() {
            let on = accelerator.description();
            let exact: f64 = x.iter().map(|x| f64::from(*x)).sum();
            assert_eq!(kahans[at], exact as f32, "on {on}");
            assert_eq!(kahans[at], summed(x), "on {on}");
            assert_eq!(neumaiers[at], exact as f32, "on {on}");
            uncompensated += usize::from(plain[at] != exact as f32);
        }
        assert!(uncompensated > 0, "no sum needs compensation");
    });
}

#[test]
fn strict_kernels_mean_what_rust_does() {
    let special = [0.0f32, -0.0, 1.0, -1.5, 1e-8, 3.1, 16_777_216.0, f32::MAX, f32::INFINITY, f32::NAN];
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for a in special {
        for b in special {
            x.push(a);
            y.push(b);
        }
    }
    on_each(|accelerator| {
        let mut found = vec![[0f32; 12]; x.len()];
        let (v, w, mut z) = (ArrayView::new(&x), ArrayView::new(&y), ArrayViewMut::new(&mut found));
        let kernel = amp!(strict_float, |i: Index<1>| {
            let (a, b) = (v[i], w[i]);
            let mut c = a;
            c += b;
            c -= a;
            z[i] = [
                a + 0.0,
                0.0 - a,
                a - a,
                a * 0.0,
                (a + b) - a,
                a - (a - b),
                a * b + 1.7,
                a * 3.1 + b * 3.1,
                a * 3.1 * 5.3,
                a + 3.1 + 5.3,
                -0.0 + a,
                c,
            ];
        });
        accelerator.default_view().parallel_for_each(v.extent(), kernel).unwrap();
        z.finish().unwrap();
        for ((a, b), found) in x.iter().zip(&y).zip(found) {
            let (a, b) = (*a, *b);
            let expected = [
                a + 0.0,
                0.0 - a,
                a - a,
                a * 0.0,
                (a + b) - a,
                a - (a - b),
                a * b + 1.7,
                a * 3.1 + b * 3.1,
                a * 3.1 * 5.3,
                a + 3.1 + 5.3,
                -0.0 + a,
                (a + b) - a,
            ];
            for (at, (found, expected)) in found.into_iter().zip(expected).enumerate() {
                let same = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
                let on = accelerator.description();
                assert!(same, "{at} of {a:e} and {b:e}: {found:e}, not {expected:e}, on {on}");
            }
        }
    });
}

#[test]
fn midpoints_of_large_numbers() {
    let x = [f32::MAX, f32::MIN, 3e38, 1.0, -0.0];
    on_each(|accelerator| {
        let mut found = [0f32; 5];
        let (v, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut found));
        let kernel = amp!(|i: Index<1>| y[i] = v[i].midpoint(f32::MAX));
        accelerator.default_view().parallel_for_each(5, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, x.map(|x| x.midpoint(f32::MAX)), "on {}", accelerator.description());
    });
}
