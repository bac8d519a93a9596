//! Arrays whose length is on the device, as inputs of the next algorithm.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;
use amp_algorithms::CountedArray;
use amp_tests::on_each;

use crate::data::{composed, functions, is_checked, on_all, parts, plus, random, run_lengths, then};

/// Numbers below 1000 with short runs, and the elements below `limit`.
fn selected(queue: &AcceleratorView, n: usize, limit: u32) -> (CountedArray<u32>, Vec<u32>) {
    let data: Vec<u32> = random(n, 1).iter().zip(0..).map(|(v, k)| (v % 1000 + k) / 3 % 1000).collect();
    let kept = alg::select_on(queue, &ArrayView::new(&data), op!(|v| v < limit)).unwrap();
    (kept, data.into_iter().filter(|v| *v < limit).collect())
}

/// Limits that keep none, some and all elements of `selected`.
fn limits() -> &'static [u32] {
    if is_checked() { &[0, 600] } else { &[0, 1, 600, 1000] }
}

#[test]
fn chains_of_three_algorithms_give_the_results_of_the_standard_library() {
    on_all(|queue, n| {
        for &limit in limits() {
            let (kept, mut expected) = selected(queue, n, limit);
            let unique = alg::unique_on(queue, &kept).unwrap();
            let total = alg::reduce_on(queue, &unique, 0, plus()).unwrap();
            assert_eq!(kept.to_vec().unwrap(), expected);
            assert_eq!((kept.len(), kept.is_empty()), (Ok(expected.len()), Ok(expected.is_empty())));
            expected.dedup();
            assert_eq!(total, expected.iter().sum());
            assert_eq!(unique.to_vec().unwrap(), expected);
            let exact = unique.into_array().unwrap();
            assert_eq!((exact.len(), exact.to_vec().unwrap()), (expected.len(), expected));
        }
    });
}

