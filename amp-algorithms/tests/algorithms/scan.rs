//! Scans.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{on_all, random};

/// An affine function `v -> a * v + b` modulo 2^32. Composition is associative and not commutative.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Affine {
    a: u32,
    b: u32,
}

#[device]
fn then(f: Affine, g: Affine) -> Affine {
    Affine { a: f.a.wrapping_mul(g.a), b: f.b.wrapping_mul(g.a).wrapping_add(g.b) }
}

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
        let scanned = alg::inclusive_scan_on(queue, &x, op!(|a, b| a + b)).unwrap();
        assert_eq!(scanned.to_vec().unwrap(), inclusive, "{n}");
        let exclusive: Vec<u32> = inclusive.iter().zip(&data).map(|(sum, v)| sum - v + 5).collect();
        let scanned = alg::exclusive_scan_on(queue, &x, 5, op!(|a, b| a + b)).unwrap();
        assert_eq!(scanned.to_vec().unwrap(), exclusive, "{n}");
    });
}

#[test]
fn operands_of_scans_keep_their_order() {
    on_all(|queue, n| {
        let data: Vec<Affine> =
            random(n, 1).iter().zip(random(n, 2)).map(|(a, b)| Affine { a: a | 1, b }).collect();
        let x = ArrayView::new(&data);
        let initial = Affine { a: 3, b: 4 };
        let (mut all, mut before) = (None, initial);
        let (mut inclusive, mut exclusive) = (Vec::new(), Vec::new());
        for f in &data {
            let next = all.map_or(*f, |all| then(all, *f));
            all = Some(next);
            inclusive.push(next);
            exclusive.push(before);
            before = then(before, *f);
        }
        assert_eq!(alg::inclusive_scan_on(queue, &x, op!(then)).unwrap().to_vec().unwrap(), inclusive);
        assert_eq!(
            alg::exclusive_scan_on(queue, &x, initial, op!(|f, g| then(f, g))).unwrap().to_vec().unwrap(),
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
