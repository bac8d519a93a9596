//! Create a subview in a `let` or as an argument, and write through a mutable subview.

use amp::prelude::*;

#[device]
fn sum(v: &ArrayView<f32>) -> f32 {
    v[0]
}

#[device]
fn put(v: &mut ArrayViewMut<f32>) {
    v[0] = 1.0;
}

#[device]
fn shared(b: &TileBarrier, v: &ArrayView<f32>, at: usize) -> f32 {
    b.wait();
    v[at]
}

#[kernel]
fn values(i: Index<1>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    let answered = x.section([0, 0], [1, 1]).unwrap();
    let chosen = x.project(if i[0] > 0 { 0 } else { 1 }).unwrap();
    let row = x.project(0).unwrap();
    let b = 1.0;
    y[i] = sum(&row) + row[1] + answered[[0, 0]] + chosen[0] + b;
}

#[kernel]
fn writes(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let part = x.section([0], [2]).unwrap();
    let mut own = y.section_mut([0], [2]).unwrap();
    own[i] = part[i] * 2.0;
    if i[0] == 0 {
        put(&mut own);
    }
}

#[kernel]
fn counts(i: Index<1>, bins: AtomicView<u32>) {
    atomic_fetch_add(&mut bins[i], 1);
}

#[kernel(tile = [2])]
fn waits(t: TiledIndex<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[t.global] = shared(&t.barrier, &x.section([t.tile[0]], [2]).unwrap(), t.local[0]);
}

#[test]
fn runs() {
    let data = [1.0, 2.0, 3.0, 4.0];
    let (x, flat) = (ArrayView::with_extent([2, 2], &data).unwrap(), ArrayView::new(&data));
    crate::gives(&[8.0, 6.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), values(&x, y)));
    crate::gives(&[1.0, 4.0], &[0.0, 0.0], |on, y| on.parallel_for_each(y.extent(), writes(&flat, y)));
    crate::gives(&[4, 6], &[3, 5], |on, y| on.parallel_for_each(y.extent(), counts(y.as_atomic())));
    crate::gives(&[1.0, 2.0, 2.0, 3.0], &[0.0; 4], |on, y| {
        on.parallel_for_each(y.extent().tile([2])?, waits(&flat, y))
    });
}
