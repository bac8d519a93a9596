//! Selections.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{on_all, random, shapes};

#[test]
fn selected_elements_keep_their_order() {
    on_all(|queue, n| {
        let data = random(n, 1);
        let x = ArrayView::new(&data);
        for modulus in [1, 2, 7, 5000] {
            let predicate = op!(|v| v % modulus == 0);
            let (kept, rest): (Vec<u32>, Vec<u32>) = data.iter().partition(|v| **v % modulus == 0);
            assert_eq!(alg::select_on(queue, &x, predicate).unwrap().to_vec().unwrap(), kept);
            let (parts, count) = alg::stable_partition_on(queue, &x, predicate).unwrap();
            assert_eq!((parts.to_vec().unwrap(), count), ([&kept[..], &rest].concat(), kept.len()));
            let mut out = Array::new_on(queue, n).unwrap();
            assert_eq!(alg::copy_if_on(queue, &x, predicate, &mut out), Ok(kept.len()));
            assert_eq!(out.to_vec().unwrap()[..kept.len()], kept);
        }
        let none = alg::select_on(queue, &x, op!(|_v| false)).unwrap();
        assert!(none.is_empty().unwrap());
    });
}

#[test]
fn selection_into_an_output_writes_the_number_on_the_device() {
    on_all(|queue, n| {
        let data: Vec<f32> = random(n, 1).iter().map(|v| *v as f32).collect();
        let x = ArrayView::new(&data);
        let limit = 2e9;
        let mut out = Array::from_slice_on(queue, n + 3, &vec![-1.0; n + 3]).unwrap();
        let mut count = Array::new_on(queue, 1).unwrap();
        alg::select_into(&x, op!(|v| v > limit), &mut out, &mut count).unwrap();
        let mut expected: Vec<f32> = data.iter().copied().filter(|v| *v > limit).collect();
        assert_eq!(count.to_vec().unwrap(), [expected.len() as u32]);
        expected.resize(n + 3, -1.0);
        assert_eq!(out.to_vec().unwrap(), expected);
    });
}

#[test]
fn unique_keeps_the_first_element_of_each_run() {
    on_all(|queue, n| {
        for mut data in shapes(n) {
            data.iter_mut().for_each(|v| *v %= 3);
            let unique = alg::unique_on(queue, &ArrayView::new(&data)).unwrap();
            data.dedup();
            assert_eq!(unique.to_vec().unwrap(), data);
        }
    });
}
