//! Sorts.

use std::fmt::Debug;

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{bits, floats, on_all, random, shapes};

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Point {
    distance: f32,
    number: u32,
    group: u32,
}

fn points(n: usize) -> Vec<Point> {
    let number = |(number, v): (u32, u32)| Point { distance: (v % 50) as f32, number, group: v % 3 };
    (0..).zip(random(n, 1)).map(number).collect()
}

#[test]
fn integers_are_sorted() {
    on_all(|queue, n| {
        for mut data in shapes(n) {
            let mut x = Array::from_slice_on(queue, n, &data).unwrap();
            alg::sort_on(queue, &mut x).unwrap();
            data.sort_unstable();
            assert_eq!(x.to_vec().unwrap(), data);
            alg::sort_descending_on(queue, &mut x).unwrap();
            data.reverse();
            assert_eq!(x.to_vec().unwrap(), data);
        }
    });
}

/// Sorts values of the key type `K`, which `of` makes from random words.
fn sorts<K: alg::Key + Ord + Debug>(of: fn(u32) -> K) {
    on_all(|queue, n| {
        let mut data: Vec<K> = random(n, 1).iter().map(|v| of(*v)).collect();
        let mut view = ArrayViewMut::new(&mut data);
        match alg::sort_unstable_on(queue, &mut view) {
            // The device has no 64-bit integers.
            Err(amp::Error::UnsupportedFeature { .. }) if size_of::<K>() == 8 => return,
            result => result.unwrap(),
        }
        view.finish().unwrap();
        let mut expected: Vec<K> = random(n, 1).iter().map(|v| of(*v)).collect();
        expected.sort_unstable();
        assert_eq!(data, expected);
    });
}

#[test]
fn small_and_signed_integers_are_sorted() {
    sorts(|v| v as i32);
    sorts(|v| v as u8);
    sorts(|v| v as u16);
    sorts(|v| v as i8);
    sorts(|v| v as i16);
}

#[test]
fn wide_integers_are_sorted() {
    sorts(|v| (u64::from(v) * 0x1_0000_0001) ^ (u64::from(v) << 20));
    sorts(|v| ((u64::from(v) << 33) ^ u64::from(v)) as i64);
}

#[test]
fn floats_have_the_order_of_total_cmp() {
    on_all(|queue, n| {
        let mut data = floats(n);
        let mut x = Array::from_slice_on(queue, n, &data).unwrap();
        alg::sort_on(queue, &mut x).unwrap();
        data.sort_by(f32::total_cmp);
        assert_eq!(bits(&x.to_vec().unwrap()), bits(&data));
    });
}

#[test]
fn doubles_have_the_order_of_total_cmp() {
    on_all(|queue, n| {
        let mut data: Vec<f64> = floats(n).iter().map(|v| f64::from(*v) * 1.1).collect();
        let mut x = ArrayViewMut::from_vec(n, data.clone()).unwrap();
        match alg::sort_on(queue, &mut x) {
            Err(amp::Error::UnsupportedFeature { .. }) => return,
            result => result.unwrap(),
        }
        data.sort_by(f64::total_cmp);
        let bits = |x: &[f64]| x.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&x.to_vec().unwrap()), bits(&data));
    });
}

#[test]
fn elements_with_equal_keys_keep_their_order() {
    on_all(|queue, n| {
        let mut data = points(n);
        let mut x = Array::from_slice_on(queue, n, &data).unwrap();
        let factor = -1.0;
        let key = op!(|p: Point| p.distance * factor);
        alg::sort_by_key_on(queue, &mut x, key).unwrap();
        data.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        assert_eq!(x.to_vec().unwrap(), data);
        alg::sort_by_key_descending_on(queue, &mut x, key).unwrap();
        data.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        assert_eq!(x.to_vec().unwrap(), data);
    });
}

#[test]
fn sort_by_a_comparison_is_stable() {
    on_all(|queue, n| {
        let mut data = points(n);
        let mut x = Array::from_slice_on(queue, n, &data).unwrap();
        let less =
            op!(|a: Point, b: Point| a.group > b.group || (a.group == b.group && a.distance < b.distance));
        alg::sort_by_on(queue, &mut x, less).unwrap();
        data.sort_by(|a, b| b.group.cmp(&a.group).then(a.distance.total_cmp(&b.distance)));
        assert_eq!(x.to_vec().unwrap(), data);
    });
}

#[test]
fn values_follow_their_keys() {
    on_all(|queue, n| {
        let keys: Vec<i32> = random(n, 1).iter().map(|v| *v as i32 % 100).collect();
        let values: Vec<Vec2> = (0..n).map(|k| Vec2::new(k as f32, 1.0)).collect();
        let mut x = Array::from_slice_on(queue, n, &keys).unwrap();
        let mut y = Array::from_slice_on(queue, n, &values).unwrap();
        alg::sort_pairs_on(queue, &mut x, &mut y).unwrap();
        let mut expected: Vec<_> = keys.iter().copied().zip(values).collect();
        expected.sort_by_key(|(key, _)| *key);
        let expected_pairs = expected.clone();
        let (keys, values): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
        assert_eq!((x.to_vec().unwrap(), y.to_vec().unwrap()), (keys, values));
        alg::sort_pairs_descending_on(queue, &mut x, &mut y).unwrap();
        let mut expected = expected_pairs;
        expected.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
        let (keys, values): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
        assert_eq!((x.to_vec().unwrap(), y.to_vec().unwrap()), (keys, values));
    });
}

#[test]
fn sorted_indices_are_in_the_order_of_the_elements() {
    on_all(|queue, n| {
        for data in shapes(n) {
            let indices = alg::sort_indices_on(queue, &ArrayView::new(&data)).unwrap();
            let mut expected: Vec<u32> = (0..n as u32).collect();
            expected.sort_by_key(|k| data[*k as usize]);
            assert_eq!(indices.to_vec().unwrap(), expected);
            let indices = alg::sort_indices_descending_on(queue, &ArrayView::new(&data)).unwrap();
            expected.sort_by_key(|k| (std::cmp::Reverse(data[*k as usize]), *k));
            assert_eq!(indices.to_vec().unwrap(), expected);
        }
    });
}
