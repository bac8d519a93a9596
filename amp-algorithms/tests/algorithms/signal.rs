//! Convolutions and Fourier transforms.

use std::f64::consts::PI;

use amp::prelude::*;
use amp_algorithms as alg;
use amp_algorithms::plan::{Kernels, with_kernels};
use amp_algorithms::{Complex32, ConvolveMode};
use amp_tests::on_each;

use crate::data::{is_checked, on_all, random};

/// Small integers, whose products and sums are exact.
fn small(n: usize, seed: u32) -> Vec<i32> {
    random(n, seed).iter().map(|v| (v % 15) as i32 - 7).collect()
}

/// The convolution by its definition.
fn convolved(x: &[i32], weights: &[i32], mode: ConvolveMode) -> Vec<i32> {
    let (n, m) = (x.len(), weights.len());
    let mut full = vec![0; (n + m).saturating_sub(1)];
    for (j, w) in weights.iter().enumerate() {
        for (k, x) in x.iter().enumerate() {
            full[j + k] += w * x;
        }
    }
    match mode {
        ConvolveMode::Same if m == 0 => vec![0; n],
        _ if n == 0 || m == 0 => Vec::new(),
        ConvolveMode::Full => full,
        ConvolveMode::Same => full[(m - 1) / 2..][..n].to_vec(),
        ConvolveMode::Valid => full.get(m - 1..n).map_or(Vec::new(), <[i32]>::to_vec),
    }
}

const MODES: [ConvolveMode; 3] = [ConvolveMode::Full, ConvolveMode::Same, ConvolveMode::Valid];

#[test]
fn sequences_are_convolved() {
    on_all(|queue, n| {
        let x = small(n, 1);
        let lengths = [5, 300, 0, 1, 2, 33, 256, 257, n + 3];
        let most = if is_checked() { 80_000 } else { 300_000 };
        for m in lengths.into_iter().filter(|m| m * n < most) {
            let weights = small(m, 2);
            for mode in MODES {
                let found = alg::convolve_on(queue, &ArrayView::new(&x), &ArrayView::new(&weights), mode);
                let expected = convolved(&x, &weights, mode);
                assert_eq!(found.unwrap().to_vec().unwrap(), expected, "{n} {m} {mode:?}");
            }
        }
    });
}

#[test]
fn infinite_weights_affect_only_existing_items() {
    on_all(|queue, n| {
        if n == 0 {
            return;
        }
        let x = vec![1.0; n];
        let (x, weights) = (ArrayView::new(&x), ArrayView::new(&[1.0, f32::INFINITY]));
        let found = alg::convolve_on(queue, &x, &weights, ConvolveMode::Full).unwrap().to_vec().unwrap();
        assert_eq!(found[0], 1.0);
        assert_eq!(found[1..], vec![f32::INFINITY; n]);
    });
}

#[test]
fn matrices_are_convolved() {
    on_each(|on| {
        let queue = &on.default_view();
        for [rows, columns] in [[0, 3], [1, 1], [1, 7], [13, 5], [40, 33]] {
            for [v, h] in [[3, 5], [1, 2], [0, 3], [6, 1], [15, 7]] {
                let (data, vertical, horizontal) = (small(rows * columns, 1), small(v, 2), small(h, 3));
                for mode in MODES {
                    let wide: Vec<Vec<i32>> = (0..rows)
                        .map(|row| convolved(&data[row * columns..][..columns], &horizontal, mode))
                        .collect();
                    let width = convolved(&vec![0; columns], &horizontal, mode).len();
                    let turned: Vec<Vec<i32>> = (0..width)
                        .map(|k| {
                            convolved(&wide.iter().map(|row| row[k]).collect::<Vec<_>>(), &vertical, mode)
                        })
                        .collect();
                    let height = convolved(&vec![0; rows], &vertical, mode).len();
                    let expected: Vec<i32> =
                        (0..height).flat_map(|row| turned.iter().map(move |column| column[row])).collect();
                    let found = alg::convolve_separable_on(
                        queue,
                        &ArrayView::new(&data),
                        Extent::new([rows, columns]),
                        &ArrayView::new(&vertical),
                        &ArrayView::new(&horizontal),
                        mode,
                    );
                    let found = found.unwrap().to_vec().unwrap();
                    assert_eq!(found, expected, "{rows} {columns} {v} {h} {mode:?}");
                }
            }
        }
    });
}

/// A complex number in `f64`.
type Complex64 = (f64, f64);

fn exact(x: &[Complex32]) -> Vec<Complex64> {
    x.iter().map(|v| (f64::from(v.re), f64::from(v.im))).collect()
}

/// The sums of `x[j] * exp(sign * 2 pi i j k / n)`, along an axis of an array with the shape `[outer, n, inner]`.
fn transformed(x: &[Complex64], [outer, n, inner]: [usize; 3], sign: f64) -> Vec<Complex64> {
    let circle: Vec<Complex64> =
        (0..n).map(|k| sign * 2.0 * PI * k as f64 / n as f64).map(|a| (a.cos(), a.sin())).collect();
    let mut result = vec![(0.0, 0.0); x.len()];
    for o in 0..outer {
        for c in 0..inner {
            for k in 0..n {
                let sum = &mut result[(o * n + k) * inner + c];
                for j in 0..n {
                    let ((re, im), (cos, sin)) = (x[(o * n + j) * inner + c], circle[j * k % n]);
                    sum.0 += re * cos - im * sin;
                    sum.1 += re * sin + im * cos;
                }
            }
        }
    }
    result
}

