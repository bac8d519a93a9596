//! Reductions.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{on_all, random};

#[test]
fn integer_reductions_equal_those_of_std() {
    on_all(|queue, n| {
        let data: Vec<u32> = random(n, 1).iter().map(|v| v % 1000).collect();
        let x = ArrayView::new(&data);
        let (limit, factor) = (500, 3);
        assert_eq!(alg::sum_on(queue, &x).unwrap(), data.iter().sum::<u32>(), "{n}");
        assert_eq!(
            alg::reduce_on(queue, &x, 0, op!(|a, b| a ^ b)).unwrap(),
            data.iter().fold(0, |a, b| a ^ b)
        );
        assert_eq!(
            alg::map_reduce_on(queue, &x, op!(|v| v * factor % 7), 0, op!(|a, b| a + b)).unwrap(),
            data.iter().map(|v| v * factor % 7).sum()
        );
        assert_eq!(
            alg::count_if_on(queue, &x, op!(|v| v > limit)).unwrap(),
            data.iter().filter(|v| **v > limit).count()
        );
        assert_eq!(alg::count_on(queue, &x, 7).unwrap(), data.iter().filter(|v| **v == 7).count());
        let last = n.saturating_sub(1) as u32;
        assert_eq!(alg::any_on(queue, n, op!(|k| k as u32 == last)).unwrap(), n > 0);
        assert!(!alg::any_on(queue, &x, op!(|v| v > 1000)).unwrap());
        assert!(alg::all_on(queue, &x, op!(|v| v < 1000)).unwrap());
        assert_eq!(alg::all_on(queue, n, op!(|k| k as u32 != last)).unwrap(), n == 0);
    });
}

#[test]
fn product_multiplies_all_elements() {
    on_all(|queue, n| {
        let data: Vec<i32> = random(n, 1).iter().map(|v| if v % 2 == 0 { 1 } else { -1 }).collect();
        assert_eq!(alg::product_on(queue, &ArrayView::new(&data)).unwrap(), data.iter().product());
    });
}

#[test]
fn float_statistics_are_close_to_those_in_f64() {
    on_all(|queue, n| {
        let data: Vec<f32> = random(n, 1).iter().map(|v| *v as f32 / 4e9 + 10.0).collect();
        let weights: Vec<f32> = random(n, 2).iter().map(|v| *v as f32 / 4e9 - 0.5).collect();
        let (x, w) = (ArrayView::new(&data), ArrayView::new(&weights));
        let close = |a: f32, b: f64| assert!((f64::from(a) - b).abs() <= 1e-5 * b.abs().max(1.0), "{a} {b}");
        let wide = || data.iter().map(|v| f64::from(*v));
        close(alg::sum_on(queue, &x).unwrap(), wide().sum());
        close(
            alg::dot_on(queue, &x, &w).unwrap(),
            wide().zip(&weights).map(|(a, b)| a * f64::from(*b)).sum(),
        );
        let (mean, variance) = (alg::mean_on(queue, &x).unwrap(), alg::variance_on(queue, &x).unwrap());
        if n == 0 {
            assert_eq!((mean, variance), (None, None));
            return;
        }
        let expected = wide().sum::<f64>() / n as f64;
        close(mean.unwrap(), expected);
        close(variance.unwrap(), wide().map(|v| (v - expected).powi(2)).sum::<f64>() / n as f64);
        assert_eq!(alg::sum_on(queue, &x).unwrap(), alg::sum_on(queue, &x).unwrap());
    });
}

#[test]
fn results_stay_on_the_device() {
    on_all(|queue, n| {
        let data = random(n, 1);
        let x = Array::from_slice_on(queue, n, &data).unwrap();
        let mut total = Array::new_on(queue, 1).unwrap();
        alg::map_reduce_into(&x, op!(|v| v % 10), 0, op!(|a, b| a + b), &mut total).unwrap();
        let total = &total;
        let shifted = alg::map_on(queue, 3, op!(|k| total[0] + k as u32)).unwrap();
        let sum: u32 = data.iter().map(|v| v % 10).sum();
        assert_eq!(shifted.to_vec().unwrap(), [sum, sum + 1, sum + 2]);
    });
}

#[test]
fn structs_and_vectors_are_reduced() {
    on_all(|queue, n| {
        let data: Vec<Vec4> = random(n, 1).iter().map(|v| Vec4::splat((v % 8) as f32)).collect();
        let sum = alg::reduce_on(queue, &ArrayView::new(&data), Vec4::ZERO, op!(|a, b| a + b)).unwrap();
        assert_eq!(sum, data.iter().sum());
        let bytes: Vec<u8> = random(n, 2).iter().map(|v| *v as u8).collect();
        let most = alg::reduce_on(queue, &ArrayView::new(&bytes), 0, op!(|a, b| a.max(b))).unwrap();
        assert_eq!(most, bytes.iter().copied().max().unwrap_or(0));
    });
}

#[test]
fn compensated_sums_are_nearly_exact() {
    on_all(|queue, n| {
        // Numbers of very different magnitudes, whose plain sum in `f32` is far from the exact one.
        let data: Vec<f32> = random(n, 1)
            .iter()
            .zip(random(n, 2))
            .map(|(v, e)| (*v as f32 - 2.1e9) * 2f32.powi(e as i32 % 20))
            .collect();
        let x = ArrayView::new(&data);
        let exact: f64 = data.iter().map(|v| f64::from(*v)).sum();
        let magnitude: f64 = data.iter().map(|v| f64::from(v.abs())).sum();
        let error = (f64::from(alg::sum_compensated_on(queue, &x).unwrap()) - exact).abs();
        assert!(error <= 6e-8 * exact.abs() + 1e-12 * magnitude, "{n}: {error} of {exact}");
    });
    let queue = &Accelerator::cpu().default_view();
    let with = |v: f32| alg::sum_compensated_on(queue, &ArrayView::new(&[1.0, v, 2.0])).unwrap();
    assert!(with(f32::INFINITY) == f32::INFINITY && with(f32::NEG_INFINITY) == f32::NEG_INFINITY);
    assert!(with(f32::NAN).is_nan());
}
