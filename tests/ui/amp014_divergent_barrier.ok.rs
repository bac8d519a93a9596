//! Move the barrier out of the branch: all work-items wait, and only some of them write.

use amp::prelude::*;

#[kernel(tile = [64])]
fn halve(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 64];
    let lane = t.local[0];
    values[lane] = y[t.global];
    t.barrier.wait();
    if lane < 32 {
        y[t.global] = values[lane] + values[lane + 32];
    }
}

#[test]
fn runs() {
    let sums: Vec<_> = (0..64).map(|n| if n < 32 { 2.0 } else { 1.0 }).collect();
    crate::gives(&sums, &[1.0; 64], |on, y| on.parallel_for_each(y.extent().tile([64])?, halve(y)));
}
