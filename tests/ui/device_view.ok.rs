//! Pass views by reference, and atomic views to parameters of type `&mut ArrayViewMut`.

use amp::prelude::*;

#[device]
fn at(x: &ArrayView<f32>, k: usize) -> f32 {
    x[k]
}

#[device]
fn count(bins: &mut ArrayViewMut<u32>, k: usize) {
    atomic_fetch_add(&mut bins[k], 1);
}

#[device]
fn shift(from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>, k: usize) {
    to[k] = at(from, k + 1);
}

#[kernel]
fn counted(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>, bins: AtomicView<u32>) {
    shift(x, y, i[0]);
    count(&mut bins, i[0] % 2);
}

#[test]
fn runs() {
    super::gives(&[2.0, 3.0, 4.0], &[0.0; 3], |on, y| {
        let (xs, mut counts) = ([1.0f32, 2.0, 3.0, 4.0], [0u32; 2]);
        let mut bins = ArrayViewMut::new(&mut counts);
        let ran = on.parallel_for_each(y.extent(), counted(&ArrayView::new(&xs), y, bins.as_atomic()));
        assert_eq!(bins.to_vec()?, [2, 1]);
        ran
    });
}
