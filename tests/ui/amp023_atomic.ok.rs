//! Write shared data with atomic operations, and read it with `atomic_load`.

use amp::prelude::*;

#[kernel(tile = [4])]
fn count(t: TiledIndex<1>, bins: AtomicView<f32>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut own: [[f32; 4]; 2];
    if t.local[0] == 0 {
        own[0][1] = 0.0;
    }
    t.barrier.wait();
    atomic_fetch_add(&mut own[0][1], 2.0);
    t.barrier.wait();
    atomic_fetch_add(&mut bins[0], 1.0);
    y[t.global] = own[0][1] + atomic_load(&bins[1]);
}

#[test]
fn runs() {
    crate::gives(&[13.0; 4], &[0.0; 4], |on, y| {
        let mut bins = [0.0f32, 5.0];
        let mut view = ArrayViewMut::new(&mut bins);
        on.parallel_for_each(y.extent().tile([4])?, count(view.as_atomic(), y))
    });
}
