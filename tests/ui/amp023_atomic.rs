use amp::prelude::*;

#[kernel(tile = [64])]
fn count(t: TiledIndex<1>, bins: AtomicView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut own: [[u32; 4]; 2];
    let mut mine = 0;
    atomic_fetch_add(&mut mine, 1u32);
    atomic_fetch_add(bins[t.global], 1);
    atomic_fetch_add(&mut own[0][1], 1);
    let row = own[0];
    y[t.global] = bins[t.global] + row[1];
}

fn main() {}
