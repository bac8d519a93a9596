//! Use a tiled kernel, whose barrier synchronises the work-items of a tile.

use amp::prelude::*;

#[kernel(tile = [64])]
fn reverse(t: TiledIndex<1>, n: usize, y: &mut ArrayViewMut<f32>) {
    let value = y[n - 1 - t.global[0]];
    t.barrier.wait();
    y[t.global] = value;
}

#[test]
fn runs() {
    let values: Vec<_> = (0..64u8).map(f32::from).collect();
    let reversed: Vec<_> = values.iter().copied().rev().collect();
    crate::gives(&reversed, &values, |on, y| on.parallel_for_each(y.extent().tile([64])?, reverse(64, y)));
}
