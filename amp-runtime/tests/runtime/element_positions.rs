//! Addresses of elements: neighbours in views of any rank, with offsets, gaps and elements smaller than a
//! word. Also checks that memory next to a view stays unchanged, with and without bounds checks.

use amp::prelude::*;

use crate::on_each::on_each;

/// Reads neighbours of each element at constant offsets of all kinds.
#[kernel]
fn read_neighbours(i: Index<2>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let [row, column] = i.into();
    let [rows, columns] = x.extent().into();
    let left = column.wrapping_sub(1);
    if row == 0 || row == rows - 1 || column == 0 || column == columns - 1 {
        y[i] = 1000 + x[i];
    } else {
        let corner = x[[row - 1, 1 + column]] + 7 * x[i.offset([1, -1])];
        y[i] = x[[row - 1, column]]
            + 2 * x[[row + 1, column]]
            + 3 * x[[row, left]]
            + 5 * x[[row, column + 1]]
            + corner;
    }
}

fn around_on_host(size: [usize; 2], x: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    let mut out = Vec::new();
    for r in 0..size[0] {
        for c in 0..size[1] {
            let edge = r == 0 || r == size[0] - 1 || c == 0 || c == size[1] - 1;
            out.push(match edge {
                true => 1000 + x(r, c),
                false => {
                    x(r - 1, c)
                        + 2 * x(r + 1, c)
                        + 3 * x(r, c - 1)
                        + 5 * x(r, c + 1)
                        + x(r - 1, c + 1)
                        + 7 * x(r + 1, c - 1)
                }
            });
        }
    }
    out
}

const SIDE: usize = 50;

#[test]
fn neighbours_in_views_and_sections() {
    let xs: Vec<u32> = (0..SIDE * SIDE).map(|n| (n * n % 101) as u32).collect();
    on_each(|on| {
        let x = ArrayView::with_extent([SIDE, SIDE], &xs).unwrap();
        // The kernel reads and writes complete views and sections. Each pair has the origins of the read
        // section and the written section.
        for (from, to) in [([0, 0], [0, 0]), ([3, 5], [0, 0]), ([0, 0], [4, 2]), ([7, 1], [5, 11])] {
            let size = if from == [0, 0] && to == [0, 0] { [SIDE, SIDE] } else { [31, 37] };
            let mut ys = vec![u32::MAX; SIDE * SIDE];
            let mut y = ArrayViewMut::with_extent([SIDE, SIDE], &mut ys).unwrap();
            {
                let x = x.section(from, size).unwrap();
                let mut y = y.section_mut(to, size).unwrap();
                on.parallel_for_each(y.extent(), read_neighbours(&x, &mut y)).unwrap();
            }
            y.finish().unwrap();
            let expected = around_on_host(size, |r, c| xs[(from[0] + r) * SIDE + from[1] + c]);
            for (n, value) in ys.into_iter().enumerate() {
                let at = [(n / SIDE).wrapping_sub(to[0]), (n % SIDE).wrapping_sub(to[1])];
                let inside = at[0] < size[0] && at[1] < size[1];
                let wanted = if inside { expected[at[0] * size[1] + at[1]] } else { u32::MAX };
                assert_eq!(value, wanted, "{at:?} of {from:?} to {to:?} on {:?}", on.accelerator());
            }
        }
    });
}

