//! Elements by their rank.

use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{bits, floats, is_checked, on_all, shapes};

#[test]
fn elements_of_each_rank_are_those_of_a_sort() {
    on_all(|queue, n| {
        for data in shapes(n) {
            let x = ArrayView::new(&data);
            let mut sorted = data.clone();
            sorted.sort();
            let ranks = [n / 3, 0, n.saturating_sub(1)];
            for rank in ranks.into_iter().take(if is_checked() { 1 } else { 3 }) {
                match alg::nth_element_on(queue, &x, rank) {
                    Ok(found) => assert_eq!(found, sorted[rank]),
                    Err(error) => {
                        assert_eq!(n, 0);
                        assert_eq!(error.to_string(), "there is no element of rank 0, but only 0 elements");
                    }
                }
            }
        }
    });
}

#[test]
fn greatest_elements_come_first() {
    on_all(|queue, n| {
        for data in shapes(n) {
            let x = ArrayView::new(&data);
            let mut order: Vec<u32> = (0..n as u32).collect();
            order.sort_by_key(|k| std::cmp::Reverse(data[*k as usize]));
            let sorted: Vec<u32> = order.iter().map(|k| data[*k as usize]).collect();
            let counts = [n / 3, 1, n];
            for count in counts.into_iter().take(if is_checked() { 1 } else { 3 }) {
                if count > n {
                    let error = alg::top_k_on(queue, &x, count).unwrap_err().to_string();
                    assert_eq!(error, "the number of greatest elements is 1, but there are only 0 elements");
                    continue;
                }
                assert_eq!(alg::top_k_on(queue, &x, count).unwrap().to_vec().unwrap(), sorted[..count]);
                let found = alg::top_k_indices_on(queue, &x, count).unwrap();
                assert_eq!(found.to_vec().unwrap(), order[..count]);
            }
        }
        if n > 2000 {
            return;
        }
        let small: Vec<i16> = shapes(n)[0].iter().map(|v| *v as i16).collect();
        let mut sorted = small.clone();
        sorted.sort_by_key(|v| std::cmp::Reverse(*v));
        let found = alg::top_k_on(queue, &ArrayView::new(&small), n / 2).unwrap();
        assert_eq!(found.to_vec().unwrap(), sorted[..n / 2]);
    });
}

#[test]
fn medians_and_quantiles_lie_between_the_sorted_elements() {
    on_all(|queue, n| {
        // Without infinities, because an interpolation between them would be infinite or NaN.
        let data: Vec<f32> = floats(n).iter().map(|v| if v.is_infinite() { 1.0 } else { *v }).collect();
        let x = ArrayView::new(&data);
        let mut sorted = data.clone();
        sorted.sort_by(f32::total_cmp);
        let quantiles = [0.0, 0.25, 0.5, 0.999, 1.0];
        if n == 0 {
            assert_eq!(alg::median_on(queue, &x).unwrap(), None);
            let error = alg::quantiles_on(queue, &x, &quantiles).unwrap_err().to_string();
            assert_eq!(error, "5 quantiles of 0 elements");
            return;
        }
        let expected = if n % 2 == 1 { sorted[n / 2] } else { sorted[n / 2 - 1] * 0.5 + sorted[n / 2] * 0.5 };
        assert_eq!(alg::median_on(queue, &x).unwrap().unwrap().to_bits(), expected.to_bits());
        let found = alg::quantiles_on(queue, &x, &quantiles).unwrap().to_vec().unwrap();
        for (q, found) in quantiles.iter().zip(found) {
            let at = q * (n - 1) as f64;
            let (low, high) = (sorted[at as usize], sorted[(at as usize + 1).min(n - 1)]);
            let expected = if at.fract() == 0.0 { low } else { low + (high - low) * at.fract() as f32 };
            let close = (found - expected).abs() <= 1e-5 * (low.abs() + high.abs());
            assert!(
                close || bits(&[found]) == bits(&[expected]) || (found.is_nan() && expected.is_nan()),
                "{found} {expected}"
            );
        }
        let error = alg::quantiles_on(queue, &x, &[1.5]).unwrap_err().to_string();
        assert_eq!(error, "the quantile 1.5 is not from 0 to 1");
    });
}
