use amp::prelude::*;

#[kernel(tile = [64])]
fn halve(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut values: [f32; 64];
    let lane = t.local[0];
    values[lane] = y[t.global];
    if lane < 32 {
        t.barrier.wait();
        y[t.global] = values[lane] + values[lane + 32];
    }
}

fn main() {}
