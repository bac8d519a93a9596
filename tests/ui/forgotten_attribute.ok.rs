//! Write `#[tile_static]` above tile memory.

use amp::prelude::*;

#[kernel(tile = [4])]
fn reversed(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 4];
    values[t.local[0]] = y[t.global];
    t.barrier.wait();
    y[t.global] = values[3 - t.local[0]];
}

/// A private variable that is initialised after its declaration.
#[kernel(tile = [4])]
fn later(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    let pair: [f32; 2];
    if t.local[0] > 1 {
        pair = [2.0, 3.0];
    } else {
        pair = [4.0; 2];
    }
    y[t.global] += pair[0] * pair[1];
}

#[test]
fn runs() {
    crate::gives(&[20.0, 19.0, 8.0, 7.0], &[1.0, 2.0, 3.0, 4.0], |on, y| {
        let tiles = y.extent().tile([4])?;
        on.parallel_for_each(tiles, reversed(y))?;
        on.parallel_for_each(tiles, later(y))
    });
}
