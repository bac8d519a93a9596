//! Pass an argument that is uniform in the tile, and store a long table in a view.

use amp::prelude::*;

#[device]
fn turns(barrier: &TileBarrier, n: u32) {
    for _ in 0..n {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn in_turns(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    turns(&t.barrier, t.tile[0] as u32);
    y[t.global] += 1.0;
}

#[kernel]
fn from_a_table(i: Index<1>, table: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = table[i];
}

#[test]
fn runs() {
    crate::gives(&[3.0; 16], &[2.0; 16], |on, y| on.parallel_for_each(y.extent().tile([16])?, in_turns(y)));
    let table = [5.0f32; 16];
    crate::gives(&[5.0; 16], &[2.0; 16], |on, y| {
        on.parallel_for_each(y.extent(), from_a_table(&ArrayView::new(&table), y))
    });
}
