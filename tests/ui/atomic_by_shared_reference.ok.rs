//! Atomic operations change what they are given by `&mut`; elements of an `AtomicView`, which is shared, by `&` as well.

use amp::prelude::*;

#[kernel(tile = [4])]
fn count(t: TiledIndex<1>, bins: AtomicView<u32>, z: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut own: [u32; 4];
    own[t.local[0]] = 0;
    t.barrier.wait();
    atomic_fetch_add(&mut own[1], atomic_load(&z[0]));
    atomic_fetch_inc(&mut z[t.global]);
    t.barrier.wait();
    atomic_fetch_add(&bins[0], own[1]);
    atomic_fetch_add(&mut bins[0], 1);
}

#[test]
fn runs() {
    crate::gives(&[1, 1, 1, 1], &[0, 0, 0, 0], |on, y| {
        let mut bins = [0, 0];
        let mut view = ArrayViewMut::new(&mut bins);
        on.parallel_for_each(y.extent().tile([4])?, count(view.as_atomic(), y))?;
        let shared = view.as_atomic();
        let by_reference = &shared;
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                atomic_fetch_add(&shared[0], 1);
                atomic_fetch_add(&by_reference[i % 2], 1);
            }),
        )?;
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                atomic_fetch_sub(&mut y[i], 0);
            }),
        )
    });
}
