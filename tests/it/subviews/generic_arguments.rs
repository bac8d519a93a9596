//! Subviews as arguments of functions that are generic over the rank, of closures, and with elements of many types.

use amp::f16;
use amp::prelude::*;
use amp_tests::on_each;
use glam::Vec3;

use super::values;

#[device]
fn value<T: Scalar, const N: usize>(v: &ArrayView<T, N>, i: Index<N>) -> T {
    v[i]
}

#[device]
fn replace<T: Scalar, const N: usize>(v: &mut ArrayViewMut<T, N>, i: Index<N>, by: T) -> T {
    let old = v[i];
    v[i] += by;
    old
}

#[device]
fn apply(f: impl Fn(usize) -> u32, n: usize) -> u32 {
    f(0) + f(n) * 2
}

/// The closure uses the view parameter, which is a subview here.
#[device]
fn applied(v: &ArrayView<u32, 2>, n: usize) -> u32 {
    let by = n as u32;
    apply(|k| v[[1, k]] * by + stencil(v, k + 1), n)
}

/// A weighted sum of neighbouring elements.
#[device]
fn stencil(v: &ArrayView<u32, 2>, k: usize) -> u32 {
    v[[0, k]] + 2 * v[[1, k]] + 3 * v[[0, k - 1]] + 4 * v[[1, k + 1]]
}

#[device]
fn applied_deep(v: &ArrayView<u32, 3>, n: usize) -> u32 {
    let plane = v.project(1).unwrap();
    applied(&plane.section([1, 2], [2, 4]).unwrap(), n)
}

#[kernel]
fn of_any_rank(i: Index<2>, x: &ArrayView<u32, 3>, y: &mut ArrayViewMut<u32, 2>) {
    let plane = x.project(i[0]).unwrap();
    let old = replace(&mut y.section_mut([i[0], 0], [1, 6]).unwrap(), Index::new([0, i[1]]), 5);
    let sum = value(&plane, i) + value(&plane.project(2).unwrap(), Index::new([i[1]]));
    let deep = applied_deep(&x.section([i[0], 0, 0], [2, 3, 6]).unwrap(), 1);
    y[i] += sum + old + deep + value(x, Index::new([i[0], 1, i[1]]));
}

#[test]
fn subview_arguments_of_any_rank() {
    let xs = values(4 * 3 * 6);
    on_each(|accelerator| {
        let mut ys: Vec<u32> = (0..18).collect();
        let x = ArrayView::with_extent([4, 3, 6], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([3, 6], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each(y.extent(), of_any_rank(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let (i, j) = (n / 6, n % 6);
            let at = |a: usize, b: usize, c: usize| xs[a * 18 + b * 6 + c];
            let block = |r: usize, k: usize| at(i + 1, r + 1, k + 2);
            let stencil =
                |k: usize| block(0, k) + 2 * block(1, k) + 3 * block(0, k - 1) + 4 * block(1, k + 1);
            let f = |k: usize| block(1, k) + stencil(k + 1);
            let sum = at(i, i, j) + at(i, 2, j) + at(i, 1, j);
            assert_eq!(*y, n as u32 * 2 + 5 + sum + f(0) + f(1) * 2);
        }
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Spring {
    at: Vec3,
    stiff: f32,
    ends: [u32; 2],
}

#[device]
impl Spring {
    fn total(all: &ArrayView<Spring>, from: usize) -> f32 {
        let two = all.section([from], [2]).unwrap();
        two[0].at.x + two[1].at.z * two[1].stiff
    }

    fn pull(&self, all: &mut ArrayViewMut<Spring>, k: usize) {
        all[k].at += self.at;
        all[k].ends[1] = self.ends[0] + k as u32;
        all[k].stiff = all[0].stiff;
    }
}

type Half = f16;

/// `Half` is a type alias that the macro does not know.
#[device]
fn of_small(halves: &ArrayView<Half>, bytes: &ArrayView<u8>) -> f32 {
    let mut sum = 0.0;
    for k in 0..bytes.extent()[0] {
        sum += f32::from(bytes[k]) * halves[k].to_f32();
    }
    sum
}

#[kernel]
fn of_many_types(
    i: Index<1>,
    bytes: &ArrayView<u8>,
    halves: &ArrayView<f16, 2>,
    springs: &ArrayView<Spring>,
    out: &mut ArrayViewMut<Spring, 2>,
) {
    let own = springs[i];
    let mut row = out.project_mut(i[0]).unwrap();
    own.pull(&mut row.section_mut([1], [2]).unwrap(), 1);
    let half = halves.project(i[0] % 2).unwrap();
    let small = of_small(&half.section([1], [3]).unwrap(), &bytes.section([i[0] + 1], [3]).unwrap());
    row[0].at = Vec3::new(small, Spring::total(&springs.section(i, 3).unwrap(), 1), 1.0);
    row[0].ends[i[0] % 2] += 7;
}

#[test]
fn subview_arguments_of_many_element_types() {
    on_each(|accelerator| {
        let spring = |n: usize| Spring {
            at: Vec3::new(n as f32, 2.0, n as f32 * 0.5),
            stiff: n as f32 + 1.0,
            ends: [n as u32, 3],
        };
        let bytes: Vec<u8> = (0..9).map(|n| n * 3).collect();
        let halves: Vec<f16> = (0..10).map(|n| f16::from_f32(f32::from(n as u8) * 0.5)).collect();
        let source: Vec<Spring> = (0..7).map(spring).collect();
        let mut out: Vec<Spring> = (0..12).map(|n| spring(n + 20)).collect();
        let halves_view = ArrayView::with_extent([2, 5], &halves).unwrap();
        let mut view = ArrayViewMut::with_extent([4, 3], &mut out).unwrap();
        let (bytes_view, springs) = (ArrayView::new(&bytes), ArrayView::new(&source));
        let kernel = of_many_types(&bytes_view, &halves_view, &springs, &mut view);
        accelerator.default_view().parallel_for_each([4], kernel).unwrap();
        view.finish().unwrap();
        for (i, row) in out.chunks(3).enumerate() {
            let old = |k: usize| spring(20 + i * 3 + k);
            let small: f32 =
                (0..3).map(|k| f32::from(bytes[i + 1 + k]) * halves[i % 2 * 5 + 1 + k].to_f32()).sum();
            let total = source[i + 1].at.x + source[i + 2].at.z * source[i + 2].stiff;
            assert_eq!(row[0].at, Vec3::new(small, total, 1.0));
            let mut ends = old(0).ends;
            ends[i % 2] += 7;
            assert_eq!(row[0].ends, ends);
            assert_eq!((row[1].at, row[1].stiff, row[1].ends), (old(1).at, old(1).stiff, old(1).ends));
            let pulled = (old(2).at + source[i].at, old(1).stiff, [old(2).ends[0], source[i].ends[0] + 1]);
            assert_eq!((row[2].at, row[2].stiff, row[2].ends), pulled);
        }
    });
}
