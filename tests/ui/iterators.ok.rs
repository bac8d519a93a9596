//! Use the iterator where it is made, with copies of the elements.

use amp::prelude::*;

#[kernel]
fn collected(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    for value in x.iter().map(|v| v * 2.0) {
        y[i] += value;
    }
    y[i] += x.iter().map(|v| v * 2.0).sum::<f32>();
    for k in 0..x.extent()[0] - 1 {
        y[i] += x[k + 1] - x[k];
    }
}

#[kernel]
fn copied(i: Index<1>, n: usize, x: &ArrayView<f32>, m: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    y[i] += x.iter().copied().reduce(|a, b| if a > b { a } else { b }).unwrap();
    for r in 0..m.extent()[0] {
        y[i] += m.project(r).unwrap().iter().sum::<f32>();
    }
    y[i] += x.iter().filter(|v| **v > 0.0).zip(x.iter()).map(|(a, b)| a * b).sum::<f32>();
    for value in 0..n {
        y[i] += value as f32;
    }
    let w: [f32; 2] = std::array::from_fn(|k| x[k]);
    y[i] += w[0] + x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap_or(0.0);
    y[i] += x.iter().copied().max_by(f32::total_cmp).unwrap_or(0.0);
    for part in x.windows(2) {
        y[i] += part[1] - part[0];
    }
}

#[device]
fn doubled(y: &mut ArrayViewMut<f32>) -> f32 {
    for k in 0..y.extent()[0] {
        y[k] *= 2.0;
    }
    1.0
}

#[test]
fn runs() {
    let (x, m) = ([3.0, 4.0], [1.0, 2.0, 3.0, 4.0]);
    let (x, m) = (ArrayView::new(&x), ArrayView::with_extent([2, 2], &m).unwrap());
    crate::gives(&[29.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), collected(&x, y)));
    crate::gives(&[52.0], &[0.0], |on, y| on.parallel_for_each(y.extent(), copied(2, &x, &m, y)));
}
