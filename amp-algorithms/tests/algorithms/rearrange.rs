//! Functions that move elements to other positions, and comparisons of whole inputs.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{is_checked, on_all, plus, random};

#[test]
fn elements_are_reversed_and_rotated() {
    on_all(|queue, n| {
        let data = random(n, 1);
        let x = ArrayView::new(&data);
        let mut expected = data.clone();
        expected.reverse();
        assert_eq!(alg::reverse_on(queue, &x).unwrap().to_vec().unwrap(), expected);
        for by in [n / 3, n] {
            let (mut left, mut right) = (data.clone(), data.clone());
            left.rotate_left(by);
            right.rotate_right(by);
            assert_eq!(alg::rotate_left_on(queue, &x, by).unwrap().to_vec().unwrap(), left);
            assert_eq!(alg::rotate_right_on(queue, &x, by).unwrap().to_vec().unwrap(), right);
        }
        let error = alg::rotate_left_on(queue, &x, n + 1).unwrap_err().to_string();
        let expected =
            format!("the number of positions to rotate by is {}, but there are only {n} elements", n + 1);
        assert_eq!(error, expected);
        let differences =
            alg::adjacent_difference_on(queue, &x, op!(|v, before| v.wrapping_sub(before))).unwrap();
        let expected: Vec<u32> =
            (0..n).map(|k| if k == 0 { data[0] } else { data[k].wrapping_sub(data[k - 1]) }).collect();
        assert_eq!(differences.to_vec().unwrap(), expected);
        assert_eq!(alg::inclusive_scan_on(queue, &differences, plus()).unwrap().to_vec().unwrap(), data);
    });
}

#[test]
fn matrices_are_transposed() {
    on_all(|queue, n| {
        let columns = [33, 1, 16, n.max(1)];
        for columns in columns.into_iter().take(if is_checked() { 1 } else { 4 }) {
            let rows = n / columns;
            let data = random(rows * columns, 1);
            let found =
                alg::transpose_on(queue, &ArrayView::new(&data), Extent::new([rows, columns])).unwrap();
            let expected: Vec<u32> =
                (0..rows * columns).map(|k| data[k % rows.max(1) * columns + k / rows.max(1)]).collect();
            assert_eq!(found.to_vec().unwrap(), expected, "{rows} {columns}");
        }
        let data = random(n, 1);
        let error = alg::transpose_on(queue, &ArrayView::new(&data), Extent::new([n + 1, 1])).unwrap_err();
        let expected = format!("the input and the matrix have different lengths: {n} and {}", n + 1);
        assert_eq!(error.to_string(), expected);
    });
}

#[test]
fn inputs_are_compared() {
    on_all(|queue, n| {
        let data = random(n, 1);
        let x = ArrayView::new(&data);
        let equal = |y: &[u32]| {
            let y = ArrayView::new(y);
            let equal = alg::equal_on(queue, &x, &y).unwrap();
            let mismatch = alg::mismatch_on(queue, &x, &y).unwrap();
            assert_eq!(equal, mismatch.is_none());
            mismatch
        };
        assert_eq!(equal(&data), None);
        for at in [n / 2, n.saturating_sub(1)] {
            let mut other = data.clone();
            if let Some(v) = other.get_mut(at) {
                *v ^= 1;
                assert_eq!(equal(&other), Some(at));
                assert_eq!(equal(&data[..at]), Some(at));
            }
        }
        let mut longer = data.clone();
        longer.push(1);
        assert_eq!(equal(&longer), Some(n));
        let mut sorted = data.clone();
        sorted.sort();
        assert!(alg::is_sorted_on(queue, &ArrayView::new(&sorted)).unwrap());
        assert_eq!(alg::is_sorted_on(queue, &x).unwrap(), data.is_sorted());
        sorted.reverse();
        assert!(alg::is_sorted_by_on(queue, &ArrayView::new(&sorted), op!(|a, b| a > b)).unwrap());
        if let [.., last] = &mut sorted[..] {
            *last = u32::MAX;
            let found = alg::is_sorted_by_on(queue, &ArrayView::new(&sorted), op!(|a, b| a > b)).unwrap();
            assert_eq!(found, n == 1);
        }
    });
}

#[test]
fn items_with_equal_indices_are_combined() {
    on_all(|queue, n| {
        let items = random(n, 1);
        let x = ArrayView::new(&items);
        let lengths = [100, 1, n.max(1)];
        for len in lengths.into_iter().take(if is_checked() { 1 } else { 3 }) {
            let indices: Vec<u32> = random(n, 2).iter().map(|v| v % len as u32).collect();
            let start = random(len, 3);
            let mut expected = start.clone();
            for (item, at) in items.iter().zip(&indices) {
                let old = &mut expected[*at as usize];
                *old = old.wrapping_add(*item);
            }
            let mut out = Array::from_slice_on(queue, len, &start).unwrap();
            alg::scatter_reduce_on(queue, &x, &ArrayView::new(&indices), plus(), &mut out).unwrap();
            assert_eq!(out.to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn indices_out_of_range_are_an_error_on_the_cpu() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let queue = &on.default_view();
        let (x, indices) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[0u32, 9, 1]));
        let mut out = Array::new_on(queue, 3).unwrap();
        let error = alg::scatter_reduce_on(queue, &x, &indices, plus(), &mut out).unwrap_err().to_string();
        assert!(error.contains("[9] is out of range"), "{error}");
    }
}
