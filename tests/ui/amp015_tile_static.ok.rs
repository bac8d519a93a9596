//! Let the work-items fill tile memory, then wait at a barrier.

use amp::prelude::*;

#[kernel(tile = [64])]
fn reverse(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 64];
    values[t.local[0]] = y[t.global];
    t.barrier.wait();
    y[t.global] = values[63 - t.local[0]];
}

#[test]
fn runs() {
    let values: Vec<_> = (0..64u8).map(f32::from).collect();
    let reversed: Vec<_> = values.iter().copied().rev().collect();
    crate::gives(&reversed, &values, |on, y| on.parallel_for_each(y.extent().tile([64])?, reverse(y)));
}