/// Asserts that the error is less than a few roundings of the largest result.
fn assert_close(found: &[Complex32], expected: &[Complex64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let norm = |(re, im): Complex64| re.hypot(im);
    let largest = expected.iter().map(|v| norm(*v)).fold(1e-30, f64::max);
    for (k, (f, e)) in exact(found).into_iter().zip(expected).enumerate() {
        let error = norm((f.0 - e.0, f.1 - e.1)) / largest;
        assert!(error < 2e-6, "{what}: element {k} is {f:?}, expected {e:?}, error {error:e}");
    }
}

/// Random numbers from -1 to 1.
fn signal(n: usize) -> Vec<f32> {
    random(n, 7).iter().map(|v| *v as f32 / (1u32 << 31) as f32 - 1.0).collect()
}

fn complex(n: usize) -> Vec<Complex32> {
    signal(2 * n).chunks(2).map(|v| Complex32::new(v[0], v[1])).collect()
}

fn scaled(x: &[Complex64], by: f64) -> Vec<Complex64> {
    x.iter().map(|(re, im)| (re * by, im * by)).collect()
}

/// Every radix, products of radices, primes, and their neighbours.
const LENGTHS: [usize; 34] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 21, 25, 27, 32, 35, 49, 64, 97, 128, 210, 256,
    343, 360, 509, 512, 1000, 1024,
];

fn lengths(on: &Accelerator) -> Vec<usize> {
    match *on == Accelerator::cpu_checked() {
        true => vec![1, 2, 7, 30, 64, 11, 13],
        false => LENGTHS.to_vec(),
    }
}

/// Runs a test on each accelerator with each family of kernels that it may run.
fn on_each_family(mut test: impl FnMut(&Accelerator)) {
    on_each(|on| {
        with_kernels(Kernels::Tiles, || test(on));
        if on.device_path().starts_with("cpu") {
            with_kernels(Kernels::Chunks, || test(on));
        }
    });
}

#[test]
fn complex_sequences_are_transformed() {
    on_each_family(|on| {
        let queue = &on.default_view();
        for n in lengths(on) {
            let x = complex(n);
            let expected = transformed(&exact(&x), [1, n, 1], -1.0);
            let found = alg::fft_on(queue, &ArrayView::new(&x)).unwrap();
            assert_close(&found.to_vec().unwrap(), &expected, &format!("fft of {n}"));
            let expected = scaled(&transformed(&exact(&x), [1, n, 1], 1.0), 1.0 / n as f64);
            let found = alg::ifft_on(queue, &ArrayView::new(&x)).unwrap();
            assert_close(&found.to_vec().unwrap(), &expected, &format!("ifft of {n}"));
        }
    });
}

#[test]
fn long_sequences_are_restored() {
    on_each_family(|on| {
        if *on == Accelerator::cpu_checked() {
            return;
        }
        let queue = &on.default_view();
        for n in [4096, 4097, 8192, 10_000, 16_807, 20_011, 1 << 15] {
            let x = complex(n);
            let spectrum = alg::fft_on(queue, &ArrayView::new(&x)).unwrap();
            let found = spectrum.to_vec().unwrap();
            for k in [0, 1, n / 3, n - 1] {
                let angle = |j: usize| -2.0 * PI * ((j * k) % n) as f64 / n as f64;
                let terms = exact(&x).into_iter().enumerate().map(|(j, (re, im))| {
                    let (sin, cos) = angle(j).sin_cos();
                    (re * cos - im * sin, re * sin + im * cos)
                });
                let (re, im) = terms.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
                let error = (f64::from(found[k].re) - re).hypot(f64::from(found[k].im) - im);
                assert!(error < 1e-5 * (n as f64).sqrt(), "{n} {k}: {error:e}");
            }
            let restored = alg::ifft_on(queue, &spectrum).unwrap().to_vec().unwrap();
            assert_close(&restored, &exact(&x), &format!("ifft of fft of {n}"));
        }
    });
}

#[test]
fn batches_are_transformed() {
    on_each_family(|on| {
        let queue = &on.default_view();
        for (count, n) in [(1, 8), (3, 1), (5, 12), (4, 13), (2, 49), (3, 64), (700, 2), (65, 16), (3, 512)] {
            let x = complex(count * n);
            let expected = transformed(&exact(&x), [count, n, 1], -1.0);
            let found = alg::fft_batched_on(queue, &ArrayView::new(&x), n).unwrap();
            assert_close(&found.to_vec().unwrap(), &expected, &format!("{count} times {n}"));
            let found = alg::ifft_batched_on(queue, &found, n).unwrap();
            assert_close(&found.to_vec().unwrap(), &exact(&x), &format!("{count} times {n}, inverse"));
        }
    });
}

