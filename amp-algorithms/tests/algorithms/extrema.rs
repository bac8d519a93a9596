//! Extrema, their positions, and linear searches.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{floats, on_all, random, shapes};

#[test]
fn extrema_of_integers_equal_those_of_std() {
    on_all(|queue, n| {
        for data in shapes(n) {
            let x = ArrayView::new(&data);
            let (least, greatest) = (data.iter().copied().min(), data.iter().copied().max());
            assert_eq!(alg::min_on(queue, &x).unwrap(), least);
            assert_eq!(alg::max_on(queue, &x).unwrap(), greatest);
            assert_eq!(alg::min_max_on(queue, &x).unwrap(), least.zip(greatest));
            assert_eq!(
                alg::argmin_on(queue, &x).unwrap(),
                least.and_then(|v| data.iter().position(|w| *w == v))
            );
            assert_eq!(
                alg::argmax_on(queue, &x).unwrap(),
                greatest.and_then(|v| data.iter().position(|w| *w == v))
            );
        }
    });
}

#[test]
fn extrema_of_floats_have_the_order_of_total_cmp() {
    on_all(|queue, n| {
        let data = floats(n);
        let x = ArrayView::new(&data);
        let bits = |v: Option<f32>| v.map(f32::to_bits);
        assert_eq!(bits(alg::min_on(queue, &x).unwrap()), bits(data.iter().copied().min_by(f32::total_cmp)));
        assert_eq!(bits(alg::max_on(queue, &x).unwrap()), bits(data.iter().copied().max_by(f32::total_cmp)));
    });
}

#[test]
fn small_and_signed_types_have_extrema() {
    on_all(|queue, n| {
        let bytes: Vec<i8> = random(n, 1).iter().map(|v| *v as i8).collect();
        let x = ArrayView::new(&bytes);
        assert_eq!(alg::min_on(queue, &x).unwrap(), bytes.iter().copied().min());
        let data: Vec<i32> = random(n, 2).iter().map(|v| *v as i32).collect();
        let x = ArrayView::new(&data);
        assert_eq!(alg::max_on(queue, &x).unwrap(), data.iter().copied().max());
    });
}

#[test]
fn linear_searches_find_the_first_item() {
    on_all(|queue, n| {
        let data: Vec<u32> = random(n, 1).iter().map(|v| v % 1000).collect();
        let (x, limit) = (ArrayView::new(&data), 990);
        let position = data.iter().position(|v| *v > limit);
        assert_eq!(alg::position_on(queue, &x, op!(|v| v > limit)).unwrap(), position);
        assert_eq!(alg::find_if_on(queue, &x, op!(|v| v > limit)).unwrap(), position.map(|k| data[k]));
        assert_eq!(alg::find_on(queue, &x, 3).unwrap(), data.iter().position(|v| *v == 3));
        assert_eq!(alg::find_on(queue, &x, 1000).unwrap(), None);
        assert_eq!(alg::position_on(queue, n, op!(|k| k + 1 == n)).unwrap(), n.checked_sub(1));
    });
}
