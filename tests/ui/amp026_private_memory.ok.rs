//! Store the table of each work-item in a view, which can have any size.

use amp::prelude::*;

#[kernel]
fn counts(i: Index<1>, x: &ArrayView<u32, 2>, bins: &mut ArrayViewMut<u32, 2>, y: &mut ArrayViewMut<u32>) {
    for k in 0..x.extent()[1] {
        bins[[i[0], x[[i[0], k]] as usize % 4096]] += 1;
    }
    let mut most = 0;
    for bin in 0..4096 {
        most = most.max(bins[[i[0], bin]]);
    }
    y[i] = most;
}

#[test]
fn runs() {
    let x = ArrayView::with_extent([2, 3], &[7u32, 4103, 8, 9, 10, 11]).unwrap();
    crate::gives(&[2, 1], &[0, 0], |on, y| {
        let mut bins = ArrayViewMut::<u32, 2>::without_source([2, 4096])?;
        on.parallel_for_each(y.extent(), counts(&x, &mut bins, y))
    });
}
