//! Scans.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{composed, functions, on_all, plus, random, then};

#[test]
fn scans_of_integers_equal_those_of_std() {
    on_all(|queue, n| {
        let data: Vec<u32> = random(n, 1).iter().map(|v| v % 1000).collect();
        let x = ArrayView::new(&data);
        let mut sum = 0;
        let inclusive: Vec<u32> = data
            .iter()
            .map(|v| {
                sum += v;
                sum
            })
            .collect();
        let scanned = alg::inclusive_scan_on(queue, &x, plus()).unwrap();
        assert_eq!(scanned.to_vec().unwrap(), inclusive, "{n}");
        let exclusive: Vec<u32> = inclusive.iter().zip(&data).map(|(sum, v)| sum - v + 5).collect();
        let scanned = alg::exclusive_scan_on(queue, &x, 5, plus()).unwrap();
        assert_eq!(scanned.to_vec().unwrap(), exclusive, "{n}");
    });
}

#[test]
fn operands_of_scans_keep_their_order() {
    on_all(|queue, n| {
        let data = functions(n);
        let x = ArrayView::new(&data);
        let initial = functions(7)[6];
        let (mut all, mut before) = (None, initial);
        let (mut inclusive, mut exclusive) = (Vec::new(), Vec::new());
        for f in &data {
            let next = all.map_or(*f, |all| then(all, *f));
            all = Some(next);
            inclusive.push(next);
            exclusive.push(before);
            before = then(before, *f);
        }
        assert_eq!(alg::inclusive_scan_on(queue, &x, composed()).unwrap().to_vec().unwrap(), inclusive);
        assert_eq!(
            alg::exclusive_scan_on(queue, &x, initial, composed()).unwrap().to_vec().unwrap(),
            exclusive
        );
    });
}

#[test]
fn maximum_needs_no_identity() {
    on_all(|queue, n| {
        let data: Vec<f32> = random(n, 1).iter().map(|v| -(*v as f32)).collect();
        let scanned = alg::inclusive_scan_on(queue, &ArrayView::new(&data), op!(f32::max)).unwrap();
        let mut most = f32::NEG_INFINITY;
        let expected: Vec<f32> = data
            .iter()
            .map(|v| {
                most = most.max(*v);
                most
            })
            .collect();
        assert_eq!(scanned.to_vec().unwrap(), expected);
    });
}
