//! Functions over runs of equal keys.

use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{composed, functions, on_all, parts, random, run_lengths, runs, then};

#[test]
fn values_of_equal_keys_are_combined_in_their_order() {
    on_all(|queue, n| {
        let values = functions(n);
        for keys in runs(n) {
            let lengths = run_lengths(&keys);
            let total = |part: Vec<_>| part.into_iter().reduce(then).unwrap();
            let totals: Vec<_> = parts(&values, &lengths).into_iter().map(total).collect();
            let mut unique = keys.clone();
            unique.dedup();
            let (k, v) = (ArrayView::new(&keys), ArrayView::new(&values));
            let found = alg::reduce_by_key_on(queue, &k, &v, composed()).unwrap();
            assert_eq!(found.0.to_vec().unwrap(), unique);
            assert_eq!(found.1.to_vec().unwrap(), totals);
            if n != 257 {
                continue;
            }
            let (mut some_keys, mut some_values) =
                (Array::new_on(queue, n + 1).unwrap(), Array::new_on(queue, n + 2).unwrap());
            let mut count = Array::new_on(queue, 1).unwrap();
            alg::reduce_by_key_into(&k, &v, composed(), &mut some_keys, &mut some_values, &mut count)
                .unwrap();
            assert_eq!(count.to_vec().unwrap(), [unique.len() as u32]);
            assert_eq!(some_keys.to_vec().unwrap()[..unique.len()], unique);
            assert_eq!(some_values.to_vec().unwrap()[..unique.len()], totals);
        }
    });
}

#[test]
fn scans_by_key_begin_again_at_each_run() {
    on_all(|queue, n| {
        let values = functions(n);
        let initial = functions(5)[4];
        for keys in runs(n) {
            let (mut inclusive, mut exclusive) = (Vec::new(), Vec::new());
            for part in parts(&values, &run_lengths(&keys)) {
                let (mut all, mut before) = (None, initial);
                for f in part {
                    let next = all.map_or(f, |all| then(all, f));
                    all = Some(next);
                    inclusive.push(next);
                    exclusive.push(before);
                    before = then(initial, next);
                }
            }
            let (k, v) = (ArrayView::new(&keys), ArrayView::new(&values));
            let found = alg::inclusive_scan_by_key_on(queue, &k, &v, composed()).unwrap();
            assert_eq!(found.to_vec().unwrap(), inclusive);
            let found = alg::exclusive_scan_by_key_on(queue, &k, &v, initial, composed()).unwrap();
            assert_eq!(found.to_vec().unwrap(), exclusive);
        }
    });
}

#[test]
fn runs_are_encoded_and_decoded() {
    on_all(|queue, n| {
        for keys in runs(n) {
            let values: Vec<f32> = (0..n).map(|k| k as f32).collect();
            let lengths: Vec<u32> = run_lengths(&keys).iter().map(|len| *len as u32).collect();
            let mut unique = keys.clone();
            unique.dedup();
            let k = ArrayView::new(&keys);
            let (found, found_lengths) = alg::run_length_encode_on(queue, &k).unwrap();
            assert_eq!(found.to_vec().unwrap(), unique);
            assert_eq!(found_lengths.to_vec().unwrap(), lengths);
            let decoded = alg::run_length_decode_on(queue, &found, &found_lengths).unwrap();
            assert_eq!(decoded.to_vec().unwrap(), keys);
            let firsts = alg::unique_by_key_on(queue, &k, &ArrayView::new(&values)).unwrap();
            assert_eq!(firsts.0.to_vec().unwrap(), unique);
            let first = parts(&values, &run_lengths(&keys)).iter().map(|part| part[0]).collect::<Vec<_>>();
            assert_eq!(firsts.1.to_vec().unwrap(), first);
        }
    });
}

#[test]
fn encoding_and_decoding_into_outputs_write_the_number_on_the_device() {
    on_all(|queue, n| {
        if n > 300 {
            return;
        }
        let keys = &runs(n)[0];
        let lengths: Vec<u32> = run_lengths(keys).iter().map(|len| *len as u32).collect();
        let (mut values, mut found) = (Array::new_on(queue, n).unwrap(), Array::new_on(queue, n).unwrap());
        let mut count = Array::new_on(queue, 1).unwrap();
        alg::run_length_encode_into(&ArrayView::new(keys), &mut values, &mut found, &mut count).unwrap();
        let runs = lengths.len();
        assert_eq!(count.to_vec().unwrap(), [runs as u32]);
        assert_eq!(found.to_vec().unwrap()[..runs], lengths);
        // `found` has zeros behind the length of the last run, because a new array is zero.
        let mut decoded = Array::new_on(queue, n + 5).unwrap();
        alg::run_length_decode_into(&values, &found, &mut decoded, &mut count).unwrap();
        assert_eq!(count.to_vec().unwrap(), [n as u32]);
        assert_eq!(decoded.to_vec().unwrap()[..n], *keys);
        // Lengths of zero repeat nothing.
        let zeros = random(n, 3).iter().map(|v| v % 3).collect::<Vec<_>>();
        let repeated =
            alg::run_length_decode_on(queue, &ArrayView::new(keys), &ArrayView::new(&zeros)).unwrap();
        let expected: Vec<u32> =
            keys.iter().zip(&zeros).flat_map(|(key, len)| std::iter::repeat_n(*key, *len as usize)).collect();
        assert_eq!(repeated.to_vec().unwrap(), expected);
    });
}
