//! Kernels that use their index only to access elements: the CPU back end may flatten the domain to one dimension. Results and
//! errors stay the same.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn blend(i: Index<2>, a: f32, weight: &ArrayView<f32>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32, 2>) {
    let (row, column) = (i[0], i[1]);
    let mut sum = a * y[i];
    for k in 0..weight.extent()[0] {
        sum += weight[k] * x[[row, column]];
    }
    y[[row, column]] = sum;
}

const WEIGHTS: [f32; 2] = [0.5, 2.0];

/// The result of `blend` for one element.
fn blended(x: f32, y: f32) -> f32 {
    3.0 * y + WEIGHTS[0] * x + WEIGHTS[1] * x
}

/// Values that can be added without rounding.
fn exact_values(count: usize, first: usize) -> Vec<f32> {
    (first..first + count).map(|n| (n % 251) as f32).collect()
}

#[test]
fn domains_of_many_sizes() {
    on_each(|on| {
        for (height, width) in [(1, 1), (700, 1), (333, 3), (500, 4), (1, 1000), (31, 64), (9, 257)] {
            let (xs, mut ys) = (exact_values(height * width, 5), exact_values(height * width, 80));
            let expected: Vec<_> = xs.iter().zip(&ys).map(|(x, y)| blended(*x, *y)).collect();
            let (weight, x) =
                (ArrayView::new(&WEIGHTS), ArrayView::with_extent([height, width], &xs).unwrap());
            let mut y = ArrayViewMut::with_extent([height, width], &mut ys).unwrap();
            on.default_view().parallel_for_each([height, width], blend(3.0, &weight, &x, &mut y)).unwrap();
            drop(y);
            assert_eq!(ys, expected, "[{height}, {width}]");
        }
    });
}

#[test]
fn views_with_gaps_and_larger_views() {
    on_each(|on| {
        let on = on.default_view();
        let weight = ArrayView::new(&WEIGHTS);
        let (xs, mut ys) = (exact_values(40 * 6, 1), exact_values(40 * 6, 9));
        let before = ys.clone();
        let x = ArrayView::with_extent([40, 6], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([40, 6], &mut ys).unwrap();
        // In the first launch, only `section` has gaps between its rows. In the second, both views have gaps. In the third,
        // the domain is smaller than the views.
        let mut section = y.section_mut([0, 1], [40, 3]).unwrap();
        let own = ArrayView::with_extent([40, 3], &xs[..120]).unwrap();
        on.parallel_for_each([40, 3], blend(3.0, &weight, &own, &mut section)).unwrap();
        drop(section);
        let mut section = y.section_mut([20, 4], [20, 2]).unwrap();
        on.parallel_for_each(
            [20, 2],
            blend(3.0, &weight, &x.section([3, 0], [20, 2]).unwrap(), &mut section),
        )
        .unwrap();
        drop(section);
        on.parallel_for_each([7, 1], blend(3.0, &weight, &x, &mut y)).unwrap();
        drop(y);
        for row in 0..40 {
            for column in 0..6 {
                let (at, old) = (row * 6 + column, before[row * 6 + column]);
                let expected = match column {
                    0 if row < 7 => blended(xs[at], old),
                    1..4 => blended(xs[row * 3 + column - 1], old),
                    4.. if row >= 20 => blended(xs[(row - 17) * 6 + column - 4], old),
                    _ => old,
                };
                assert_eq!(ys[at], expected, "[{row}, {column}]");
            }
        }
    });
}

#[kernel]
fn divide(i: Index<3>, by: &ArrayView<u32, 3>, table: &ArrayView<u32>, y: &mut ArrayViewMut<u32, 3>) {
    assert!(by[i] != 7, "seven");
    y[i] = 100 / by[i] + table[by[i] as usize];
}

/// The error has the index in the domain of the launch.
#[test]
fn kernel_panic_reports_the_work_item() {
    let table = [0; 9];
    for (divisor, expected) in
        [(0, "attempt to divide by zero"), (7, "seven"), (9, "index [9] is out of range for `table`")]
    {
        for on in [Accelerator::cpu(), Accelerator::cpu().serial(), Accelerator::cpu_checked()] {
            let (mut by, mut ys) = (vec![2; 11 * 3 * 5], vec![0; 11 * 3 * 5]);
            by[(9 * 3 + 2) * 5 + 1] = divisor;
            let by = ArrayView::with_extent([11, 3, 5], &by).unwrap();
            let mut y = ArrayViewMut::with_extent([11, 3, 5], &mut ys).unwrap();
            let result =
                on.default_view().parallel_for_each([11, 3, 5], divide(&by, &ArrayView::new(&table), &mut y));
            match result {
                Err(Error::KernelPanicked { index, message, .. }) => {
                    assert_eq!(index, [9, 2, 1], "{message}");
                    assert!(message.contains(expected), "{message}");
                }
                // The checked accelerator may report the failure as an error of another kind.
                Err(error) if on == Accelerator::cpu_checked() => {
                    assert!(error.to_string().contains("[9, 2, 1]"), "{error}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
