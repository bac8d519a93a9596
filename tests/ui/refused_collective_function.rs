use amp::prelude::*;

#[device]
fn summed(barrier: &TileBarrier, n: u32) -> u32 {
    let parts = vec![n; 2];
    barrier.wait();
    parts[0] + n
}

#[kernel(tile = [16])]
fn twice(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let (a, b) = (summed(&t.barrier, 3), summed(&t.barrier, 4));
    y[t.global] = a + b;
}

fn main() {
    let mut y = ArrayViewMut::<u32>::without_source(16).unwrap();
    let tiles = y.extent().tile([16]).unwrap();
    parallel_for_each(tiles, twice(&mut y)).unwrap();
    parallel_for_each(tiles, amp!(tile = [16], |t: TiledIndex<1>| y[t.global] = summed(&t.barrier, 5)))
        .unwrap();
}
