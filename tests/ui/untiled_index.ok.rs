//! Use a tiled kernel, whose `TiledIndex` has local indices and a barrier.

use amp::prelude::*;

#[device]
fn wait(b: &TileBarrier) {
    b.wait();
}

#[kernel(tile = [4])]
fn tiled(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    wait(&t.barrier);
    let (found, value) = (t.local[0] > 1, 10.0);
    let four = [1.0, 2.0, 3.0, 4.0];
    let [first, .., last] = four;
    y[t.global] = if found { value } else { first + last } + t.local[0] as f32;
}

#[test]
fn tiled_kernel_has_local_indices() {
    super::gives(&[5.0, 6.0, 12.0, 13.0, 5.0, 6.0, 12.0, 13.0], &[0.0; 8], |on, y| {
        on.parallel_for_each(y.extent().tile([4])?, tiled(y))
    });
}