#[test]
fn matrices_and_volumes_are_transformed() {
    on_each_family(|on| {
        let queue = &on.default_view();
        for [a, b, c] in
            [[1, 1, 1], [1, 4, 6], [1, 11, 5], [1, 1, 9], [1, 8, 1], [2, 3, 4], [5, 11, 2], [4, 1, 7]]
        {
            let x = complex(a * b * c);
            let view = ArrayView::new(&x);
            let what = format!("{a} {b} {c}");
            let mut expected = transformed(&exact(&x), [a * b, c, 1], -1.0);
            expected = transformed(&expected, [a, b, c], -1.0);
            if a == 1 {
                let extent = Extent::new([b, c]);
                let found = alg::fft2_on(queue, &view, extent).unwrap();
                assert_close(&found.to_vec().unwrap(), &expected, &what);
                let found = alg::ifft2_on(queue, &found, extent).unwrap();
                assert_close(&found.to_vec().unwrap(), &exact(&x), &what);
            }
            expected = transformed(&expected, [1, a, b * c], -1.0);
            let extent = Extent::new([a, b, c]);
            let found = alg::fft3_on(queue, &view, extent).unwrap();
            assert_close(&found.to_vec().unwrap(), &expected, &what);
            let found = alg::ifft3_on(queue, &found, extent).unwrap();
            assert_close(&found.to_vec().unwrap(), &exact(&x), &what);
        }
    });
}

#[test]
fn real_sequences_are_transformed() {
    on_each_family(|on| {
        let queue = &on.default_view();
        let all = lengths(on).into_iter().filter(|n| *n < 400);
        for (count, n) in all.map(|n| (1, n)).chain([(3, 1), (3, 2), (4, 10), (2, 15), (3, 22)]) {
            let x = signal(count * n);
            let width = n / 2 + 1;
            let numbers: Vec<Complex64> = x.iter().map(|v| (f64::from(*v), 0.0)).collect();
            let all = transformed(&numbers, [count, n, 1], -1.0);
            let expected: Vec<Complex64> =
                all.chunks(n).flat_map(|row| row[..width].iter().copied()).collect();
            let view = ArrayView::new(&x);
            let spectrum = alg::rfft_batched_on(queue, &view, n).unwrap();
            assert_close(&spectrum.to_vec().unwrap(), &expected, &format!("rfft of {count} times {n}"));
            let restored = alg::irfft_batched_on(queue, &spectrum, n).unwrap().to_vec().unwrap();
            let restored: Vec<_> = restored.iter().map(|v| Complex32::new(*v, 0.0)).collect();
            assert_close(&restored, &numbers, &format!("irfft of {count} times {n}"));
            if count == 1 {
                let single = alg::rfft_on(queue, &view).unwrap();
                assert_eq!(single.to_vec().unwrap(), spectrum.to_vec().unwrap());
                // The imaginary parts that belong to no real sequence are ignored.
                let mut changed = single.to_vec().unwrap();
                changed[0].im = 9.0;
                if n % 2 == 0 {
                    changed[n / 2].im = -9.0;
                }
                let restored = alg::irfft_on(queue, &ArrayView::new(&changed), n).unwrap().to_vec().unwrap();
                let restored: Vec<_> = restored.iter().map(|v| Complex32::new(*v, 0.0)).collect();
                assert_close(&restored, &numbers, &format!("irfft of {n}"));
            }
        }
    });
}

#[test]
fn empty_sequences_have_transforms() {
    on_each(|on| {
        let queue = &on.default_view();
        let (none, no_reals) = (ArrayView::<Complex32>::new(&[]), ArrayView::<f32>::new(&[]));
        assert!(alg::fft_on(queue, &none).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::ifft_on(queue, &none).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::fft_batched_on(queue, &none, 0).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::fft2_on(queue, &none, Extent::new([0, 3])).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::rfft_on(queue, &no_reals).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::irfft_on(queue, &none, 0).unwrap().to_vec().unwrap().is_empty());
        assert!(alg::irfft_batched_on(queue, &none, 4).unwrap().to_vec().unwrap().is_empty());
    });
}

#[test]
fn lengths_that_do_not_fit_are_an_error() {
    let x = complex(10);
    let x = ArrayView::new(&x);
    let error = alg::fft_batched(&x, 3).unwrap_err().to_string();
    assert_eq!(error, "the input has 10 elements, which is no multiple of the length 3");
    let error = alg::fft_batched(&x, 0).unwrap_err().to_string();
    assert_eq!(error, "the input has 10 elements, which is no multiple of the length 0");
    let error = alg::fft2(&x, Extent::new([3, 3])).unwrap_err().to_string();
    assert_eq!(error, "the input and the extent have different lengths: 10 and 9");
    let error = alg::irfft(&x, 20).unwrap_err().to_string();
    assert_eq!(error, "the input has 10 elements, but the spectrum of 20 real numbers has 11");
    let mut short = Array::new(9).unwrap();
    let error = alg::fft_into(&x, &mut short).unwrap_err().to_string();
    assert_eq!(error, "the output has 9 elements, but the result has 10");
}
