//! Call a user-defined function by another path, such as `self::subgroup::size`.

// The path `subgroup::size` would mean amp's function.
#![allow(unused_qualifications)]

use amp::prelude::*;

mod subgroup {
    use amp::prelude::*;

    #[device]
    pub(super) fn size(barrier: &TileBarrier) -> u32 {
        barrier.wait();
        4
    }
}

#[kernel(tile = [2])]
fn sizes(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] += self::subgroup::size(&t.barrier);
}

#[test]
fn runs() {
    crate::gives(&[4, 7], &[0, 3], |on, y| on.parallel_for_each(y.extent().tile([2])?, sizes(y)));
}
