//! The collective function with supported constructs.

use amp::prelude::*;

#[device]
fn summed(barrier: &TileBarrier, n: u32) -> u32 {
    let parts = [n; 2];
    barrier.wait();
    parts[0] + n
}

#[kernel(tile = [16])]
fn twice(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let (a, b) = (summed(&t.barrier, 3), summed(&t.barrier, 4));
    y[t.global] = a + b;
}

#[test]
fn collective_function_with_an_array() {
    let mut sums = [0; 16];
    let mut y = ArrayViewMut::new(&mut sums);
    let tiles = y.extent().tile([16]).unwrap();
    Accelerator::cpu().default_view().parallel_for_each(tiles, twice(&mut y)).unwrap();
    y.finish().unwrap();
    assert_eq!(sums, [14; 16]);
}