#[test]
fn maps_and_scans_have_results_of_the_same_length() {
    on_all(|queue, n| {
        for &limit in limits() {
            let (mut kept, mut expected) = selected(queue, n, limit);
            alg::for_each_on(queue, &mut kept, op!(|v: u32| v + 1)).unwrap();
            expected.iter_mut().for_each(|v| *v += 1);
            let functions = functions(n);
            let all = ArrayView::new(&functions);
            // A tuple has the least of the lengths of its inputs.
            let zipped = alg::map_on(queue, (&kept, &all), op!(|v, f| then(f, f).of(v))).unwrap();
            let pairs = expected.iter().zip(&functions);
            assert_eq!(zipped.to_vec().unwrap(), pairs.map(|(v, f)| then(*f, *f).of(*v)).collect::<Vec<_>>());
            let scanned = alg::exclusive_scan_on(queue, &zipped, 5, plus()).unwrap();
            let inclusive = alg::inclusive_scan_on(queue, &scanned, plus()).unwrap();
            let mut sums = (5u32, 0u32);
            for value in zipped.to_vec().unwrap() {
                sums = (sums.0.wrapping_add(value), sums.1.wrapping_add(sums.0));
            }
            let last = inclusive.to_vec().unwrap().last().copied();
            assert_eq!((inclusive.len(), last.unwrap_or_default()), (Ok(expected.len()), sums.1));
            let mut out = Array::from_slice_on(queue, n + 1, &vec![7; n + 1]).unwrap();
            alg::map_into(&kept, op!(|v| v), &mut out).unwrap();
            expected.resize(n + 1, 7);
            assert_eq!(out.to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn tuples_of_two_counted_arrays_have_the_lesser_length() {
    on_all(|queue, n| {
        let ((few, of_few), (many, of_many)) = (selected(queue, n, 300), selected(queue, n, 900));
        let sums = alg::zip_map_on(queue, &many, &few, op!(|a, b| a + b)).unwrap();
        let expected: Vec<u32> = of_few.iter().zip(&of_many).map(|(a, b)| a + b).collect();
        assert_eq!((sums.len(), sums.to_vec().unwrap()), (Ok(of_few.len()), expected));
        let dot = alg::dot_on(queue, &few, &many).unwrap();
        assert_eq!(dot, of_few.iter().zip(&of_many).map(|(a, b)| a * b).fold(0, u32::wrapping_add));
        let numbered = alg::map_on(queue, (&few, few.capacity(), &many), op!(|a, k, b| a + b + k as u32));
        let last = numbered.unwrap().to_vec().unwrap().last().copied();
        assert_eq!(last, of_few.iter().zip(&of_many).zip(0..).map(|((a, b), k)| a + b + k).last());
    });
}

#[test]
fn reductions_read_the_length_on_the_device() {
    on_all(|queue, n| {
        for &limit in limits() {
            let (kept, expected) = selected(queue, n, limit);
            assert_eq!(alg::min_on(queue, &kept), Ok(expected.iter().min().copied()));
            let greatest = expected.iter().max().map(|max| expected.iter().position(|v| v == max).unwrap());
            assert_eq!(alg::argmax_on(queue, &kept), Ok(greatest));
            let odd = expected.iter().filter(|v| **v % 2 == 1).count();
            assert_eq!(alg::count_if_on(queue, &kept, op!(|v| v % 2 == 1)), Ok(odd));
            // The order of the additions depends on the length alone.
            let floats = alg::map_on(queue, &kept, op!(|v| 1.0 / (v as f32 + 0.3))).unwrap();
            let exact = Array::from_slice_on(queue, expected.len(), &floats.to_vec().unwrap()).unwrap();
            let (sum, of_exact) = (alg::sum_on(queue, &floats), alg::sum_on(queue, &exact));
            assert_eq!(sum.map(f32::to_bits), of_exact.map(f32::to_bits));
            // Functions without a form for lengths on the device download them.
            assert_eq!(alg::mean_on(queue, &floats).unwrap().is_some(), !expected.is_empty());
        }
    });
}

#[test]
fn functions_of_runs_read_the_length_on_the_device() {
    on_all(|queue, n| {
        for &limit in limits() {
            let (kept, keys) = selected(queue, n, limit);
            let functions = functions(n);
            let all = ArrayView::new(&functions);
            let values = alg::map_on(queue, (&kept, &all), op!(|_v, f| f)).unwrap();
            let lengths = run_lengths(&keys);
            let (found, totals) = alg::reduce_by_key_on(queue, &kept, &values, composed()).unwrap();
            let mut unique = keys.clone();
            unique.dedup();
            assert_eq!(found.to_vec().unwrap(), unique);
            let parts = parts(&functions[..keys.len()], &lengths);
            let expected: Vec<_> =
                parts.into_iter().map(|part| part.into_iter().reduce(then).unwrap()).collect();
            assert_eq!(totals.to_vec().unwrap(), expected);
            let (found, counts) = alg::run_length_encode_on(queue, &kept).unwrap();
            assert_eq!(found.to_vec().unwrap(), unique);
            let lengths: Vec<u32> = lengths.iter().map(|len| *len as u32).collect();
            assert_eq!(counts.to_vec().unwrap(), lengths);
            // The encoded runs are an input again, and both results have one length.
            let product = op!(|key: u32, count: u32| key.wrapping_mul(count));
            let total = alg::map_reduce_on(queue, (&found, &counts), product, 0, plus()).unwrap();
            assert_eq!(total, keys.iter().sum());
            let scanned = alg::inclusive_scan_by_key_on(queue, &kept, &values, composed()).unwrap();
            let scanned = scanned.to_vec().unwrap();
            let ends: Vec<_> = lengths
                .iter()
                .scan(0, |at, len| {
                    *at += len;
                    Some(scanned[*at as usize - 1])
                })
                .collect();
            assert_eq!(ends, expected);
        }
    });
}

#[test]
fn sorts_move_only_the_elements() {
    on_all(|queue, n| {
        for &limit in limits() {
            let (mut kept, mut expected) = selected(queue, n, limit);
            let mut moved = alg::map_on(queue, (&kept, n), op!(|_v, k| k as u32)).unwrap();
            let (mut keys, mut pairs) = (alg::map_on(queue, &kept, op!(|v| v)).unwrap(), expected.clone());
            alg::sort_pairs_on(queue, &mut keys, &mut moved).unwrap();
            pairs.sort();
            assert_eq!(keys.to_vec().unwrap(), pairs);
            let by_index = moved.to_vec().unwrap();
            assert_eq!(by_index.iter().map(|k| expected[*k as usize]).collect::<Vec<_>>(), pairs);
            assert!(
                by_index.windows(2).all(|w| expected[w[0] as usize] < expected[w[1] as usize] || w[0] < w[1])
            );
            alg::sort_descending_on(queue, &mut kept).unwrap();
            expected.sort_by(|a, b| b.cmp(a));
            assert_eq!(kept.to_vec().unwrap(), expected);
            alg::sort_by_key_on(queue, &mut kept, op!(|v: u32| v % 10)).unwrap();
            expected.sort_by_key(|v| v % 10);
            assert_eq!(kept.to_vec().unwrap(), expected);
            alg::sort_by_on(queue, &mut kept, op!(|a: u32, b: u32| a < b)).unwrap();
            expected.sort();
            assert_eq!(kept.to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn chains_neither_wait_nor_download() {
    on_each(|on| {
        let queue = on.create_view(QueuingMode::Automatic).unwrap();
        let data: Vec<u32> = random(5000, 1).iter().map(|v| v % 100).collect();
        let x = Array::from_slice_on(&queue, 5000, &data).unwrap();
        let before = queue.activity();
        let mut kept = alg::select(&x, op!(|v| v % 2 == 0)).unwrap();
        alg::sort(&mut kept).unwrap();
        let (keys, counts) = alg::run_length_encode(&kept).unwrap();
        let weighted = alg::map((&keys, &counts), op!(|key, count| key * count)).unwrap();
        let unique = alg::unique(&kept).unwrap();
        let scanned = alg::inclusive_scan(&weighted, plus()).unwrap();
        let mut total = Array::new_on(&queue, 1).unwrap();
        alg::reduce_into(&unique, 0, plus(), &mut total).unwrap();
        if !on.device_path().starts_with("cpu") {
            assert_eq!(queue.activity().waits, before.waits);
            for transfers in
                [&kept, &keys, &counts, &weighted, &unique, &scanned].map(CountedArray::transfers)
            {
                assert_eq!(transfers.map(|it| it.downloads), [0, 0]);
            }
            assert_eq!(total.transfers().downloads, 0);
        }
        assert_eq!(total.to_vec().unwrap(), [(0..50).map(|v| 2 * v).sum::<u32>()]);
        let sum = data.iter().filter(|v| **v % 2 == 0).sum::<u32>();
        assert_eq!(scanned.to_vec().unwrap().last(), Some(&sum));
    });
}
