//! Binary searches.

use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{floats, on_all, random};

#[test]
fn bounds_equal_those_of_partition_point() {
    on_all(|queue, n| {
        let mut sorted: Vec<u32> = random(n, 1).iter().map(|v| v % 1000).collect();
        sorted.sort_unstable();
        let values: Vec<u32> = random(300, 2).iter().map(|v| v % 1100).chain([0, u32::MAX]).collect();
        let (s, v) = (ArrayView::new(&sorted), ArrayView::new(&values));
        let lower = |v: &u32| sorted.partition_point(|w| w < v) as u32;
        let upper = |v: &u32| sorted.partition_point(|w| w <= v) as u32;
        let equal = |v: &u32| if sorted.binary_search(v).is_ok() { lower(v) } else { alg::NOT_FOUND };
        let all = |f: &dyn Fn(&u32) -> u32| values.iter().map(f).collect::<Vec<_>>();
        assert_eq!(alg::lower_bound_on(queue, &s, &v).unwrap().to_vec().unwrap(), all(&lower));
        assert_eq!(alg::upper_bound_on(queue, &s, &v).unwrap().to_vec().unwrap(), all(&upper));
        assert_eq!(alg::binary_search_on(queue, &s, &v).unwrap().to_vec().unwrap(), all(&equal));
        let none = alg::lower_bound_on(queue, &s, &ArrayView::new(&[])).unwrap();
        assert!(none.is_empty());
    });
}

#[test]
fn floats_are_searched_in_the_order_of_total_cmp() {
    on_all(|queue, n| {
        let mut sorted = floats(n);
        sorted.sort_by(f32::total_cmp);
        let values = floats(200);
        let found = alg::lower_bound_on(queue, &ArrayView::new(&sorted), &ArrayView::new(&values)).unwrap();
        let lower = |v: &f32| sorted.partition_point(|w| w.total_cmp(v).is_lt()) as u32;
        assert_eq!(found.to_vec().unwrap(), values.iter().map(lower).collect::<Vec<_>>());
    });
}
