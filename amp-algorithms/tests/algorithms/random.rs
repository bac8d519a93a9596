//! Random numbers: known values, equal bits everywhere, and distributions.

use amp::op;
use amp::prelude::*;
use amp_algorithms::random::{self, Pcg, Permutation, Philox};
use amp_algorithms::{self as alg};

use crate::data::{bits, on_all, random};

/// Known answers of Random123, the library of the authors of Philox.
#[test]
fn philox_has_the_known_values() {
    let all = [u32::MAX; 4];
    assert_eq!(random::philox4x32([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    assert_eq!(random::philox4x32(all, [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    let pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    let known = [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1];
    assert_eq!(random::philox4x32(pi, [0xa409_3822, 0x299f_31d0]), known);
}

#[test]
fn high_words_of_products_equal_those_of_u64() {
    for (a, b) in random(1000, 1).into_iter().zip(random(1000, 2)).chain([(u32::MAX, u32::MAX), (0, 7)]) {
        assert_eq!(random::mul_high(a, b), ((u64::from(a) * u64::from(b)) >> 32) as u32);
    }
}

/// Word `k` of an array of random words, as the documentation describes it.
fn word(k: usize, seed: u64) -> u32 {
    random::philox4x32([k as u32 / 4, 0, 0, 0], [seed as u32, (seed >> 32) as u32])[k % 4]
}

#[test]
fn arrays_have_equal_bits_on_every_accelerator() {
    on_all(|queue, n| {
        let seed = 0x0123_4567_89ab_cdef;
        let words: Vec<u32> = (0..n).map(|k| word(k, seed)).collect();
        assert_eq!(random::bits_on(queue, n, seed).unwrap().to_vec().unwrap(), words);
        let below: Vec<u32> = words.iter().map(|v| random::scaled(*v, 1000)).collect();
        assert_eq!(random::below_on(queue, n, seed, 1000).unwrap().to_vec().unwrap(), below);
        let uniform: Vec<f32> = words.iter().map(|v| random::unit(*v)).collect();
        assert_eq!(random::uniform_on(queue, n, seed).unwrap().to_vec().unwrap(), uniform);
        let normal: Vec<f32> = words.iter().map(|v| random::standard_normal(*v)).collect();
        assert_eq!(bits(&random::normal_on(queue, n, seed).unwrap().to_vec().unwrap()), bits(&normal));
        let order = Permutation::new(n, seed).unwrap();
        let images: Vec<u32> = (0..n as u32).map(|k| order.at(k)).collect();
        assert_eq!(random::permutation_on(queue, n, seed).unwrap().to_vec().unwrap(), images);
        let mut sorted = images.clone();
        sorted.sort();
        assert_eq!(sorted, (0..n as u32).collect::<Vec<_>>());
        let x = ArrayView::new(&words);
        let shuffled: Vec<u32> = images.iter().map(|k| words[*k as usize]).collect();
        assert_eq!(alg::shuffle_on(queue, &x, seed).unwrap().to_vec().unwrap(), shuffled);
        let sample = alg::sample_on(queue, &x, n / 3, seed).unwrap();
        assert_eq!(sample.to_vec().unwrap(), shuffled[..n / 3]);
        let error = alg::sample_on(queue, &x, n + 1, seed).unwrap_err().to_string();
        assert!(error.contains(&format!("is {}, but there are only {n}", n + 1)), "{error}");
    });
}

#[test]
fn generators_run_in_kernels() {
    on_all(|queue, n| {
        let draw = |k: u32| {
            let (mut philox, mut pcg) = (Philox::new(5, k), Pcg::new(5, k));
            let mut sum = 0.0;
            for _ in 0..5 {
                sum += philox.next_f32() + pcg.next_normal();
            }
            sum + philox.next_below(100) as f32 + pcg.next_f32()
        };
        let expected: Vec<f32> = (0..n as u32).map(draw).collect();
        let drawn = op!(|k: usize| {
            let (mut philox, mut pcg) = (Philox::new(5, k as u32), Pcg::new(5, k as u32));
            let mut sum = 0.0;
            for _ in 0..5 {
                sum += philox.next_f32() + pcg.next_normal();
            }
            sum + philox.next_below(100) as f32 + pcg.next_f32()
        });
        let found = alg::generate_on(queue, n, drawn).unwrap().to_vec().unwrap();
        let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4;
        assert!(found.iter().zip(&expected).all(close));
    });
}

/// The cumulative distribution function of the standard normal distribution, by integration.
fn normal_cdf(z: f64) -> f64 {
    let steps = 2000;
    let h = z / f64::from(steps);
    let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + (0..steps).map(|k| density((f64::from(k) + 0.5) * h) * h).sum::<f64>()
}

#[test]
fn normal_numbers_invert_the_cumulative_distribution_function() {
    for shift in 0..24 {
        for bits in random(50, 7).iter().map(|v| v >> shift) {
            let z = f64::from(random::standard_normal(bits | 1)).abs();
            let tail = f64::from(bits | 1) / 2f64.powi(33);
            let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
            // The error of `z` is the error of the probability, divided by the slope of the function.
            let error = (1.0 - normal_cdf(z) - tail) / density;
            assert!(error.abs() < 1e-6 || z > 4.0, "{bits} {z} {error}");
        }
    }
    assert!((random::standard_normal(0) - 6.230_26).abs() < 1e-5);
    assert_eq!(random::standard_normal(u32::MAX).to_bits(), 0);
    assert_eq!(random::standard_normal(0x8000_0001), -random::standard_normal(0x8000_0000));
}

#[test]
fn moments_are_those_of_the_distributions() {
    let n = 200_000;
    let moments = |x: &[f32]| {
        let mean = x.iter().map(|v| f64::from(*v)).sum::<f64>() / n as f64;
        (mean, x.iter().map(|v| (f64::from(*v) - mean).powi(2)).sum::<f64>() / n as f64)
    };
    let queue = &Accelerator::cpu().default_view();
    let (mean, variance) = moments(&random::uniform_on(queue, n, 1).unwrap().to_vec().unwrap());
    assert!((mean - 0.5).abs() < 0.003 && (variance - 1.0 / 12.0).abs() < 0.002, "{mean} {variance}");
    let (mean, variance) = moments(&random::normal_on(queue, n, 1).unwrap().to_vec().unwrap());
    assert!(mean.abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
    let mut pcg = Pcg::new(3, 1);
    let drawn: Vec<f32> = std::iter::repeat_with(|| pcg.next_f32()).take(n).collect();
    let (mean, variance) = moments(&drawn);
    assert!((mean - 0.5).abs() < 0.003 && (variance - 1.0 / 12.0).abs() < 0.002, "{mean} {variance}");
}

/// Chi-squared test: all 24 orders of four elements are equally frequent, and each element at each place of 40.
#[test]
fn permutations_are_uniform() {
    let mut orders = std::collections::HashMap::new();
    let seeds = 12_000;
    for seed in 0..seeds {
        let order = Permutation::new(4, seed).unwrap();
        *orders.entry([0, 1, 2, 3].map(|k| order.at(k))).or_insert(0u32) += 1;
    }
    assert_eq!(orders.len(), 24);
    let expected = seeds as f64 / 24.0;
    let chi: f64 = orders.values().map(|found| (f64::from(*found) - expected).powi(2) / expected).sum();
    // 56 is above the 0.9999 quantile of the chi-squared distribution with 23 degrees of freedom.
    assert!(chi < 56.0, "{chi}");
    let mut places = vec![0u32; 40 * 40];
    for seed in 0..4000 {
        let order = Permutation::new(40, seed).unwrap();
        (0..40).for_each(|k| places[k * 40 + order.at(k as u32) as usize] += 1);
    }
    let chi: f64 = places.iter().map(|found| (f64::from(*found) - 100.0).powi(2) / 100.0).sum();
    // With 39 * 39 degrees of freedom, the mean is 1521 and the standard deviation is 55.2.
    assert!(chi < 1521.0 + 4.0 * 55.2, "{chi}");
}
