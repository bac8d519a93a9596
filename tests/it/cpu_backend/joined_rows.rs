//! Domains whose last dimension is short: the CPU back end joins several rows of the domain into one row of work-items.
//! Results equal those of loops on the host.

use amp::prelude::*;
use amp_tests::on_each;

/// Domains with short and long last dimensions. The executor joins rows only if a launch has enough of them. In some
/// domains, the last joined row is not full.
const DOMAINS: [[usize; 2]; 11] = [
    [1, 1],
    [1000, 1],
    [333, 2],
    [50, 3],
    [65, 4],
    [9001, 3],
    [20_000, 5],
    [129, 7],
    [40, 8],
    [40, 9],
    [3, 200],
];

#[kernel]
fn components(i: Index<2>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32, 2>) {
    let [row, column] = i.into();
    let mut sum = x[row] * 2.0;
    for k in 0..column {
        sum += x[k];
    }
    if row % 3 == 1 {
        sum = -sum;
    }
    y[i] = sum + column as f32;
}

#[test]
fn components_of_the_index_are_those_of_each_work_item() {
    on_each(|accelerator| {
        for [rows, columns] in DOMAINS {
            let xs: Vec<f32> = (0..rows.max(columns)).map(|k| (k % 17) as f32).collect();
            let mut ys = vec![0.0; rows * columns];
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::with_extent([rows, columns], &mut ys).unwrap();
            accelerator.default_view().parallel_for_each(y.extent(), components(&x, &mut y)).unwrap();
            y.finish().unwrap();
            for (n, &y) in ys.iter().enumerate() {
                let (row, column) = (n / columns, n % columns);
                let sum = 2.0 * xs[row] + xs[..column].iter().sum::<f32>();
                let sum = if row % 3 == 1 { -sum } else { sum };
                assert_eq!(y, sum + column as f32, "[{row}, {column}] of [{rows}, {columns}]");
            }
        }
    });
}

#[device]
fn neighbour(v: &ArrayView<u32, 3>, i: Index<3>) -> u32 {
    let [a, b, c] = i.into();
    if b > 0 { v[[a, b - 1, c]] } else { 1000 + c as u32 }
}

#[kernel]
fn three_dimensions(
    i: Index<3>,
    scale: u32,
    x: &ArrayView<u32, 3>,
    y: &mut ArrayViewMut<u32, 3>,
    counts: &mut ArrayViewMut<u32>,
) {
    let last = x.extent()[2] - 1;
    if i[0] == 1 && i[2] == last {
        return;
    }
    let mut old = y[i];
    while old > 7 {
        old = old.saturating_sub(i[1] as u32 + 3);
        if old == 9 {
            break;
        }
    }
    y[i] = old + scale * neighbour(&x, i) + x[[i[0], i[1], last - i[2]]];
    atomic_fetch_add(&mut counts[i[1]], 1 + i[2] as u32);
}

#[test]
fn guards_loops_functions_and_atomics_work() {
    on_each(|accelerator| {
        for [a, b, c] in [[3, 5, 1], [4, 30, 2], [2, 3, 6], [2, 70, 33], [40, 300, 2], [7, 500, 6]] {
            let xs: Vec<u32> = (0..a * b * c).map(|k| (k * 7 % 31) as u32).collect();
            let before: Vec<u32> = (0..a * b * c).map(|k| (k * 5 % 23) as u32).collect();
            let (mut ys, mut found) = (before.clone(), vec![0; b]);
            let x = ArrayView::with_extent([a, b, c], &xs).unwrap();
            let mut y = ArrayViewMut::with_extent([a, b, c], &mut ys).unwrap();
            let mut counts = ArrayViewMut::new(&mut found);
            let kernel = three_dimensions(3, &x, &mut y, &mut counts);
            accelerator.default_view().parallel_for_each([a, b, c], kernel).unwrap();
            y.finish().unwrap();
            counts.finish().unwrap();
            let (mut expected, mut expected_counts) = (before.clone(), vec![0; b]);
            let at = |i: usize, j: usize, k: usize| (i * b + j) * c + k;
            for (i, j, k) in (0..a).flat_map(|i| (0..b).flat_map(move |j| (0..c).map(move |k| (i, j, k)))) {
                if i == 1 && k == c - 1 {
                    continue;
                }
                let mut old = before[at(i, j, k)];
                while old > 7 {
                    old = old.saturating_sub(j as u32 + 3);
                    if old == 9 {
                        break;
                    }
                }
                let near = if j > 0 { xs[at(i, j - 1, k)] } else { 1000 + k as u32 };
                expected[at(i, j, k)] = old + 3 * near + xs[at(i, j, c - 1 - k)];
                expected_counts[j] += 1 + k as u32;
            }
            assert_eq!((ys, found), (expected, expected_counts), "[{a}, {b}, {c}]");
        }
    });
}

#[test]
fn strided_views_and_closures_work() {
    on_each(|accelerator| {
        let mut values = vec![0i32; 200 * 5];
        let mut whole = ArrayViewMut::with_extent([200, 5], &mut values).unwrap();
        let mut y = whole.section_mut([0, 1], [200, 3]).unwrap();
        let offset = 10;
        let kernel = amp!(|i: Index<2>| {
            let value = |d: i32| d + i[0] as i32 * offset;
            y[i] = if i[1] == 2 { value(-1) } else { value(i[1] as i32) };
        });
        accelerator.default_view().parallel_for_each([200, 3], kernel).unwrap();
        drop(y);
        whole.finish().unwrap();
        for (n, value) in values.iter().enumerate() {
            let (row, column) = ((n / 5) as i32, n % 5);
            let expected = match column {
                0 | 4 => 0,
                3 => 10 * row - 1,
                _ => 10 * row + column as i32 - 1,
            };
            assert_eq!(*value, expected, "[{row}, {column}]");
        }
    });
}

#[test]
fn panics_report_the_work_item() {
    for accelerator in [Accelerator::cpu(), Accelerator::cpu_checked_with_seed(0)] {
        // The executor joins the rows of the second domain only.
        for rows in [90, 20_000] {
            let xs = [1u32; 100];
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::<u32, 2>::without_source([rows, 2]).unwrap();
            let out_of_bounds = amp!(|i: Index<2>| y[i] = x[i[0] + 50 * i[1]]);
            let error = accelerator.default_view().parallel_for_each([rows, 2], out_of_bounds).unwrap_err();
            let amp::Error::KernelPanicked { index, message, .. } = &error else { panic!("{error}") };
            let at = index[0] + 50 * index[1];
            assert!(at >= 100 && message.contains(&format!("index [{at}] is out of range")), "{error}");
            let asserts = amp!(|i: Index<2>| {
                assert!(i[0] < 77, "row {}", i[0]);
                y[i] = x[i[0]];
            });
            let error = accelerator.default_view().parallel_for_each([rows, 2], asserts).unwrap_err();
            let amp::Error::KernelPanicked { index, message, .. } = &error else { panic!("{error}") };
            assert!(index[0] >= 77 && message.contains(&format!("row {}", index[0])), "{error}");
        }
    }
}
