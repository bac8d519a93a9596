//! Ranges and slices as kernels support them.

use amp::prelude::*;
use std::ops::Range;

#[device]
fn bounds(n: u32) -> Range<u32> {
    n..2 * n
}

#[device]
fn grown(r: Range<u32>) -> Range<u32> {
    r.start..r.end + 1
}

#[device]
fn both(w: &mut [u32], b: usize) {
    w[0] += w[b];
}

#[kernel]
fn ranges(i: Index<1>, start: u32, end: u32, y: &mut ArrayViewMut<u32>) {
    let r = start..end;
    let mut own: Range<u32> = grown(r);
    own.start += 1;
    let has = own.clone().any(|k| k == 3);
    let of: Range<u32> = bounds(3);
    y[i] = own.len() as u32 + has as u32 + of.end;
}

#[kernel]
fn slices(i: Index<1>, x: &ArrayView<u32>, m: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32>) {
    let mut w = [1u32, 2, 3, 4];
    let part = &w[1..];
    let first = part[0];
    both(&mut w, 2);
    let line = m.project(1).unwrap();
    let row = &line[1..2];
    if let Some(first) = w.first().copied() {
        y[i] = first + row[0];
    }
    w[..2].copy_from_slice(&x[..2]);
    y[i] += w[1] + first;
}

#[test]
fn runs() {
    crate::gives(&[3 + 1 + 6], &[0], |on, y| on.parallel_for_each(y.extent(), ranges(0, 3, y)));
    let (x, m) = ([10, 20], [1, 2, 3, 4]);
    let (x, m) = (ArrayView::new(&x), ArrayView::with_extent([2, 2], &m).unwrap());
    crate::gives(&[4 + 4 + 20 + 2], &[0], |on, y| on.parallel_for_each(y.extent(), slices(&x, &m, y)));
}
