//! Pass arrays and structs with at least one element or field.

use amp::prelude::*;

#[kernel]
fn with_something(i: Index<1>, x: &ArrayView<[u32; 1]>, some: [u32; 3], y: &mut ArrayViewMut<u32>) {
    y[i] = x[i][0] + some[2];
}

#[test]
fn runs() {
    let x = [[3], [4]];
    let mut sums = [0; 2];
    let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut sums));
    let kernel = with_something(&x, [5, 6, 7], &mut y);
    Accelerator::cpu().default_view().parallel_for_each(2, kernel).unwrap();
    y.finish().unwrap();
    assert_eq!(sums, [10, 11]);
}
