//! Histograms.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;

use crate::data::{floats, is_checked, on_all, random};

#[test]
fn items_are_counted_by_index() {
    on_all(|queue, n| {
        let data = random(n, 1);
        let x = ArrayView::new(&data);
        // The number of bins selects the kernel. The numbers are a few bins, the most that fit into tile
        // memory, and more than that.
        let bins = [2, 4096, 5000, 1, 256];
        for bins in bins.into_iter().take(if is_checked() { 3 } else { 5 }) {
            let modulus = bins as u32 + 1;
            let mut expected = vec![0; bins];
            for v in &data {
                if let Some(count) = expected.get_mut((v % modulus) as usize) {
                    *count += 1;
                }
            }
            let counts = alg::histogram_by_index_on(queue, &x, bins, op!(|v| v % modulus)).unwrap();
            assert_eq!(counts.to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn even_bins_exclude_their_upper_end() {
    on_all(|queue, n| {
        let mut data = floats(n);
        data.iter_mut().for_each(|v| *v /= 1e6);
        let (bins, low, high) = (37, -1.5, 1.0);
        let mut expected = vec![0; bins];
        for v in &data {
            if *v >= low && *v < high {
                expected[((v - low) * (bins as f32 / (high - low))) as usize] += 1;
            }
        }
        let counts = alg::histogram_on(queue, &ArrayView::new(&data), bins, low, high).unwrap();
        assert_eq!(counts.to_vec().unwrap(), expected);
    });
}

#[test]
fn given_bins_lie_between_edges() {
    on_all(|queue, n| {
        let data: Vec<i32> = random(n, 1).iter().map(|v| *v as i32 % 100).collect();
        let edges = [-50, -10, -10, 0, 1, 90];
        let expected: Vec<u32> = edges
            .windows(2)
            .map(|e| data.iter().filter(|v| (e[0]..e[1]).contains(*v)).count() as u32)
            .collect();
        let counts = alg::histogram_edges_on(queue, &ArrayView::new(&data), &ArrayView::new(&edges)).unwrap();
        assert_eq!(counts.to_vec().unwrap(), expected);
        assert!(
            alg::histogram_edges_on(queue, &ArrayView::new(&data), &ArrayView::new(&[])).unwrap().is_empty()
        );
    });
}
