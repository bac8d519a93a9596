use amp::prelude::*;

#[kernel(tile = [64])]
fn count(t: TiledIndex<1>, bins: AtomicView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut own: [[u32; 4]; 2];
    let mut mine = 0;
    atomic_fetch_add(&mut mine, 1u32);
    own[1][0] = mine;
    t.barrier.wait();
    atomic_fetch_add(&mut bins[t.global], own[1][0]);
    y[t.global] = mine;
}

fn main() {}
