//! Assert with `uniform(..)` that the trip count is uniform in the tile.

use amp::prelude::*;

#[kernel(tile = [2])]
fn turns(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let count = uniform(y[t.global]);
    for _ in 0..count {
        t.barrier.wait();
    }
    y[t.global] = count + 1;
}

#[test]
fn runs() {
    crate::gives(&[4, 4], &[3, 3], |on, y| on.parallel_for_each(y.extent().tile([2])?, turns(y)));
}
