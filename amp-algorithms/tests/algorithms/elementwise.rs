//! Functions that compute each element by itself, `gather` and `scatter`.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{on_all, random};

#[device]
fn doubled(v: u32) -> u32 {
    v.wrapping_mul(2)
}

#[test]
fn map_applies_closures_with_captures_and_functions() {
    on_all(|queue, n| {
        let (data, table) = (random(n, 1), [3u32, 5, 7]);
        let (x, t, add) = (ArrayView::new(&data), ArrayView::new(&table), 9);
        let mapped = alg::map_on(queue, &x, op!(|v| t[v as usize % 3].wrapping_add(v) ^ add)).unwrap();
        let expected: Vec<_> = data.iter().map(|v| table[*v as usize % 3].wrapping_add(*v) ^ add).collect();
        assert_eq!(mapped.to_vec().unwrap(), expected);
        let twice = alg::map_on(queue, &x, op!(doubled)).unwrap();
        assert_eq!(twice.to_vec().unwrap(), data.iter().map(|v| doubled(*v)).collect::<Vec<_>>());
        let other = random(n, 2);
        let zipped = alg::zip_map_on(queue, &x, &ArrayView::new(&other), op!(|a, b| a & b)).unwrap();
        let expected: Vec<_> = data.iter().zip(&other).map(|(a, b)| a & b).collect();
        assert_eq!(zipped.to_vec().unwrap(), expected);
    });
}

#[test]
fn generated_elements_depend_on_their_index() {
    on_all(|queue, n| {
        let multiples = alg::generate_on(queue, n, op!(|k| (k * 3) as f32)).unwrap();
        assert_eq!(multiples.to_vec().unwrap(), (0..n).map(|k| (k * 3) as f32).collect::<Vec<_>>());
        let sequence = alg::sequence_on(queue, n, 5, 3).unwrap();
        assert_eq!(sequence.to_vec().unwrap(), (0..n as u32).map(|k| 5 + 3 * k).collect::<Vec<_>>());
    });
}

#[test]
fn views_are_changed_in_place() {
    on_all(|queue, n| {
        let mut data = random(n, 1);
        let expected: Vec<_> = data.iter().map(|v| v / 3).collect();
        let mut view = ArrayViewMut::new(&mut data);
        alg::for_each_on(queue, &mut view, op!(|v| v / 3)).unwrap();
        view.finish().unwrap();
        assert_eq!(data, expected);
        let mut view = ArrayViewMut::new(&mut data);
        alg::fill_on(queue, &mut view, 4).unwrap();
        view.finish().unwrap();
        assert_eq!(data, vec![4; n]);
    });
}

#[test]
fn gather_and_scatter_move_elements() {
    on_all(|queue, n| {
        let data: Vec<[f32; 2]> = random(n, 1).iter().map(|v| [*v as f32, 1.0]).collect();
        let x = ArrayView::new(&data);
        // A permutation of the indices.
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|k| k.wrapping_mul(2_654_435_769));
        let indices = ArrayView::new(&order);
        let gathered = alg::gather_on(queue, &x, &indices).unwrap();
        let expected: Vec<_> = order.iter().map(|k| data[*k as usize]).collect();
        assert_eq!(gathered.to_vec().unwrap(), expected);
        let mut scattered = Array::new_on(queue, n).unwrap();
        alg::scatter(&gathered, &indices, &mut scattered).unwrap();
        assert_eq!(scattered.to_vec().unwrap(), data);
    });
}
