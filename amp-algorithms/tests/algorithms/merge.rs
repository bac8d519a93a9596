//! Merges and set operations of sorted inputs.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{bits, floats, is_checked, on_all, random};

/// Two sorted inputs with equal elements. The second one is much shorter, much longer, or as long as the first one.
fn pairs(n: usize) -> Vec<(Vec<u32>, Vec<u32>)> {
    let others = [n.min(100) * 3, n / 50, n];
    let pair = |other| {
        let sorted = |n: usize, seed| {
            let modulus = (n as u32 / 2).max(3);
            let mut x: Vec<u32> = random(n, seed).iter().map(|v| v % modulus).collect();
            x.sort();
            x
        };
        (sorted(n, 1), sorted(other, 2))
    };
    others.into_iter().take(if is_checked() { 1 } else { 3 }).map(pair).collect()
}

#[test]
fn merged_inputs_are_sorted_and_stable() {
    on_all(|queue, n| {
        for (keys, other_keys) in pairs(n) {
            let numbers = |from: usize, n: usize| (from..from + n).map(|k| k as f32).collect::<Vec<_>>();
            let (values, other_values) = (numbers(0, n), numbers(n, other_keys.len()));
            let pairs = |keys: &[u32], values: &[f32]| {
                keys.iter().copied().zip(values.iter().copied()).collect::<Vec<_>>()
            };
            let mut expected = [pairs(&keys, &values), pairs(&other_keys, &other_values)].concat();
            expected.sort_by_key(|(key, _)| *key);
            let (expected_keys, expected_values): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
            let (a, b) = (ArrayView::new(&keys), ArrayView::new(&other_keys));
            let (v, w) = (ArrayView::new(&values), ArrayView::new(&other_values));
            assert_eq!(alg::merge_on(queue, &a, &b).unwrap().to_vec().unwrap(), expected_keys);
            let found = alg::merge_by_key_on(queue, (&a, &v), (&b, &w)).unwrap();
            assert_eq!(
                (found.0.to_vec().unwrap(), found.1.to_vec().unwrap()),
                (expected_keys, expected_values)
            );
        }
        let (mut a, mut b) = (floats(n), floats(n / 2));
        a.sort_by(|a, b| b.total_cmp(a));
        b.sort_by(|a, b| b.total_cmp(a));
        let less = op!(|a: f32, b: f32| a.total_cmp(&b).is_gt());
        let found = alg::merge_by_on(queue, &ArrayView::new(&a), &ArrayView::new(&b), less).unwrap();
        a.extend(b);
        a.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(bits(&found.to_vec().unwrap()), bits(&a));
    });
}

/// The set operations by merging: union, intersection, difference, symmetric difference.
fn sets(a: &[u32], b: &[u32]) -> [Vec<u32>; 4] {
    let [mut union, mut common, mut only_a, mut only] = [const { Vec::new() }; 4];
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if j == b.len() || (i < a.len() && a[i] < b[j]) {
            union.push(a[i]);
            only_a.push(a[i]);
            only.push(a[i]);
            i += 1;
        } else if i == a.len() || b[j] < a[i] {
            union.push(b[j]);
            only.push(b[j]);
            j += 1;
        } else {
            union.push(a[i]);
            common.push(a[i]);
            (i, j) = (i + 1, j + 1);
        }
    }
    [union, common, only_a, only]
}

#[test]
fn set_operations_respect_repeated_elements() {
    on_all(|queue, n| {
        for (x, y) in pairs(n) {
            let (a, b) = (ArrayView::new(&x), ArrayView::new(&y));
            let [union, common, only_a, only] = sets(&x, &y);
            assert_eq!(alg::union_on(queue, &a, &b).unwrap().to_vec().unwrap(), union);
            assert_eq!(alg::intersection_on(queue, &a, &b).unwrap().to_vec().unwrap(), common);
            assert_eq!(alg::difference_on(queue, &a, &b).unwrap().to_vec().unwrap(), only_a);
            assert_eq!(alg::symmetric_difference_on(queue, &a, &b).unwrap().to_vec().unwrap(), only);
            let mut out = Array::new_on(queue, x.len() + y.len()).unwrap();
            let mut count = Array::new_on(queue, 1).unwrap();
            alg::union_into(&a, &b, &mut out, &mut count).unwrap();
            assert_eq!(count.to_vec().unwrap(), [union.len() as u32]);
            assert_eq!(out.to_vec().unwrap()[..union.len()], union);
        }
    });
}