#[test]
fn neighbours_in_three_dimensions_and_of_small_elements() {
    let xs: Vec<u32> = (0..6 * 7 * 9).collect();
    let bytes: Vec<u8> = (0..100u8).collect();
    on_each(|on| {
        let x = ArrayView::with_extent([6, 7, 9], &xs).unwrap();
        let whole = [[0, 0, 0], [6, 7, 9]];
        for [origin, extent] in [whole, [[1, 2, 3], [5, 5, 6]]] {
            let x = x.section(origin, extent).unwrap();
            let mut y = ArrayViewMut::<u32, 3>::without_source([extent[0] - 2, extent[1] - 2, extent[2] - 2])
                .unwrap();
            let kernel = amp!(|i: Index<3>| {
                let [a, b, c] = i.into();
                y[i] = x[[a + 2, b, c]] + 100 * (x[[a, b + 2, c + 1]] + 100 * x[[a + 1, b, c + 2]]);
            });
            on.parallel_for_each(Extent::new([extent[0] - 2, extent[1] - 2, extent[2] - 2]), kernel).unwrap();
            let at =
                |a: usize, b: usize, c: usize| xs[((origin[0] + a) * 7 + origin[1] + b) * 9 + origin[2] + c];
            let y = y.read().unwrap();
            for (a, b, c) in [(0, 0, 0), (1, 2, 3), (extent[0] - 3, extent[1] - 3, extent[2] - 3)] {
                let wanted = at(a + 2, b, c)
                    .wrapping_add(100u32.wrapping_mul(at(a, b + 2, c + 1) + 100 * at(a + 1, b, c + 2)));
                assert_eq!(y[[a, b, c]], wanted);
            }
        }

        let x = ArrayView::new(&bytes);
        for (origin, size) in [(0, 100), (3, 90)] {
            let x = x.section(origin, size).unwrap();
            let mut y = ArrayViewMut::<u32>::without_source(size - 5).unwrap();
            on.parallel_for_each(
                size - 5,
                amp!(|i: Index<1>| y[i] = u32::from(x[i[0] + 5]) + u32::from(x[i[0] + 2])),
            )
            .unwrap();
            let y = y.to_vec().unwrap();
            let wanted = |n: usize| u32::from(bytes[origin + n + 5]) + u32::from(bytes[origin + n + 2]);
            assert_eq!(y, (0..size - 5).map(wanted).collect::<Vec<_>>());
        }
    });
}

/// A kernel whose accesses are in bounds if the views meet certain requirements: by the own index, by a
/// condition, and by a loop bound.
#[kernel]
fn fill(i: Index<1>, n: usize, counts: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    if i[0] < n {
        let mut sum = 0;
        for k in 0..n {
            sum += counts[k];
        }
        y[i] = sum;
    }
}

#[test]
fn kernel_runs_with_and_without_bounds_checks() {
    on_each(|on| {
        let ones = vec![1u32; 400];
        let counts = ArrayView::new(&ones);
        let mut ys = vec![0u32; 300];
        let mut y = ArrayViewMut::new(&mut ys);
        {
            // First launch: the views just meet the requirements. Second: the view is shorter than the
            // domain, but `n` stops the work-items outside it. Third: `n` is larger than the view, but the
            // domain is smaller.
            let mut middle = y.section_mut(100, 100).unwrap();
            on.parallel_for_each(100, fill(100, &counts, &mut middle)).unwrap();
            on.parallel_for_each(4000, fill(90, &counts, &mut middle)).unwrap();
            on.parallel_for_each(80, fill(400, &counts, &mut middle)).unwrap();
        }
        y.finish().unwrap();
        let wanted = |n: usize| match n {
            100..180 => 400,
            180..190 => 90,
            190..200 => 100,
            _ => 0,
        };
        assert_eq!(ys, (0..300).map(wanted).collect::<Vec<_>>(), "on {:?}", on.accelerator());
    });
}

/// Domains of rank 5 need a folded grid: a grid of two dimensions, in which the shader computes the indices
/// from a linear id.
#[test]
fn folded_grids_reach_every_element() {
    on_each(|on| {
        let (extent, gap) = ([2, 3, 5, 7, 11], 4);
        let mut y = ArrayViewMut::<u32, 5>::without_source([2, 3, 5, 7, 11 + 2 * gap]).unwrap();
        {
            let mut middle = y.section_mut([0, 0, 0, 0, gap], extent).unwrap();
            on.parallel_for_each(
                Extent::new(extent),
                amp!(|i: Index<5>| middle[i] = 1 + (i[0] + i[1] + i[2] + i[3] + i[4]) as u32),
            )
            .unwrap();
        }
        let mut sum = 0;
        for (n, value) in y.to_vec().unwrap().into_iter().enumerate() {
            let last = n % (11 + 2 * gap);
            assert_eq!(value == 0, !(gap..gap + 11).contains(&last), "{n} on {:?}", on.accelerator());
            sum += value;
        }
        // The number of elements, 2 * 3 * 5 * 7 * 11, plus the sum of their indices.
        assert_eq!(sum, 2310 + 2310 * (1 + 2 + 4 + 6 + 10) / 2);
    });
}
