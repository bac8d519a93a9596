use amp::prelude::*;

#[kernel(tile = [64])]
fn reverse(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 64] = [0.0; 64];
    values[t.local[0]] = y[t.global];
    t.barrier.wait();
    y[t.global] = values[63 - t.local[0]];
}

fn main() {}
