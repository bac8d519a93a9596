//! Functions over segments that offsets describe.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{Affine, composed, functions, is_checked, on_all, parts, random, then};

/// Offsets of segments of `n` items. The first vector describes short and empty segments and then a long one.
/// The second describes long ones, and the third describes none. The checked accelerator gets only the first.
fn offsets(n: usize) -> Vec<Vec<u32>> {
    let mut short = vec![0];
    let mut at = 0;
    for step in random(n / 20, 5) {
        at += step as usize % 8;
        short.push(at.min(n) as u32);
    }
    short.push(n as u32);
    let long = (0..n as u32).step_by(3000).chain([n as u32]).collect();
    match is_checked() {
        true => vec![short],
        false => vec![short, long, vec![0]],
    }
}

/// The lengths of the segments, and then the number of items behind the last segment.
fn lengths(n: usize, offsets: &[u32]) -> Vec<usize> {
    let last = *offsets.last().unwrap() as usize;
    offsets.windows(2).map(|w| (w[1] - w[0]) as usize).chain([n - last]).collect()
}

#[test]
fn segments_are_reduced_and_scanned() {
    on_all(|queue, n| {
        let data = functions(n);
        let initial = functions(5)[4];
        let x = ArrayView::new(&data);
        for offsets in offsets(n) {
            let (mut totals, mut inclusive, mut exclusive) = (Vec::new(), Vec::new(), Vec::new());
            for part in parts(&data, &lengths(n, &offsets)) {
                let mut total = None;
                for f in part {
                    exclusive.push(total.map_or(initial, |total| then(initial, total)));
                    let next = total.map_or(f, |total| then(total, f));
                    total = Some(next);
                    inclusive.push(next);
                }
                totals.push(total.unwrap_or(Affine::IDENTITY));
            }
            totals.pop();
            let o = ArrayView::new(&offsets);
            let found = alg::segmented_reduce_on(queue, &x, &o, Affine::IDENTITY, composed()).unwrap();
            assert_eq!(found.to_vec().unwrap(), totals);
            let found = alg::segmented_inclusive_scan_on(queue, &x, &o, composed()).unwrap();
            assert_eq!(found.to_vec().unwrap(), inclusive);
            let found = alg::segmented_exclusive_scan_on(queue, &x, &o, initial, composed()).unwrap();
            assert_eq!(found.to_vec().unwrap(), exclusive);
        }
    });
}

#[test]
fn segments_are_sorted() {
    on_all(|queue, n| {
        let data: Vec<u32> = random(n, 1).iter().map(|v| v % 1000).collect();
        for offsets in offsets(n) {
            let (mut sorted, mut by_key) = (Vec::new(), Vec::new());
            for mut part in parts(&data, &lengths(n, &offsets)) {
                part.sort_by_key(|v| std::cmp::Reverse(v % 10));
                by_key.extend(&part);
                part.sort();
                sorted.extend(part);
            }
            let o = ArrayView::new(&offsets);
            let mut x = Array::from_slice_on(queue, n, &data).unwrap();
            alg::segmented_sort_on(queue, &mut x, &o).unwrap();
            assert_eq!(x.to_vec().unwrap(), sorted);
            let mut x = Array::from_slice_on(queue, n, &data).unwrap();
            alg::segmented_sort_by_key_on(queue, &mut x, &o, op!(|v| 10 - v % 10)).unwrap();
            assert_eq!(x.to_vec().unwrap(), by_key);
        }
    });
}

#[test]
fn descending_offsets_are_an_error_on_the_cpu() {
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let queue = &on.default_view();
        let data = functions(10);
        let x = ArrayView::new(&data);
        let reduce = |offsets: &[u32]| {
            let offsets = ArrayView::new(offsets);
            alg::segmented_reduce_on(queue, &x, &offsets, Affine::IDENTITY, composed())
                .unwrap_err()
                .to_string()
        };
        let error = reduce(&[0, 8, 5]);
        assert!(error.contains("the offsets descend from 8 to 5"), "{error}");
        let error = reduce(&[0, 12]);
        assert!(error.contains("the offset 12 is greater than the number of items, 10"), "{error}");
    }
}
