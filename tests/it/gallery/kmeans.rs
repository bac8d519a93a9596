//! Clusters of points, after `kmeans` of Rodinia and the crate `linfa`.
//!
//! Uses a struct with a constant parameter, `enumerate` with `min_by` on tuples, `Sum`, operators by reference, and `map` of arrays.

use std::iter::Sum;
use std::ops::{Add, Div, Sub};

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Point<const D: usize>([f32; D]);

#[device]
impl<const D: usize> Point<D> {
    const ORIGIN: Self = Point([0.0; D]);

    fn norm_squared(&self) -> f32 {
        self.0.iter().map(|x| x * x).sum()
    }

    fn distance_squared(self, other: Self) -> f32 {
        (self - other).norm_squared()
    }
}

#[device]
impl<const D: usize> Add for Point<D> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Point(std::array::from_fn(|d| self.0[d] + other.0[d]))
    }
}

#[device]
impl<const D: usize> Sub for Point<D> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a -= b;
        }
        self
    }
}

#[device]
impl<const D: usize> Div<f32> for Point<D> {
    type Output = Self;

    fn div(self, by: f32) -> Self {
        Self(self.0.map(|x| x / by))
    }
}

#[device]
impl<const D: usize> Sum for Point<D> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ORIGIN, |a, b| a + b)
    }
}

#[device]
fn nearest<const D: usize>(point: &Point<D>, centroids: &[Point<D>]) -> (usize, f32) {
    centroids
        .iter()
        .map(|centroid| point.distance_squared(*centroid))
        .enumerate()
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .expect("there is a centroid")
}

#[device]
fn centroid<const D: usize>(points: &[Point<D>], labels: &[u32], label: u32) -> Option<Point<D>> {
    let members = labels.iter().filter(|&&l| l == label).count();
    let sum: Point<D> = points.iter().zip(labels).filter(|&(_, &l)| l == label).map(|(p, _)| *p).sum();
    (members != 0).then(|| sum / members as f32)
}

#[kernel]
fn assign(
    i: Index<1>,
    points: &ArrayView<Point<3>>,
    centroids: &ArrayView<Point<3>>,
    labels: &mut ArrayViewMut<u32>,
) {
    let (label, _) = nearest(&points[i], &centroids[..]);
    labels[i] = label as u32;
}

#[kernel]
fn update(
    i: Index<1>,
    points: &ArrayView<Point<3>>,
    labels: &ArrayView<u32>,
    centroids: &mut ArrayViewMut<Point<3>>,
) {
    if let Some(mean) = centroid(&points[..], &labels[..], i[0] as u32) {
        centroids[i] = mean;
    }
}

#[test]
fn clusters_are_those_of_the_host() {
    let numbers = amp_tests::numbers(300, 5);
    let points: Vec<_> = numbers.chunks_exact(3).map(|p| Point([p[0], p[1], p[2]])).collect();
    let mut expected = points[..4].to_vec();
    let mut expected_labels = vec![];
    for _ in 0..3 {
        expected_labels = points.iter().map(|p| nearest(p, &expected).0 as u32).collect::<Vec<_>>();
        for label in 0..4 {
            expected[label] = centroid(&points, &expected_labels, label as u32).unwrap_or(expected[label]);
        }
    }
    on_each_queue(|queue| {
        let source = ArrayView::new(&points);
        let mut centroids = ArrayViewMut::from_vec([4], points[..4].to_vec())?;
        let mut labels = ArrayViewMut::without_source([100])?;
        for _ in 0..3 {
            queue.parallel_for_each(100, assign(&source, &centroids.as_view(), &mut labels))?;
            queue.parallel_for_each(4, update(&source, &labels.as_view(), &mut centroids))?;
        }
        assert_eq!(labels.to_vec()?, expected_labels);
        assert!(centroids.to_vec()?.iter().zip(&expected).all(|(a, b)| a.distance_squared(*b) < 1e-8));
        Ok(())
    });
}
