//! Tests all operations of containers, in every rank.

use amp::prelude::*;

use crate::on_each::on_each;

/// The row-major offset of an index in an extent.
fn place<const N: usize>(extent: [usize; N], index: [usize; N]) -> usize {
    (0..N).fold(0, |place, d| place * extent[d] + index[d])
}

/// All indices of an extent, in row-major order.
fn indices<const N: usize>(extent: [usize; N]) -> Vec<[usize; N]> {
    let index = |mut rest: usize| {
        let mut index = [0; N];
        for d in (0..N).rev() {
            index[d] = rest % extent[d];
            rest /= extent[d];
        }
        index
    };
    (0..extent.iter().product()).map(index).collect()
}

/// Tests all operations in one rank, with projections to the rank below.
macro_rules! rank {
    ($name:ident, $rank:literal, $below:tt) => {
        #[test]
        fn $name() {
            // Each size is at least 2, so that each dimension matters.
            let extent: [usize; $rank] = std::array::from_fn(|d| [3, 2, 5, 2, 2, 2, 2, 2][($rank - 1 - d)]);
            let size: usize = extent.iter().product();
            let source: Vec<u32> = (0..size as u32).map(|at| at * 7).collect();
            let (origin, part): ([usize; $rank], [usize; $rank]) = ([1; $rank], extent.map(|size| size - 1));
            let inside = |index: &[usize; $rank]| index.iter().all(|&at| at >= 1);
            on_each(|on| {
                let x = ArrayView::with_extent(extent, &source).unwrap();
                let mut values = vec![0u32; size];
                let mut y = ArrayViewMut::with_extent(extent, &mut values).unwrap();
                let kernel = amp!(|i: Index<$rank>| {
                    let mut sum = x[i];
                    for d in 0..$rank {
                        sum += i[d] as u32;
                    }
                    y[i] = sum;
                });
                on.parallel_for_each(extent, kernel).unwrap();
                let wanted = |index: [usize; $rank]| {
                    source[place(extent, index)] + index.iter().sum::<usize>() as u32
                };
                // Reads a section by an index, by a guard and by copies, and writes it by a kernel.
                let section = y.section(origin, part).unwrap();
                let expected: Vec<_> = indices(extent).into_iter().filter(inside).map(wanted).collect();
                assert_eq!(section.to_vec().unwrap(), expected);
                assert_eq!(section[part.map(|size| size - 1)], *expected.last().unwrap());
                assert_eq!(section.read().unwrap()[..], expected);
                let array = Array::copy_of_on(on, &section).unwrap();
                assert_eq!((array.extent(), array.to_vec().unwrap()), (part.into(), expected.clone()));
                let mut written = y.section_mut(origin, part).unwrap();
                on.parallel_for_each(part, amp!(|i: Index<$rank>| written[i] += 1000)).unwrap();
                written.write().unwrap()[[0; $rank]] += 1;
                drop(written);
                let wanted = |index: [usize; $rank]| {
                    let more = if inside(&index) { 1000 } else { 0 };
                    wanted(index) + more + u32::from(index == [1; $rank])
                };
                let expected: Vec<_> = indices(extent).into_iter().map(wanted).collect();
                assert_eq!(y.to_vec().unwrap(), expected);
                // Reinterprets the view with another extent and with another element type.
                assert_eq!(y.view_as([size]).unwrap()[size - 1], expected[size - 1]);
                assert_eq!(y.reinterpret_as::<i32>().unwrap()[0], expected[0] as i32);
                y.view_as_mut([size]).unwrap()[0] = 5;
                assert_eq!(y[[0; $rank]], 5);
                rank!(@project $below extent y on);
                // Copies in both directions, to views with gaps and to atomic views.
                let mut other = Array::<u32, $rank>::new_on(on, part).unwrap();
                copy(&y.section([0; $rank], part).unwrap(), &mut other).unwrap();
                copy(&other, &mut y.section_mut(origin, part).unwrap()).unwrap();
                assert_eq!(y[[1; $rank]], 5);
                let before = y.to_vec().unwrap();
                let counts = y.as_atomic();
                let some = counts.section(origin, part).unwrap();
                let kernel = amp!(|i: Index<$rank>| {
                    atomic_fetch_add(&mut some[i], 1);
                });
                on.parallel_for_each(part, kernel).unwrap();
                y.finish().unwrap();
                for (at, index) in indices(extent).into_iter().enumerate() {
                    assert_eq!(values[at], before[at] + u32::from(inside(&index)), "{index:?}");
                }
            });
        }
    };
    (@project none $extent:ident $view:ident $on:ident) => {};
    (@project $below:literal $extent:ident $view:ident $on:ident) => {{
        let inner: [usize; $below] = std::array::from_fn(|d| $extent[d + 1]);
        let size: usize = inner.iter().product();
        let before = $view.to_vec().unwrap();
        let mut last = $view.project_mut($extent[0] - 1).unwrap();
        $on.parallel_for_each(inner, amp!(|i: Index<$below>| last[i] += 7)).unwrap();
        drop(last);
        let after: Vec<_> = before[before.len() - size..].iter().map(|value| value + 7).collect();
        assert_eq!($view.project($extent[0] - 1).unwrap().to_vec().unwrap(), after);
        assert_eq!($view.to_vec().unwrap()[..before.len() - size], before[..before.len() - size]);
    }};
}

rank!(in_one_dimension, 1, none);
rank!(in_two_dimensions, 2, 1);
rank!(in_three_dimensions, 3, 2);
rank!(in_four_dimensions, 4, 3);
rank!(in_five_dimensions, 5, 4);
rank!(in_six_dimensions, 6, 5);
rank!(in_seven_dimensions, 7, 6);
rank!(in_eight_dimensions, 8, 7);
